//! The report of `passant pgn` as text.

use passant_query::Escaped;
use passant_report::number_of;
use passant_report::pgn_report::{PgnFileRecord, PgnFindingRecord, PgnReport, VariationRecord};

use super::labelled_list::{BAD, BOLD, LabelledList};

/// Returns each finding, the counts of each file, and the summary.
pub(crate) fn text(report: &PgnReport, is_quiet: bool) -> String {
    let mut list = LabelledList::default();
    for file in &report.files {
        if !is_quiet {
            for finding in file.findings.iter().filter(|it| it.expected.is_none()) {
                add_finding(&mut list, &file.file, finding);
                list.text("\n");
            }
        }
        add_file(&mut list, file);
        list.text("\n");
    }
    for entry in &report.unexpected {
        let game = entry.game.map(|game| format!(" game {game}"));
        let file = entry.file.as_deref().unwrap_or("all files");
        list.text(&format!(
            "{BAD}not found{BAD:#} {} in {}{}: {}\n",
            entry.kind,
            Escaped(file),
            game.unwrap_or_default(),
            Escaped(&entry.reason)
        ));
    }
    list.text(&(summarize(report) + "\n"));
    list.finish()
}

fn add_finding(list: &mut LabelledList, file: &str, finding: &PgnFindingRecord) {
    let style = if finding.failure { BAD } else { BOLD };
    list.text(&format!(
        "{style}{}{style:#} {}:{}\n",
        finding.kind,
        Escaped(file),
        finding.line
    ));
    let players = match (&finding.white[..], &finding.black[..]) {
        ("", "") => String::new(),
        (white, black) => {
            let name = |player: &str| match player {
                "" => "?".to_owned(),
                _ => Escaped(player).to_string(),
            };
            format!(": {} - {}", name(white), name(black))
        }
    };
    let begins = format!("{} (line {}){players}", finding.game, finding.game_line);
    list.entry("game", &begins);
    let number = finding.number.iter().map(|number| format!("{number} "));
    let place = if finding.variation {
        " (in a variation)"
    } else {
        ""
    };
    let written = number.collect::<String>() + &Escaped(&finding.written).to_string() + place;
    if !finding.written.is_empty() {
        list.entry("written", &written);
    }
    list.lines("fen", finding.fen.clone());
    list.entry("why", &Escaped(&finding.sentence).to_string());
}

fn add_file(list: &mut LabelledList, file: &PgnFileRecord) {
    list.text(&format!("{BOLD}{}{BOLD:#}\n", Escaped(&file.file)));
    let variants = match file.variants {
        0 => String::new(),
        number => format!(", {number} of variants, which are not examined"),
    };
    list.entry("games", &format!("{}{variants}", file.games));
    let captures = count(file.en_passant, "en passant capture");
    list.entry("moves", &format!("{}, {captures}", file.moves));
    add_variations(list, &file.variations);
    let fens = &file.fens;
    let squares = [
        (fens.no_square, "without a square"),
        (fens.legal, "legal"),
        (fens.pseudo_legal, "pseudo-legal"),
        (fens.always, "always"),
        (fens.impossible, "impossible"),
    ];
    let squares = squares.iter().filter(|(number, _)| *number != 0);
    let squares: Vec<_> = squares
        .map(|(number, word)| format!("{number} {word}"))
        .collect();
    if !squares.is_empty() {
        list.entry("FEN tags", &squares.join(", "));
    }
    for mark in &file.marks {
        list.entry(
            "mark",
            &format!("{}: {}", mark.mark, count(mark.moves, "move")),
        );
        for reader in &mark.readers {
            list.entry("", &format!("{} {}", reader.reader, reader.effect));
        }
    }
    for count in &file.counts {
        let expected = match count.expected {
            0 => String::new(),
            number => format!(", {number} of them expected"),
        };
        list.entry(
            "found",
            &format!("{}: {}{expected}", count.kind, count.findings),
        );
    }
    if file.not_listed != 0 {
        list.entry(
            "more",
            &format!("{} are not listed (--max-findings)", file.not_listed),
        );
    }
    if let Some(fixed) = file.fixed {
        list.entry("fixed", &count(fixed, "place"));
    }
}

fn add_variations(list: &mut LabelledList, variations: &VariationRecord) {
    if variations.moves + variations.skipped == 0 {
        return;
    }
    let captures = count(variations.en_passant, "en passant capture");
    let skipped = match variations.skipped {
        0 => String::new(),
        number => format!(", {number} skipped"),
    };
    let moves = variations.moves;
    list.entry("", &format!("{moves} in variations, {captures}{skipped}"));
}

/// Returns the numbers of failures and notes.
fn summarize(report: &PgnReport) -> String {
    let counts = report.files.iter().flat_map(|file| &file.counts);
    let (mut failures, mut expected, mut notes) = (0, 0, 0);
    for count in counts {
        if count.failure {
            failures += count.findings - count.expected;
            expected += count.expected;
        } else {
            notes += count.findings;
        }
    }
    let games = report.files.iter().map(|file| file.games).sum();
    format!(
        "{}: {}, {expected} expected, {}",
        count(games, "game"),
        count(failures, "failure"),
        count(notes, "note")
    )
}

fn count(number: u64, noun: &str) -> String {
    number_of(usize::try_from(number).unwrap_or(usize::MAX), noun)
}
