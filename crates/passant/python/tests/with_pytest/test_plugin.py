"""The fixture `passant_check` in pytest itself, which runs a test in a folder of its own."""

import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from passant_cli import find_program

SUITE = "en-passant/rejected-rank"
FAULTY = ["uci", "--fault", "rank-pin-ignored"]


#: A test for each class.
CLASSES = """
import passant_cli, pytest

{mark}
def test_class(passant_check, passant_class):
    passant_check([passant_cli.find_program(), *{arguments}], classes=passant_class, quick=False)
"""

#: A library that fails at each position.
RAISING = """
import sys, passant_cli

def test_class(passant_check, passant_class):
    passant_check([sys.executable, __file__], classes=passant_class)

class Board:
    def __init__(self, fen):
        pass

    def moves(self):
        raise TypeError('oh')

    def play(self, uci):
        pass

if __name__ == "__main__":
    passant_cli.serve(Board, "raising")
"""


def pytest(test, *options):
    """What pytest prints about a test, and its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "test_engine.py").write_text(test, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def test_of(arguments, suite=SUITE):
    command = [find_program(), *arguments]
    return f"def test_en_passant(passant_check):\n    report = passant_check({command}, suite={suite!r})\n"


class Fixture(unittest.TestCase):
    def test_a_correct_engine_passes_and_the_report_is_returned(self):
        code, printed = pytest(test_of(["uci"]) + "    assert set(report.classes) == {'rejected-rank'}\n")
        self.assertEqual(code, 0, printed)

    def test_a_failure_shows_the_whole_report_and_the_line_of_the_test(self):
        test = test_of(FAULTY)
        code, printed = pytest(test)
        self.assertEqual(code, 1, printed)
        self.assertIn(", asked by divide: 19 fail\n", printed)
        # With CI=true the summary at the end repeats them, without the mark.
        shown = [line.removeprefix("E ").strip() for line in printed.splitlines() if line.startswith("E ")]
        again = [line.partition("again    ")[2] for line in shown if line.startswith("again ")]
        self.assertEqual(len(again), 10)
        self.assertEqual(sum(line.startswith("rule ") for line in shown), 10)
        self.assertIn("… and 9 more cases", shown)
        self.assertTrue(any(line.startswith("fault rank-pin-ignored: ") for line in shown), printed)
        self.assertTrue(any(line.startswith("look at: ") for line in shown), printed)
        self.assertIn("exit code 1: at least one case is fail or refused", shown)
        # Nothing of the module stands between the test and the report.
        self.assertIn(f">   {test.splitlines()[1]}", printed)
        self.assertNotIn("pytest_plugin.py", printed)
        self.assertNotIn("report.py", printed)
        # The command repeats the failure.
        arguments = shlex.split(again[0])
        done = subprocess.run([find_program(), *arguments[1:]], stdout=subprocess.DEVNULL, check=False)
        self.assertEqual((arguments[0], done.returncode), ("passant", 1))

    def test_an_engine_that_does_not_start_has_its_reason_shown(self):
        code, printed = pytest("def test_en_passant(passant_check):\n    passant_check('/no/such/engine')\n")
        self.assertEqual(code, 1, printed)
        self.assertIn("could not be started: /no/such/engine", printed)

    def test_each_class_of_positions_has_a_test(self):
        code, printed = pytest(CLASSES.format(mark="", arguments=["uci"]), "-v", "-k", "rejected")
        self.assertEqual(code, 0, printed)
        for name in ("rejected-rank", "rejected-file", "rejected-check"):
            self.assertRegex(printed, rf"test_class\[{name}\] PASSED")
        self.assertNotIn("plain", printed)
        _, listed = pytest(CLASSES.format(mark="", arguments=["uci"]), "--collect-only", "-q")
        for name in ("plain", "mate", "repetition"):
            self.assertIn(f"test_class[{name}]", listed)

    def test_a_class_can_be_expected_to_fail(self):
        mark = "@pytest.mark.passant_xfail('rejected-rank', reason='issue 7')"
        code, printed = pytest(CLASSES.format(mark=mark, arguments=FAULTY), "-k", "rejected-rank or rejected-file", "-rx")
        self.assertEqual(code, 0, printed)
        self.assertIn("1 passed", printed)
        self.assertIn("1 xfailed", printed)
        self.assertIn("issue 7", printed)
        code, printed = pytest(CLASSES.format(mark=mark.replace("-rank", "-rnk"), arguments=FAULTY))
        self.assertIn("there is no class 'rejected-rnk'", printed)
        self.assertNotEqual(code, 0)

    def test_a_quick_test_skips_classes_without_a_quick_position(self):
        options = CLASSES.replace("quick=False", "quick=True").format(mark="", arguments=["uci"])
        code, printed = pytest(options, "-k", "rejected-rank or rejected-diagonal", "-rs")
        self.assertEqual(code, 0, printed)
        self.assertIn("1 passed, 1 skipped", printed)

    def test_an_exception_of_a_library_is_shown_once(self):
        code, printed = pytest(RAISING, "-k", "plain or mate or evasion")
        self.assertEqual(code, 1, printed)
        # With CI=true the summary at the end repeats them, without the mark.
        shown = "\n".join(line for line in printed.splitlines() if line.startswith("E "))
        self.assertEqual(shown.count("raise TypeError('oh')"), 1, printed)
        self.assertEqual(shown.count("TypeError: oh"), 1, printed)
        self.assertRegex(printed, r"TypeError in .*test_engine\.py, line 12, 1\d times")
        self.assertIn("as in an earlier test: ", printed)

    def test_pytest_lists_it(self):
        code, printed = pytest("", "--fixtures")
        self.assertIn("passant_check [session scope]", printed)
        self.assertIn("Tests an engine or the adapter of a library on en passant", printed)


if __name__ == "__main__":
    unittest.main()
