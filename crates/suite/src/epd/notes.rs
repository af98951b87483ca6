//! A position of an EPD file, and the operations of a line.

use std::collections::BTreeMap;

use passant_rules::{MAX_CLOCK, MAX_MOVES, Position, Setup, SetupFaults};

use crate::Diagnostic;
use crate::source::{Source, Text};

/// The longest line that is read, in bytes: ten times the longest known one.
pub const MAX_LINE: usize = 4096;

/// The greatest depth of a count. Nobody counts as deep, and a walk over the tree is as deep as the count.
pub const MAX_DEPTH: u32 = 100;

/// A position of an EPD file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EpdCase {
    /// The number of its line, counted from 1.
    pub line: usize,
    /// The operand of `id`.
    pub name: Option<String>,
    /// The FEN as it is written.
    pub fen: String,
    /// The contents of FEN and clocks, valid or not.
    pub setup: Setup,
    /// The position to play from.
    pub position: Position,
    /// The faults of the FEN that were dropped or accepted for [`position`](EpdCase::position).
    pub repairs: SetupFaults,
    /// The number of leaf nodes at each depth in the line, from 1.
    pub depths: BTreeMap<u32, u64>,
}

/// The hint for an operation that is wrong.
const HELP: &str = "write the depth and the number of leaf nodes, like D1 20 or perft 1 20";

/// The statements of a line's operations about its position.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) name: Option<String>,
    pub(crate) halfmove_clock: Option<u16>,
    pub(crate) fullmove_number: Option<u16>,
    pub(crate) depths: BTreeMap<u32, u64>,
}

/// Tells whether a segment begins with an operation that may stand on a line without a position.
pub(super) fn is_note(segment: &Text<'_>) -> bool {
    matches!(
        Opcode::take(&mut Cursor::new(segment)),
        Opcode::Count | Opcode::Name
    )
}

impl Notes {
    /// Reads the operations of a segment. Counts may follow each other without a `;`.
    pub(super) fn read(
        &mut self,
        source: &Source<'_>,
        segment: &Text<'_>,
    ) -> Result<(), Diagnostic> {
        let mut rest = Cursor::new(segment);
        while !rest.is_at_end() {
            let start = rest.clone();
            match Opcode::take(&mut rest) {
                Opcode::Count => self.count(source, &mut rest)?,
                Opcode::Name => {
                    refuse_fen(source, &rest.0)?;
                    self.name = Some(unquote(rest.take_rest().value).to_owned());
                }
                Opcode::HalfmoveClock => {
                    self.halfmove_clock = Some(clock(source, &rest.take_rest())?);
                }
                Opcode::FullmoveNumber => {
                    self.fullmove_number = Some(clock(source, &rest.take_rest())?);
                }
                Opcode::Other => return refuse_fen(source, &start.0),
                Opcode::Missing => {
                    let word = start.clone().take(|byte| !byte.is_ascii_whitespace());
                    let message = format!("{:?} is not an operation", word.value);
                    return Err(source.error(word.span, message).with_hint(HELP));
                }
            }
        }
        Ok(())
    }

    /// Reads what follows the `D` of `D1 20`.
    fn count(&mut self, source: &Source<'_>, rest: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        rest.skip(b"(");
        let digits = rest.take(|byte| byte.is_ascii_digit());
        let depth = depth(digits.value).map_err(|message| source.error(digits.span, message))?;
        rest.skip(b")");
        rest.skip(b"=:");
        let text = rest.take(|byte| !byte.is_ascii_whitespace());
        let count = count(text.value)
            .map_err(|message| source.error(text.span.clone(), message).with_hint(HELP))?;
        self.add(depth, count)
            .map_err(|message| source.error(text.span, message))
    }

    /// Adds a count, or says why no position can have it together with the others.
    pub(crate) fn add(&mut self, depth: u32, count: u64) -> Result<(), String> {
        match (depth, self.depths.get(&depth)) {
            // At depth 0 a position has one node, itself.
            (0, _) if count == 1 => return Ok(()),
            (0, _) => {
                return Err("at depth 0 there is exactly 1 node, the position itself".to_owned());
            }
            (_, Some(&other)) if other != count => {
                return Err(format!(
                    "depth {depth} already has {other} leaf nodes; name each depth once"
                ));
            }
            _ => {}
        }
        if let Some(why) = self.impossible(depth, count) {
            return Err(why);
        }
        self.depths.insert(depth, count);
        Ok(())
    }

    /// Returns the reason why no position can have this count together with the counts at the depths next to this one;
    /// `None` if one can.
    fn impossible(&self, depth: u32, count: u64) -> Option<String> {
        let above = self.depths.range(..depth).next_back();
        let below = self.depths.range(depth..).next();
        let own = (&depth, &count);
        let pairs = [above.map(|it| (it, own)), below.map(|it| (own, it))];
        let root = above.is_none().then_some(((&0, &1), own));
        pairs
            .into_iter()
            .flatten()
            .chain(root)
            .find_map(|((&depth, &count), (&deeper, &more))| {
                impossible((depth, count), (deeper, more))
            })
    }
}

