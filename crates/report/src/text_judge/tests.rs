//! Judges what the oracle prints, damaged in every way.

use std::sync::LazyLock;

use passant_engine::recorded::{Form, PrintedText};
use passant_judge::check::plan::Choice;
use passant_judge::check::{Item, Plan, Verdict};
use passant_judge::diagnosis::predictions::{Predictions, predict};
use passant_judge::diagnosis::queries::queries_of_case;
use passant_oracle::uci::UciOracle;
use passant_oracle::{EngineFault, FaultSet};
use passant_rules::{Position, Setup, UciMove};
use passant_suite::Suites;
use passant_uci::{Dialect, FrontEnd, Next};
use proptest::prelude::*;

use super::TextJudge;
use crate::diagnosis_record::Suspect;
use crate::engine_result::EngineResult;

/// A few cases with and without a legal capture, one of them the only legal move, some of them with mates.
const CASES: [&str; 3] = ["rejected-rank", "only-move", "discovered-check"];

static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| items(&CASES));

/// The cases of the quick suite whose addresses contain one of some texts.
fn items(filters: &[&str]) -> Vec<Item> {
    let choice = Choice {
        suites: vec!["quick".to_owned()],
        filters: filters.iter().map(|&it| it.to_owned()).collect(),
        max_nodes: 1_000,
        depth: Some(2),
        ..Choice::default()
    };
    let plan = Plan::new(&Suites::builtin().unwrap(), &choice);
    plan.unwrap().to_all_depths()
}

static PREDICTIONS: LazyLock<Vec<Predictions>> = LazyLock::new(|| {
    let cases = ITEMS.iter().map(|item| &item.case);
    predict(
        cases
            .flat_map(|case| queries_of_case(case, 1_000))
            .collect(),
    )
});

static JUDGE: LazyLock<TextJudge> = LazyLock::new(|| judge(uci()));

/// The output of a correct engine.
static CORRECT: LazyLock<Vec<String>> = LazyLock::new(|| printed(&JUDGE, FaultSet::NONE));

fn uci() -> Form {
    form("go perft")
}

/// UCI with a command that counts.
fn form(perft: &str) -> Form {
    Form::Uci {
        perft: format!("{perft} {{depth}}"),
    }
}

fn judge(form: Form) -> TextJudge<'static> {
    TextJudge::new(form, &ITEMS, &PREDICTIONS).unwrap()
}

/// The lines that the oracle prints when it is given a block.
fn printed(judge: &TextJudge, faults: FaultSet) -> Vec<String> {
    printed_in(Dialect::STOCKFISH, judge, faults)
}

