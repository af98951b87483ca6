"""A UCI engine that counts with one engine and uses another for everything else: two_generators.py COUNTS ELSE"""
import subprocess
import sys

def start(command):
    return subprocess.Popen(command, shell=True, text=True, bufsize=1, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

def said(engine, line, end):
    print(line, file=engine.stdin, flush=True)
    return iter(lambda: engine.stdout.readline().rstrip("\n"), end)

counts, other = engines = start(sys.argv[1]), start(sys.argv[2])
for line in map(str.strip, sys.stdin):
    if line == "quit":
        break
    asked = {"uci": "uciok", "isready": "readyok"}
    for engine in engines:
        if line.startswith("go") and engine is not (counts if line.startswith("go perft") else other):
            continue
        if line not in asked:
            print(line, file=engine.stdin, flush=True)
        lines = list(said(engine, line if line in asked else "isready", asked.get(line, "readyok")))
        if engine is other or line.startswith("go perft"):
            print("\n".join(lines + [asked[line]] if line in asked else lines), flush=True)
for engine in engines:
    engine.kill()
