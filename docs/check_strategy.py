#!/usr/bin/env python3
"""Checks a winning strategy by rules of its own: `nimatron strategy ID --format json | python3 docs/check_strategy.py`.

Reads a file or standard input; says `proved` (status 0) or the first position that is wrong (status 1). A strategy is a
list of positions that are left to the opponent. Each move there must be listed and answered by a legal move to a listed
position; then the opponent can never make the winning last move, as every game here comes to an end.
"""
import json
import os
import sys

STAR = {0: (2, 3), 1: (2, 5), 2: (0, 1, 3, 5, 6), 3: (0, 2, 4, 6, 7), 4: (3, 7), 5: (1, 2, 6, 8, 9),
        6: (2, 3, 5, 7, 9, 10), 7: (3, 4, 6, 10, 11), 8: (5, 9), 9: (5, 6, 8, 10, 12), 10: (6, 7, 9, 11, 12),
        11: (7, 10), 12: (9, 10)}


class Wrong(Exception): ...


def pairs(text, folder, field):
    """Pairs written inline (`0-1,1-2`), or those of a shipped name."""
    if "-" in text:
        return [tuple(pair.split("-")) for pair in text.split(",")]
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "assets", folder, text + ".json")
    with open(path, encoding="utf-8") as file:
        return [tuple(map(str, pair)) for pair in json.load(file)[field]]


def numbers(state):
    return list(map(int, state.split(",")))


def written(cells):
    return ",".join(map(str, cells))


def rings(board):
    """Take one ring or two neighbouring rings; the state is the sum of 2^i."""
    near = {} if board else STAR
    for a, b in pairs(board, "boards", "pairs") if board else []:
        near.setdefault(int(a), set()).add(int(b))
        near.setdefault(int(b), set()).add(int(a))

    def moves(state):
        code = int(state)
        for i in range(code.bit_length()):
            if code >> i & 1:
                yield str(i), str(code - (1 << i))
                for j in sorted(near.get(i, ())):
                    if j > i and code >> j & 1:
                        yield f"{i}+{j}", str(code - (1 << i) - (1 << j))
    return moves


def row(state):
    """Take one stone, or two that touch."""
    for i, cell in enumerate(state):
        if cell == "O":
            yield str(i + 1), state[:i] + "." + state[i + 1:]
            if state[i + 1:i + 2] == "O":
                yield f"{i + 1}+{i + 2}", state[:i] + ".." + state[i + 2:]


def nim(state):
    """Take any number from one pile."""
    piles = numbers(state)
    for i, pile in enumerate(piles):
        for take in range(1, pile + 1):
            yield f"{i + 1}-{take}", written(piles[:i] + [pile - take] + piles[i + 1:])


