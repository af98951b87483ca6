"""What can go wrong before there is a report."""

from __future__ import annotations


class PassantError(Exception):
    """passant did not finish its work. The message is what it said; `exit_code` is its exit code, if it had one."""

    def __init__(self, message: str, exit_code: int | None = None) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class EngineError(PassantError):
    """The engine could not be asked at all: it did not start, crashed, or speaks no protocol that passant knows."""


class ProgramNotFound(PassantError):
    """The program `passant` is not installed where the module looks for it."""
