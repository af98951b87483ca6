"""Strategies of Hypothesis: fresh positions around en passant, for properties of a chess library.

    from hypothesis import given
    from passant_cli import strategies

    @given(strategies.lines())
    def test_moves(fresh):
        board = chess.Board(fresh.fen)
        for move in fresh.moves:
            board.push_uci(move)
        assert board.legal_moves.count() == fresh.perft[0]

The positions are those of `passant hunt`. `pip install "passant-cli[hypothesis]"` installs Hypothesis too.
"""

from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Callable

from .errors import PassantError
from .program import run

try:
    from hypothesis import strategies as st
except ImportError as error:
    raise ImportError(
        'passant_cli.strategies needs Hypothesis: pip install "passant-cli[hypothesis]"', name=error.name
    ) from error

__all__ = ["SEED_VARIABLE", "FreshPosition", "lines", "positions"]

#: This environment variable has the seed: a number, or `random` for another one in each process.
SEED_VARIABLE = "PASSANT_SEED"

#: The seed where none is chosen.
SEED = 1

#: How many positions there are to draw from where nothing else is chosen.
NUMBER = 5_000


@dataclass(frozen=True)
class FreshPosition:
    """A position that no suite has, how a library is told it, and its counts."""

    #: The FEN from which the moves are played.
    fen: str
    #: The moves after the FEN, in UCI notation; the last one is often the double push.
    moves: tuple[str, ...]
    #: The FEN after the moves. It names the en passant square after every double push.
    end: str
    #: The number of leaf nodes after the moves, at depth 1, 2 and so on. The first is the number of legal moves.
    perft: tuple[int, ...]
    #: The seed of `passant hunt` that has this position.
    seed: int


def positions(
    *, seed: int | None = None, number: int = NUMBER, program: str | os.PathLike[str] | None = None
) -> st.SearchStrategy[FreshPosition]:
    """Positions that are told as a FEN: `moves` is empty, and `end` is `fen`.

    seed:    the seed of the positions [default: the environment variable `PASSANT_SEED`, or 1]
    number:  how many positions there are to draw from
    program: the program `passant` [default: the one that is installed with this module]

    The program runs once, before the first example. Hypothesis then draws among its positions, and shrinks towards those
    with few pieces. With the same seed and number an example of an earlier run is the same position.
    """
    _demand_some(number)
    return st.deferred(lambda: _sample(seed, number, program, _without_moves))


def lines(
    *, seed: int | None = None, number: int = NUMBER, program: str | os.PathLike[str] | None = None
) -> st.SearchStrategy[FreshPosition]:
    """Positions that are told as a FEN, or as a FEN and moves. The arguments are those of `positions`.

    Hypothesis shrinks towards lines without moves, and then towards few pieces."""
    _demand_some(number)
    return st.deferred(lambda: _sample(seed, number, program, lambda position: position))


def _demand_some(number: int) -> None:
    if number < 1:
        raise ValueError(f"number is {number}, and there is nothing to draw from")


def _sample(
    seed: int | None,
    number: int,
    program: str | os.PathLike[str] | None,
    tell: Callable[[FreshPosition], FreshPosition],
) -> st.SearchStrategy[FreshPosition]:
    chosen = _chosen_seed() if seed is None else seed
    path = None if program is None else os.fspath(program)
    told = {tell(position) for position in _batch(chosen, number, path)}
    return st.sampled_from(sorted(told, key=_size))


def _without_moves(position: FreshPosition) -> FreshPosition:
    return FreshPosition(position.end, (), position.end, position.perft, position.seed)


def _size(position: FreshPosition) -> tuple[int, int, str, tuple[str, ...]]:
    """The smallest positions come first, and the order is the same in each process."""
    pieces = sum(letter.isalpha() for letter in position.end.split()[0])
    return len(position.moves), pieces, position.fen, position.moves


@lru_cache(maxsize=1)
def _random_seed() -> int:
    return random.SystemRandom().randrange(1_000_000)


def _chosen_seed() -> int:
    text = os.environ.get(SEED_VARIABLE)
    if not text:
        return SEED
    if text == "random":
        return _random_seed()
    if not text.isdecimal():
        raise ValueError(f'{SEED_VARIABLE} is {text!r}, and neither a number nor "random"')
    return int(text)


@lru_cache(maxsize=4)
def _batch(seed: int, number: int, program: str | None) -> tuple[FreshPosition, ...]:
    """The first positions of a seed, as the program prints them."""
    output = run(["hunt", f"--print={number}", "--format=jsonl", f"--seed={seed}"], program)
    if output.exit_code != 0 or not output.text:
        raise PassantError(output.messages or f"passant ended with {output.exit_code}", output.exit_code)
    return tuple(_read(line, seed) for line in output.text.splitlines())


def _read(line: str, seed: int) -> FreshPosition:
    try:
        record = json.loads(line)
        return FreshPosition(
            str(record["fen"]),
            tuple(map(str, record["moves"])),
            str(record["end"]),
            tuple(map(int, record["perft"])),
            seed,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise PassantError(f"passant printed no position: {line!r}") from error
