"""Runs `passant check` on an engine or on an adapter."""

from __future__ import annotations

import json
import os
import shlex
from typing import Protocol, Sequence, Union

from . import report
from .errors import PassantError
from .program import run
from .report import Report

#: A word, or several of them.
Words = Union[str, Sequence[str]]

#: The exit codes with which the program prints no report: bad input, and Ctrl-C. Others are in the report.
WITHOUT_REPORT = (2, 74, 130)


def check(
    command: Words,
    *,
    suite: Words = (),
    classes: Words = (),
    filters: Words = (),
    expected: str | os.PathLike[str] | None = None,
    diagnosis: bool = True,
    options: Sequence[str] = (),
    program: str | os.PathLike[str] | None = None,
) -> Report:
    """Tests an engine on en passant and returns the report.

    command:   the engine: a program and its arguments, as a list or as for a shell
    suite:     addresses of cases or suites, for example "en-passant/plain" [default: what fits the engine]
    classes:   only cases of these classes
    filters:   only cases whose address contains one of these texts
    expected:  a file with expected failures; `passant check --write-expected` writes one
    diagnosis: whether the broken rule and the smallest position are looked for after failures
    options:   further options of `passant check`, for example ["--time", "30"]
    program:   the program `passant` [default: the one that is installed with this module]

    A wrong answer is no exception: look at `failures` and `exit_code`. Raises `EngineError` if the engine cannot be
    asked, and `PassantError` with the words of the program if that cannot do its work.
    """
    arguments = ["--color", "never", "check", "--json", command if isinstance(command, str) else shlex.join(command)]
    for option, words in (("--suite", suite), ("--class", classes), ("--filter", filters)):
        for word in [words] if isinstance(words, str) else words:
            arguments.append(f"{option}={word}")
    if expected is not None:
        arguments.append(f"--expected={os.fspath(expected)}")
    if not diagnosis:
        arguments.append("--no-diagnosis")
    output = run([*arguments, *options], program)
    if output.exit_code in WITHOUT_REPORT or not output.text:
        raise PassantError(output.messages or f"passant ended with {output.exit_code}", output.exit_code)
    try:
        document = json.loads(output.text)
    except ValueError as error:
        raise PassantError(f"passant printed no report: {error}", output.exit_code) from error
    return report.read(document, output.exit_code)


class PassantCheck(Protocol):
    """The fixture `passant_check` of pytest: `check` with the same arguments, and then `Report.assert_passes`."""

    def __call__(
        self,
        command: Words,
        *,
        suite: Words = (),
        classes: Words = (),
        filters: Words = (),
        expected: str | os.PathLike[str] | None = None,
        diagnosis: bool = True,
        options: Sequence[str] = (),
        program: str | os.PathLike[str] | None = None,
    ) -> Report: ...
