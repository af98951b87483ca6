"""The tools that build and try a release, and the systems that it is for."""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CARGO = os.environ.get("CARGO", "cargo")
RUSTC = os.environ.get("RUSTC", "rustc")

# The targets of the compiler for which a release has programs, each with the words of npm: operating system and processor.
# The programs for Linux contain the C library, and so run on every distribution.
SYSTEMS = {
    "aarch64-apple-darwin": ("darwin", "arm64"),
    "x86_64-apple-darwin": ("darwin", "x64"),
    "aarch64-unknown-linux-musl": ("linux", "arm64"),
    "x86_64-unknown-linux-musl": ("linux", "x64"),
    "x86_64-pc-windows-gnu": ("win32", "x64"),
}

# The version of Python for which every library of the trial is published.
NEWEST = "3.13"


class Failed(Exception):
    """Something is not as it must be."""


@dataclass
class Missing(Exception):
    """A tool without which something does not run, and the command that installs it."""
    tool: str
    install: str
    what: str


def is_for_windows(target):
    return "-windows" in target


def is_for_macos(target):
    return target.endswith("-apple-darwin")


def is_static(target):
    """Whether programs for a target contain their C library."""
    return target.endswith("-linux-musl")


def run(title, command, **options):
    """Runs a command, whose failure ends the release."""
    print(f"==> {title}", file=sys.stderr, flush=True)
    return subprocess.run([str(word) for word in command], check=True, **options)


def call_cargo(title, arguments, *others, **options):
    """Runs cargo in the workspace; the first arguments are separated by spaces."""
    return run(title, [CARGO, *arguments.split(), *others], cwd=ROOT, **options)


def read(command, **options):
    """Returns the output of a command."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


@cache
def find_host():
    """Returns the target of this host."""
    lines = read([RUSTC, "-vV"]).splitlines()
    return next(line.removeprefix("host: ") for line in lines if line.startswith("host: "))


def require(tool, install, what):
    """Returns the path of a program, without which something does not run."""
    if path := shutil.which(tool):
        return path
    raise Missing(tool, install, what)


class Environment:
    """A virtual environment of Python, deleted at the end."""

    def __init__(self, python):
        self.folder = tempfile.TemporaryDirectory()
        run("an environment of Python", [python, "-m", "venv", self.folder.name])

    def find(self, program):
        """Returns the path of one of its programs."""
        windows = os.name == "nt"
        return Path(self.folder.name, "Scripts" if windows else "bin", program + ".exe" * windows)

    def run(self, title, program, *arguments, cwd=None, **variables):
        """Runs one of its programs, which sees nothing of the modules of this repository."""
        run(title, [self.find(program), *arguments], cwd=cwd or self.folder.name, env=self.variables() | variables)

    def variables(self):
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return kept | {"PYTHONDONTWRITEBYTECODE": "1"}

    def install(self, title, *arguments):
        pip = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
        self.run(title, "python", *pip, *arguments)


def make_environment(requirements, what):
    """Returns an environment with the packages of a file in `crates/passant/python`."""
    try:
        environment = Environment(find_python())
    except subprocess.CalledProcessError:
        raise Missing("python3-venv", "apt-get install python3-venv", what) from None
    try:
        file = ROOT / "crates/passant/python" / requirements
        environment.install(f"{what}: {requirements}", "--require-hashes", "--requirement", file)
    except subprocess.CalledProcessError:
        raise Missing("packages of PyPI", "pip says above what it needs", what) from None
    return environment


def find_python():
    """Returns the Python of the newest version, from `PATH` or from the folder of pyenv, or the one that runs this."""
    names = [f"python{NEWEST}", *Path.home().glob(f".pyenv/versions/{NEWEST}.*/bin/python3")]
    for name in filter(shutil.which, map(str, names)):
        answer = subprocess.run([name, "--version"], capture_output=True, text=True)
        if answer.stdout.startswith(f"Python {NEWEST}."):
            return name
    return sys.executable