/// Refuses an operation with the placement of a FEN, unless it is quoted: a line end is missing before it, and whoever
/// ignored the operation would skip a position.
fn refuse_fen(source: &Source<'_>, operation: &Text<'_>) -> Result<(), Diagnostic> {
    let is_quoted = |word: &Text<'_>| {
        let before = word.span.start - operation.span.start;
        let quotes = operation.value.bytes().take(before);
        quotes.filter(|byte| *byte == b'"').count() % 2 == 1
    };
    let mut words = operation.words();
    match words.find(|word| is_placement(word.value) && !is_quoted(word)) {
        None => Ok(()),
        Some(word) => {
            let error = source.error(word.span, "an operation cannot hold a FEN");
            Err(error.with_hint("begin a new line before it, or put it into quotation marks"))
        }
    }
}

/// Tells whether a word has eight ranks of letters and digits, as the first field of a FEN.
fn is_placement(word: &str) -> bool {
    let is_rank = |rank: &str| {
        let mut letters = rank.bytes();
        (1..=8).contains(&rank.len())
            && letters
                .all(|letter| matches!(letter, b'1'..=b'8') || b"PNBRQKpnbrqk".contains(&letter))
    };
    word.split('/').count() == 8 && word.split('/').all(is_rank)
}

/// The kind of an operation.
enum Opcode {
    /// A count of leaf nodes.
    Count,
    /// The name of the position.
    Name,
    HalfmoveClock,
    FullmoveNumber,
    /// An operation that is ignored.
    Other,
    /// None, because an operation begins with a letter.
    Missing,
}

impl Opcode {
    /// Takes the letters of an opcode. The depth may follow a `D` directly.
    fn take(rest: &mut Cursor<'_>) -> Self {
        let letters = rest.take(|byte| byte.is_ascii_alphabetic());
        match letters.value.to_ascii_lowercase().as_str() {
            "d" | "depth" | "perft" => Self::Count,
            "id" => Self::Name,
            "hmvc" => Self::HalfmoveClock,
            "fmvn" => Self::FullmoveNumber,
            "" => Self::Missing,
            _ => Self::Other,
        }
    }
}

/// Reads a depth.
pub(crate) fn depth(text: &str) -> Result<u32, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if is_number { text.parse().ok() } else { None };
    match number {
        None => Err(format!("expected a depth; {HELP}")),
        Some(number) if MAX_DEPTH < number => Err(format!("depths are at most {MAX_DEPTH}")),
        Some(number) => Ok(number),
    }
}

/// A number of leaf nodes, optionally with a separator between groups of three digits.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let wrong = || match text {
        "" => String::from("expected a count"),
        _ => format!("{text:?} is not a count"),
    };
    let separator = text.chars().find(|letter| [',', '_'].contains(letter));
    let groups: Vec<_> = match separator {
        Some(separator) => text.split(separator).collect(),
        None => vec![text],
    };
    let is_grouped = separator.is_none()
        || ((1..=3).contains(&groups[0].len()) && groups[1..].iter().all(|group| group.len() == 3));
    let digits = groups.concat();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_grouped || !is_number {
        return Err(wrong());
    }
    digits.parse().map_err(|_| {
        format!(
            "{text} is more than {}, the largest count that can be read",
            u64::MAX
        )
    })
}

/// A clock of a FEN.
fn clock(source: &Source<'_>, text: &Text<'_>) -> Result<u16, Diagnostic> {
    text.value.parse().map_err(|_| {
        let message = format!("{:?} is not a number of moves", text.value);
        let error = source.error(text.span.clone(), message);
        error.with_hint(format!("write a number from 0 to {MAX_CLOCK}"))
    })
}

/// The text between quotation marks, if there are any.
fn unquote(text: &str) -> &str {
    text.strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .unwrap_or(text)
}

/// The rest of a segment. Spaces are skipped.
#[derive(Clone)]
struct Cursor<'a>(Text<'a>);

impl<'a> Cursor<'a> {
    fn new(segment: &Text<'a>) -> Self {
        Self(segment.trim())
    }

    fn is_at_end(&self) -> bool {
        self.0.value.is_empty()
    }

    /// Takes the leading ASCII bytes that the function accepts, and the spaces after them.
    fn take(&mut self, accepts: impl Fn(u8) -> bool) -> Text<'a> {
        let value = self.0.value;
        let end = value
            .bytes()
            .position(|byte| !accepts(byte))
            .unwrap_or(value.len());
        let taken = self.0.slice(0..end);
        self.0 = self.0.slice(end..value.len()).trim();
        taken
    }

    /// Takes everything.
    fn take_rest(&mut self) -> Text<'a> {
        self.take(|_| true)
    }

    /// Takes one of these bytes, if one of them comes next.
    fn skip(&mut self, any_of: &[u8]) {
        if self
            .0
            .value
            .bytes()
            .next()
            .is_some_and(|byte| any_of.contains(&byte))
        {
            self.0 = self.0.slice(1..self.0.value.len()).trim();
        }
    }
}

/// Returns the reason why no position has the second number of leaf nodes together with the first; `None` if one may.
/// Each is a depth and a number, the second depth is greater than the first.
pub(crate) fn impossible((depth, count): (u32, u64), (deeper, more): (u32, u64)) -> Option<String> {
    let most = match count {
        0 => Some(0),
        _ => (MAX_MOVES as u128)
            .checked_pow(deeper - depth)
            .and_then(|most| most.checked_mul(count.into())),
    };
    // A product that does not fit is more than any count.
    let most = most.filter(|most| *most < more.into())?;
    let given = match depth {
        0 => String::new(),
        _ => format!("with {count} leaf nodes at depth {depth} "),
    };
    Some(format!(
        "{given}there are at most {most} leaf nodes at depth {deeper}, because a position has at most {MAX_MOVES} moves"
    ))
}
