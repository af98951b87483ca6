//! The built-in cases for other programs: perft lines, EPD, tables and JSON.

use std::io;

use passant_query::Line;
use passant_report::case_record::CaseRecord;
use passant_report::pretty_json;
use passant_rules::{EnPassantMode, EnPassantSuffix, Move, UciMove};
use passant_suite::{Case, PlayCase, Reach, SearchCase, SearchClaim, Selection};

/// A case in a table.
#[derive(Default)]
pub(crate) struct Row {
    address: String,
    class: String,
    fen: String,
    reach: &'static str,
    legal: Vec<String>,
    illegal: Vec<String>,
    perft: Vec<u64>,
    /// The best moves, in SAN.
    best: Vec<String>,
    /// The number of moves within which the best move mates.
    mates_within: Option<u32>,
    why: String,
    source: String,
}

/// `FEN ;D1 20 ;D2 400` for each position, as every perft program reads it.
pub(crate) fn perft(cases: &[Case]) -> String {
    cases.iter().map(|case| case.epd() + "\n").collect()
}

/// Returns the cases that fit a table, and the number of moves to play and searches that do not.
pub(crate) fn rows(selection: &Selection) -> (Vec<Row>, usize) {
    let counted = selection.cases.iter().map(Row::of_counts);
    let played = selection.play_cases.iter().map(Row::of_play);
    let searched = selection.search_cases.iter().map(Row::of_search);
    let others: Vec<Option<Row>> = played.chain(searched).collect();
    let without = others.iter().filter(|row| row.is_none()).count();
    (
        counted.chain(others.into_iter().flatten()).collect(),
        without,
    )
}

/// [EPD](https://www.chessprogramming.org/Extended_Position_Description): four fields of a FEN, then operations.
pub(crate) fn epd(rows: &[Row]) -> String {
    rows.iter().map(|row| row.epd() + "\n").collect()
}

/// Returns a table with a header, and a column for each depth.
pub(crate) fn csv(rows: &[Row]) -> io::Result<String> {
    let depths = rows.iter().map(|row| row.perft.len()).max().unwrap_or(0);
    let mut table = csv::Writer::from_writer(Vec::new());
    let fixed = [
        "address", "class", "fen", "reach", "legal", "illegal", "best",
    ];
    let header = fixed
        .into_iter()
        .map(str::to_owned)
        .chain((1..=depths).map(|depth| format!("d{depth}")));
    table.write_record(header.chain(["why".to_owned(), "source".to_owned()]))?;
    for row in rows {
        let count = |depth: usize| {
            row.perft
                .get(depth)
                .map_or_else(String::new, u64::to_string)
        };
        let [legal, illegal, best] = [&row.legal, &row.illegal, &row.best].map(|it| it.join(" "));
        let reach = row.reach.to_owned();
        let (address, class, fen) = (row.address.clone(), row.class.clone(), row.fen.clone());
        let fixed = [address, class, fen, reach, legal, illegal, best];
        let counts = (0..depths).map(count);
        table.write_record(
            fixed
                .into_iter()
                .chain(counts)
                .chain([row.why.clone(), row.source.clone()]),
        )?;
    }
    let bytes = table
        .into_inner()
        .map_err(csv::IntoInnerError::into_error)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// Returns a JSON array with an object for each case.
pub(crate) fn json(selection: &Selection) -> io::Result<String> {
    pretty_json(&CaseRecord::all(selection).collect::<Vec<_>>())
}

/// Returns an object for each case, one on each line.
pub(crate) fn json_lines(selection: &Selection) -> io::Result<String> {
    let line = |case| Ok(serde_json::to_string(&case)? + "\n");
    CaseRecord::all(selection).map(line).collect()
}

impl Row {
    fn of_counts(case: &Case) -> Self {
        let moves = |moves: &[Move]| moves.iter().map(|mv| mv.uci().to_string()).collect();
        Self {
            address: case.address.clone(),
            class: case.class.clone(),
            fen: case.fen.clone(),
            reach: case.reach.word(),
            legal: moves(&case.legal),
            illegal: moves(&case.illegal),
            perft: case.perft.clone(),
            why: case.why.clone(),
            source: case.source.clone(),
            ..Self::default()
        }
    }

    fn of_play(case: &PlayCase) -> Option<Self> {
        let row = Self::at_the_end(&case.line, &[case.best])?;
        Some(Self {
            address: case.address.clone(),
            class: case.class.clone(),
            why: case.why.clone(),
            source: case.source.clone(),
            ..row
        })
    }

    /// `None` if there is no best move.
    fn of_search(case: &SearchCase) -> Option<Self> {
        let row = Self::at_the_end(&case.line, &case.best)?;
        Some(Self {
            address: case.address.clone(),
            class: case.class.clone(),
            mates_within: (case.claim == SearchClaim::Mate).then_some(case.within),
            why: case.why.clone(),
            source: case.source.clone(),
            ..row
        })
    }

    /// Returns the position to which a line leads, and the best moves there.
    fn at_the_end(line: &Line, best: &[UciMove]) -> Option<Self> {
        let position = line.position()?;
        let san = |mv: &UciMove| {
            let mv = position.find(*mv).ok()?;
            Some(position.san(mv, EnPassantSuffix::Without).to_string())
        };
        let best: Vec<_> = best.iter().filter_map(san).collect();
        (!best.is_empty()).then(|| Self {
            fen: position.fen(EnPassantMode::Always).to_string(),
            reach: Reach::Reachable.word(),
            best,
            ..Self::default()
        })
    }

    fn epd(&self) -> String {
        let fields: Vec<&str> = self.fen.split(' ').collect();
        let (board, clocks) = fields.split_at(fields.len().min(4));
        let mut operations = Vec::new();
        if !self.best.is_empty() {
            operations.push(format!("bm {}", self.best.join(" ")));
        }
        operations.extend(self.mates_within.map(|moves| format!("dm {moves}")));
        let counts = (1..).zip(&self.perft);
        operations.extend(counts.map(|(depth, count): (u32, _)| format!("D{depth} {count}")));
        let clocks = ["hmvc", "fmvn"].into_iter().zip(clocks);
        operations.extend(clocks.map(|(opcode, clock)| format!("{opcode} {clock}")));
        // Strings of EPD have no way to write their own quotation mark.
        operations.push(format!("id \"{}\"", self.address));
        operations.push(format!("c0 \"{}\"", self.why.replace('"', "'")));
        format!("{} {};", board.join(" "), operations.join("; "))
    }
}