/// The same in a dialect.
fn printed_in(dialect: &'static Dialect, judge: &TextJudge, faults: FaultSet) -> Vec<String> {
    let mut engine = FrontEnd::new(UciOracle::new(faults, &[]), dialect);
    let mut out = Vec::new();
    for command in judge.block().to_string().lines() {
        let next = engine.answer(command, &mut out).unwrap();
        assert_eq!(next == Next::Quit, command == "quit");
    }
    let text = String::from_utf8(out).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn judged<T: AsRef<str>>(judge: &TextJudge, lines: &[T]) -> EngineResult {
    let lines: Vec<_> = lines.iter().map(AsRef::as_ref).collect();
    let text = PrintedText::from_bytes(lines.join("\n").as_bytes());
    judge.judge("a text", &text, &judge.read(&text), true)
}

/// Asserts that nothing is held against the engine.
fn assert_not_accused(result: &EngineResult) {
    let bad = result.cases.iter().find(|case| case.verdict.is_bad());
    assert_eq!(bad, None);
    assert_eq!(result.diagnosis, None);
}

fn verdicts(result: &EngineResult) -> Vec<Verdict> {
    result.verdicts().collect()
}

#[test]
fn a_correct_engine_answers_everything_and_passes() {
    let result = judged(&JUDGE, &CORRECT);
    let text = result.text.unwrap();
    assert_eq!((text.answered, text.contradicted), (text.asked, 0));
    assert!(100 < text.asked, "{text:?}");
    assert_eq!(verdicts(&result), vec![Verdict::Pass; ITEMS.len()]);
    assert_not_accused(&result);
}

#[test]
fn names_the_fault_of_an_engine_and_shows_the_answer_as_it_was_given() {
    for fault in [EngineFault::RankPinIgnored, EngineFault::OnlyMoveMissed] {
        let result = judged(&JUDGE, &printed(&JUDGE, fault.into()));
        assert!(verdicts(&result).contains(&Verdict::Fail), "{fault}");
        let diagnosis = result.diagnosis.unwrap();
        let suspects: Vec<_> = diagnosis.suspects.iter().map(Suspect::fault_set).collect();
        assert!(suspects.contains(&fault.into()), "{fault}: {diagnosis:?}");
        let shown = diagnosis.counterexample.unwrap();
        assert_eq!(shown.fen, shown.original_fen);
    }
}

#[test]
fn answers_that_differ_are_unknown() {
    let fault = printed(&JUDGE, EngineFault::RankPinIgnored.into());
    for lines in [
        [&CORRECT[..], &fault].concat(),
        [&fault, &CORRECT[..]].concat(),
    ] {
        let result = judged(&JUDGE, &lines);
        assert_not_accused(&result);
        assert!(verdicts(&result).contains(&Verdict::Unknown));
        assert_ne!(result.text.unwrap().contradicted, 0);
    }
    // The same answers twice are no contradiction.
    let result = judged(&JUDGE, &[&CORRECT[..], &CORRECT].concat());
    assert_eq!(result.text.unwrap().contradicted, 0);
    assert_not_accused(&result);
}

#[test]
fn the_answers_of_another_block_are_not_read() {
    let plain = items(&["plain"]);
    let other = TextJudge::new(uci(), &plain, &[]).unwrap();
    let text = PrintedText::from_bytes(printed(&other, FaultSet::NONE).join("\n").as_bytes());
    let found = JUDGE.read(&text).coverage();
    assert!(found.answered == 0 || !found.is_in_order, "{found:?}");
}

/// An engine that does not know how to set up a position keeps that of the marker, or the initial one.
#[test]
fn an_engine_that_ignores_positions_is_not_accused() {
    let ignoring = |is_ignored: fn(&str) -> bool| {
        let mut engine = FrontEnd::new(UciOracle::new(FaultSet::NONE, &[]), Dialect::STOCKFISH);
        let mut out = Vec::new();
        for command in JUDGE.block().to_string().lines() {
            if !is_ignored(command) {
                let _ = engine.answer(command, &mut out).unwrap();
            }
        }
        let text = String::from_utf8(out).unwrap();
        judged(&JUDGE, &text.lines().collect::<Vec<_>>())
    };
    let all = ignoring(|command| command.starts_with("position"));
    assert_eq!(all.text.unwrap().answered, 0);
    // Some of those with pawns, which marker positions do not have.
    let some = ignoring(|command| {
        command.starts_with("position") && command.contains(['p', 'P']) && command.contains("/3p")
    });
    assert_not_accused(&some);
}

/// The output of a correct engine that counts without listing moves.
static TOTALS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let lines = CORRECT.iter().filter(|line| line.starts_with("Nodes"));
    lines.cloned().collect()
});

static REJECTIONS_JUDGE: LazyLock<TextJudge> = LazyLock::new(|| judge(Form::Xboard));

/// The output of a correct xboard engine.
static REJECTIONS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut position = Position::initial();
    let mut lines = Vec::new();
    for command in REJECTIONS_JUDGE.block().to_string().lines() {
        if let Some(fen) = command.strip_prefix("setboard ") {
            (position, _) = Setup::from_fen(fen).unwrap().repair().unwrap();
        } else if let Ok(mv) = command.parse::<UciMove>() {
            match position.find(mv) {
                Ok(mv) => position = position.after(mv),
                Err(_) => lines.push(format!("Illegal move: {command}")),
            }
        }
    }
    lines
});

#[test]
fn a_correct_engine_passes_without_moves_and_by_its_rejections() {
    for (judge, lines) in [(&*JUDGE, &*TOTALS), (&*REJECTIONS_JUDGE, &*REJECTIONS)] {
        let result = judged(judge, lines);
        assert_eq!(verdicts(&result), vec![Verdict::Pass; ITEMS.len()]);
        assert_not_accused(&result);
    }
}

