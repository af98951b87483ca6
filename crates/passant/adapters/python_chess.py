"""Connects python-chess to passant. For another library replace the lines that use `self.board`. Each method answers the
request with its name: delete those, below `moves`, that the library cannot answer, and the flags that `line` lacks."""
import io
import sys
import chess
import chess.pgn
import chess.polyglot

class Adapter:
    def read(self, text):
        root, _, played = text.removeprefix("fen ").partition(" moves")
        board = chess.Board(chess.STARTING_FEN if root == "startpos" else root)
        if not board.is_valid():
            raise ValueError(repr(board.status()))
        for move in played.split():
            board.push_uci(move)
        return board
    def position(self, text): self.board = self.read(text); return self.shown()
    def shown(self): return self.fen() if hasattr(self, "fen") else []
    def moves(self): return map(self.line, self.board.legal_moves)
    def line(self, move):
        flags = {"ep": self.board.is_en_passant(move), "cap": self.board.is_capture(move), "promo": move.promotion,
                 "castle": self.board.is_castling(move), "check": self.board.gives_check(move)}
        return " ".join(["move", move.uci(), *(flag for flag in flags if flags[flag])])
    def play(self, move): self.board.push_uci(move); return self.shown()
    def undo(self): self.board.pop(); return self.shown()
    def again(self): self.board = self.board.copy(); return self.shown()
    def reread(self): self.board = chess.Board(self.board.fen()); return self.shown()
    def fen(self): return [f"fen {self.board.fen()}"]
    def legal(self, move): return [f"legal {'yes' if self.board.is_legal(chess.Move.from_uci(move)) else 'no'}"]
    def san(self, move): return [f"san {self.board.san(self.board.parse_uci(move))}"]
    def parse(self, text): return [self.line(self.board.parse_san(text))]
    def pgn(self, text):
        game = chess.pgn.read_game(io.StringIO(text.replace("\\n", "\n")))
        if game is None or game.errors:
            raise ValueError(game.errors[0] if game else "no game")
        return [f"move {move.uci()}" for move in game.mainline_moves()]
    def victim(self, move):
        theirs = self.board.occupied_co[not self.board.turn]
        self.board.push(self.board.parse_uci(move))
        gone = theirs & ~self.board.occupied_co[self.board.turn]
        self.board.pop()
        return [f"victim {chess.square_name(chess.msb(gone)) if gone else 'none'}"]
    # The key with which python-chess counts repetitions.
    def key_of(self, board): return board._transposition_key()
    def same(self, text): return [f"same {'yes' if self.key_of(self.board) == self.key_of(self.read(text)) else 'no'}"]
    def key(self): return [f"key {chess.polyglot.zobrist_hash(self.board):016x}"]
    def occurrences(self): return [f"occurrences {max(n for n in range(1, 9) if self.board.is_repetition(n))}"]

NAMES = "position moves play undo again reread fen legal victim san parse pgn key same occurrences".split()
REQUESTS = [name for name in NAMES if hasattr(Adapter, name)]
adapter = Adapter()
for line in sys.stdin:
    request, _, rest = line.strip().partition(" ")
    try:
        if request == "quit":
            break
        elif line.split() == ["passant", "1"]:
            print(f'passant 1 name "python-chess {chess.__version__}" can={",".join(REQUESTS[1:])}',
                  "flags=ep,cap,castle,promo,check keys=polyglot null=yes\nok", flush=True)
        elif request in REQUESTS:
            print(*getattr(adapter, request)(*([rest] if rest else [])), "ok", sep="\n", flush=True)
        else:
            print("error unsupported", line.strip(), flush=True)
    except (chess.IllegalMoveError, chess.InvalidMoveError, chess.AmbiguousMoveError) as error:
        print("error illegal", error, flush=True)
    except ValueError as error:
        print("error", "badfen" if request == "position" else "illegal", error, flush=True)
    except (TypeError, IndexError) as error:
        print("error usage", error, flush=True)
