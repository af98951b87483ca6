"""The functions that users write for the tests that they paste: each one sets up a position and asks the engine.

The engine is here the program that ENGINE names, which speaks the line protocol.
"""

import os
import subprocess
import sys


def ask(fen, steps, request):
    """The lines of the last reply, without the first word of each."""
    plays = [step if step == "undo" else f"play {step}" for step in steps]
    requests = ["passant 1", f"position fen {fen}", *plays, request, "quit", ""]
    fault = os.environ["FAULT"]
    command = [os.environ["ENGINE"], *(["--fault", fault] if fault else [])]
    output = subprocess.run(command, input="\n".join(requests), capture_output=True, text=True, check=True).stdout
    assert "error" not in output, output
    lines = output.removesuffix("ok\n").rpartition("ok\n")[2].splitlines()
    return [line.partition(" ")[2] for line in lines]


def legal_moves(fen, steps):
    return sorted(line.split()[0] for line in ask(fen, steps, "moves"))


def perft(fen, steps, depth):
    return int(ask(fen, steps, f"divide {depth}")[-1])


def fen_after(fen, steps):
    return ask(fen, steps, "fen")[0]


def has_same_key(fen, steps, other_fen, other_steps):
    return ask(fen, steps, "key") == ask(other_fen, other_steps, "key")


def is_same_position(fen, steps, other_fen, other_steps):
    other = " ".join([other_fen, "moves", *other_steps] if other_steps else [other_fen])
    return ask(fen, steps, f"same fen {other}") == ["yes"]


def occurrences(fen, steps):
    return int(ask(fen, steps, "occurrences")[0])


def to_san(fen, steps, mv):
    return ask(fen, steps, f"san {mv}")[0]


def fen_after_san(fen, steps, san):
    return fen_after(fen, [*steps, ask(fen, steps, f"parse {san}")[0].split()[0]])


def captured_square(fen, steps, mv):
    return ask(fen, steps, f"victim {mv}")[0]


