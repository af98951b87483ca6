"""`check` with the program itself, which is an engine as well: `passant uci`, with and without a fault. The counts are
those of the suites, which two independent programs have confirmed."""

import importlib
import json
import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import passant_cli
from passant_cli import EngineError, PassantError, ProgramNotFound, Verdict, find_program, program, report

#: White captures on d6 although both pawns leave the rank.
# A case that was asked only in part does not pass unexpectedly.
FEW = ["--max-nodes", "1000"]
CASE = "en-passant/rejected-rank/rook-h5-king-a5"
FEN = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1"


def engine(*options):
    return [find_program(), "uci", *options]


def faulty(fault="rank-pin-ignored"):
    return engine("--fault", fault)


class Reports(unittest.TestCase):
    def test_a_correct_engine_passes(self):
        result = passant_cli.check(engine(), classes=["rejected-rank", "mate"], suite="en-passant")
        self.assertEqual((result.exit_code, result.failures, result.faults), (0, (), ()), result)
        self.assertEqual(set(result.classes), {"rejected-rank", "mate"})
        self.assertEqual(sum(result.verdicts.values()), len(result.cases))
        self.assertEqual(result.channel, "divide")

    def test_a_failure_says_what_is_wrong_and_how_to_repeat_it(self):
        result = passant_cli.check(faulty(), suite=CASE)
        self.assertEqual(result.exit_code, 1)
        self.assertEqual(result.classes, {"rejected-rank": {Verdict.FAIL: 1}})
        failure = result.failures[0]
        self.assertEqual((failure.address, failure.verdict, failure.fen, failure.moves), (CASE, Verdict.FAIL, FEN, ()))
        self.assertEqual((failure.expected, failure.got, failure.missing), ("6", "7", ()))
        self.assertEqual([move.uci for move in failure.extra], ["c5d6"])
        self.assertIn("both pawns leave", failure.extra[0].kind)
        self.assertIn("c5d6 empties c5 and d5 together", failure.rule)
        played = next(failure for failure in result.failures if failure.presentation == "moves")
        self.assertEqual(played.moves, ("d7d5",))
        self.assertEqual([fault.name for fault in result.faults], ["rank-pin-ignored"])
        self.assertIn("assert legal_moves(", result.test)
        arguments = shlex.split(failure.command)
        self.assertEqual(arguments[0], "passant")
        again = subprocess.run([find_program(), *arguments[1:]], stdout=subprocess.DEVNULL, check=False)
        self.assertEqual(again.returncode, 1)

    def test_a_question_about_a_game_has_its_law_and_answers_in_words(self):
        case = "state/after-moves/captured/white"
        result = passant_cli.check(faulty("fen-prints-victim"), suite=case, diagnosis=False)
        self.assertIsNone(result.diagnosis)
        # The square behind the pawn that has just moved from d7 to d5 is d6; it stands on d5.
        after_push = next(failure for failure in result.failures if " d6 " in (failure.expected or ""))
        self.assertEqual(after_push.got, after_push.expected.replace(" d6 ", " d5 "))
        self.assertEqual(after_push.moves, tuple("e2e4 a7a6 e4e5 d7d5 e5d6 c7d6".split()))
        self.assertIn("FIDE Laws", after_push.rule)

    def test_the_text_shows_the_first_cases_and_the_fault(self):
        text = str(passant_cli.check(faulty(), suite="en-passant/rejected-rank"))
        self.assertIn(", asked by divide: 19 fail\n", text)
        self.assertIn("\n… and 9 more cases\nfault rank-pin-ignored: ", text)
        self.assertEqual(text.count("  again    passant check "), 10)

    def test_an_assertion_has_the_text_of_a_report_that_does_not_pass(self):
        passant_cli.check(engine(), suite=CASE).assert_passes()
        failing = passant_cli.check(faulty(), suite=CASE, diagnosis=False)
        with self.assertRaises(AssertionError) as caught:
            failing.assert_passes()
        self.assertEqual(str(caught.exception), str(failing))
        self.assertIn(FEN, str(failing))

    def test_the_text_says_why_a_report_without_a_failure_does_not_pass(self):
        result = passant_cli.check(engine(), suite=CASE, options=["--shard", "2/2"])
        self.assertEqual((result.exit_code, result.failures), (4, ()))
        self.assertTrue(str(result).endswith("\nexit code 4: no case was tested"), result)

    def test_exit_codes_have_the_words_of_the_help(self):
        help_text = subprocess.run([find_program(), "check", "--help"], stdout=subprocess.PIPE, check=True).stdout.decode()
        words = " ".join(help_text.split())
        for code, meaning in report.EXIT_CODES.items():
            self.assertIn(f" {code} {meaning} ", words)

    def test_expected_failures_are_no_failures_until_they_pass(self):
        with tempfile.TemporaryDirectory() as folder:
            listed = Path(folder, "expected.toml")
            listed.write_text(f'[[expected]]\naddress = "{CASE}"\nreason = "known"\n', encoding="utf-8")
            fails = passant_cli.check(faulty(), suite=CASE, expected=listed, diagnosis=False, options=FEW)
            passes = passant_cli.check(engine(), suite=CASE, expected=listed, options=FEW)
        self.assertEqual((fails.exit_code, fails.failures), (0, ()))
        self.assertEqual(fails.verdicts, {Verdict.XFAIL: 1})
        self.assertEqual((passes.exit_code, passes.verdicts), (5, {Verdict.XPASS: 1}))
        self.assertIn("expected failure", passes.failures[0].text)


