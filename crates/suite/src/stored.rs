//! Cases as lines of text, for programs that must be small and do without a reader of TOML.

use passant_rules::{Move, MoveKind, Position, Setup, UciMove};

use crate::{Case, Reach, Variant};

/// The separator of the parts of a case.
const BETWEEN_PARTS: &str = "\t";

/// The separator of the programs that confirmed a case.
const BETWEEN_PROGRAMS: &str = "; ";

impl Case {
    /// The case as one line.
    ///
    /// ```
    /// use passant_suite::{Case, Suites};
    ///
    /// let suites = Suites::builtin()?;
    /// let case = suites.cases().next().unwrap();
    /// assert_eq!(Case::from_stored(&case.to_stored()).as_ref(), Some(case));
    /// # Ok::<(), passant_suite::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn to_stored(&self) -> String {
        let join_moves = |moves: &[Move]| {
            let texts: Vec<_> = moves.iter().map(|it| it.uci().to_string()).collect();
            texts.join(" ")
        };
        let counts: Vec<_> = self.perft.iter().map(u64::to_string).collect();
        let parts: [&str; 13] = [
            &self.address,
            &self.fen,
            &self.class,
            &join_moves(&self.legal),
            &join_moves(&self.illegal),
            &counts.join(" "),
            &self.why,
            &self.source,
            &self.confirmed.join(BETWEEN_PROGRAMS),
            word(Reach::ALL, self.reach),
            &join_moves(self.last.as_slice()),
            &join_moves(&self.proof),
            word(Variant::ALL, self.variant),
        ];
        parts.join(BETWEEN_PARTS)
    }

    /// Reads what [`Case::to_stored`] writes; `None` if the line is not a case.
    #[must_use]
    pub fn from_stored(line: &str) -> Option<Self> {
        let parts: Vec<_> = line.split(BETWEEN_PARTS).collect();
        let [
            address,
            fen,
            class,
            legal,
            illegal,
            perft,
            why,
            source,
            confirmed,
            reach,
            last,
            proof,
            variant,
        ] = parts[..]
        else {
            return None;
        };
        let setup = Setup::from_fen(fen).ok()?;
        let (position, _) = setup.repair().ok()?;
        let counts = perft.split_whitespace().map(|it| it.parse().ok());
        Some(Self {
            address: address.to_owned(),
            fen: fen.to_owned(),
            class: class.to_owned(),
            legal: moves(legal, MoveKind::EnPassant)?,
            illegal: moves(illegal, MoveKind::EnPassant)?,
            perft: counts.collect::<Option<_>>()?,
            why: why.to_owned(),
            source: source.to_owned(),
            confirmed: confirmed
                .split_terminator(BETWEEN_PROGRAMS)
                .map(str::to_owned)
                .collect(),
            reach: of_word(Reach::ALL, reach)?,
            last: moves(last, MoveKind::DoublePush)?.pop(),
            proof: game(proof)?,
            variant: of_word(Variant::ALL, variant)?,
            setup,
            position,
        })
    }
}

/// Reads moves of one kind in UCI notation.
fn moves(text: &str, kind: MoveKind) -> Option<Vec<Move>> {
    let moves = text.split_whitespace().map(|text| {
        let mv: UciMove = text.parse().ok()?;
        Some(Move::new(mv.from(), mv.to(), kind))
    });
    moves.collect()
}

/// The moves of a game from the initial position.
fn game(text: &str) -> Option<Vec<Move>> {
    let mut position = Position::initial();
    let played = text.split_whitespace().map(|text| {
        let mv = position.parse_uci(text).ok()?;
        let _ = position.make(mv);
        Some(mv)
    });
    played.collect()
}

fn word<T: Copy + PartialEq, const N: usize>(
    all: [(&'static str, T); N],
    value: T,
) -> &'static str {
    let found = all.into_iter().find(|(_, it)| *it == value);
    found.map_or("", |(word, _)| word)
}

fn of_word<T, const N: usize>(all: [(&str, T); N], word: &str) -> Option<T> {
    let found = all.into_iter().find(|(it, _)| *it == word);
    found.map(|(_, value)| value)
}
