"""The line protocol. What must be replied is in `crates/passant/adapters/README.md`."""

import io
import unittest

from passant_cli import Refusal, serve

#: A position of the page on the line protocol, and its legal moves there.
FEN = "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1"
MOVES = "a3a2 a3a4 a3b2 a3b3 a3b4 c5c6 c5d6".split()


class Library:
    """Knows one position, and what is left to do in it."""

    def __init__(self, fen):
        if not fen.endswith(FEN):
            raise Refusal(f"not {FEN}")
        self.played = []

    def moves(self):
        print("this is no reply")
        return [] if self.played else ["c5d6 ep cap" if move == "c5d6" else move for move in MOVES]

    def play(self, uci):
        if uci not in MOVES:
            raise ValueError(f"{uci}\nis no move")
        self.played.append(uci)


class FullLibrary(Library):
    """Also answers other questions, each in its own way."""

    def undo(self):
        self.played.pop()

    def fen(self):
        return f"{FEN} after\n{len(self.played)}"

    def legal(self, uci):
        return uci in MOVES

    def victim(self, uci):
        return "d5" if uci == "c5d6" else None

    def san(self, uci):
        raise KeyError(uci)

    def same(self, other):
        return self.played == other.played

    def occurrences(self):
        return 1


class CopiedLibrary(FullLibrary):
    """Writes a FEN that it reads, and copies itself."""

    def fen(self):
        return FEN

    def again(self):
        copied = CopiedLibrary(FEN)
        copied.played = list(self.played)
        return copied


def replies(library, *requests, **options):
    """The lines of the replies after the handshake."""
    lines = serve_lines(library, "passant 1", *requests, **options)
    return lines[2:]


def serve_lines(library, *requests, **options):
    printed = io.StringIO()
    text = "".join(f"{request}\n" for request in requests)
    serve(library, "Foo 2.1", requests=io.StringIO(text), replies=printed, **options)
    return printed.getvalue().splitlines()


class Handshake(unittest.TestCase):
    def test_names_what_the_class_has(self):
        self.assertEqual(
            serve_lines(Library, "passant 1"), ['passant 1 name "Foo 2.1" can=moves,divide,play keys=own', "ok"]
        )
        self.assertEqual(
            serve_lines(FullLibrary, "passant 1", flags=["ep", "cap"], keys="polyglot", null_moves=True)[0],
            'passant 1 name "Foo 2.1" can=moves,divide,play,undo,fen,legal,victim,san,same,occurrences,reread keys=polyglot'
            " flags=ep,cap null=yes",
        )

    def test_refuses_another_version(self):
        self.assertEqual(serve_lines(Library, "passant 2"), ["error unsupported passant"])

    def test_refuses_a_name_and_flags_that_the_protocol_cannot_say(self):
        for name, flags in (('a "quote"', ()), ("x" * 81, ()), ("Foo", "ep,cap")):
            with self.assertRaises(ValueError):
                serve(Library, name, flags=flags)

    def test_refuses_a_class_that_cannot_answer_any_case(self):
        class Board:
            def __init__(self, fen):
                self.moves = list

        with self.assertRaisesRegex(TypeError, "^Board has no method play; "):
            serve(Board, "Foo")
        self.assertEqual(serve_lines(lambda fen: Library(fen), "passant 1")[1], "ok")


class Replies(unittest.TestCase):
    def test_lists_moves_with_flags_and_nothing_that_the_library_prints(self):
        lines = replies(Library, f"position fen {FEN}", "moves", "quit", "moves")
        self.assertEqual(lines, ["ok", *(f"move {move}" for move in MOVES[:-1]), "move c5d6 ep cap", "ok"])

    def test_plays_moves_and_takes_them_back(self):
        lines = replies(FullLibrary, f"position fen {FEN} moves c5d6", "moves", "undo", "undo", "play c5c6")
        fen = f"fen {FEN} after"
        self.assertEqual(lines, [f"{fen} 1", "ok", "ok", f"{fen} 0", "ok", *NO_MOVE_TO_TAKE_BACK, f"{fen} 1", "ok"])

    def test_goes_on_with_a_copy(self):
        lines = replies(CopiedLibrary, f"position fen {FEN} moves c5d6", "again", "moves", "undo", "moves")
        fen = [f"fen {FEN}", "ok"]
        self.assertEqual(lines[:7], [*fen, *fen, "ok", *fen])
        self.assertEqual(len(lines[7:-1]), len(MOVES))

    def test_reads_what_it_has_written_and_begins_anew(self):
        lines = replies(CopiedLibrary, f"position fen {FEN} moves c5d6", "reread", "moves", "undo")
        fen = [f"fen {FEN}", "ok"]
        self.assertEqual(lines[:4], [*fen, *fen])
        self.assertEqual(len(lines[4:-2]), len(MOVES))
        self.assertEqual(lines[-1:], NO_MOVE_TO_TAKE_BACK)

    def test_says_that_it_does_not_read_its_own_fen(self):
        lines = replies(FullLibrary, f"position fen {FEN}", "reread")
        self.assertEqual(lines[2:], [f"error badfen not {FEN}"])

    def test_counts_leaves_of_deeper_trees(self):
        one, two = (replies(Library, f"position fen {FEN}", f"divide {depth}")[1:-1] for depth in (1, 2))
        self.assertEqual(one, [*(f"move {move} 1" for move in MOVES), "total 7"])
        self.assertEqual(two, [*(f"move {move} 0" for move in MOVES), "total 0"])

    def test_answers_are_words_of_the_protocol(self):
        requests = ["legal c5d6", "legal c5b6", "victim c5d6", "victim c5c6", "occurrences"]
        requests += [f"same fen {FEN}", f"same fen {FEN} moves c5c6"]
        lines = replies(FullLibrary, f"position fen {FEN}", *requests)
        words = ["legal yes", "legal no", "victim d5", "victim none", "occurrences 1", "same yes", "same no"]
        self.assertEqual([line for line in lines[2:] if line != "ok"], words)


#: What the second `undo` is told.
NO_MOVE_TO_TAKE_BACK = ["error usage no move to take back"]


class Errors(unittest.TestCase):
    def test_each_error_has_its_word_and_one_line(self):
        requests = ["moves", "position fen 8/8/8/8 w - - 0 1", f"position fen {FEN} moves a1a2", "key", "dance"]
        self.assertEqual(
            replies(FullLibrary, *requests),
            [
                "error usage no position",
                f"error badfen not {FEN}",
                "error illegal a1a2 is no move",
                "error unsupported key",
                "error unsupported dance",
            ],
        )

    def test_an_exception_of_the_library_is_a_failure_and_not_an_answer(self):
        lines = replies(FullLibrary, f"position fen {FEN}", "san c5d6")
        self.assertEqual(lines[2:], ["error failed KeyError 'c5d6'"])

    def test_comments_and_empty_lines_have_no_reply(self):
        self.assertEqual(replies(Library, "# comment", "", "  "), [])


if __name__ == "__main__":
    unittest.main()
