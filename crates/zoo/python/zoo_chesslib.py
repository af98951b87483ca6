"""The library knows no FEN: a board is made from pieces, the right to castle is a king and a rook that have not moved, and
the right to capture en passant is the last move, which is played here to fulfil the en passant field."""

import chesslib
import numpy
from passant_cli import Refusal, serve

PROMOTIONS = {2: "q", 3: "r", 4: "b", 5: "n"}
HOMES = {"K": {"e1", "h1"}, "Q": {"e1", "a1"}, "k": {"e8", "h8"}, "q": {"e8", "a8"}}


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def index(square):
    return chesslib.ChessPosition(square.upper())


class Adapter:
    def __init__(self, fen):
        placement, side, castling, target, *_ = fen.split()
        men = {}
        rows = placement.split("/")
        if len(rows) != 8:
            raise Refusal("eight ranks are needed")
        for rank, row in zip(range(8, 0, -1), rows):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    men["abcdefgh"[file] + str(rank)] = letter
                    file += 1
        self.side = "wb".index(side)
        self.last = chesslib.ChessDraw_Null
        origin, pushed = (target[0] + rank for rank in ("75" if side == "w" else "24")) if target != "-" else (None, None)
        if origin:
            men[origin] = men.pop(pushed)
        still = set().union(*(HOMES.get(letter, set()) for letter in castling))
        still |= {square for square, man in men.items() if man + square[1] in ("P2", "p7")}
        pieces = [self.piece(man, square, square not in still) for square, man in men.items()]
        self.board = chesslib.ChessBoard(numpy.array(pieces, dtype=numpy.uint16))
        if origin:
            self.last = chesslib.ChessDraw(self.board, index(origin), index(pushed))
            self.board = chesslib.ApplyDraw(self.board, self.last)

    @staticmethod
    def piece(man, square, has_moved):
        piece = chesslib.ChessPiece("W" if man.isupper() else "B", man.upper(), has_moved)
        return chesslib.ChessPieceAtPos(piece, index(square))

    def draws(self):
        draws = chesslib.GenerateDraws(self.board, self.side, self.last, True)
        return {name(draw >> 6 & 63) + name(draw & 63) + PROMOTIONS.get(draw >> 12 & 7, ""): draw for draw in map(int, draws)}

    def moves(self):
        return list(self.draws())

    def play(self, uci):
        draws = self.draws()
        if uci not in draws:
            raise Refusal(uci)
        self.board, self.last, self.side = chesslib.ApplyDraw(self.board, draws[uci]), draws[uci], 1 - self.side


serve(Adapter, "chesslib 1.0.340699405")
