"""Where the program `passant` is, and how it is run with bounds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
from pathlib import Path
from typing import IO, Callable, Iterator, Mapping, NamedTuple, Sequence

from .errors import PassantError, ProgramNotFound

#: This environment variable names another program than the installed one.
VARIABLE = "PASSANT_PROGRAM"

#: A report has about 5 KB for each failing case. More output than this is no report.
MOST_OUTPUT = 64 * 1024 * 1024

#: Of what the program prints for people, the end is kept.
MOST_MESSAGES = 64 * 1024


#: The seconds between two questions whether a run is to be stopped.
PAUSE = 0.2


class Output(NamedTuple):
    """What a run of the program printed."""

    exit_code: int
    text: str
    messages: str


def find_program() -> str:
    """The path of the program: `PASSANT_PROGRAM` if that is set, else the one that was installed with this module."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    name = "passant" + (sysconfig.get_config_var("EXE") or "")
    for folder in _script_folders():
        path = folder / name
        if path.is_file():
            return str(path)
    found = shutil.which("passant")
    if found is None:
        raise ProgramNotFound(
            f"the program {name} is not installed; install the package again, or set {VARIABLE} to its path"
        )
    return found


def _script_folders() -> Iterator[Path]:
    yield Path(sysconfig.get_path("scripts"))
    # `pip install --user`
    user = {"nt": "nt_user", "posix": "posix_user"}
    if sys.platform == "darwin" and sys._framework:
        user["posix"] = "osx_framework_user"
    if os.name in user:
        yield Path(sysconfig.get_path("scripts", user[os.name]))
    # `pip install --target`
    yield Path(__file__).parent.parent / "bin"


def run(
    arguments: Sequence[str],
    program: str | os.PathLike[str] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    stops: Callable[[], bool] | None = None,
) -> Output:
    """Runs the program and returns what it printed. Nothing of it is left behind if this is interrupted.

    stops: is asked a few times a second whether the program is told to end"""
    command = [os.fspath(program or find_program()), *arguments]
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        )
    except OSError as error:
        raise ProgramNotFound(f"{command[0]} cannot be started: {error.strerror}") from error
    assert process.stdout is not None and process.stderr is not None
    tail = _Tail(process.stderr)
    if stops is not None:
        _Watch(process, stops).start()
    with process:
        try:
            text = process.stdout.read(MOST_OUTPUT + 1)
            if len(text) > MOST_OUTPUT:
                raise PassantError(f"passant printed more than {MOST_OUTPUT} bytes")
            code = process.wait()
        except BaseException:
            # passant ends its engines when it is told to end.
            process.terminate()
            process.stdout.close()
            raise
        finally:
            tail.join()
    return Output(code, text.decode(errors="replace"), tail.text())


class _Watch(threading.Thread):
    """Ends a process when a function says so."""

    def __init__(self, process: subprocess.Popen[bytes], stops: Callable[[], bool]) -> None:
        super().__init__(daemon=True)
        self._process = process
        self._stops = stops

    def run(self) -> None:
        while self._process.poll() is None:
            if self._stops():
                # passant ends its engines when it is told to end.
                self._process.terminate()
                return
            time.sleep(PAUSE)


class _Tail(threading.Thread):
    """Reads a pipe to its end and keeps the last bytes, so that the other side never waits."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._pipe = pipe
        self._bytes = b""
        self.start()

    def run(self) -> None:
        while chunk := self._pipe.read(4096):
            self._bytes = (self._bytes + chunk)[-MOST_MESSAGES:]

    def text(self) -> str:
        return self._bytes.decode(errors="replace").strip()
