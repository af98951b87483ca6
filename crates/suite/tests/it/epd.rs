//! EPD files, and the lines of any file.

use std::fmt::Write;
use std::io::BufReader;
use std::{fs, iter};

use passant_rules::{EnPassantMode, Position};
use passant_suite::epd::{self, EpdCase, MAX_DEPTH, MAX_LINE};
use passant_suite::{Diagnostics, Lines};
use proptest::collection::{btree_map, vec};
use proptest::prelude::{any, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::Index;
use proptest::strategy::{Just, Strategy};

use crate::{check, listed};

#[test]
fn reads_every_file_as_expected() {
    let mut files = 0;
    for entry in fs::read_dir("tests/data/epd").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "epd") {
            let file = path.with_extension("txt");
            check(
                file.strip_prefix("tests/data").unwrap(),
                &outcome(epd::load(&path)),
            );
            files += 1;
        }
    }
    assert!(3 <= files);
}

#[test]
fn accepts_a_byte_order_mark() {
    let text = fs::read_to_string("tests/data/epd/good.epd").unwrap();
    let marked = format!("\u{feff}{text}");
    assert_eq!(
        epd::read("", marked.as_bytes()),
        epd::read("", text.as_bytes())
    );
}

#[test]
fn every_line_end_ends_a_line() {
    let text = fs::read_to_string("tests/data/epd/good.epd").unwrap();
    for end in ["\r", "\r\n"] {
        let other = text.replace('\n', end);
        let read = epd::read("", other.as_bytes());
        assert_eq!(read, epd::read("", text.as_bytes()), "{end:?}");
    }
}

/// Two lines that lost the line end between them are no longer one position and an operation that is ignored.
#[test]
fn a_fen_in_an_operation_is_refused_where_it_stands() {
    let second = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for line in [
        format!("{second} ;D1 20 {second} ;D1 20"),
        format!("{second} {second}"),
        format!("{second}; bm e4 {second}"),
        format!("{second}; id {second}"),
    ] {
        let diagnostics = epd::read("joined.epd", line.as_bytes()).unwrap_err();
        let first = diagnostics.iter().next().unwrap();
        let column = line.rfind(second).map(|at| at + 1);
        assert_eq!(first.column(), column, "{diagnostics}");
        assert_eq!(first.excerpt(), second.split(' ').next(), "{diagnostics}");
    }
    let quoted = format!("{second}; c0 \"after {second}\"; D1 20");
    assert_eq!(epd::read("", quoted.as_bytes()).unwrap()[0].depths[&1], 20);
}

#[test]
fn lines_have_a_limit() {
    let line = |length: usize| {
        let start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;c0 \"";
        format!("{start}{}\"", "x".repeat(length - start.len() - 1))
    };
    assert_eq!(epd::read("", line(MAX_LINE).as_bytes()).unwrap().len(), 1);
    let diagnostics = epd::read("long.epd", line(MAX_LINE + 1).as_bytes()).unwrap_err();
    assert_eq!(
        diagnostics.to_string(),
        "long.epd:1:1: this line has 4097 bytes; a line has at most 4096 bytes"
    );
}

#[test]
fn text_in_another_encoding_is_refused_where_it_starts() {
    let diagnostics = epd::read("latin.epd", b"# A comment\n# Gr\xfc\xdfe\n").unwrap_err();
    assert_eq!(
        diagnostics.to_string(),
        "latin.epd:2:5: this is not text in UTF-8; save the file as UTF-8"
    );
}

#[test]
fn reports_a_missing_file_without_a_place() {
    let diagnostics = epd::load("tests/data/epd/none.epd").unwrap_err();
    let diagnostic = diagnostics.iter().next().unwrap();
    assert_eq!(diagnostic.place, None);
    assert!(
        diagnostic
            .to_string()
            .starts_with("tests/data/epd/none.epd: ")
    );
}

/// The outcome of reading: a line for each position, or the diagnostics.
fn outcome(read: Result<Vec<EpdCase>, Diagnostics>) -> String {
    match read {
        Ok(cases) => cases.iter().map(described).collect(),
        Err(diagnostics) => listed(&diagnostics),
    }
}

/// Line number, name, the line that is written for it, and the repairs.
fn described(case: &EpdCase) -> String {
    let name = case.name.as_deref().unwrap_or("-");
    let depths = case.depths.clone();
    let mut text = format!(
        "{:2} {name:9} {}\n",
        case.line,
        epd::line(&case.setup, depths)
    );
    for repair in &case.repairs {
        let _ = writeln!(text, "             repaired: {repair}");
    }
    text
}

/// A position after some random moves.
fn position() -> impl Strategy<Value = Position> {
    vec(any::<Index>(), 0..80).prop_map(|choices| {
        let mut position = Position::initial();
        for choice in choices {
            let moves = position.legal_moves();
            if !moves.is_empty() {
                let _ = position.make(moves[choice.index(moves.len())]);
            }
        }
        position
    })
}

