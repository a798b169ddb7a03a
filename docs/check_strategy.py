#!/usr/bin/env python3
"""Checks a winning strategy by rules of its own: `nimatron strategy ID --json | python3 docs/check_strategy.py`.

Reads a file or standard input; says `proved` (status 0) or the first position that is wrong (status 1). Every move in a
listed position must be listed, and answered by a legal move to a position that is listed, or alike (in another order, or
mirrored). Every move must make a position smaller, so that every game ends.
"""
import json
import pathlib
import sys
STAR = "0-2,0-3,1-2,1-5,2-3,2-5,2-6,3-4,3-6,3-7,4-7,5-6,5-8,5-9,6-7,6-9,6-10,7-10,7-11,8-9,9-10,9-12,10-11,10-12"

def need(holds, what):
    if not holds:
        raise ValueError(what)

def pairs(text, folder, field):
    """Pairs written inline (`0-1,1-2`; a lone name is a vertex), or those of a shipped name."""
    if "-" in text:
        return [tuple(pair.split("-")) for pair in text.split(",") if "-" in pair]
    path = pathlib.Path(__file__).resolve().parent.parent / "assets" / folder / f"{text}.json"
    return [tuple(map(str, pair)) for pair in json.loads(path.read_text("utf-8"))[field]]

def numbers(state):
    cells = state.split(",")
    need(all(n.isascii() and n.isdecimal() and len(n) < 6 for n in cells), f"{state}: not numbers below 100,000")
    return list(map(int, cells))

def signs(state, known):
    need({*state} <= {*known}, f"{state}: expected cells of {known} only")
    return state

def written(cells):
    return ",".join(map(str, cells))
# A game is its moves, the size of a position, and its form, which is the same for positions that are alike.

def rings(board):
    """Take one ring or two neighbouring rings; the state is the sum of 2^i. Alike are rings with the same links."""
    near = {}
    for a, b in pairs(board, "boards", "pairs"):
        near.setdefault(int(a), set()).add(int(b))
        near.setdefault(int(b), set()).add(int(a))
    def left(state):
        need(state.isascii() and state.isdecimal(), f"{state}: not a number")
        return [i for i in range(int(state).bit_length()) if int(state) >> i & 1]
    def moves(state):
        for i in left(state):
            yield str(i), str(int(state) - (1 << i))
            for j in sorted(near.get(i, set()) & {*left(state)}):
                if j > i:
                    yield f"{i}+{j}", str(int(state) - (1 << i) - (1 << j))
    class Links(dict):
        def __eq__(self, other, place={}):
            """Whether the rings that have no place in the other yet find one, so that all links agree."""
            ring = next((ring for ring in self if ring not in place), None)
            return len(self) == len(other) and (ring is None or any(
                len(self[ring]) == len(other[to]) and all((i in self[ring]) == (j in other[to]) for i, j in place.items())
                and self.__eq__(other, {**place, ring: to}) for to in other if to not in place.values()))
    links = lambda state: Links((i, near.get(i, set()) & {*left(state)}) for i in left(state))
    return moves, lambda state: len(left(state)), links

def row(_):
    """Take one stone, or two that touch. Alike are rows of stones in another order."""
    def moves(state):
        for i, cell in enumerate(signs(state, "O.")):
            if cell == "O":
                yield str(i + 1), state[:i] + "." + state[i + 1:]
                if state[i + 1:i + 2] == "O":
                    yield f"{i + 1}+{i + 2}", state[:i] + ".." + state[i + 2:]
    return moves, lambda state: state.count("O"), lambda state: sorted(state.replace(".", " ").split())

def heaps(moves, lives=bool):
    """Heaps: alike in any order, without those that have no move. A split that takes nothing makes their size smaller too."""
    return moves, lambda state: sum(2 * n - 1 for n in numbers(state) if n), lambda state: sorted(filter(lives, numbers(state)))

def nim(_):
    """Take any number from one pile."""
    def moves(state):
        piles = numbers(state)
        for i, pile in enumerate(piles):
            for take in range(1, pile + 1):
                yield f"{i + 1}-{take}", written(piles[:i] + [pile - take] + piles[i + 1:])
    return heaps(moves)

