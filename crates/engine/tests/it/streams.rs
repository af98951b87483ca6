//! Streams of questions: the answers are those to the same questions asked singly.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use passant_engine::{Calibration, Command, EngineSpec, Protocol, Transcript};
use passant_needs::needs;
use passant_query::{Answer, Channel, EngineError, Line, Query, Question, Subject, decoy};
use passant_rules::Position;
use passant_test_tools::{Random, filter, program, tool};

use crate::processes::sh;

type Answers = Vec<Result<Answer, EngineError>>;

/// Returns questions about positions of random games.
fn walk(number: usize) -> Vec<Question> {
    let mut random = Random::new(1);
    let mut position = Position::initial();
    let mut questions = Vec::new();
    while questions.len() < number {
        let moves = position.legal_moves();
        if moves.is_empty() {
            position = Position::initial();
            continue;
        }
        let _ = position.make(moves[random.below(moves.len())]);
        questions.push(Question {
            line: Line::at(&position),
            query: Query::Count(1),
        });
    }
    questions
}

/// An engine that counts and lists the moves, asked by a command of Stockfish.
fn divides() -> Calibration {
    Calibration {
        command: Some("go perft {depth}".to_owned()),
        ..Calibration::plain("test", Protocol::Uci, Channel::Divide)
    }
}

fn oracle() -> EngineSpec {
    EngineSpec::new(Command::new(program("passant-oracle"), [""; 0]))
}

fn ask_stream(subject: &mut dyn Subject, questions: &[Question]) -> Answers {
    let mut answers = Vec::new();
    subject.ask_stream(&mut questions.iter().cloned(), &mut |question, answer| {
        assert_eq!(question, &questions[answers.len()]);
        answers.push(answer);
        ControlFlow::Continue(())
    });
    answers
}

fn ask_singly(subject: &mut dyn Subject, questions: &[Question]) -> Answers {
    let ask = |question: &Question| subject.ask(&question.line, &question.query);
    questions.iter().map(ask).collect()
}

/// Asks an engine in both ways, and returns the answers and the number of decoys that were sent in the stream.
fn compare(
    spec: &EngineSpec,
    calibration: &Calibration,
    questions: &[Question],
) -> (Answers, usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("transcript.txt");
    let mut recorded = spec.clone();
    recorded.transcript = Transcript::create(&path).unwrap();
    let streamed = ask_stream(&mut calibration.open(&recorded), questions);
    recorded.transcript.end().unwrap();
    let singly = ask_singly(&mut calibration.open(spec), questions);
    assert_eq!(streamed, singly);
    (streamed, decoys(&path))
}

/// Returns the number of decoys in a transcript.
fn decoys(transcript: &Path) -> usize {
    let text = fs::read_to_string(transcript).unwrap();
    let sent = format!("> position fen {}", decoy());
    text.lines().filter(|line| line.ends_with(&sent)).count()
}

fn are_counts(answers: &Answers) -> bool {
    let is_counts = |answer: &_| matches!(answer, Ok(Answer::Counts(_)));
    answers.iter().all(is_counts)
}

#[test]
fn an_engine_answers_a_stream_as_it_answers_singly() {
    let (answers, decoys) = compare(&oracle(), &divides(), &walk(1000));
    assert!(are_counts(&answers));
    // The first question starts the engine.
    assert_eq!(decoys, 1);
}

#[needs("stockfish")]
#[test]
fn an_engine_that_is_ready_while_it_counts_answers_a_stream() {
    let spec = EngineSpec::new(Command::new(tool("stockfish"), [""; 0]));
    let (answers, decoys) = compare(&spec, &divides(), &walk(1000));
    assert!(are_counts(&answers));
    assert_eq!(decoys, 1);
}

#[test]
fn questions_that_cannot_be_sent_ahead_are_asked_between_the_others() {
    let mut questions = walk(30);
    questions[7].query = Query::Fen;
    questions[11].query = Query::Moves;
    questions[13].line = questions[13].line.take_back(1);
    questions[17].line.is_chess960 = true;
    questions[18].line.is_chess960 = true;
    let (answers, _) = compare(&oracle(), &divides(), &questions);
    let failed = answers.iter().enumerate().filter(|(_, it)| it.is_err());
    let failed: Vec<_> = failed.map(|(number, _)| number).collect();
    assert_eq!(failed, [11, 13]);
}

#[test]
fn an_engine_that_crashes_in_a_stream_gives_the_other_answers() {
    let end = ["--exit", "^Nodes searched: 2[57]$", "--"].map(Into::into);
    let arguments = [&end[..], &[program("passant-oracle").into_os_string()]].concat();
    let spec = EngineSpec::new(Command::new(filter(), arguments));
    let (answers, _) = compare(&spec, &divides(), &walk(100));
    let crashes = answers.iter().filter(|answer| answer.is_err()).count();
    assert!((2..50).contains(&crashes), "{answers:?}");
}

/// Positions and their moves.
const KINGS: [(&str, &[&str]); 3] = [
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        &["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"],
    ),
    ("7k/8/8/8/8/8/8/K7 w - - 0 1", &["a1a2", "a1b1", "a1b2"]),
    ("k7/8/8/8/8/8/8/7K b - - 0 1", &["a8a7", "a8b7", "a8b8"]),
];