/// Some of the lines between two places, in hundredths of the text. Of a hundred lines about `lost` are left out.
fn damaged(lines: &[String], seed: u64, lost: u64, places: (usize, usize)) -> Vec<&String> {
    let mut random = seed | 1;
    let (start, end) = (lines.len() * places.0 / 100, lines.len() * places.1 / 100);
    let kept = lines[start..end].iter().filter(|_| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        lost <= random % 100
    });
    kept.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever lines of a correct engine are lost, nothing is held against it.
    #[test]
    fn lost_lines_never_make_a_correct_engine_fail(
        seed in any::<u64>(), lost in 1_u64..60, start in 0_usize..50, end in 50_usize..=100,
    ) {
        for (judge, lines) in [
            (&*JUDGE, &*CORRECT), (&*JUDGE, &*TOTALS), (&*REJECTIONS_JUDGE, &*REJECTIONS),
        ] {
            assert_not_accused(&judged(judge, &damaged(lines, seed, lost, (start, end))));
        }
    }

    /// The same for all lines of a kind.
    #[test]
    fn lines_of_a_kind_can_be_lost(kind in prop::sample::select(vec!["Nodes", "a", "e1", ": 1", ": 0", "Fen", "info", "d6"]), part in 1_usize..4) {
        let mut number = 0;
        let kept: Vec<_> = CORRECT.iter().filter(|line| {
            number += usize::from(line.contains(kind));
            !(line.contains(kind) && number % part == 0)
        }).collect();
        assert_not_accused(&judged(&JUDGE, &kept));
    }

    /// Banners, prompts, and what was typed change no verdict.
    #[test]
    fn noise_changes_nothing(noise in prop::collection::vec(
        (any::<prop::sample::Index>(), prop::sample::select(vec![
            "Engine 1.0 by A. Author (64 bit)", "> position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go perft 2", "isready", "readyok",
            "info string NNUE evaluation using nn.nnue enabled", "", "1234 >Engine(0): go perft 1", "12:00 >", "====", "Time: 3 ms", "NPS: 1000",
        ])), 1..60)
    ) {
        let mut lines = CORRECT.clone();
        for (at, text) in noise {
            lines.insert(at.index(lines.len()), text.to_owned());
        }
        prop_assert_eq!(judged(&JUDGE, &lines).cases, judged(&JUDGE, &CORRECT).cases);
    }
}

/// Dialects with their commands: totals in the middle of a line, on a line of their own, first on a line, and alone.
const DIALECTS: [(&str, &str); 6] = [
    ("viridithas", "perft divide"),
    ("obsidian", "go perft"),
    ("sjaakii", "perft"),
    ("lperft", "perft"),
    ("ethereal", "perft"),
    ("crafty", "perft"),
];

/// The cases that dialects are asked about.
static FEW: LazyLock<Vec<Item>> = LazyLock::new(|| items(&["rejected-rank"]));

/// The output of the correct engine in each of these dialects, and the judge that has asked.
static TEXTS: LazyLock<Vec<(TextJudge<'static>, Vec<String>)>> = LazyLock::new(|| {
    let dialects = DIALECTS.iter().map(|(name, command)| {
        let judge = TextJudge::new(form(command), &FEW, &[]).unwrap();
        let dialect = Dialect::from_name(name).unwrap();
        let lines = printed_in(dialect, &judge, FaultSet::NONE);
        (judge, lines)
    });
    dialects.collect()
});

/// A way to break lines.
#[derive(Clone, Copy, Debug)]
enum Break {
    /// After as many letters as fit.
    Anywhere,
    /// The same, without the spaces at the end of a piece.
    Trimmed,
    /// At a space where there is one.
    AtSpaces,
    /// After as many letters as fit; what goes on is indented.
    Indented,
}

impl Break {
    const ALL: [Self; 4] = [
        Self::Anywhere,
        Self::Trimmed,
        Self::AtSpaces,
        Self::Indented,
    ];

