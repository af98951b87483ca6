#!/usr/bin/env python3
"""Runs the recipes of this folder for real, each on a small cluster on this machine, and kills workers on the way.

    cargo xtask recipes                     # builds passant, and runs all recipes whose tools are installed
    cargo xtask recipes slurm               # some
    xtask/recipes/run.py --passant PROGRAM  # the same with a program that is built already

A recipe divides the count of the initial position into shards, starts them, and loses a process and a whole worker. At
the end every column of the sum is compared with one run of `passant perft --tally` on this machine.

Exit codes: 0 all that ran is equal, 1 a difference, or a recipe that did not get to its end, 2 nothing could run.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from trials import dask, parallel, slurm
from trials.trial import Failed, Trial

RECIPES = {"slurm": slurm, "dask": dask, "parallel": parallel}


def main():
    args = read_arguments()
    if not Path("/proc/self/exe").exists():
        print("did not run: processes are found in /proc, which this system does not have")
        return 2
    chosen = args.recipes or list(RECIPES)
    missing = {name: tools for name in chosen if (tools := RECIPES[name].missing())}
    ready = [name for name in chosen if name not in missing]
    expected, kernel = count(args.passant, args.depth) if ready else ({}, None)
    failed = [name for name in ready if not run(name, args, expected, kernel)]
    for name, tools in missing.items():
        print(f"{name} did not run, because a tool is missing: {', '.join(tools)}\n    {RECIPES[name].INSTALL}")
    if failed:
        print(f"failed: {', '.join(failed)}")
        return 1
    return 0 if ready else 2


def read_arguments():
    parser = argparse.ArgumentParser(prog="cargo xtask recipes", description=__doc__.splitlines()[0])
    parser.add_argument("recipes", nargs="*", metavar="RECIPE", help=f"{', '.join(RECIPES)} [default: all]")
    parser.add_argument("--passant", default="passant", metavar="PROGRAM", help="the program that counts")
    parser.add_argument("--depth", type=int, default=8, metavar="N",
                        help="the depth; a shard should take some seconds [default: 8]")
    args = parser.parse_args()
    for name in args.recipes:
        if name not in RECIPES:
            parser.error(f"there is no recipe {name}; there are {', '.join(RECIPES)}")
    if not (program := shutil.which(args.passant)):
        parser.error(f"there is no program {args.passant}; give one with --passant")
    args.passant = Path(program).resolve()
    return args


def count(passant, depth):
    """Each column, by one run on this machine, and the kernel that counted."""
    command = [passant, "perft", "--fen", "startpos", "--depth", str(depth), "--tally", "--json"]
    counted = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    method = counted["method"]
    print(f"one run on this machine: depth {depth}, {counted['nodes']} nodes, {method['seconds']:.0f} s", flush=True)
    return counted["tally"], method["kernel"]


def run(name, args, expected, kernel):
    """Whether the sum of a recipe is that of one run."""
    try:
        with Trial(name, args.passant, kernel) as trial:
            trial.split(args.depth)
            RECIPES[name].run(trial)
            got, twice = trial.join()
            for line in twice:
                trial.say(line)
            different = [column for column in {**expected, **got} if expected.get(column) != got.get(column)]
            for column in different:
                trial.say(f"{column}: expected {expected.get(column)}, got {got.get(column)}")
            if not different:
                trial.say(f"all {len(expected)} columns are those of one run")
            return not different
    except Failed as error:
        print(f"{name}: {error}")
        return False


if __name__ == "__main__":
    sys.exit(main())
