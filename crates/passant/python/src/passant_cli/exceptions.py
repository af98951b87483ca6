"""Exceptions of a library: `serve` notes them in a file, and `check` shows each kind once."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

#: This environment variable names the file in which `serve` notes exceptions.
VARIABLE = "PASSANT_EXCEPTIONS"

#: So many exceptions of a kind end a check: more of them show nothing more.
ENOUGH = 10

#: The most bytes of a file that are read, and the most characters of a traceback.
MOST_BYTES = 1024 * 1024
MOST_TRACEBACK = 4000


@dataclass(frozen=True)
class LibraryException:
    """Exceptions of one kind: of one type, raised in one line."""

    #: The type and the place, for example `TypeError in engine.py, line 23`.
    kind: str
    count: int
    #: The traceback of the first one.
    traceback: str


class Notes:
    """What this process has noted."""

    def __init__(self) -> None:
        self._noted: Counter[str] = Counter()

    def add(self, error: Exception) -> None:
        """Notes an exception in the file that `check` reads, or shows it once on standard error."""
        kind = _kind(error)
        self._noted[kind] += 1
        if self._noted[kind] > ENOUGH:
            return
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))[-MOST_TRACEBACK:]
        is_first = self._noted[kind] == 1
        path = os.environ.get(VARIABLE)
        if path is None:
            if is_first:
                print(text, end="", file=sys.stderr, flush=True)
            return
        line = json.dumps({"kind": kind, "traceback": text if is_first else ""}) + "\n"
        with open(path, "a", encoding="utf-8") as file:
            file.write(line)


def _kind(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = os.path.dirname(os.path.abspath(__file__))
    # The line of the library's class is what its author can change.
    outside = [frame for frame in frames if os.path.dirname(os.path.abspath(frame.filename)) != own]
    if not outside:
        return type(error).__name__
    return f"{type(error).__name__} in {outside[0].filename}, line {outside[0].lineno}"


class NotedExceptions:
    """The file in which an adapter notes exceptions."""

    def __init__(self, folder: str) -> None:
        self._path = Path(folder, "exceptions")

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, VARIABLE: str(self._path)}

    def read(self) -> tuple[LibraryException, ...]:
        """The kinds, the most frequent first."""
        counts: Counter[str] = Counter()
        tracebacks: dict[str, str] = {}
        for kind, text in self._lines():
            counts[kind] += 1
            tracebacks[kind] = tracebacks.get(kind) or text
        return tuple(LibraryException(kind, count, tracebacks[kind]) for kind, count in counts.most_common())

    def is_enough(self) -> bool:
        """Whether there are so many of a kind that the check can end."""
        return any(it.count >= ENOUGH for it in self.read())

    def _lines(self) -> list[tuple[str, str]]:
        try:
            with open(self._path, encoding="utf-8", errors="replace") as file:
                lines = file.read(MOST_BYTES).splitlines()
        except FileNotFoundError:
            return []
        noted = []
        for line in lines:
            try:
                entry = json.loads(line)
                noted.append((str(entry["kind"]), str(entry["traceback"])))
            except (ValueError, KeyError, TypeError):
                # Another process is writing this line.
                continue
        return noted
