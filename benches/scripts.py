"""Compares scripts with plain Python programs that compute the same results.

python3 benches/scripts.py [PROGRAM [ROUNDS]]

PROGRAM is a release build of nimatron, by default target/release/nimatron. The two take turns, ROUNDS times (3); the
figures are the minimum processor times of whole processes. Both must find the same results. Every search in Python caches
its results. `whole` computes the Grundy values of all positions and the moves to the end; `value` computes only the Grundy
values, in the program also the winning moves (`--brief`), and `winner` stops at the first winning move.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile

CRAM = """
def moves(cells):
    width, n = 5, len(cells)
    for i in range(n):
        if cells[i] == 0:
            for j, fits in ((i + 1, i % width + 1 < width), (i + width, i + width < n)):
                if fits and cells[j] == 0:
                    to = list(cells)
                    to[i] = to[j] = 1
                    yield tuple(to)
"""

NOGO = """
def breathe(cells):
    i, n = 0, len(cells)
    while i < n:
        c, j = cells[i], i
        if c:
            while j + 1 < n and cells[j + 1] == c:
                j += 1
            if (i == 0 or cells[i - 1]) and (j + 1 == n or cells[j + 1]):
                return False
        i = j + 1
    return True

def moves(at):
    cells = list(at)
    for i in range(len(cells)):
        if cells[i] == 0:
            for c in 1, 2:
                cells[i] = c
                if breathe(cells):
                    yield tuple(cells)
            cells[i] = 0
"""

NOGO_IN_LUA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "core", "benches", "nogo.lua")

WHOLE = """
known = {}
def value(at):
    found = known.get(at)
    if found is None:
        after = [value(to) for to in moves(at)]
        values, grundy = {value for value, _ in after}, 0
        while grundy in values:
            grundy += 1
        won = [left for value, left in after if value == 0]
        left = 1 + min(won) if won else 1 + max((left for _, left in after), default=-1)
        found = known[at] = (grundy, left)
    return found
print(value((0,) * CELLS)[0])
"""

VALUE = """
known = {}
def value(at):
    found = known.get(at)
    if found is None:
        values, found = {value(to) for to in moves(at)}, 0
        while found in values:
            found += 1
        known[at] = found
    return found
print(value((0,) * CELLS))
"""

WINNER = """
known = {}
def wins(at):
    found = known.get(at)
    if found is None:
        found = known[at] = any(not wins(to) for to in moves(at))
    return found
print("win" if wins((0,) * CELLS) else "loss")
"""

HEAPS = """
known = []
for n in range(MOST + 1):
    values, grundy = {known[a] ^ known[b] for a, b in moves(n)}, 0
    while grundy in values:
        grundy += 1
    known.append(grundy)
print(known[MOST])
"""

GRUNDY = """
def moves(n):
    return ((a, n - a) for a in range(1, (n - 1) // 2 + 1))
"""

SQUARES = """
def moves(n):
    i = 1
    while i * i <= n:
        yield n - i * i, 0
        i += 1
"""

HALVES = """
def moves(n):
    return ((n - 1, 0), (n // 2, 0)) if n else ()
"""

GRUNDY_IN_LUA = "for a = 1, (n - 1) // 2 do move(a, n - a) end"
SQUARES_IN_LUA = "local i = 1 while i * i <= n do move(n - i * i) i = i + 1 end"
HALVES_IN_LUA = "if n > 0 then move(n - 1) move(n // 2) end"


def python(*parts, **names):
    """Returns the command that runs these parts, with these names set."""
    set_names = "".join(f"{name} = {value}\n" for name, value in names.items())
    return [sys.executable, "-c", "import sys\nsys.setrecursionlimit(10000)\n" + set_names + "\n".join(parts)]


def works():
    """Lists the tasks: the name, the field to compare, the program's arguments and the command in Python."""
    game = ["--game", NOGO_IN_LUA]
    return [
        ("Cram 5x4: whole", "grundy", ["own/cram:" + 20 * "."], python(CRAM, WHOLE, CELLS=20)),
        ("Cram 5x5: winner", "outcome", ["--winner", "own/cram:" + 25 * "."], python(CRAM, WINNER, CELLS=25)),
        ("NoGo 1x11: whole", "grundy", [*game, "own/nogo:" + 11 * "."], python(NOGO, WHOLE, CELLS=11)),
        ("NoGo 1x12: winner", "outcome", ["--winner", *game, "own/nogo:" + 12 * "."], python(NOGO, WINNER, CELLS=12)),
        ("NoGo 1x12: value", "grundy", ["--brief", *game, "own/nogo:" + 12 * "."], python(NOGO, VALUE, CELLS=12)),
        ("Grundy's game to 2,000: values", "grundy", ["--brief", "-e", GRUNDY_IN_LUA, "own/e:2000"], python(GRUNDY, HEAPS, MOST=2000)),
        ("squares to 10,000: values", "grundy", ["--brief", "-e", SQUARES_IN_LUA, "own/e:10000"], python(SQUARES, HEAPS, MOST=10000)),
        ("squares to 100,000: values", "grundy", ["--brief", "-e", SQUARES_IN_LUA, "own/e:100000"], python(SQUARES, HEAPS, MOST=100000)),
        ("halves to 1,000,000: values", "grundy", ["--brief", "-e", HALVES_IN_LUA, "own/e:1000000"], python(HALVES, HEAPS, MOST=1000000)),
    ]


def run(command, environment):
    """Runs a command, and returns its output and its processor time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    times = [used.ru_utime + used.ru_stime for used in (before, after)]
    return done.stdout.strip(), times[1] - times[0]


def field(answer, name):
    """Returns a field of a JSON answer as Python prints it."""
    return str(json.loads(answer)[name])


def main():
    program, rounds = (sys.argv[1:] + ["target/release/nimatron", "3"][len(sys.argv) - 1 :])[:2]
    with tempfile.TemporaryDirectory() as folder:
        # Keep nothing on disk between rounds.
        environment = {**os.environ, "HOME": folder, "XDG_CACHE_HOME": os.devnull, "XDG_DATA_HOME": folder}
        print("| work | script | CPython | ratio |\n|---|---|---|---|")
        for name, wanted, arguments, other in works():
            times = [[], []]
            for _ in range(int(rounds)):
                answer, own = run([program, "solve", "--json", *arguments], environment)
                result, plain = run(other, environment)
                if field(answer, wanted) != result:
                    sys.exit(f"{name}: {field(answer, wanted)}, in Python {result}")
                times[0].append(own)
                times[1].append(plain)
            own, plain = min(times[0]), min(times[1])
            print(f"| {name} | {own:.2f} s | {plain:.2f} s | {plain / own:.2g} |", flush=True)


main()