/// A script that runs `go` when it is told to count, and `is_ready` when it is asked whether it is ready.
///
/// In both, `count` prints the moves of one of the [`KINGS`] and the total with `$more` before it, `$told` is the number of
/// positions since the last count, and `$number` that of all counts.
fn counting(go: &str, is_ready: &str) -> EngineSpec {
    let cases = KINGS.map(|(fen, moves)| {
        let lines = moves.iter().map(|mv| format!("echo {mv}: 1; "));
        let (lines, total) = (lines.collect::<String>(), moves.len());
        format!("*'{fen}'*) {lines} echo Nodes searched: ${{more}}{total};;\n")
    });
    let cases = cases.concat();
    let mut spec = EngineSpec::new(sh(&format!(
        "count() {{ case \"$1\" in\n{cases}esac; }}
told=0 number=0 more=
while read word rest; do
  case \"$word\" in
    uci) echo uciok;;
    isready) {is_ready};;
    position) fen=$rest told=$((told + 1));;
    go) number=$((number + 1)); {go}; told=0;;
  esac
done"
    )));
    spec.limits.reply = Duration::from_secs(4);
    spec
}

/// Asks about [`KINGS`], this many questions, in both ways, and returns the number of decoys that were sent in the stream.
fn ask_about_kings(spec: &EngineSpec, calibration: &Calibration, questions: usize) -> usize {
    let line = |number: usize| Line::from_fen(KINGS[number % KINGS.len()].0).unwrap();
    let questions = (0..questions).map(|number| Question {
        line: line(number),
        query: Query::Count(1),
    });
    let (answers, decoys) = compare(spec, calibration, &questions.collect::<Vec<_>>());
    for (number, answer) in answers.into_iter().enumerate() {
        let (_, moves) = KINGS[number % KINGS.len()];
        let Ok(Answer::Counts(counts)) = answer else {
            panic!("{number}: {answer:?}")
        };
        let mut found: Vec<_> = counts.moves.iter().map(|(mv, _)| mv.to_string()).collect();
        found.sort_unstable();
        assert_eq!(found, moves, "{number}");
    }
    decoys
}

#[test]
fn an_engine_that_counts_after_it_is_ready_answers_a_stream() {
    let spec = counting("due=$fen", "echo readyok; count \"$due\"; due=");
    let calibration = Calibration {
        is_buffered: true,
        ..divides()
    };
    assert_eq!(ask_about_kings(&spec, &calibration, 40), 1);
}

#[test]
fn an_engine_that_counts_after_it_is_ready_is_noticed_to_lose_a_command() {
    // By then the engine has answered more questions than are sent ahead.
    let lost = "[ $told = 1 ] && [ $number = 700 ] || due=$fen";
    let spec = counting(
        lost,
        "echo readyok; [ -n \"$due\" ] && count \"$due\"; due=",
    );
    let calibration = Calibration {
        is_buffered: true,
        ..divides()
    };
    // One at the start, and one after the engine was ended.
    assert_eq!(ask_about_kings(&spec, &calibration, 800), 2);
}

#[test]
fn a_total_that_is_wrong_only_in_a_stream_is_asked_for_again() {
    // Every fourteenth total is too great if no decoy comes before the position.
    let is_wrong = "[ $told = 1 ] && [ $((number % 14)) = 0 ]";
    let count = format!("{is_wrong} && more=9 || more=; count \"$fen\"");
    let spec = counting(&count, "echo readyok");
    // The first question starts the engine. The fourteenth and the twenty-eighth are asked again.
    assert_eq!(ask_about_kings(&spec, &divides(), 40), 1 + 2);
}

#[test]
fn an_engine_that_loses_commands_is_asked_singly() {
    // Every eighth command to count is lost, or the thirtieth, if no decoy comes before the position.
    let lost = |which: &str| {
        let count = format!("[ $told = 1 ] && [ {which} ] || count \"$fen\"");
        ask_about_kings(&counting(&count, "echo readyok"), &divides(), 40)
    };
    let eighth = lost("$((number % 8)) = 0");
    assert!((20..40).contains(&eighth), "{eighth}");
    // The first question starts the engine. The thirtieth and all after it are asked singly.
    assert_eq!(lost("$number = 30"), 1 + 11);
}

#[test]
fn a_stream_goes_on_after_a_crash_that_does_not_come_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("crashed");
    let file = file.display();
    let crash = format!("[ $number = 20 ] && [ ! -e '{file}' ] && touch '{file}' && exit 1");
    let spec = counting(&format!("{crash}; count \"$fen\""), "echo readyok");
    // One at the start, and one after the crash.
    assert_eq!(ask_about_kings(&spec, &divides(), 40), 2);
}

#[test]
fn a_stream_is_left_without_a_trace() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("transcript.txt");
    let mut spec = oracle();
    spec.transcript = Transcript::create(&path).unwrap();
    let questions = walk(400);
    let expected = ask_singly(&mut divides().open(&oracle()), &questions);
    let mut subject = divides().open(&spec);
    for first in [0, 100] {
        let mut number = first;
        let mut rest = questions[first..].iter().cloned();
        subject.ask_stream(&mut rest, &mut |_, answer| {
            assert_eq!(answer, expected[number]);
            number += 1;
            if number < first + 50 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert_eq!(number, first + 50);
        // The first question was the last one that followed a decoy; then comes the one that was answered last.
        for number in [first, number - 1, 300] {
            let question = &questions[number..=number];
            assert_eq!(
                ask_singly(&mut subject, question),
                expected[number..=number]
            );
        }
    }
    spec.transcript.end().unwrap();
    // At the start, and before each question that is asked singly.
    assert_eq!(decoys(&path), 7);
}
