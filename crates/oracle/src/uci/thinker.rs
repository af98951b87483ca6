//! Searches as an engine does within a game, with its manners; and the habits of engines that have nothing to do with chess.

use std::collections::BTreeSet;

use passant_query::{SearchLimit, SearchScore};
use passant_rules::Move;

use crate::{Engine, FoundLine, SearchOutcome, SearchTable};

/// Declares habits once: each with its name on the command line and what it means.
macro_rules! habits {
    ($(#[$doc:meta])+ $type:ident { $($habit:ident $name:literal $about:literal)+ }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $type { $(#[doc = $about] $habit,)+ }

        impl $type {
            /// All of them, each with its name on the command line and what it means.
            pub const ALL: [(Self, &'static str, &'static str); [$($name),+].len()] =
                [$((Self::$habit, $name, $about)),+];

            /// Returns the one with a name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                let found = Self::ALL.iter().find(|(_, known, _)| *known == name);
                found.map(|(habit, ..)| *habit)
            }
        }
    };
}

habits! {
    /// A word that the engine ignores or misreads.
    #[expect(clippy::doc_markdown, reason = "the texts are also printed")]
    Quirk {
        SearchMovesIgnored "searchmoves-ignored" "UCI: searches all moves, whatever `searchmoves` says"
        SearchMovesOnce "searchmoves-once" "UCI: honors `searchmoves` in its first search only"
        SearchMovesAtFirst "searchmoves-at-first" "UCI: honors `searchmoves` in its first 25 searches only"
        SearchMovesDeeper "searchmoves-deeper" "UCI: honors `searchmoves` from depth 2 on"
        MultiPvAbsent "multipv-absent" "UCI: has no option MultiPV"
        MultiPvCapped "multipv-capped" "UCI: lists at most 16 moves, whatever it says about MultiPV"
        FormerPosition "former-position" "answers about the position before the last one"
        NoPing "no-ping" "xboard: does not know `ping`"
        NoSetboard "no-setboard" "xboard: does not know `setboard`"
        NoFeatures "no-features" "xboard: does not know `protover`"
        NewIgnored "new-ignored" "xboard: goes on with the game after `new`"
        UnknownSilent "unknown-silent" "xboard: ignores unknown words without a word"
        IllegalSilent "illegal-silent" "xboard: ignores illegal moves without a word"
        IllegalLate "illegal-late" "xboard: answers illegal moves one command late, after its first 25"
    }
}

habits! {
    /// An odd way to search, which breaks no rule.
    Manner {
        RandomLines "random-lines" "plays legal moves, and prints lines of legal moves, that it draws by lot"
        StaleLineEnds "stale-line-ends" "goes on after a mate or a stalemate with moves of an earlier line"
        ForgetsGame "forgets-game" "searches without the positions before, so that it sees no draw by repetition"
        MoveAfterEnd "move-after-end" "UCI: names its last move again where it has none"
        LateFirstMove "late-first-move" "UCI: is stopped in its first search of more than 20 pieces without a move"
    }
}

/// The fewest pieces of a position whose first search is late.
const CROWDED: usize = 21;

/// The move that is named where there is none, if no other has been named before.
const FIRST_MOVE: &str = "e2e4";

/// The part of an engine that searches. It remembers what it has found until it is told to forget.
pub struct Thinker {
    manners: Vec<Manner>,
    /// Everything that the searches of this game have found.
    table: SearchTable,
    /// Number of searches.
    searches: u64,
    /// The last line that was long enough to leave moves over.
    former: Vec<String>,
    /// The last move that was named.
    named: String,
    /// The crowded positions that were searched.
    seen: BTreeSet<String>,
}

/// The output of a search.
pub struct Thought {
    /// The lines, each with its moves in UCI notation.
    pub lines: Vec<(FoundLine, Vec<String>)>,
    /// The move to play; `None` if there is none.
    pub best: Option<Move>,
    /// The text in place of it, in UCI notation.
    pub named: Option<String>,
}

