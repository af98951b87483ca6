"""The line protocol `passant 1` for a chess library in Python that is wrapped in a class.

The class has three methods, and a fourth, `fen`, if the library writes FENs:

    __init__(fen)   sets up a position; raises ValueError if the library refuses it
    moves()         the legal moves in UCI notation, each perhaps with flags after it: "e5d6 ep cap"
    play(uci)       plays a move; raises ValueError if the library refuses it. If it takes illegal moves, it is not asked
                    whether moves are legal

Further methods are found by their names, and asked for where they exist: `undo`, `again`, `legal(uci)`, `victim(uci)`,
`san(uci)`, `parse(text)`, `pgn(text)`, `key`, `same(other)` and `occurrences`. They return what the line protocol prints, or a `bool`
for `legal` and `same`, or for `pgn` the moves of the game in UCI notation; `again` returns a copy that the library has made. Leave out what the library has no answer of its own
for. If there is `fen`, passant also asks for `reread`: a new object of the class is set up from what `fen` returns.
"""

from __future__ import annotations

import contextlib
import io
import sys
from typing import IO, Any, Callable, Iterable, Protocol, Sequence, TypeVar

from .exceptions import Notes

#: The methods that a class must have.
REQUIRED = ("moves", "play")

#: The methods that it may have.
OPTIONAL = ("undo", "again", "fen", "legal", "victim", "san", "parse", "pgn", "key", "same", "occurrences")

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

#: What `moves` may say about a move.
FLAGS = ("ep", "cap", "castle", "promo", "check")

#: The most characters of a name, and of an explanation.
MOST_NAME = 80
MOST_EXPLANATION = 380

T = TypeVar("T")


class Refusal(ValueError):
    """The library refuses a position or a move. Any other `ValueError` means the same."""


class Position(Protocol):
    """What a class must have. `OPTIONAL` lists what else it may have."""

    def moves(self) -> Iterable[str]: ...

    def play(self, uci: str, /) -> object: ...


def serve(
    library: Callable[[str], Position],
    name: str,
    *,
    flags: Sequence[str] = (),
    keys: str = "own",
    null_moves: bool = False,
    requests: IO[str] | None = None,
    replies: IO[str] | None = None,
) -> None:
    """Answers the requests of passant on standard input until they end.

    library:    the class
    name:       the name and the version of the library
    flags:      those of `FLAGS` that `moves` prints whenever they apply
    keys:       "polyglot" if `key` returns keys of Polyglot books
    null_moves: whether `play` takes the null move 0000

    Raises TypeError if the class lacks `moves` or `play`, and ValueError for a name or flags that the protocol cannot say.
    """
    if '"' in name or len(name) > MOST_NAME or not set(flags) <= set(FLAGS):
        raise ValueError(f"expected a name of at most {MOST_NAME} characters without quotes, and flags of {FLAGS}")
    _require_methods(library)
    session = _Session(library)
    words = [f'passant 1 name "{name}" can={",".join(session.can)} keys={keys}']
    words += [f"flags={','.join(flags)}"] if flags else []
    words += ["null=yes"] if null_moves else []
    replies = replies or sys.stdout
    if isinstance(replies, io.TextIOWrapper):
        replies.reconfigure(encoding="utf-8", newline="\n")
    # What the library prints is no reply.
    with contextlib.redirect_stdout(sys.stderr):
        for line in requests or sys.stdin:
            request, _, rest = line.strip().partition(" ")
            if request == "quit":
                break
            if request and not request.startswith("#"):
                hello = (request, rest) == ("passant", "1")
                lines = [" ".join(words), "ok"] if hello else session.reply(request, rest)
                print(*lines, sep="\n", file=replies, flush=True)


def _require_methods(library: Callable[[str], Position]) -> None:
    """Refuses a class without the methods that each case needs. An object may have what its class or its factory has not."""
    if all(hasattr(library, name) for name in REQUIRED):
        return
    try:
        position = library(START)
    except Exception:
        return  # Each case says so.
    missing = [name for name in REQUIRED if not callable(getattr(position, name, None))]
    if missing:
        kind = type(position).__name__
        raise TypeError(f"{kind} has no method {' and no method '.join(missing)}; serve needs {' and '.join(REQUIRED)}")


class _Answer(Exception):
    """An error of the protocol, as it is printed."""


