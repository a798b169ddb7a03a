"""A client of `nimatron serve`: plays a match of Nim and has it reviewed. Run: python3 docs/client.py [PROGRAM]"""
import json
import subprocess
import sys


class Nimatron:
    def __init__(self, program="nimatron"):
        self.process = subprocess.Popen(
            [program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.last = 0

    def ask(self, request, **fields):
        self.last += 1
        line = json.dumps({"id": self.last, "request": request, **fields})
        print(line, file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer["ok"]


if __name__ == "__main__":
    nimatron = Nimatron(*sys.argv[1:2])
    state = nimatron.ask("open", position="nim:3,4,5")
    while not state["over"]:
        best = nimatron.ask("solve")["best"]["move"]
        print(state["to_move"], "plays", best)
        state = nimatron.ask("play", move=best)
    print(state["result"], "wins;", len(nimatron.ask("review")["moves"]), "moves reviewed")
