"""passant from Python: the en passant test bench for chess engines and chess libraries.

    >>> import passant_cli
    >>> report = passant_cli.check("passant uci --fault rank-pin-ignored", suite="en-passant/rejected-rank")
    >>> report.exit_code, [fault.name for fault in report.faults]
    (1, ['rank-pin-ignored'])

`check` runs the program `passant`, which is installed with this module. `serve` connects a chess library in Python to it.
"""

from .adapter import FLAGS, Position, Refusal, serve
from .checking import PassantCheck, check
from .errors import EngineError, PassantError, ProgramNotFound
from .exceptions import LibraryException
from .program import find_program
from .report import Case, Failure, Fault, Move, Report, Verdict

__all__ = [
    "FLAGS",
    "Case",
    "EngineError",
    "Failure",
    "Fault",
    "LibraryException",
    "Move",
    "PassantCheck",
    "PassantError",
    "Position",
    "ProgramNotFound",
    "Refusal",
    "Report",
    "Verdict",
    "check",
    "find_program",
    "serve",
]
