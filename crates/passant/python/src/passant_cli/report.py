"""What `passant check --json` reports, as dataclasses."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Iterator, Mapping, Sequence

from .errors import EngineError, PassantError
from .exceptions import LibraryException

#: The version of the format that this module reads.
FORMAT = 1

#: How many failing cases the text of a report shows.
MOST_SHOWN = 10

#: What the exit codes of a report mean that does not pass, in the words of `passant check --help`.
EXIT_CODES = {
    1: "at least one case is fail or refused",
    3: "an engine could not be started, crashed or timed out, and nothing failed; a crash that does not happen again"
    " (--retries) is only a note",
    4: "no case was tested",
    5: "at least one xpass, and nothing worse: the list of expected failures is out of date",
    6: "at least one case is unknown, and nothing worse",
    7: "nothing is wrong, but hardly tested: an engine could be asked about less than half of the positions, a third of a"
    " class was left out for lack of time, or what was asked could show less than two thirds of the faults that its"
    " protocol can show",
}


class Verdict(str, Enum):
    """The verdict on a case, from good to bad. `passant check --help` says what each means."""

    UNSUPPORTED = "unsupported"
    PASS = "pass"
    NONSTRICT = "nonstrict"
    XFAIL = "xfail"
    UNKNOWN = "unknown"
    XPASS = "xpass"
    TIMEOUT = "timeout"
    CRASH = "crash"
    REFUSED = "refused"
    FAIL = "fail"

    @property
    def is_bad(self) -> bool:
        """Whether a check with this verdict does not pass. What is unknown is not held against an engine."""
        return self in _BAD

    def __str__(self) -> str:
        return self.value


_BAD = (Verdict.XPASS, Verdict.TIMEOUT, Verdict.CRASH, Verdict.REFUSED, Verdict.FAIL)


@dataclass(frozen=True)
class Move:
    """A move in UCI notation, and its kind or why it is illegal."""

    uci: str
    kind: str

    def __str__(self) -> str:
        return f"{self.uci} ({self.kind})"


@dataclass(frozen=True)
class Failure:
    """A wrong or missing answer, in one presentation of a case.

    Texts may hold what the engine printed, as it printed it; `str` escapes that."""

    #: The address of the case, for example `en-passant/rejected-rank/rook-h5-king-a5`.
    address: str
    class_name: str
    verdict: Verdict
    #: How the position was given: `fen`, `moves`, `flipped-fen`, and so on.
    presentation: str
    #: What the engine was given: a position, and the moves that followed it.
    fen: str
    moves: tuple[str, ...]
    #: What is wrong, in a sentence.
    text: str
    #: The correct answer and that of the engine, where the question has an answer in words or numbers.
    expected: str | None
    got: str | None
    #: The legal moves that the engine leaves out, and its illegal ones, where they are known.
    missing: tuple[Move, ...]
    extra: tuple[Move, ...]
    #: The rule that the answer breaks: the law of chess where a game is in question, else what the case is about.
    rule: str
    #: The smallest position in which the engine fails in the same way, if one was found.
    smallest_fen: str | None
    #: The command that repeats the case.
    command: str

    def __str__(self) -> str:
        rows: list[tuple[str, str | None]] = [
            ("fen", self.fen),
            ("moves", " ".join(self.moves)),
            ("wrong", self.text),
            ("missing", ", ".join(map(str, self.missing))),
            ("extra", ", ".join(map(str, self.extra))),
            ("rule", self.rule),
            ("smallest", self.smallest_fen),
            ("again", self.command),
        ]
        lines = [f"{self.verdict} {self.address} ({self.presentation})"]
        lines += [f"  {name:8} {text}" for name, text in rows if text]
        return "\n".join(map(printable, lines))


@dataclass(frozen=True)
class Case:
    """The result of a case."""

    address: str
    class_name: str
    #: The worst verdict of its presentations.
    verdict: Verdict
    fen: str
    #: Why the case exists.
    why: str
    failures: tuple[Failure, ...]


@dataclass(frozen=True)
class Fault:
    """A broken rule that the diagnosis has named."""

    #: Its name, as `passant faults` lists it.
    name: str
    #: What an engine with the fault does.
    sentence: str
    #: What to look at in the source code.
    advice: str
    #: Public bug reports of the fault.
    reports: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """The report about one engine."""

    #: The exit code of `passant check`: 0 if all cases pass, 1 if one fails; `passant check --help` lists the others.
    exit_code: int
    #: The name that the engine gives itself, and the command that starts it.
    engine: str
    command: str
    #: How it was asked, for example `divide` or `line`.
    channel: str
    cases: tuple[Case, ...]
    #: Whether the faults could be named: `named`, `in-part`, `nearest`, and so on; `None` without a diagnosis.
    diagnosis: str | None
    #: The faults that the engine has, or may have.
    faults: tuple[Fault, ...]
    #: A test that shows the fault, for pytest; it calls a function `legal_moves` of yours.
    test: str | None
    #: The version of passant.
    version: str
    #: The exceptions of a library that `serve` connects, one of each kind.
    exceptions: tuple[LibraryException, ...]
    #: Everything that the program reports about the engine; `passant generate schema` describes it.
    data: Mapping[str, Any] = field(repr=False, compare=False)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Every wrong or missing answer of the cases whose verdict is bad."""
        return tuple(failure for case in self.cases for failure in case.failures)

    @property
    def verdicts(self) -> Counter[Verdict]:
        """How many cases have each verdict."""
        return Counter(case.verdict for case in self.cases)

    @property
    def classes(self) -> dict[str, Counter[Verdict]]:
        """The same for each class of cases."""
        classes: dict[str, Counter[Verdict]] = {}
        for case in self.cases:
            classes.setdefault(case.class_name, Counter())[case.verdict] += 1
        return classes

    def assert_passes(self) -> None:
        """Raises `AssertionError` with the text of the report, unless the exit code is 0.

        `assert report.exit_code == 0, report` is not the same: pytest cuts that text off."""
        # pytest then shows the line that calls this method.
        __tracebackhide__ = True
        if self.exit_code != 0:
            raise AssertionError(str(self))

    def __str__(self) -> str:
        """The report for people, as `assert_passes` shows it. What the engine printed is escaped."""
        counts = ", ".join(f"{self.verdicts[verdict]} {verdict}" for verdict in Verdict if self.verdicts[verdict])
        lines = [printable(f"{self.engine}, asked by {self.channel}: {counts or 'no case was asked'}")]
        failing = [case for case in self.cases if case.failures]
        lines += [str(case.failures[0]) for case in failing[:MOST_SHOWN]]
        if len(failing) > MOST_SHOWN:
            lines.append(f"… and {len(failing) - MOST_SHOWN} more cases")
        for fault in self.faults:
            lines += [printable(f"fault {fault.name}: {fault.sentence}"), printable(f"look at: {fault.advice}")]
        lines += [describe(exception) for exception in self.exceptions]
        if self.exit_code in EXIT_CODES:
            lines.append(f"exit code {self.exit_code}: {EXIT_CODES[self.exit_code]}")
        return "\n".join(lines)


