"""The fixtures `passant_check` and `passant_class`. pytest loads this module by its entry point; nothing else imports it,
because pytest may be missing."""

from __future__ import annotations

import functools
import json
from typing import Any

import pytest

from .checking import PassantCheck, Words, check
from .errors import EngineError
from .program import run
from .report import Report

#: The exit code of a check in which no case could be tested.
UNTESTED = 4

#: The suites whose classes have a test each.
SUITES = ("en-passant", "state")

MARKER = "passant_xfail"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARKER}(class, reason): the test of this class of positions is expected to fail")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Makes a test for each class of positions of a function that takes `passant_class`."""
    if "passant_class" not in metafunc.fixturenames or _has_own_classes(metafunc):
        return
    expected = dict(_expected(*mark.args, **mark.kwargs) for mark in metafunc.definition.iter_markers(MARKER))
    classes = _classes(*SUITES)
    for name in expected:
        if name not in classes:
            raise pytest.UsageError(f"{MARKER}: there is no class {name!r}; there are {', '.join(classes)}")
    marks = {name: [pytest.mark.xfail(reason=reason, strict=True)] for name, reason in expected.items()}
    metafunc.parametrize("passant_class", [pytest.param(name, marks=marks.get(name, ())) for name in classes])


def _expected(name: str, reason: str = "") -> tuple[str, str]:
    """The arguments of the marker."""
    return name, reason


def _has_own_classes(metafunc: pytest.Metafunc) -> bool:
    marks = metafunc.definition.iter_markers("parametrize")
    return any("passant_class" in str(mark.args[0]) for mark in marks if mark.args)


@functools.lru_cache(maxsize=None)
def _classes(*suites: str) -> tuple[str, ...]:
    """The classes of the positions in suites, in their order."""
    classes: dict[str, None] = {}
    for suite in suites:
        lines = run(["suite", suite, "--format", "jsonl"]).text.splitlines()
        classes.update(dict.fromkeys(str(json.loads(line)["class"]) for line in lines))
    return tuple(classes)


@pytest.fixture(scope="session")
def passant_check() -> PassantCheck:
    """Tests an engine or the adapter of a library on en passant: the test fails with the report unless all cases pass."""
    return _Checks()


class _Checks:
    """The checks of a session. What keeps an engine from being asked is shown in the first test alone."""

    def __init__(self) -> None:
        self._errors: dict[str, str] = {}

    def __call__(self, command: Words, **options: Any) -> Report:
        # pytest then shows the line of the test.
        __tracebackhide__ = True
        classes = options.get("classes", ())
        names = [classes] if isinstance(classes, str) else list(classes)
        if options.get("quick") and names and not set(names) & set(_classes("quick")):
            pytest.skip("no position of this class is in the quick set")
        known = self._errors.get(str(command))
        if known is not None:
            pytest.fail(f"as in an earlier test: {known}", pytrace=False)
        try:
            report = check(command, **options)
        except EngineError as error:
            self._errors[str(command)] = str(error).partition("\n")[0]
            raise
        if names and report.exit_code == UNTESTED:
            pytest.skip("it cannot be asked about this class")
        report.assert_passes()
        return report
