#!/usr/bin/env python3
"""Builds what a release consists of into `target/release-files`, and tries it; publishes nothing.

    cargo xtask release                  # checks what must be so before a release, and then builds everything
    xtask/release/run.py --target TARGET # builds what is for one system

The end lists what did not run because a tool is missing. Exit codes: 0 everything was built and works, 1 something does
not, or with CI=true a tool is missing.
"""

import argparse
import filecmp
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

import packages
import trial
from programs import Programs
from tools import ROOT, SYSTEMS, Failed, Missing, call_cargo, find_host, is_for_macos, make_environment

# The most bytes of an archive or a package.
MOST_BYTES = 6_000_000


def main():
    options = read_options()
    folder = ROOT / "target/release-files"
    # The files of an earlier run are no part of this release.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    missing = []
    try:
        if not options.target:
            # Builds each crate from its own package and those of the others, and says what a registry still wants.
            call_cargo("packages for crates.io", "publish --workspace --dry-run")
        files = build_all(options, folder, missing)
        (folder / "SHA256SUMS").write_text(sum_and_limit(files))
    except (Failed, subprocess.CalledProcessError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if missing:
        print("did not run, because a tool is missing:")
    for tool in missing:
        print(f"  {tool.what}: {tool.tool}\n    {tool.install}")
    return 1 if missing and os.environ.get("CI") == "true" else 0


def read_options():
    parser = argparse.ArgumentParser(prog="cargo xtask release", description=__doc__.splitlines()[0])
    parser.add_argument("--target", action="append", default=[], metavar="TARGET",
                        help="only what is for this target of the Rust compiler; may be repeated [default: this host, every "
                             "other system that can be built for here, and the packages of crates]")
    parser.add_argument("--twice", action="store_true",
                        help="build everything for a target twice, the programs in different folders, and fail if any bytes "
                             "differ")
    return parser.parse_args()


def select_targets(targets):
    """Returns the targets of the options, or all that this host can build for: for macOS only macOS can, which has the
    libraries of its frameworks."""
    others = (it for it in SYSTEMS if sys.platform == "darwin" or not is_for_macos(it))
    return targets or sorted({find_host(), *others})


def build_all(options, folder, missing):
    """Builds and tries everything for each target, and returns the files. Adds to `missing` what does not run."""
    try:
        maturin = make_environment("requirements-build.txt", "wheel")
    except Missing as tool:
        missing.append(tool)
        maturin = None
    call_cargo("page for a browser", "xtask page")
    files = []
    for target in select_targets(options.target):
        try:
            programs = Programs.build(target, "target/dist")
            built = packages.build(programs, maturin, folder)
            files += [it for it in built if it.parent == folder]
            if options.twice:
                second = packages.build(Programs.build(target, "target/dist-again"), maturin, folder / "again")
                compare(built, second)
                shutil.rmtree(folder / "again")
            missing += trial.try_all(built, programs)
        except Missing as tool:
            missing.append(tool)
    return sorted(set(files))


def compare(first, second):
    """Demands the same bytes of two builds."""
    for path, other in zip(first, second, strict=True):
        if not filecmp.cmp(path, other, shallow=False):
            raise Failed(f"two builds differ: {path} and {other}")
    print("two builds have the same bytes")


def sum_and_limit(files):
    """Returns the lines of `SHA256SUMS`; prints the sizes, and demands that no file is too large."""
    sums = ""
    for path in files:
        contents = path.read_bytes()
        sums += f"{hashlib.sha256(contents).hexdigest()}  {path.name}\n"
        print(f"{path}: {len(contents)} bytes")
        if MOST_BYTES < len(contents):
            raise Failed(f"{path.name} has more than {MOST_BYTES} bytes")
    return sums


if __name__ == "__main__":
    sys.exit(main())
