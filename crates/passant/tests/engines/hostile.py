"""An engine that misbehaves as soon as it is told of a position that matters: hostile.py ENGINE WHAT WHEN [SIGN].

ENGINE, which speaks UCI, answers until then. WHEN is start, handshake, position or perft."""
import os
import subprocess
import sys
import time

# The positions that engines are calibrated with, and the decoy that they are told of before any other.
HARMLESS = ("4k3/2p5/8/3R4/8/8/7P/4K3 b", "4k3/2p5/8/8/3R4/8/7P/4K3 w", "7k/8/8/8/8/8/PPPPPPPP/K7 w")

engine, what, when = sys.argv[1:4]
# A file that is made before the engine misbehaves, so that a test can wait for it.
sign = sys.argv[4:]


def say(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def misbehave():
    for path in sign:
        open(path, "w").close()
    if what == "hang":
        time.sleep(1000)
    elif what == "die":
        print("out of luck", file=sys.stderr, flush=True)
        sys.exit(7)
    elif what == "endless-line":
        while True:
            say(b"a" * 8192)
    elif what == "endless-lines":
        while True:
            say(b"e2e4: 1\n" * 1000)
    elif what == "garbage":
        say(b"\x00\xff\xc3(\n\x1b[31mNodes searched: many\nperft perft perft\n" * 10)
        time.sleep(1000)
    elif what == "orphan":
        # The child keeps the pipe open after its parent has ended.
        subprocess.Popen(["sleep", "1000"])
        sys.exit(7)
    elif what == "late":
        time.sleep(5)


def main():
    if when == "start":
        misbehave()
    child = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    matters, previous = False, "position startpos"

    def ask(line, until):
        child.stdin.write(line.encode() + b"\n")
        child.stdin.flush()
        while True:
            answer = child.stdout.readline()
            if not answer:
                sys.exit(0)
            if what == "dirt":
                # NUL, half a character and other bytes that are no text, between lines of text.
                say(b"\x00\xc3\xff \x1b[2K\r" + answer[:-1] + b"\x00\r\n\xe2\x82\n")
            else:
                say(answer)
            if answer.startswith(until):
                return

    for line in sys.stdin:
        line = line.strip()
        word = line.split(" ")[0]
        if word == "uci":
            if when == "handshake":
                misbehave()
            ask(line, b"uciok")
        elif word == "isready":
            ask(line, b"readyok")
        elif word == "position":
            matters = not any(position in line for position in HARMLESS)
            if matters and when == "position":
                misbehave()
            if matters and (what == "deaf" or what == "deaf-to-moves" and "moves" in line):
                continue
            told, previous = (previous if matters and what == "previous" else line), line
            child.stdin.write(told.encode() + b"\n")
        elif line.startswith("go perft"):
            if matters and when == "perft":
                misbehave()
            if matters and what == "twice":
                # The answer to another question comes first.
                say(b"e2e4: 20\nNodes searched: 20\n")
            ask(line, b"Nodes searched")
        elif word == "quit":
            return


main()
os._exit(0)
