//! Lines that a terminal or a page has broken, inside words and numbers too: they accuse no correct engine.

use std::sync::LazyLock;

use passant_engine::recorded::PrintedText;
use passant_judge::check::{Item, Verdict};
use passant_oracle::{EngineFault, FaultSet};
use passant_uci::Dialect;
use proptest::prelude::*;

use super::{
    CORRECT, JUDGE, REJECTIONS, REJECTIONS_JUDGE, TOTALS, TextJudge, form, items, judged,
    printed_in, verdicts,
};

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
