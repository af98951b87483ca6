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

    def test_pytest_lists_it(self):
        code, printed = pytest("", "--fixtures")
        self.assertIn("passant_check [session scope]", printed)
        self.assertIn("Tests an engine or the adapter of a library on en passant", printed)


if __name__ == "__main__":
    unittest.main()
