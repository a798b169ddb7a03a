#!/bin/sh
# Writes the shipped puzzles: sh assets/puzzles/generate.sh PROGRAM > assets/puzzles/shipped.jsonl
program=${1:?the program}
some() { "$program" puzzle "$@" --seed 1940 --answer --json || exit 1; }
for game in star rings row strip nim bash race auction powers subtraction octal wythoff queen ferguson boxes \
    fibonacci chomp token; do
    some normal "$game" --count 6
    some misere "$game" --count 6
done
for game in triangle tictactoe; do
    some "$game" --count 12
done