def read(document: Any, exit_code: int) -> Report:
    """Reads what `passant check --json` printed about one engine.

    Raises `EngineError` if the engine could not be asked, and `PassantError` if the format is another one."""
    try:
        if document["version"] != FORMAT:
            raise PassantError(f"the report has format {document['version']}, expected {FORMAT}", exit_code)
        (data,) = document["engines"]
        return _report(data, document["passant"], exit_code)
    except (KeyError, TypeError, ValueError) as error:
        raise PassantError(f"the report cannot be read: {type(error).__name__} {error}", exit_code) from error


def _report(data: dict[str, Any], version: str, exit_code: int) -> Report:
    calibration = data["calibration"]
    if calibration is None:
        tried = "; ".join(data["tried"]) or "no channel was found"
        raise EngineError(printable(f"{data['command']} cannot be asked: {tried}"), exit_code)
    diagnosis = data["diagnosis"] or {}
    suspects = diagnosis.get("suspects", [])
    counterexample = diagnosis.get("counterexample")
    repeat = ["passant", "check", *data["words"], *data["options"]]
    return Report(
        exit_code=exit_code,
        engine=calibration["name"],
        command=data["command"],
        channel=calibration["channel"],
        cases=tuple(_case(case, repeat) for case in data["cases"]),
        diagnosis=diagnosis.get("outcome"),
        faults=tuple(_fault(fault) for suspect in suspects for fault in suspect["faults"]),
        test=counterexample and counterexample["tests"]["python"],
        version=version,
        exceptions=(),
        data=data,
    )


def _fault(data: dict[str, Any]) -> Fault:
    return Fault(data["name"], data["sentence"], data["advice"], tuple(data["reports"]))


def _case(data: dict[str, Any], repeat: Sequence[str]) -> Case:
    verdict = Verdict(data["verdict"])
    return Case(
        address=data["address"],
        class_name=data["class"],
        verdict=verdict,
        fen=data["fen"],
        why=data["why"],
        failures=tuple(_failures(data, verdict, repeat)) if verdict.is_bad else (),
    )


def _failures(case: dict[str, Any], verdict: Verdict, repeat: Sequence[str]) -> Iterator[Failure]:
    smallest = case["smallest"] or {}
    command = shlex.join([*repeat, "--suite", case["address"]])
    for presentation in case["presentations"]:
        # A case that passes and was expected to fail has no wrong answer.
        passes = {"text": "passes, but is listed as an expected failure"}
        findings = presentation["findings"] or ([passes] if verdict is Verdict.XPASS else [])
        for finding in findings:
            difference = finding.get("difference") or {}
            answer = finding.get("answer") or finding
            missing, extra = (_moves(difference.get(name, [])) for name in ("missing", "extra"))
            yield Failure(
                address=case["address"],
                class_name=case["class"],
                verdict=Verdict(presentation["verdict"]) if presentation["findings"] else verdict,
                presentation=presentation["presentation"],
                fen=presentation["fen"],
                moves=tuple(presentation["moves"]),
                text=finding["text"],
                expected=_text(answer.get("expected")),
                got=_text(answer.get("got")),
                missing=missing,
                extra=extra,
                rule=case.get("rule") or case["why"],
                smallest_fen=smallest.get("fen"),
                command=command,
            )


def _moves(data: Sequence[dict[str, str]]) -> tuple[Move, ...]:
    return tuple(Move(move["uci"], move["kind"]) for move in data)


def _text(value: int | str | None) -> str | None:
    return None if value is None else str(value)


def describe(exception: LibraryException) -> str:
    """An exception with its traceback, for people."""
    times = "once" if exception.count == 1 else f"{exception.count} times"
    lines = [f"{exception.kind}, {times}:", *exception.traceback.splitlines()]
    return "\n".join(map(printable, lines))


def printable(text: str) -> str:
    """The text with everything escaped that a terminal could take for a command."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