class _Session:
    """The position in question, and what can be asked about it."""

    def __init__(self, library: Callable[[str], Position]) -> None:
        self._library = library
        self._notes = Notes()
        self._position: Any = None
        self._fen = START
        self._played: list[str] = []
        self.can = ["moves", "divide", "play", *(name for name in OPTIONAL if hasattr(library, name))]
        self.can += ["reread"] if "fen" in self.can else []

    def reply(self, request: str, rest: str) -> list[str]:
        try:
            if request not in ("position", *self.can):
                raise _Answer(f"unsupported {request}")
            if request != "position" and self._position is None:
                raise _Answer("usage no position")
            answer = getattr(self, f"_answer_{request}", None)
            lines = answer(rest) if answer else self._other(request, rest)
            return [*(" ".join(line.split()) for line in lines), "ok"]
        except _Answer as error:
            return [f"error {_one_line(error)}"]
        except Exception as error:
            self._notes.add(error)
            return [f"error failed {type(error).__name__} {_one_line(error)}"]

    def _answer_position(self, text: str) -> list[str]:
        self._fen, self._played = _read(text)
        self._position = self._at(self._fen, self._played)
        return self._shown()

    def _answer_moves(self, _: str) -> list[str]:
        return [f"move {line}" for line in self._position.moves()]

    def _answer_divide(self, depth: str) -> list[str]:
        moves = [line.split()[0] for line in self._position.moves()]
        counts = {move: self._leaves([*self._played, move], int(depth) - 1) for move in moves}
        return [*(f"move {move} {nodes}" for move, nodes in counts.items()), f"total {sum(counts.values())}"]

    def _answer_play(self, move: str) -> list[str]:
        _refusing("illegal", self._position.play, move)
        self._played.append(move)
        return self._shown()

    def _answer_undo(self, _: str) -> list[str]:
        if not self._played:
            raise _Answer("usage no move to take back")
        self._position.undo()
        self._played.pop()
        return self._shown()

    def _answer_again(self, _: str) -> list[str]:
        self._position = self._position.again()
        return self._shown()

    def _answer_reread(self, _: str) -> list[str]:
        fen = self._position.fen()
        self._position = self._at(fen, [])
        self._fen, self._played = fen, []
        return self._shown()

    def _answer_fen(self, _: str) -> list[str]:
        return self._shown()

    def _answer_parse(self, text: str) -> list[str]:
        return [f"move {_refusing('illegal', self._position.parse, text)}"]

    def _answer_pgn(self, text: str) -> list[str]:
        pgn = text.replace("\\n", "\n").replace("\\\\", "\\")
        return [f"move {move}" for move in _refusing("illegal", self._position.pgn, pgn)]

    def _answer_same(self, text: str) -> list[str]:
        return [f"same {_word(self._position.same(self._at(*_read(text))))}"]

    def _other(self, request: str, rest: str) -> list[str]:
        """The requests whose reply is their name and an answer."""
        method = getattr(self._position, request)
        if request in ("victim", "san"):
            answer = _refusing("illegal", method, rest)
        else:
            answer = method(rest) if request == "legal" else method()
        return [f"{request} {_word(answer)}"]

    def _shown(self) -> list[str]:
        return [f"fen {self._position.fen()}"] if "fen" in self.can else []

    def _at(self, fen: str, moves: Iterable[str]) -> Any:
        position = _refusing("badfen", self._library, fen)
        for move in moves:
            _refusing("illegal", position.play, move)
        return position

    def _leaves(self, moves: list[str], depth: int) -> int:
        if depth == 0:
            return 1
        replies = [line.split()[0] for line in self._at(self._fen, moves).moves()]
        return len(replies) if depth == 1 else sum(self._leaves([*moves, move], depth - 1) for move in replies)


def _read(text: str) -> tuple[str, list[str]]:
    root, _, moves = text.partition(" moves")
    fen = START if root == "startpos" else root[4:] if root.startswith("fen ") else root
    return fen, moves.split()


def _refusing(kind: str, action: Callable[..., T], *arguments: object) -> T:
    try:
        return action(*arguments)
    except ValueError as error:
        raise _Answer(f"{kind} {error}") from error


def _word(answer: object) -> object:
    """An answer as a word of the protocol."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return "none" if answer is None else answer


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:MOST_EXPLANATION]