def octal(code):
    """Digit k says what taking k may leave: 1 nothing, 2 one heap, 4 two heaps, added. Digit 0 stands before the point."""
    need(code[:2] in ("0.", "4.") and code[2:] and {*code[2:]} <= {*"01234567"}, f"octal/{code}: no such code")
    def moves(state):
        piles = numbers(state)
        for i, heap in enumerate(piles):
            for k, digit in enumerate(map(int, code[0] + code[2:])):
                left = heap - k
                if k and ((left == 0 and digit & 1) or (left > 0 and digit & 2)):
                    yield f"{i + 1}-{k}", written(piles[:i] + [left] + piles[i + 1:])
                for a in range(1, left // 2 + 1) if digit & 4 else ():
                    yield f"{i + 1}-{k}:{a},{left - a}", written(piles[:i] + [a, left - a] + piles[i + 1:])
    return heaps(moves, lambda heap: any(moves(str(heap))))

def wythoff(_):
    """Take any number from one pile, or the same number from both."""
    def moves(state):
        a, b = numbers(state)
        for x, y in ((x, y) for x in range(a + 1) for y in range(b + 1)):
            if x + y > 0 and (x == 0 or y == 0 or x == y):
                yield f"{x},{y}", f"{a - x},{b - y}"
    return heaps(moves)

def chomp(_):
    """Bite a square and all above and to the right of it; row 1 is at the bottom. Rows and columns may change places."""
    def rows(state):
        high, cross, wide = state.partition("x")
        return numbers(written([wide] * min(int(high), 1000))) if cross else [n for n in numbers(state) if n > 0]
    def moves(state):
        for r, length in enumerate(lengths := rows(state)):
            for c in range(length):
                left = [n for n in lengths[:r] + [min(n, c) for n in lengths[r:]] if n > 0]
                yield f"{r + 1},{c + 1}", f"{len(left)}x{left[0]}" if left and left[0] == left[-1] else written(left) or "0"
    columns = lambda state: [sum(n > c for n in rows(state)) for c in range(max(rows(state), default=0))]
    return moves, lambda state: sum(rows(state)), lambda state: min(rows(state), columns(state))

def strip(_):
    """Colour a free cell 1 or 2, no two neighbours alike. The strip may be turned round, and the colours exchanged."""
    def moves(state):
        for i, colour in ((i, colour) for i in range(len(signs(state, "012"))) for colour in "12"):
            if state[i] == "0" and colour not in (state[i - 1:i], state[i + 1:i + 2]):
                yield f"{i + 1}={colour}", state[:i] + colour + state[i + 1:]
    turns = lambda state: (one[::step] for one in (state, state.translate(str.maketrans("12", "21"))) for step in (1, -1))
    return moves, lambda state: state.count("0"), lambda state: min(turns(state))

def token(graph):
    """Move one token along an arc. The size is the longest way that the tokens may go: there is none where a cycle is."""
    need("!" not in graph, "the graph may have a cycle, so the game need not end")
    arcs, longest = {}, {}
    for a, b in pairs(graph, "graphs", "arcs"):
        arcs.setdefault(a, set()).add(b)
    def moves(state):
        for i, at in enumerate(tokens := state.split(",")):
            for to in sorted(arcs.get(at, ())):
                yield f"{i + 1}>{to}", written(tokens[:i] + [to] + tokens[i + 1:])
    def way(at, before=()):
        need(at not in before, f"a cycle runs through {at}, so the game need not end")
        if at not in longest:
            longest[at] = max((1 + way(to, before + (at,)) for to in arcs.get(at, ())), default=0)
        return longest[at]
    # A token that cannot move is left out of the form.
    return moves, lambda state: sum(map(way, state.split(","))), lambda state: sorted(at for at in state.split(",") if at in arcs)

def check(certificate):
    fields = {"format", "version", "position", "outcome", "first", "lost"}
    need(isinstance(certificate, dict) and set(certificate) == fields, f"expected the fields {sorted(fields)}")
    need((certificate["format"], repr(certificate["version"])) == ("nimatron-strategy", "1"), "no such format or version")
    start, first = certificate["position"], certificate["first"]
    prefix = start.rpartition(":")[0] + ":"
    word, _, head = prefix[:-1].rpartition(" ")
    game, _, parameter = head.partition("/")
    plain = {"row": row, "nim": nim, "wythoff": wythoff, "chomp": chomp, "strip": strip, "star": lambda _: rings(STAR)}
    known = {"rings": rings, "octal": octal, "token": token} if parameter else plain
    need(game in known and "+" not in start, f"the rules of {start} are not known here")
    moves_of, size, form = known[game](parameter)
    default = "misere" if game in ("star", "rings", "chomp") else "normal"
    need(word in ("", "normal", "misere") and word != default, f"{start}: the convention word")
    misere = (word or default) == "misere"
    def state(position):
        need(position.startswith(prefix), f"{position}: another game or convention")
        return position[len(prefix):]
    def moves(position):
        after = list(moves_of(state(position)))
        need(all(size(to) < size(state(position)) for _, to in after), f"{position}: the game need not end")
        return [(text, prefix + to) for text, to in after]
    def leads(position, move, left):
        return left in lost and any(move == text and form(state(to)) == form(state(left)) for text, to in moves(position))
    lost = {entry["position"]: entry["replies"] for entry in certificate["lost"] if set(entry) == {"position", "replies"}}
    need(len(lost) == len(certificate["lost"]), "an entry has other fields, or is listed twice")
    need(certificate["outcome"] in ("win", "loss"), f"{start}: no such outcome")
    if certificate["outcome"] == "loss":
        need(first is None and start in lost, f"{start}: a lost position stands in the list and has no first move")
    elif first is None:
        need(misere and not moves(start) and not lost, f"{start}: a first move is missing")
    else:
        need(leads(start, first["move"], first["left"]), f"{start}: the first move is wrong")
    for position, replies in lost.items():
        need((legal := moves(position)) or not misere, f"{position}: in misère play a player who cannot move wins")
        listed = [(reply["move"], reply["to"]) for reply in replies]
        need(listed == legal, f"{position}: the replies are not the legal moves, in order")
        for reply in replies:
            need(set(reply) == {"move", "to", "answer", "left"}, f"{position}: a reply has other fields")
            to, answer, left = reply["to"], reply["answer"], reply["left"]
            over = misere and answer is left is None and not moves(to)
            need(over or leads(to, answer, left), f"{position}: the answer to {reply['move']} is wrong")

if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") if sys.argv[1:] not in ([], ["-"]) else sys.stdin as file:
            check(json.load(file))
        answer = "proved"
    except Exception as wrong:  # Nothing that is read may end in anything but an answer.
        answer = f"wrong: {str(wrong) or type(wrong).__name__}"
    print(answer)
    sys.exit(answer != "proved")
