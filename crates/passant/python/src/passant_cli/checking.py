"""Runs `passant check` on an engine or on an adapter."""

from __future__ import annotations

import dataclasses
import json
import os
import shlex
import tempfile
from typing import Protocol, Sequence, Union

from . import report
from .errors import EngineError, PassantError
from .exceptions import ENOUGH, NotedExceptions
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
    quick: bool = False,
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
    quick:     only the few positions that catch nearly every fault, without a diagnosis
    options:   further options of `passant check`, for example ["--time", "30"]
    program:   the program `passant` [default: the one that is installed with this module]

    Settings that a file of the project has for `passant check` are not used.

    A wrong answer is no exception: look at `failures` and `exit_code`. Raises `EngineError` if the engine cannot be
    asked, or if a library that `serve` connects has raised ten exceptions of a kind, with one traceback; and `PassantError` with the words of the program if that cannot do its work.
    """
    # pytest then shows the line of the test.
    __tracebackhide__ = True
    engine = command if isinstance(command, str) else shlex.join(command)
    arguments = ["--color", "never", "check", "--json", "--no-config", engine]
    for option, words in (("--suite", suite), ("--class", classes), ("--filter", filters)):
        for word in [words] if isinstance(words, str) else words:
            arguments.append(f"{option}={word}")
    if expected is not None:
        arguments.append(f"--expected={os.fspath(expected)}")
    if not diagnosis:
        arguments.append("--no-diagnosis")
    if quick:
        arguments.append("--quick")
    with tempfile.TemporaryDirectory() as folder:
        noted = NotedExceptions(folder)
        output = run([*arguments, *options], program, environment=noted.environment, stops=noted.is_enough)
        exceptions = noted.read()
    if exceptions and exceptions[0].count >= ENOUGH:
        raise EngineError(f"the library has raised {report.describe(exceptions[0])}", output.exit_code)
    if output.exit_code in WITHOUT_REPORT or not output.text:
        raise PassantError(output.messages or f"passant ended with {output.exit_code}", output.exit_code)
    try:
        document = json.loads(output.text)
    except ValueError as error:
        raise PassantError(f"passant printed no report: {error}", output.exit_code) from error
    return dataclasses.replace(report.read(document, output.exit_code), exceptions=exceptions)


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
        quick: bool = False,
        options: Sequence[str] = (),
        program: str | os.PathLike[str] | None = None,
    ) -> Report: ...