    /// The pieces of a line, none of which is longer than the width.
    fn pieces(self, line: &str, width: usize) -> Vec<String> {
        let mut letters: Vec<char> = line.chars().collect();
        let mut pieces = Vec::new();
        loop {
            let indent = match self {
                Self::Indented if !pieces.is_empty() => "  ",
                _ => "",
            };
            let room = width - indent.len();
            let end = match self {
                _ if letters.len() <= room => letters.len(),
                Self::AtSpaces => {
                    let space = letters[..=room].iter().rposition(|it| *it == ' ');
                    space.filter(|&at| 0 < at).unwrap_or(room)
                }
                _ => room,
            };
            let rest = letters.split_off(end);
            let piece = indent.chars().chain(letters).collect::<String>();
            pieces.push(match self {
                Self::Anywhere | Self::Indented => piece,
                Self::Trimmed | Self::AtSpaces => piece.trim_end().to_owned(),
            });
            if rest.is_empty() {
                return pieces;
            }
            letters = rest;
        }
    }
}

/// The lines, of which those from one place to another are broken.
fn broken(lines: &[String], how: Break, width: usize, places: (usize, usize)) -> Vec<String> {
    let place = |part: usize| lines.len() * part / 100;
    let range = place(places.0)..place(places.1);
    let pieces = lines.iter().enumerate().flat_map(|(at, line)| {
        if range.contains(&at) {
            how.pieces(line, width)
        } else {
            vec![line.clone()]
        }
    });
    pieces.collect()
}

/// Says what a text is held to show; `None` if it accuses nobody.
fn accusation(judge: &TextJudge, lines: &[String]) -> Option<String> {
    let text = PrintedText::from_bytes(lines.join("\n").as_bytes());
    let result = judge.judge("a text", &text, &judge.read(&text), false);
    let failed = result.cases.iter().find(|it| it.verdict == Verdict::Fail);
    failed.map(|case| format!("{}: {:?}", case.address, case.presentations))
}

/// Everything that the correct engine prints, with the judge that has asked.
fn texts() -> impl Iterator<Item = (&'static TextJudge<'static>, &'static Vec<String>)> {
    let dialects = TEXTS.iter().map(|(judge, lines)| (judge, lines));
    let others = [
        (&*JUDGE, &*CORRECT),
        (&*JUDGE, &*TOTALS),
        (&*REJECTIONS_JUDGE, &*REJECTIONS),
    ];
    others.into_iter().chain(dialects)
}

#[test]
fn whole_lines_pass_in_every_dialect() {
    for (judge, lines) in texts() {
        assert!(verdicts(&judged(judge, lines)).contains(&Verdict::Pass));
        assert_eq!(accusation(judge, lines), None);
    }
}

/// The care about broken lines hides no mistake in whole ones.
#[test]
fn a_fault_shows_in_every_dialect() {
    for ((judge, _), (name, _)) in TEXTS.iter().zip(DIALECTS) {
        let dialect = Dialect::from_name(name).unwrap();
        let lines = printed_in(dialect, judge, EngineFault::RankPinIgnored.into());
        assert_ne!(accusation(judge, &lines), None, "{name}");
    }
}

#[test]
fn lines_of_every_width_accuse_nobody() {
    let texts: Vec<_> = texts().enumerate().collect();
    let widths = (4..=20).flat_map(|width| texts.iter().map(move |text| (width, text)));
    for (width, (number, (judge, lines))) in widths {
        let how = Break::ALL[(width + number) % Break::ALL.len()];
        let lines = broken(lines, how, width, (0, 100));
        let accused = accusation(judge, &lines);
        assert_eq!(accused, None, "text {number}, {width} {how:?}");
    }
}

/// The diagnosis reads the same answers, and those that no case asks for.
#[test]
fn lines_of_every_width_have_no_diagnosis() {
    for width in (4..=20).step_by(2).chain([24, 32, 40, 48]) {
        let lines = broken(&CORRECT, Break::Anywhere, width, (0, 100));
        assert_eq!(judged(&JUDGE, &lines).diagnosis, None, "{width}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A window may have another width than the one before, and a page may hold longer lines.
    #[test]
    fn a_part_with_broken_lines_accuses_nobody(
        text in 0..DIALECTS.len() + 3, width in 4_usize..40,
        start in 0_usize..60, end in 40_usize..=100, how in prop::sample::select(&Break::ALL[..3]),
    ) {
        let (judge, lines) = texts().nth(text).unwrap();
        let lines = broken(lines, how, width, (start, end));
        prop_assert_eq!(accusation(judge, &lines), None);
    }
}
