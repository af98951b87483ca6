"""Answers the questions of suites/state, suites/play and suites/referee with python-chess.

Reads one question a line, as JSON, and writes a line for each: the address, `ok` or what is different. Needs the
package `chess` in the version that the cases name.
"""

import json
import sys

import chess
import chess.polyglot

MODES = {"always": "fen", "pseudo-legal": "xfen", "legal": "legal"}


def play(line):
    """The boards of a line: the start, and after each ply."""
    board = chess.Board(line["fen"], chess960=line["chess960"])
    boards = [board.copy()]
    for uci in line["moves"]:
        board.push(chess.Move.null() if uci == "0000" else board.parse_uci(uci))
        boards.append(board.copy())
    return boards


def fen(board, mode, chess960):
    """Letters of files in Chess960, as long as a right there is one of Chess960."""
    return board.fen(shredder=chess960 and needs_files(board), en_passant=MODES[mode])


def needs_files(board):
    for color, rank in ((chess.WHITE, chess.BB_RANK_1), (chess.BLACK, chess.BB_RANK_8)):
        for rook in chess.scan_forward(board.castling_rights & rank):
            if board.king(color) not in (chess.E1, chess.E8) or rook not in chess.SquareSet(chess.BB_CORNERS):
                return True
    return False


def identity(board):
    """What FIDE 9.2.3 compares."""
    right = board.ep_square if board.has_legal_en_passant() else None
    return board.board_fen(), board.turn, board.clean_castling_rights(), right


def after_moves(case):
    boards = play(case["line"])
    chess960 = case["line"]["chess960"]
    last = boards[-1].copy()
    for ply in range(len(boards) - 1, -1, -1):
        for row in case["after"]:
            if row["ply"] == ply:
                for mode in MODES:
                    yield f"ply {ply} {mode}", row[mode], fen(boards[ply], mode, chess960)
                    yield f"ply {ply} {mode} taken back", row[mode], fen(last, mode, chess960)
        if ply:
            last.pop()


def round_trip(case):
    boards = play(case["line"])
    chess960 = case["line"]["chess960"]
    last = case["after"][-1]
    for row in case["after"]:
        here = boards[row["ply"]]
        written = {mode: chess.Board(fen(here, mode, chess960), chess960=chess960) for mode in MODES}
        for name, board in {"copied": here.copy(), **written}.items():
            yield f"moves after ply {row['ply']} {name}", set(here.legal_moves), set(board.legal_moves)
            yield f"same after ply {row['ply']} {name}", identity(here), identity(board)
            yield f"ply {row['ply']} {name}", row.get(name, row["always"]), fen(board, name if name in MODES else "always", chess960)
            for uci in case["line"]["moves"][row["ply"] : last["ply"]]:
                board.push_uci(uci)
            for mode in MODES if row["ply"] < last["ply"] else ():
                yield f"ply {last['ply']} {mode}, {name} after ply {row['ply']}", last[mode], fen(board, mode, chess960)


def same_position(case):
    one, other = (play(case[key])[-1] for key in ("one", "other"))
    yield "same", case["same"], identity(one) == identity(other)
    if case["polyglot"]:
        keys = [f"{chess.polyglot.zobrist_hash(board):016x}" for board in (one, other)]
        yield "polyglot", case["polyglot"], keys


def repetition(case):
    boards = play(case["line"])
    seen = [identity(board) for board in boards]
    for key, number in (("second", 2), ("third", 3), ("fifth", 5)):
        plies = (ply for ply in range(len(seen)) if seen[: ply + 1].count(seen[ply]) == number)
        yield key, case[key], next(plies, None)
        # The library's own answer, where it looks at the whole game.
        own = (ply for ply, board in enumerate(boards) if board.is_repetition(number))
        yield f"{key} by is_repetition", case[key], next(own, None)


def text(case):
    board = play(case["line"])[-1]
    for written in case["written"]:
        move = board.parse_uci(written["uci"])
        yield written["uci"], written["san"], board.san(move)
        yield written["uci"], written["uci"], board.uci(move)
        yield written["san"], move, board.parse_san(written["san"])
        for tolerated in written["tolerated"]:
            yield tolerated, move, read(board, tolerated) or move
    for refused in case["refused"]:
        yield refused, None, read(board, refused)


def read(board, san):
    try:
        return board.parse_san(san)
    except ValueError:
        try:
            return board.parse_uci(san)
        except ValueError:
            return None


def queries(case):
    board = play(case["line"])[-1]
    for query in case["asked"]:
        uci = query["uci"]
        try:
            move = board.parse_uci(uci)
        except ValueError:
            yield uci, query["legal"], False
            continue
        yield uci, query["legal"], True
        victim = None
        if board.is_capture(move):
            victim = move.to_square
            if board.is_en_passant(move):
                victim = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        takes = victim is not None and f"{chess.piece_name(board.piece_type_at(victim))} on {chess.square_name(victim)}"
        yield f"{uci} takes", query.get("takes"), takes or None
        yield f"{uci} check", query.get("check"), board.gives_check(move)


def games(case):
    board = chess.Board(case["line"]["fen"])
    captures = []
    for ply, (uci, san) in enumerate(zip(case["line"]["moves"], case["san"], strict=True), start=1):
        move = board.parse_uci(uci)
        yield san, uci, board.parse_san(san).uci()
        yield uci, san, board.san(move)
        if board.is_en_passant(move):
            captures.append(ply)
        board.push(move)
    yield "en passant", case["en-passant"], captures
    yield "end", case["end"], board.fen(en_passant="fen")


def play_a_move(case):
    board = play(case["line"])[-1]
    legal = [move.uci() for move in board.legal_moves]
    yield "valid", True, board.is_valid()
    yield "legal moves", case["legal"], len(legal)
    yield case["best"], True, case["best"] in legal
    for wrong in case["wrong"]:
        yield wrong, False, wrong in legal


def referee(case):
    boards = play(case["line"])
    end = boards[-1]
    yield "valid", True, boards[0].is_valid()
    threefold = (ply for ply, board in enumerate(boards) if board.is_repetition(3))
    yield "threefold", case["ply"] if case["ending"] == "threefold" else None, next(threefold, None)
    yield "checkmate", case["ending"] == "checkmate", end.is_checkmate()
    yield "stalemate", case["ending"] == "stalemate", end.is_stalemate()
    yield "over before", False, any(board.is_game_over() for board in boards[:-1][: case["ply"]])
    if case["illegal"]:
        yield case["illegal"], False, chess.Move.from_uci(case["illegal"]) in end.legal_moves


KINDS = {
    "after-moves": after_moves,
    "round-trip": round_trip,
    "same-position": same_position,
    "repetition": repetition,
    "text": text,
    "queries": queries,
    "games": games,
    "play": play_a_move,
    "referee": referee,
}


def main():
    print(f"python-chess {chess.__version__}")
    for line in sys.stdin:
        case = json.loads(line)
        found = [f"{what}: expected {want!r}, found {got!r}" for what, want, got in KINDS[case["kind"]](case) if want != got]
        print(case["address"], found[0] if found else "ok", sep="\t")


main()