impl Thinker {
    /// An engine that has searched nothing.
    #[must_use]
    pub fn new(manners: &[Manner]) -> Self {
        Self {
            manners: manners.to_vec(),
            table: SearchTable::default(),
            searches: 0,
            former: Vec::new(),
            named: FIRST_MOVE.to_owned(),
            seen: BTreeSet::new(),
        }
    }

    /// Forgets what the searches of the game have found.
    pub fn forget(&mut self) {
        self.table = SearchTable::default();
    }

    /// Searches a position.
    pub fn search(&mut self, engine: &Engine, limit: SearchLimit, lines: u32) -> Thought {
        let found = if self.has(Manner::RandomLines) {
            self.draw(engine, limit)
        } else if self.has(Manner::ForgetsGame) {
            engine.without_past().search(limit, lines, &mut self.table)
        } else {
            engine.search(limit, lines, &mut self.table)
        };
        let lines = found.lines.into_iter().map(|line| {
            let moves = self.with_stale_end(engine, &line.moves);
            (line, moves)
        });
        Thought {
            lines: lines.collect(),
            best: found.best,
            named: self.name(found.best.map(|mv| engine.uci(mv))),
        }
    }

    /// Tells whether the search is stopped before it has found a move. The next search of the same position is not.
    pub fn is_late(&mut self, engine: &Engine) -> bool {
        let setup = engine.setup();
        self.has(Manner::LateFirstMove)
            && CROWDED <= setup.board.iter().count()
            && self.seen.insert(setup.fen().to_string())
    }

    /// The move to name, or the last one where there is none.
    pub fn name(&mut self, best: Option<String>) -> Option<String> {
        if let Some(best) = &best {
            self.named.clone_from(best);
        }
        let last = self.has(Manner::MoveAfterEnd).then(|| self.named.clone());
        best.or(last)
    }

    fn has(&self, manner: Manner) -> bool {
        self.manners.contains(&manner)
    }

    /// A line of legal moves for each depth, drawn by lot.
    fn draw(&mut self, engine: &Engine, limit: SearchLimit) -> SearchOutcome {
        let SearchLimit::Depth(deepest) = limit else {
            return self.draw(engine, SearchLimit::Depth(1));
        };
        let mut found = SearchOutcome::default();
        for depth in 1..=deepest {
            let moves = self.draw_line(engine, depth);
            found.best = moves.first().copied();
            if moves.is_empty() {
                break;
            }
            found.nodes += u64::from(depth);
            found.lines.push(FoundLine {
                number: 1,
                depth,
                score: SearchScore::Centipawns(0),
                moves,
                nodes: found.nodes,
            });
        }
        found
    }

    fn draw_line(&mut self, engine: &Engine, depth: u32) -> Vec<Move> {
        self.searches += 1;
        let mut engine = engine.without_past();
        let mut line = Vec::new();
        for ply in 0..depth {
            let moves = engine.moves();
            let lot = mix(engine.key() ^ self.searches.wrapping_add(u64::from(ply) << 32));
            let number = lot.checked_rem(moves.len() as u64).unwrap_or_default();
            let Some(&mv) = usize::try_from(number).ok().and_then(|it| moves.get(it)) else {
                break;
            };
            line.push(mv);
            engine.play(mv);
        }
        line
    }

    /// The moves of a line, and those of an earlier line where the game is over and that one was longer.
    fn with_stale_end(&mut self, engine: &Engine, line: &[Move]) -> Vec<String> {
        let mut texts = engine.uci_line(line);
        if !self.has(Manner::StaleLineEnds) {
            return texts;
        }
        let mut end = engine.without_past();
        for &mv in line {
            end.play(mv);
        }
        if end.moves().is_empty() {
            texts.extend(self.former.iter().skip(texts.len()).cloned());
        } else if self.former.len() <= texts.len() {
            self.former.clone_from(&texts);
        }
        texts
    }
}

/// A number whose bits all depend on all bits of another: the finalizer of `SplitMix64`.
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
