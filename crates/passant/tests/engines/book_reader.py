"""A UCI engine that plays from a Polyglot book with python-chess: book_reader.py [FEN_FIRST]. With an argument it writes the position as
a FEN and reads that before it looks into the book."""
import sys

import chess
import chess.polyglot

board, options = chess.Board(), {"OwnBook": "false", "Book File": ""}
for words in map(str.split, sys.stdin):
    match words:
        case ["uci"]:
            print("id name book_reader\noption name OwnBook type check default false\noption name Book File type string default none")
            print("uciok")
        case ["isready"]:
            print("readyok")
        case ["setoption", "name", *rest]:
            at = rest.index("value")
            options[" ".join(rest[:at])] = " ".join(rest[at + 1:])
        case ["position", "startpos", *rest]:
            board = chess.Board()
            for move in rest[1:]:
                board.push_uci(move)
        case ["position", "fen", *rest]:
            at = rest.index("moves") if "moves" in rest else len(rest)
            board = chess.Board(" ".join(rest[:at]))
            for move in rest[at + 1:]:
                board.push_uci(move)
        case ["go", *_]:
            asked = chess.Board(board.fen()) if len(sys.argv) > 1 else board
            entry = None
            if options["OwnBook"] == "true":
                with chess.polyglot.open_reader(options["Book File"]) as book:
                    entry = book.get(asked)
            king_first = lambda move: (board.piece_type_at(move.from_square) != chess.KING, str(move))
            move = entry.move if entry else min(board.legal_moves, key=king_first, default="(none)")
            print(f"bestmove {move}")
        case ["quit"]:
            break
    sys.stdout.flush()