/// A part of a line, usually one that is expected there.
fn fragment() -> impl Strategy<Value = String> {
    let usual = [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8",
        " w KQkq - ",
        " b Hh e3 ",
        ";D1 20",
        " ; perft(2) = 1,234",
        "D0 2",
        "id \"",
        "\"",
        ";",
        "#",
        " # ",
        "epd ",
        "\n",
        "\r\n",
        "\t",
        " ",
        "hmvc 5",
        "fmvn 99999",
        "18446744073709551616",
        "K",
        "/",
        "9",
        "\u{feff}",
        "é",
        "-",
    ];
    prop_oneof![
        4 => (0..usual.len()).prop_map(move |index| usual[index].to_owned()),
        1 => any::<String>(),
        1 => any::<char>().prop_map(String::from),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        position in position(),
        // Counts that grow or fall by less than a factor of 218 from one to the next.
        depths in btree_map(9..=MAX_DEPTH, 1 << 57..=u64::MAX, 0..8),
    ) {
        let setup = position.setup(EnPassantMode::Always);
        let line = epd::line(&setup, depths.clone());
        let cases = epd::read("", line.as_bytes()).unwrap();
        prop_assert_eq!(cases.len(), 1);
        prop_assert_eq!(&cases[0].setup, &setup);
        prop_assert_eq!(&cases[0].position, &position);
        prop_assert_eq!(&cases[0].depths, &depths);
        prop_assert_eq!(cases[0].repairs.len(), 0);
        prop_assert_eq!(&cases[0].fen, &setup.fen()[..]);
    }

    #[test]
    fn counts_are_read_in_every_spelling(
        count in any::<u64>(),
        depth in 9..=MAX_DEPTH,
        separator in prop_oneof![Just(""), Just(","), Just("_")],
        spelling in 0_usize..6,
    ) {
        let count_text = grouped(count, separator);
        let operation = match spelling {
            0 => format!("D{depth} {count_text}"),
            1 => format!("d{depth}={count_text}"),
            2 => format!("D{depth} : {count_text}"),
            3 => format!("perft {depth} {count_text}"),
            4 => format!("perft({depth}) = {count_text}"),
            _ => format!("Depth {depth}: {count_text}"),
        };
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {operation}");
        let cases = epd::read("", line.as_bytes()).unwrap();
        prop_assert_eq!(cases[0].depths.clone().into_iter().collect::<Vec<_>>(), [(depth, count)]);
    }

    #[test]
    fn hostile_text_does_no_harm(fragments in vec(fragment(), 0..40)) {
        read_hostile(fragments.concat().as_bytes());
    }

    #[test]
    fn hostile_bytes_do_no_harm(bytes in vec(any::<u8>(), 0..200)) {
        read_hostile(&bytes);
    }
}

/// A number with a separator between groups of three digits.
fn grouped(number: u64, separator: &str) -> String {
    let digits = number.to_string();
    let head = digits.len() % 3;
    let groups = iter::once(&digits[..head]).filter(|head| !head.is_empty());
    let tail = (head..digits.len())
        .step_by(3)
        .map(|at| &digits[at..at + 3]);
    groups.chain(tail).collect::<Vec<_>>().join(separator)
}

/// Reads bytes. Every diagnostic points within its line.
fn read_hostile(bytes: &[u8]) {
    let Err(diagnostics) = epd::read("hostile.epd", bytes) else {
        return;
    };
    assert!(!diagnostics.is_empty());
    for diagnostic in diagnostics.iter() {
        assert!(diagnostic.excerpt().is_some(), "{diagnostic:?}");
    }
}

/// The lines of bytes that come a few at a time.
fn lines(bytes: &[u8], at_a_time: usize) -> Vec<String> {
    let mut lines = Lines::new(BufReader::with_capacity(at_a_time, bytes), 100);
    let mut read = Vec::new();
    while let Some(line) = lines.next().unwrap() {
        assert_eq!(line.number, read.len() + 1);
        read.push(String::from_utf8(line.bytes).unwrap());
    }
    read
}

#[test]
fn every_line_end_ends_a_line_of_a_stream() {
    for at_a_time in 1..10 {
        let read = lines(b"a\n\nb\r\nc\rd\r\r\ne", at_a_time);
        assert_eq!(read, ["a", "", "b", "c", "d", "", "e"]);
    }
}

proptest! {
    #[test]
    fn the_size_of_chunks_does_not_change_the_lines(
        text in "([a-c]{0,6}(\n|\r|\r\n)?){0,8}", at_a_time in 1_usize..9
    ) {
        prop_assert_eq!(lines(text.as_bytes(), at_a_time), lines(text.as_bytes(), 1000));
    }
}
