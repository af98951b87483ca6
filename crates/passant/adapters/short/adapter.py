# Connects a library to passant: replace the lines that use chess (here python-chess).
import sys
import chess

for line in sys.stdin:
    request, _, rest = line.strip().partition(" ")
    reply = error = "ok"
    try:
        if request == "quit":
            break
        elif request == "passant":
            print('passant 1 name "python-chess" can=moves')
        elif request == "position":
            start, _, moves = rest.partition(" moves")
            error = "error badfen"
            board = chess.Board(chess.STARTING_FEN if start == "startpos" else start[4:])
            error = "error illegal"
            for move in moves.split():
                board.push_uci(move)
        elif request == "moves":
            for move in board.legal_moves:
                print("move", move.uci())
        else:
            reply = f"error unsupported {request}"
    except ValueError as problem:
        reply = f"{error} {problem}"
    print(reply, flush=True)
