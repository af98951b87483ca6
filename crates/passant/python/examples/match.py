"""Plays a game from each opening between two engines, with python-chess: `match.py ENGINE EPD PGN [--chess960]`."""

import sys

import chess
import chess.engine
import chess.pgn


def play(board, engines):
    """Plays a game, and returns it with its result."""
    game = chess.pgn.Game.from_board(board)
    node = game
    while not board.is_game_over(claim_draw=False) and not board.is_repetition(3):
        try:
            move = engines[board.turn].play(board, chess.engine.Limit(time=1), game=game).move
        except chess.engine.EngineError as error:
            # The engine has played an illegal move.
            node.comment = str(error)
            game.headers["Result"] = "0-1" if board.turn == chess.WHITE else "1-0"
            return game
        board.push(move)
        node = node.add_variation(move)
    outcome = board.outcome(claim_draw=False)
    game.headers["Result"] = outcome.result() if outcome else "1/2-1/2"
    return game


def main(engine, epd, pgn, chess960):
    engines = {color: chess.engine.SimpleEngine.popen_uci(engine) for color in chess.COLORS}
    with open(epd) as openings, open(pgn, "w") as games:
        for fen in openings:
            board = chess.Board(fen.strip(), chess960=chess960)
            print(play(board, engines), file=games, end="\n\n")
    for running in engines.values():
        running.quit()


if __name__ == "__main__":
    main(*sys.argv[1:4], chess960="--chess960" in sys.argv)
