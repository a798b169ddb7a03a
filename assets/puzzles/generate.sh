#!/bin/sh
# Writes the shipped puzzles: sh assets/puzzles/generate.sh PROGRAM > assets/puzzles/shipped.jsonl
program=${1:?the program}
# Writes up to `count` puzzles of every grade; a game may have fewer of a grade, or none.
some() {
    count=$1
    shift
    for grade in 1 2 3 4 5; do
        "$program" puzzle "$@" --grade "$grade" --count "$count" --seed 1940 --answer --json 2>/dev/null
    done
}
for game in star rings row strip nim bash race auction powers subtraction octal wythoff queen ferguson boxes \
    fibonacci chomp token; do
    some 2 normal "$game"
    some 2 misere "$game"
done
for game in triangle tictactoe; do
    some 4 "$game"
done
exit 0
