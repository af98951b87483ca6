"""The strategies of Hypothesis. python-chess is the library under test, and the second program that confirms the counts."""

import os
import re
import subprocess
import sys
import unittest
from unittest import mock

import chess
from hypothesis import given, settings

from passant_cli import PassantError, strategies

#: The examples of a property. No example has a deadline, because machines may be busy.
EXAMPLES = settings(max_examples=300, deadline=None, database=None, derandomize=True)


def perft(board, depth):
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


def board_of(fresh):
    board = chess.Board(fresh.fen)
    for move in fresh.moves:
        parsed = board.parse_uci(move)
        board.push(parsed)
    return board


@EXAMPLES
@given(strategies.positions())
def positions_have_their_counts(fresh):
    board = board_of(fresh)
    assert board.is_valid() and not fresh.moves
    assert tuple(perft(board, depth) for depth in range(1, len(fresh.perft) + 1)) == fresh.perft


@EXAMPLES
@given(strategies.lines())
def lines_have_their_counts(fresh):
    board = board_of(fresh)
    assert board.fen(en_passant="fen") == fresh.end
    assert board.legal_moves.count() == fresh.perft[0]


#: A test file with a python-chess that ignores pins along the rank.
FAULTY = """
import chess
from hypothesis import given, settings
from passant_cli import strategies

chess.Board._ep_skewered = lambda *_: False


@settings(max_examples=2_000, deadline=None, database=None, derandomize=True)
@given(strategies.lines())
def test(fresh):
    board = chess.Board(fresh.fen)
    for move in fresh.moves:
        board.push_uci(move)
    assert board.legal_moves.count() == fresh.perft[0]


test()
"""


class UnderTest(unittest.TestCase):
    def test_a_sound_library_passes(self):
        positions_have_their_counts()
        lines_have_their_counts()

    def test_a_faulty_library_fails_with_fen_and_moves(self):
        done = subprocess.run([sys.executable, "-c", FAULTY], capture_output=True, check=False)
        printed = (done.stdout + done.stderr).decode(errors="replace")
        self.assertEqual(done.returncode, 1, printed)
        self.assertIn("Falsifying example", printed)
        self.assertIn("AssertionError", printed)
        shown = re.search(r"FreshPosition\(\s*fen='([^']*)',\s*moves=\((.*?)\),\s*end='[^']*',\s*perft=\((\d+),", printed)
        self.assertIsNotNone(shown, printed)
        fen, moves, count = shown.groups()
        # The library without the fault agrees with the count.
        board = chess.Board(fen)
        for move in re.findall(r"\w+", moves):
            board.push_uci(move)
        self.assertEqual(board.legal_moves.count(), int(count))
        with mock.patch.object(chess.Board, "_ep_skewered", lambda *_: False):
            self.assertNotEqual(board.legal_moves.count(), int(count))


class Positions(unittest.TestCase):
    def test_a_seed_names_the_same_positions_in_each_process(self):
        code = "from passant_cli import strategies as it; print([it._batch(seed, 20, None)[-1].fen for seed in (3, 4)])"
        printed = {subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout for _ in range(2)}
        self.assertEqual(len(printed), 1)
        third, fourth = (strategies._batch(seed, 20, None) for seed in (3, 4))
        self.assertFalse({it.fen for it in third} == {it.fen for it in fourth})
        self.assertEqual((len(third), third[0].seed, fourth[0].seed), (20, 3, 4))

    def test_the_environment_chooses_the_seed(self):
        for text, seed in (("", 1), ("7", 7)):
            with mock.patch.dict(os.environ, {strategies.SEED_VARIABLE: text}):
                self.assertEqual(strategies._chosen_seed(), seed)
        with mock.patch.dict(os.environ, {strategies.SEED_VARIABLE: "random"}):
            self.assertEqual(strategies._chosen_seed(), strategies._chosen_seed())
        with mock.patch.dict(os.environ, {strategies.SEED_VARIABLE: "seven"}):
            with self.assertRaisesRegex(ValueError, "PASSANT_SEED is 'seven'"):
                strategies._chosen_seed()

    def test_the_smallest_come_first(self):
        drawn = []

        @settings(max_examples=1, deadline=None, database=None)
        @given(strategies.lines(number=200))
        def draw(fresh):
            drawn.append(fresh)

        draw()
        batch = strategies._batch(1, 200, None)
        # The simplest example is tried first.
        self.assertEqual(drawn[0], min(batch, key=strategies._size))
        self.assertEqual(drawn[0].moves, ())

    def test_errors_have_the_words_of_the_program(self):
        @given(strategies.positions(seed=-1))
        def refused(fresh):
            self.fail(fresh)

        with self.assertRaisesRegex(PassantError, "--seed"):
            refused()

    def test_there_is_something_to_draw_from(self):
        for strategy in (strategies.positions, strategies.lines):
            with self.assertRaisesRegex(ValueError, "number is 0"):
                strategy(number=0)

    def test_no_position_is_an_error(self):
        for line in ("", "[]", "{}", '{"fen": "", "moves": 1, "end": "", "perft": []}'):
            with self.assertRaisesRegex(PassantError, "no position"):
                strategies._read(line, 1)


if __name__ == "__main__":
    unittest.main()
