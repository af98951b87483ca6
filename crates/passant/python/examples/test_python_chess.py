"""Tests python-chess on en passant with pytest: copy it, and replace the lines that use `chess`."""

import sys

import chess
import passant_cli


class Board:
    def __init__(self, fen):
        self.board = chess.Board(fen)

    def moves(self):
        return [move.uci() for move in self.board.legal_moves]

    def play(self, uci):
        self.board.push_uci(uci)

    def fen(self):
        return self.board.fen()


def test_en_passant(passant_check):
    passant_check([sys.executable, __file__])


if __name__ == "__main__":
    passant_cli.serve(Board, f"python-chess {chess.__version__}")