class Errors(unittest.TestCase):
    def test_an_engine_that_does_not_start_is_an_error_with_the_reason(self):
        with self.assertRaisesRegex(EngineError, "could not be started: /no/such/engine") as caught:
            passant_cli.check("/no/such/engine")
        self.assertEqual(caught.exception.exit_code, 3)

    def test_bad_input_is_an_error_with_the_words_of_the_program(self):
        with self.assertRaisesRegex(PassantError, "there is no nonsense") as caught:
            passant_cli.check(engine(), suite="nonsense")
        self.assertEqual(caught.exception.exit_code, 2)

    def test_a_program_that_is_not_there_is_an_error(self):
        with self.assertRaisesRegex(ProgramNotFound, "/no/such/program cannot be started"):
            passant_cli.check(engine(), program="/no/such/program")
        nowhere = {"PATH": "", program.VARIABLE: ""}
        with mock.patch.dict(os.environ, nowhere), mock.patch.object(program, "_script_folders", return_value=[]):
            with self.assertRaisesRegex(ProgramNotFound, program.VARIABLE):
                find_program()

    def test_output_without_end_is_stopped(self):
        with mock.patch.object(program, "MOST_OUTPUT", 1000), self.assertRaisesRegex(PassantError, "more than 1000"):
            passant_cli.check(faulty(), suite=CASE)

    def test_an_unknown_format_is_an_error(self):
        known = {"version": 1, "passant": "9.0.0", "engines": [{"calibration": {}, "cases": [], "diagnosis": None}]}
        for document in ({**known, "version": 2}, known, {}, [], None, {**known, "engines": []}):
            with self.assertRaises(PassantError):
                report.read(document, 0)


class Text(unittest.TestCase):
    def test_what_an_engine_printed_cannot_command_a_terminal(self):
        self.assertEqual(report.printable("a\x1b[31m\r\nß\u202e\x9b"), r"a\x1b[31m\r\nß\u202e\x9b")


class Import(unittest.TestCase):
    def test_the_module_needs_no_pytest(self):
        code = "import sys, passant_cli; sys.exit('pytest' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code], check=False).returncode, 0)


    def test_the_module_needs_no_hypothesis(self):
        code = "import sys, passant_cli; sys.exit('hypothesis' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code], check=False).returncode, 0)

    def test_the_strategies_say_how_hypothesis_is_installed(self):
        with mock.patch.dict(sys.modules, {"hypothesis": None}):
            with self.assertRaisesRegex(ImportError, r'pip install "passant-cli\[hypothesis\]"'):
                importlib.import_module("passant_cli.strategies")


class Launcher(unittest.TestCase):
    def test_is_the_program_with_its_arguments_and_exit_codes(self):
        for arguments in (["--version"], ["explain", FEN, "--json"], ["check", "--suite"]):
            expected, got = (
                subprocess.run([*command, *arguments], capture_output=True, check=False)
                for command in ([find_program()], [sys.executable, "-m", "passant_cli"])
            )
            self.assertEqual((got.returncode, got.stdout), (expected.returncode, expected.stdout))

    def test_a_program_that_cannot_run_is_no_failing_case(self):
        nowhere = "from passant_cli import __main__, program; program._script_folders = list; __main__.main()"
        for launcher, named, expected in (
            (["-m", "passant_cli"], "/no/such/program", "No such file|cannot find"),
            (["-c", nowhere], "", "is not installed"),
        ):
            environment = {**os.environ, "PATH": "", program.VARIABLE: named}
            done = subprocess.run([sys.executable, *launcher], env=environment, capture_output=True, check=False)
            self.assertEqual(done.returncode, 74, done)
            self.assertRegex(done.stderr.decode(), f"^error: .*({expected})")


class Schema(unittest.TestCase):
    def test_the_verdicts_are_those_of_the_schema(self):
        schema = subprocess.run([find_program(), "generate", "schema"], capture_output=True, check=True)
        verdicts = json.loads(schema.stdout)["$defs"]["Verdict"]["oneOf"]
        self.assertEqual([verdict.value for verdict in Verdict], [verdict["const"] for verdict in verdicts])


if __name__ == "__main__":
    unittest.main()
