"""Equality and hash of its boards take clocks and the en passant square into account, as its documentation says: they are
not asked for."""

from bulletchess import FIVEFOLD_REPETITION, THREEFOLD_REPETITION, Board, Move
from passant_cli import Refusal, serve


class Adapter:
    def __init__(self, fen):
        self.board = Board.from_fen(fen)

    def moves(self):
        for move in self.board.legal_moves():
            yield self.uci(move)

    def uci(self, move):
        return move.uci()

    def find(self, uci):
        move = Move.from_uci(uci)
        if move not in self.board.legal_moves():
            raise Refusal(uci)
        return move

    def play(self, uci):
        self.board.apply(self.find(uci))

    def undo(self):
        self.board.undo()

    def fen(self):
        return self.board.fen()

    def san(self, uci):
        return self.find(uci).san(self.board)

    def parse(self, text):
        return self.uci(Move.from_san(text, self.board))

    def occurrences(self):
        return ">=3" if self.board in THREEFOLD_REPETITION or self.board in FIVEFOLD_REPETITION else "<3"


serve(Adapter, "bulletchess 0.4.0")
