//! Twins: the same case with the colors swapped, or with the files mirrored.
//!
//! ```text
//! 6 . . . . * . . .        6 . . . . . . . .        6 . . . * . . . .
//! 5 r . . P p . . K        5 . . . . . . . .        5 K . . p P . . r
//! 4 . . . . . . . .        4 R . . p P . . k        4 . . . . . . . .
//! 3 . . . . . . . .        3 . . . . * . . .        3 . . . . . . . .
//!   a b c d e f g h          a b c d e f g h          a b c d e f g h
//!        a case                  flipped                  mirrored
//! ```
//!
//! The rules of chess are the same for both colors, and for both sides of the board while neither side may castle: a twin
//! has the same counts as its case. A table or shift that is wrong for one side only makes the counts of twins differ.

use passant_rules::{Move, Setup, Square};

use crate::carry::{flip_setup, mirror_setup, twins};
use crate::{Case, FenCase, PlayCase, SearchCase, StateCase, Suite};

impl Case {
    /// The twin with the colors swapped and the board upside down. Its address ends with `~flipped`, and it has no
    /// [`proof`](Case::proof), because no game begins with a move by Black.
    ///
    /// # Panics
    ///
    /// Never: the rules are the same for both colors.
    #[must_use]
    pub fn flip(&self) -> Self {
        self.twin("flipped", flip_setup(&self.setup), Square::flip)
            .expect("the rules are the same for both colors")
    }

    /// The twin with the files from h to a. Its address ends with `~mirrored`, and it has no [`proof`](Case::proof).
    ///
    /// `None` while either side may castle, because the two sides of castling differ.
    #[must_use]
    pub fn mirror(&self) -> Option<Self> {
        let is_symmetric = self.setup.castling.is_empty();
        is_symmetric
            .then(|| self.twin("mirrored", mirror_setup(&self.setup), Square::mirror))
            .flatten()
    }

    /// Returns all twins: flipped, mirrored, and both, as far as they exist.
    ///
    /// ```
    /// # use passant_suite::Suites;
    /// let suites = Suites::builtin()?;
    /// let case = &suites.select(["perft/standard/position-3"]).unwrap().cases[0];
    /// let twins: Vec<_> = case.twins().map(|twin| twin.fen).collect();
    /// assert_eq!(twins, [
    ///     "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1",
    ///     "8/5p2/4p3/r5PK/k1p3R1/8/1P1P4/8 w - - 0 1",
    ///     "8/1p1p4/8/K1P3r1/R5pk/4P3/5P2/8 b - - 0 1",
    /// ]);
    /// # Ok::<(), passant_suite::Diagnostics>(())
    /// ```
    pub fn twins(&self) -> impl Iterator<Item = Self> {
        twins(self, |it| Some(it.flip()), Self::mirror)
    }

    /// The case with its position and moves transformed.
    fn twin(&self, name: &str, setup: Setup, carry: fn(Square) -> Square) -> Option<Self> {
        let (position, _) = setup.repair().ok()?;
        let carry = |mv: &Move| Move::new(carry(mv.from()), carry(mv.to()), mv.kind());
        Some(Self {
            address: format!("{}~{name}", self.address),
            fen: setup.fen().to_string(),
            legal: self.legal.iter().map(carry).collect(),
            illegal: self.illegal.iter().map(carry).collect(),
            last: self.last.as_ref().map(carry),
            proof: Vec::new(),
            setup,
            position,
            ..self.clone()
        })
    }
}

/// A case of any kind.
pub(crate) trait Addressed: Clone {
    /// Returns folder, file and name.
    fn address(&self) -> &str;

    /// Returns all twins; none for a case without.
    fn every_twin(&self) -> Vec<Self>;
}

macro_rules! addressed {
    ($case:ty, $twins:expr) => {
        impl Addressed for $case {
            fn address(&self) -> &str {
                &self.address
            }

            fn every_twin(&self) -> Vec<Self> {
                $twins(self)
            }
        }
    };
}

addressed!(Case, |case: &Self| case.twins().collect());
addressed!(StateCase, |case: &Self| case.twins().collect());
addressed!(PlayCase, |case: &Self| case.twins().collect());
addressed!(SearchCase, |case: &Self| case.twins().collect());
addressed!(FenCase, |_: &Self| Vec::new());

/// The addresses of cases.
pub(crate) fn addresses<T: Addressed>(cases: &[T]) -> impl Iterator<Item = &str> {
    cases.iter().map(Addressed::address)
}

/// The names of suites, and then the addresses of their cases.
pub(crate) fn names<T: Addressed>(suites: &[Suite<T>]) -> impl Iterator<Item = &str> {
    let cases = suites.iter().flat_map(|suite| addresses(&suite.cases));
    suites.iter().map(|suite| suite.name.as_str()).chain(cases)
}
