import io

import chess
import chess.pgn
import chess.polyglot
from passant_cli import FLAGS, Refusal, serve


class Adapter:
    def __init__(self, fen):
        self.board = chess.Board(fen)
        if not self.board.is_valid():
            raise Refusal(repr(self.board.status()))

    def moves(self):
        for move in self.board.legal_moves:
            flags = {"ep": self.board.is_en_passant(move), "cap": self.board.is_capture(move),
                     "castle": self.board.is_castling(move), "promo": move.promotion,
                     "check": self.board.gives_check(move)}
            yield " ".join([move.uci(), *(flag for flag, applies in flags.items() if applies)])

    def play(self, uci):
        self.board.push_uci(uci)

    def undo(self):
        self.board.pop()

    def again(self):
        copied = object.__new__(Adapter)
        copied.board = self.board.copy()
        return copied

    def fen(self):
        return self.board.fen()

    def legal(self, uci):
        return self.board.is_legal(chess.Move.from_uci(uci))

    def san(self, uci):
        return self.board.san(self.board.parse_uci(uci))

    def parse(self, text):
        return self.board.parse_san(text).uci()

    def pgn(self, text):
        game = chess.pgn.read_game(io.StringIO(text))
        if game is None or game.errors:
            raise Refusal(repr(game and game.errors))
        return [move.uci() for move in game.mainline_moves()]

    def key(self):
        return f"{chess.polyglot.zobrist_hash(self.board):016x}"

    def occurrences(self):
        return max(count for count in range(1, 9) if self.board.is_repetition(count))


serve(Adapter, f"python-chess {chess.__version__}", flags=FLAGS, keys="polyglot", null_moves=True)
