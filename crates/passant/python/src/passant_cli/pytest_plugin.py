"""The fixture `passant_check`. pytest loads this module by its entry point; nothing else imports it, because pytest may be
missing."""

from __future__ import annotations

from typing import Any

import pytest

from .checking import PassantCheck, Words, check
from .report import Report


@pytest.fixture(scope="session")
def passant_check() -> PassantCheck:
    """Tests an engine or the adapter of a library on en passant: the test fails with the report unless all cases pass."""
    return _check


def _check(command: Words, **options: Any) -> Report:
    # pytest then shows the line of the test.
    __tracebackhide__ = True
    report = check(command, **options)
    report.assert_passes()
    return report