def octal(code):
    """Digit k says what taking k may leave: 1 nothing, 2 one heap, 4 two heaps, added."""
    def moves(state):
        heaps = numbers(state)
        for i, heap in enumerate(heaps):
            for k, digit in enumerate(map(int, code[2:]), 1):
                left = heap - k
                if (left == 0 and digit & 1) or (left > 0 and digit & 2):
                    yield f"{i + 1}-{k}", written(heaps[:i] + [left] + heaps[i + 1:])
                if digit & 4:
                    for a in range(1, left // 2 + 1):
                        yield f"{i + 1}-{k}:{a},{left - a}", written(heaps[:i] + [a, left - a] + heaps[i + 1:])
    return moves


def wythoff(state):
    """Take any number from one pile, or the same number from both."""
    a, b = numbers(state)
    for x in range(a + 1):
        for y in range(b + 1):
            if x + y > 0 and (x == 0 or y == 0 or x == y):
                yield f"{x},{y}", f"{a - x},{b - y}"


def chomp(state):
    """Bite a square and all above and to the right of it; row 1 is at the bottom."""
    high, cross, wide = state.partition("x")
    lengths = [int(wide)] * int(high) if cross else [n for n in numbers(state) if n > 0]
    for r, length in enumerate(lengths):
        for c in range(length):
            left = [n for n in lengths[:r] + [min(n, c) for n in lengths[r:]] if n > 0]
            text = f"{len(left)}x{left[0]}" if left and left[0] == left[-1] else written(left) or "0"
            yield f"{r + 1},{c + 1}", text


def strip(state):
    """Colour a free cell 1 or 2, no two neighbours alike."""
    for i, cell in enumerate(state):
        for colour in "12":
            if cell == "0" and colour not in (state[i - 1:i], state[i + 1:i + 2]):
                yield f"{i + 1}={colour}", state[:i] + colour + state[i + 1:]


def token(graph):
    """Move one token along an arc."""
    arcs = {}
    for a, b in pairs(graph, "graphs", "arcs"):
        arcs.setdefault(a, set()).add(b)

    def moves(state):
        tokens = state.split(",")
        for i, at in enumerate(tokens):
            for to in sorted(arcs.get(at, ())):
                yield f"{i + 1}>{to}", written(tokens[:i] + [to] + tokens[i + 1:])
    return moves


def rules(head):
    """The moves of a game, and the convention that its IDs do not name."""
    game, _, parameter = head.partition("/")
    plain = {"row": row, "nim": nim, "wythoff": wythoff, "chomp": chomp, "strip": strip}
    made = {"star": lambda _: rings(None), "rings": rings, "octal": octal, "token": token}
    default = "misere" if game in ("star", "rings", "chomp") else "normal"
    if game in plain and not parameter:
        return plain[game], default
    if game in made and bool(parameter) == (game != "star"):
        return made[game](parameter), default
    raise Wrong(f"the rules of {head} are not known here")


def need(holds, what):
    if not holds:
        raise Wrong(what)


def check(certificate):
    fields = {"format", "version", "position", "outcome", "first", "lost"}
    need(isinstance(certificate, dict) and set(certificate) == fields, f"expected the fields {sorted(fields)}")
    need((certificate["format"], certificate["version"]) == ("nimatron-strategy", 1), "no such format or version")
    start = certificate["position"]
    prefix = start.rpartition(":")[0] + ":"
    word, _, head = prefix[:-1].rpartition(" ")
    moves_of, default = rules(head)
    need(word in ("", "normal", "misere") and word != default, f"{start}: the convention word")
    misere = (word or default) == "misere"

    def moves(position):
        need(position.startswith(prefix), f"{position}: another game or convention")
        return [(text, prefix + state) for text, state in moves_of(position[len(prefix):])]

    lost = {}
    for entry in certificate["lost"]:
        need(set(entry) == {"position", "replies"}, "an entry has other fields")
        need(entry["position"] not in lost, f"{entry['position']}: it is listed twice")
        lost[entry["position"]] = entry["replies"]
    first = certificate["first"]
    need(certificate["outcome"] in ("win", "loss"), f"{start}: no such outcome")
    if certificate["outcome"] == "loss":
        need(first is None and start in lost, f"{start}: a lost position stands in the list and has no first move")
    elif first is None:
        need(misere and not moves(start) and not lost, f"{start}: a first move is missing")
    else:
        good = (first["move"], first["left"]) in moves(start) and first["left"] in lost
        need(good, f"{start}: the first move is wrong")
    for position, replies in lost.items():
        legal = moves(position)
        need(legal or not misere, f"{position}: in misère play a player who cannot move wins")
        listed = [(reply["move"], reply["to"]) for reply in replies]
        need(listed == legal, f"{position}: the replies are not the legal moves, in order")
        for reply in replies:
            need(set(reply) == {"move", "to", "answer", "left"}, f"{position}: a reply has other fields")
            after, answer = moves(reply["to"]), (reply["answer"], reply["left"])
            good = answer in after and answer[1] in lost or misere and not after and answer == (None, None)
            need(good, f"{position}: the answer to {reply['move']} is wrong")


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") if sys.argv[1:] not in ([], ["-"]) else sys.stdin as file:
            check(json.load(file))
    except (Wrong, OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as wrong:
        return f"wrong: {wrong}"
    return "proved"


if __name__ == "__main__":
    print(answer := main())
    sys.exit(answer != "proved")
