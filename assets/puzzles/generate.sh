#!/bin/sh
# Writes the shipped puzzles, or those of one game: sh assets/puzzles/generate.sh PROGRAM [GAME]
# The shipped file: sh assets/puzzles/generate.sh PROGRAM > assets/puzzles/shipped.jsonl
program=${1:?the program}
only=$2
# Writes up to `count` puzzles of every grade; a game may have fewer of a grade, or none.
some() {
    count=$1
    shift
    # The game is the last argument.
    for game; do :; done
    [ -z "$only" ] || [ "$only" = "$game" ] || return 0
    for grade in 1 2 3 4 5; do
        "$program" puzzle "$@" --grade "$grade" --count "$count" --seed 1940 --answer --json 2>/dev/null
    done
}
for word in star rings row strip nim bash race auction powers subtraction octal wythoff queen ferguson boxes \
    fibonacci chomp token; do
    some 2 normal "$word"
    some 2 misere "$word"
done
for word in triangle tictactoe; do
    some 4 "$word"
done
exit 0
