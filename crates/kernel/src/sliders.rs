//! The squares that one rook or bishop attacks, found in two ways.

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

use super::attacks::LINES;

/// Finds the squares that a slider attacks, given the occupied squares. The nearest piece on each line is included.
pub(super) trait Sliders: Copy {
    /// The squares that a rook attacks from a square below 64.
    fn rook(self, from: usize, occupied: u64) -> u64;

    /// The squares that a bishop attacks from a square below 64.
    fn bishop(self, from: usize, occupied: u64) -> u64;
}

/// Finds attacks from the lines alone: no larger tables, no special instructions.
///
/// [Obstruction difference](https://www.chessprogramming.org/Obstruction_Difference): below the slider the highest
/// piece matters, above it the lowest. Subtracting the one from the other sets all bits between them.
///
/// ```text
///   line      1 1 1 1 1 1 1 1        the file of a rook on the fourth square, highest square first
///   pieces    . 1 . 1 R . 1 1
///   below     . . . . . . 1 .        the highest piece below
///   above     . 1 . 1 . . . .        the pieces above
///   above - below, xor above:
///             . . . 1 1 1 1 .        then masked with the line
/// ```
#[derive(Clone, Copy)]
pub(super) struct Lines;

impl Lines {
    #[inline(always)]
    fn along(from: usize, line: usize, occupied: u64) -> u64 {
        let line = LINES[from & 63][line];
        let beyond = u64::MAX << (from & 63);
        let (below, above) = (occupied & line & !beyond, occupied & line & beyond);
        // If there is no piece below, the first square of the board stands in for one; the mask with the line removes
        // it again.
        let highest = (1 << 63) >> (below | 1).leading_zeros();
        (above ^ above.wrapping_sub(highest)) & line
    }
}

impl Sliders for Lines {
    #[inline(always)]
    fn rook(self, from: usize, occupied: u64) -> u64 {
        Self::along(from, 0, occupied) | Self::along(from, 1, occupied)
    }

    #[inline(always)]
    fn bishop(self, from: usize, occupied: u64) -> u64 {
        Self::along(from, 2, occupied) | Self::along(from, 3, occupied)
    }
}

/// Finds attacks in a table for each square, indexed by the pieces on its lines, which `pext` gathers into a number
/// ([PEXT bitboards](https://www.chessprogramming.org/BMI2#PEXTBitboards)).
///
/// A value of this type exists only on processors with BMI2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Pext {
    tables: &'static PextTables,
}

/// 841 kilobytes, filled on first use.
#[cfg(target_arch = "x86_64")]
struct PextTables {
    rooks: [Entry; 64],
    bishops: [Entry; 64],
    attacks: Vec<u64>,
}

/// The squares whose pieces matter, and the start of the square's table.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Default)]
struct Entry {
    relevant: u64,
    start: usize,
}

#[cfg(target_arch = "x86_64")]
impl Pext {
    /// Returns the tables if this machine can use them.
    pub(super) fn new() -> Option<Self> {
        static TABLES: LazyLock<PextTables> = LazyLock::new(PextTables::new);
        std::arch::is_x86_feature_detected!("bmi2").then(|| Self { tables: &TABLES })
    }

    #[inline(always)]
    fn look_up(self, entry: Entry, occupied: u64) -> u64 {
        // SAFETY: `new` is the only way to this value, and it has found BMI2.
        let index = unsafe { core::arch::x86_64::_pext_u64(occupied, entry.relevant) };
        // SAFETY: the table of a square has one entry for each subset of `relevant`, and `pext` numbers those.
        unsafe {
            *self
                .tables
                .attacks
                .get_unchecked(entry.start + index as usize)
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Sliders for Pext {
    #[inline(always)]
    fn rook(self, from: usize, occupied: u64) -> u64 {
        self.look_up(self.tables.rooks[from & 63], occupied)
    }

    #[inline(always)]
    fn bishop(self, from: usize, occupied: u64) -> u64 {
        self.look_up(self.tables.bishops[from & 63], occupied)
    }
}

#[cfg(target_arch = "x86_64")]
impl PextTables {
    /// The number of entries of all tables.
    const ENTRIES: usize = 107_648;

    fn new() -> Self {
        let mut tables = Self {
            rooks: [Entry::default(); 64],
            bishops: [Entry::default(); 64],
            attacks: Vec::with_capacity(Self::ENTRIES),
        };
        for from in 0..64 {
            let [rook, bishop] = relevant(from);
            tables.rooks[from] = tables.add(rook, |occupied| Lines.rook(from, occupied));
            tables.bishops[from] = tables.add(bishop, |occupied| Lines.bishop(from, occupied));
        }
        tables
    }

    /// Appends the table of a square. The subsets come in the order in which `pext` numbers them.
    ///
    /// Every start of a program waits for this.
    #[inline(always)]
    fn add(&mut self, relevant: u64, attacks: impl Fn(u64) -> u64) -> Entry {
        let start = self.attacks.len();
        let mut subset = 0_u64;
        let subsets = (0..1_u32 << relevant.count_ones()).map(|_| {
            let attacked = attacks(subset);
            subset = subset.wrapping_sub(relevant) & relevant;
            attacked
        });
        self.attacks.extend(subsets);
        Entry { relevant, start }
    }
}

/// The squares on which a piece shortens the attacks of a rook and those of a bishop: all on its lines, except the ends of
/// the lines.
#[cfg(target_arch = "x86_64")]
fn relevant(from: usize) -> [u64; 2] {
    const SIDES: u64 = 0x8181_8181_8181_8181;
    const ENDS: u64 = 0xff00_0000_0000_00ff;
    let [rank, file, diagonal, antidiagonal] = LINES[from];
    [
        rank & !SIDES | file & !ENDS,
        (diagonal | antidiagonal) & !SIDES & !ENDS,
    ]
}
