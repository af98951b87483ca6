"""The line protocol for any library that is wrapped in a class:

    __init__(fen)   raises Refusal or ValueError if the library refuses the position
    moves()         moves in UCI notation, perhaps with flags behind
    play(uci)       raises Refusal or ValueError if the library refuses the move

and, where the library has an answer of its own: undo, fen, legal, victim, san, parse, key, same(other), occurrences.
"""

import sys

OPTIONAL = ["undo", "fen", "legal", "victim", "san", "parse", "key", "same", "occurrences"]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Refusal(Exception):
    pass


class Answer(Exception):
    """An error of the protocol, as it is printed."""


class Session:
    def __init__(self, library):
        self.library = library
        self.can = ["moves", "divide", "play"] + [name for name in OPTIONAL if hasattr(library, name)]

    def answer(self, request, rest):
        if request not in ["position", *self.can]:
            raise Answer(f"unsupported {request}")
        if request != "position" and not hasattr(self, "now"):
            raise Answer("usage no position")
        return getattr(self, f"_{request}")(rest)

    def _position(self, text):
        self.root, self.played = read(text)
        self.now = self.at(self.root, self.played)
        return self.held()

    def _moves(self, _):
        return [f"move {line}" for line in self.now.moves()]

    def _divide(self, depth):
        moves = [line.split()[0] for line in self.now.moves()]
        counts = {move: self.leaves([*self.played, move], int(depth) - 1) for move in moves}
        return [f"move {move} {nodes}" for move, nodes in counts.items()] + [f"total {sum(counts.values())}"]

    def _play(self, move):
        refusing("illegal", self.now.play, move)
        self.played = [*self.played, move]
        return self.held()

    def _undo(self, _):
        if not self.played:
            raise Answer("usage no move to take back")
        self.now.undo()
        self.played = self.played[:-1]
        return self.held()

    def _fen(self, _):
        return self.held()

    def _legal(self, move):
        return [f"legal {yes_or_no(self.now.legal(move))}"]

    def _victim(self, move):
        return [f"victim {self.now.victim(move) or 'none'}"]

    def _san(self, move):
        return [f"san {refusing('illegal', self.now.san, move)}"]

    def _parse(self, text):
        return [f"move {refusing('illegal', self.now.parse, text)}"]

    def _key(self, _):
        return [f"key {self.now.key()}"]

    def _same(self, text):
        return [f"same {yes_or_no(self.now.same(self.at(*read(text))))}"]

    def _occurrences(self, _):
        return [f"occurrences {self.now.occurrences()}"]

    def held(self):
        return [f"fen {self.now.fen()}"] if "fen" in self.can else []

    def at(self, fen, moves):
        position = refusing("badfen", self.library, fen)
        for move in moves:
            refusing("illegal", position.play, move)
        return position

    def leaves(self, moves, depth):
        if depth == 0:
            return 1
        replies = [line.split()[0] for line in self.at(self.root, moves).moves()]
        return len(replies) if depth == 1 else sum(self.leaves([*moves, move], depth - 1) for move in replies)


def serve(library, name, flags="", keys="own", has_null_moves=False):
    session = Session(library)
    hello = f'passant 1 name "{name}" can={",".join(session.can)} keys={keys}' + (f" flags={flags}" if flags else "")
    hello += " null=yes" if has_null_moves else ""
    for line in sys.stdin:
        request, _, rest = line.strip().partition(" ")
        if request == "quit":
            break
        try:
            lines = [hello] if (request, rest) == ("passant", "1") else session.answer(request, rest)
            print(*lines, "ok", sep="\n", flush=True)
        except Answer as error:
            print("error", " ".join(str(error).split())[:400], flush=True)
        except Exception as error:
            print("error failed", type(error).__name__, " ".join(str(error).split())[:380], flush=True)


def read(text):
    root, _, moves = text.partition(" moves")
    return (START if root == "startpos" else root.removeprefix("fen ")), moves.split()


def refusing(kind, action, *arguments):
    try:
        return action(*arguments)
    except (Refusal, ValueError) as error:
        raise Answer(f"{kind} {error}") from error


def yes_or_no(answer):
    return "yes" if answer else "no"
