//! Positions in the lanes of a register: the operations that the set-wise code needs from an instruction set.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::planes::{NOT_A, NOT_H};

/// The eight directions of a queen. A direction and its opposite differ in the lowest bit.
///
/// ```text
///   NW N NE
///   W  .  E     E and W lie on axis 0, N and S on 1, NE and SW on 2, NW and SE on 3
///   SW S SE
/// ```
pub(super) const EAST: usize = 0;
pub(super) const WEST: usize = 1;
pub(super) const NORTH: usize = 2;
pub(super) const SOUTH: usize = 3;
pub(super) const NORTH_EAST: usize = 4;
pub(super) const SOUTH_WEST: usize = 5;
pub(super) const NORTH_WEST: usize = 6;
pub(super) const SOUTH_EAST: usize = 7;

/// The number of lanes of the widest kernel, which reads and writes that many positions at once, used or not.
pub(super) const MOST_LANES: usize = 8;

/// The most squares that a piece reaches, rounded up: 27 for a queen.
pub(super) const MOST_SQUARES: usize = 32;

/// The squares reached in each of the eight directions.
pub(super) type Rays<L> = [L; 8];

/// The squares reached along each of the four axes, in both directions.
pub(super) type Lines<L> = [L; 4];

/// Sets of squares, one in each lane.
///
/// An implementation may use instructions that not every machine has. Its values are only made inside functions that
/// enable these instructions, and these functions are only called on machines that have them.
pub(super) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The number of lanes; at most [`MOST_LANES`].
    const NUMBER: usize;

    /// True if rare steps are outlined (see [`apart`]).
    const CALLS: bool = false;

    /// True if mode reuse counts the replies to captures without making them, too. With a register for each word that
    /// takes longer than to make them.
    const KNOWS_CAPTURES: bool = true;

    /// True if there is [`Lanes::negate_highest`].
    const FINDS_HIGHEST: bool = false;

    /// The occupied squares, prepared for [`Lanes::rays`] of any sliders.
    type Propagators: Copy;

    /// The same set in each lane.
    fn splat(set: u64) -> Self;

    /// Reads lanes from `at` on.
    ///
    /// # Panics
    ///
    /// Panics if the slice ends before the last lane.
    fn load(from: &[u64], at: usize) -> Self;

    /// Writes the lanes from `at` on.
    ///
    /// # Panics
    ///
    /// Panics if the slice ends before the last lane.
    fn store(self, to: &mut [u64], at: usize);

    /// Takes the lowest squares off a set, at most one for each lane, and puts each into a lane of its own. If there are
    /// fewer squares than lanes, the last lanes hold any set.
    #[inline(always)]
    fn take_squares(set: &mut u64) -> Self {
        let mut squares = [0; MOST_LANES];
        for square in &mut squares[..Self::NUMBER] {
            *square = *set & set.wrapping_neg();
            *set &= set.wrapping_sub(1);
        }
        Self::load(&squares, 0)
    }

    /// Writes the numbers of the squares of a set, lowest first, from `at` on. What stands after them up to
    /// [`MOST_SQUARES`] may be overwritten.
    ///
    /// # Panics
    ///
    /// Panics if the list ends before that.
    #[inline(always)]
    fn list_squares(set: u64, list: &mut [u8], at: usize) {
        let list = &mut list[at..at + MOST_SQUARES];
        let mut left = set;
        for number in list {
            if left == 0 {
                return;
            }
            *number = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
        }
    }

    /// Sets of one square each, whose numbers stand in a list from `at` on. Numbers are below 64.
    ///
    /// # Panics
    ///
    /// Panics if the list has fewer than [`MOST_LANES`] numbers from `at` on.
    #[inline(always)]
    fn load_squares(list: &[u8], at: usize) -> Self {
        let mut squares = [0; MOST_LANES];
        for (square, number) in squares.iter_mut().zip(&list[at..at + MOST_LANES]) {
            *square = 1 << (number & 63);
        }
        Self::load(&squares, 0)
    }

    /// The lanes as numbers. The unused lanes of a narrow register are zero.
    fn to_array(self) -> [u64; 8];

    /// Moves each set some squares toward h8.
    fn up<const BY: u32>(self) -> Self;

    /// Moves each set some squares toward a1.
    fn down<const BY: u32>(self) -> Self;

    /// Turns the board over: rank 1 becomes rank 8.
    fn turn_over(self) -> Self;

    /// Adds numbers, lane by lane.
    fn plus(self, other: Self) -> Self;

    /// Returns all squares from the highest square of each set to h8, which is the negative of that square as a number.
    /// The sets have a square. `None` without [`Lanes::FINDS_HIGHEST`].
    #[inline(always)]
    fn negate_highest(self) -> Option<Self> {
        None
    }

    /// The number of squares in each set.
    fn size(self) -> Self;

    /// Returns one bit for each lane, set if the lane contains any square.
    fn occupied_lanes(self) -> u32;

    /// Keeps the lanes whose bits are set in `which`, and empties the others.
    fn only(self, which: u32) -> Self;

    /// Prepares the occupied squares for [`Lanes::rays`].
    fn propagators(occupied: Self) -> Self::Propagators;

    /// The squares that sliders reach in each direction, the first piece included. Each axis has sliders of its own; they
    /// are among the occupied squares.
    ///
    /// In one direction no square is reached twice, because the nearer slider hides the farther one. So the sizes of
    /// the eight rays add up to the number of moves.
    fn rays(propagators: &Self::Propagators, sliders: [Self; 4]) -> Rays<Self>;

    /// The squares that sliders reach along each axis: [`Lanes::rays`], both directions together.
    #[inline(always)]
    fn lines(propagators: &Self::Propagators, sliders: [Self; 4]) -> Lines<Self> {
        along_axes(&Self::rays(propagators, sliders))
    }

    /// The squares on the four lines through a king on an empty board, the king's own included; each lane has at most one
    /// king.
    #[inline(always)]
    fn king_lines(kings: Self) -> Lines<Self> {
        [
            line_east_west(kings),
            line_north_south(kings),
            line_rising(kings),
            line_falling(kings),
        ]
    }

    /// The squares around a king; each lane has at most one king.
    #[inline(always)]
    fn king_ring(kings: Self) -> Self {
        let beside = kings.step(EAST) | kings.step(WEST);
        let row = beside | kings;
        beside | row.up::<8>() | row.down::<8>()
    }

    /// The squares to which knights jump.
    #[inline(always)]
    fn knight_attacks(knights: Self) -> Self {
        let (west, east) = (knights.step(WEST), knights.step(EAST));
        let near = west | east;
        let far = west.step(WEST) | east.step(EAST);
        near.up::<16>() | near.down::<16>() | far.up::<8>() | far.down::<8>()
    }

    /// The squares to which knights jump, one set for each of the eight jumps, because two knights may jump to the same
    /// square.
    #[inline(always)]
    fn knight_targets(knights: Self) -> [Self; 8] {
        let (west, east) = (knights.step(WEST), knights.step(EAST));
        let (west2, east2) = (west.step(WEST), east.step(EAST));
        [
            west.up::<16>(),
            west.down::<16>(),
            east.up::<16>(),
            east.down::<16>(),
            west2.up::<8>(),
            west2.down::<8>(),
            east2.up::<8>(),
            east2.down::<8>(),
        ]
    }

    /// The squares to which a knight jumps; each lane has at most one knight.
    #[inline(always)]
    fn knight_jumps(knights: Self) -> Self {
        Self::knight_attacks(knights)
    }

    /// The number of jumps of knights to some squares.
    #[inline(always)]
    fn knight_moves(knights: Self, targets: Self) -> Self {
        count_jumps(knights, targets)
    }

    /// Moves each set one square in a direction. Squares beyond the edge are dropped.
    #[inline(always)]
    fn step(self, direction: usize) -> Self {
        shift(self, direction)
    }

    /// Adds three one-bit numbers on each square. Returns the low bits and the high bits of the sums.
    #[inline(always)]
    fn full_adder(a: Self, b: Self, c: Self) -> [Self; 2] {
        let either = a ^ b;
        [either ^ c, (a & b) | (either & c)]
    }

    /// Adds two one-bit numbers on each square.
    #[inline(always)]
    fn half_adder(a: Self, b: Self) -> [Self; 2] {
        [a ^ b, a & b]
    }

    /// Tells whether any lane contains any square.
    #[inline(always)]
    fn is_any(self) -> bool {
        self.occupied_lanes() != 0
    }

    /// The sum over the lanes.
    #[inline(always)]
    fn total(self) -> u64 {
        self.to_array().iter().sum()
    }
}

/// Moves each set one square in a direction, with a shift and a mask.
#[inline(always)]
pub(super) fn shift<L: Lanes>(set: L, direction: usize) -> L {
    let (not_a, not_h) = (L::splat(NOT_A), L::splat(NOT_H));
    match direction {
        EAST => set.up::<1>() & not_a,
        WEST => set.down::<1>() & not_h,
        NORTH => set.up::<8>(),
        SOUTH => set.down::<8>(),
        NORTH_EAST => set.up::<9>() & not_a,
        SOUTH_WEST => set.down::<9>() & not_h,
        NORTH_WEST => set.up::<7>() & not_h,
        _ => set.down::<7>() & not_a,
    }
}

/// The number of jumps of any number of knights to some squares, one jump of the eight after the other.
#[inline(always)]
pub(super) fn count_jumps<L: Lanes>(knights: L, targets: L) -> L {
    let mut moves = L::splat(0);
    for squares in L::knight_targets(knights) {
        moves = moves.plus((squares & targets).size());
    }
    moves
}

/// The squares along each axis, from the squares in each direction.
#[inline(always)]
pub(super) fn along_axes<L: Lanes>(rays: &Rays<L>) -> Lines<L> {
    [
        rays[0] | rays[1],
        rays[2] | rays[3],
        rays[4] | rays[5],
        rays[6] | rays[7],
    ]
}

/// The squares reached in any of the eight directions.
#[inline(always)]
pub(super) fn union_of_directions<L: Lanes>(sets: &[L; 8]) -> L {
    (sets[0] | sets[1] | sets[2] | sets[3]) | (sets[4] | sets[5] | sets[6] | sets[7])
}

/// Defines a function that fills one axis of an empty board, in both directions.
///
/// Steps of one, two and four squares fill seven squares to each side.
macro_rules! whole_line {
    ($name:ident, $by:literal, $up_edges:expr, $down_edges:expr) => {
        #[inline(always)]
        pub(super) fn $name<L: Lanes>(squares: L) -> L {
            let (up, down): ([u64; 3], [u64; 3]) = ($up_edges, $down_edges);
            let line = squares
                | (squares.up::<$by>() & L::splat(up[0]))
                | (squares.down::<$by>() & L::splat(down[0]));
            let line = line
                | (line.up::<{ 2 * $by }>() & L::splat(up[1]))
                | (line.down::<{ 2 * $by }>() & L::splat(down[1]));
            line | (line.up::<{ 4 * $by }>() & L::splat(up[2]))
                | (line.down::<{ 4 * $by }>() & L::splat(down[2]))
        }
    };
}

/// The squares that one, two and four steps to the east can reach.
const EASTERN: [u64; 3] = [NOT_A, 0xFCFC_FCFC_FCFC_FCFC, 0xF0F0_F0F0_F0F0_F0F0];
/// The squares that one, two and four steps to the west can reach.
const WESTERN: [u64; 3] = [NOT_H, 0x3F3F_3F3F_3F3F_3F3F, 0x0F0F_0F0F_0F0F_0F0F];
/// Steps along files wrap around no edge.
const ALL: [u64; 3] = [u64::MAX; 3];

whole_line!(line_east_west, 1, EASTERN, WESTERN);
whole_line!(line_north_south, 8, ALL, ALL);
whole_line!(line_rising, 9, EASTERN, WESTERN);
whole_line!(line_falling, 7, WESTERN, EASTERN);

/// The empty squares that a fill may cross, for steps of one, two and four squares in one direction.
///
/// [Kogge–Stone](https://www.chessprogramming.org/Kogge-Stone_Algorithm): three steps fill seven squares, which is the
/// whole width of the board.
///
/// ```text
///   R . . . . . . .     the rook, and the empty squares to its east
///   R x . . . . . .     one step
///   R x x x . . . .     two more
///   R x x x x x x x     four more; a last step adds the first piece
/// ```
#[derive(Clone, Copy)]
pub(super) struct Propagator<L> {
    one: L,
    two: L,
    four: L,
}

/// Defines the function that builds a [`Propagator`] in one direction, and the function that fills with it.
macro_rules! propagator {
    ($build:ident, $fill:ident, $shift:ident, $by:literal, $edge:expr) => {
        #[inline(always)]
        pub(super) fn $build<L: Lanes>(empty: L) -> Propagator<L> {
            let one = match $edge {
                Some(edge) => empty & L::splat(edge),
                None => empty,
            };
            let two = one & one.$shift::<$by>();
            let four = two & two.$shift::<{ 2 * $by }>();
            Propagator { one, two, four }
        }

        #[inline(always)]
        pub(super) fn $fill<L: Lanes>(propagator: &Propagator<L>, sliders: L) -> L {
            let filled = sliders | (propagator.one & sliders.$shift::<$by>());
            let filled = filled | (propagator.two & filled.$shift::<{ 2 * $by }>());
            let filled = filled | (propagator.four & filled.$shift::<{ 4 * $by }>());
            let reached = filled.$shift::<$by>();
            match $edge {
                Some(edge) => reached & L::splat(edge),
                None => reached,
            }
        }
    };
}

/// Steps along files wrap around no edge.
const NO_EDGE: Option<u64> = None;

propagator!(propagator_east, fill_east, up, 1, Some(NOT_A));
propagator!(propagator_west, fill_west, down, 1, Some(NOT_H));
propagator!(propagator_north, fill_north, up, 8, NO_EDGE);
propagator!(propagator_south, fill_south, down, 8, NO_EDGE);
propagator!(propagator_north_east, fill_north_east, up, 9, Some(NOT_A));
propagator!(propagator_south_west, fill_south_west, down, 9, Some(NOT_H));
propagator!(propagator_north_west, fill_north_west, up, 7, Some(NOT_H));
propagator!(propagator_south_east, fill_south_east, down, 7, Some(NOT_A));

/// Takes a rare step. With [`Lanes::CALLS`] the step is outlined: a function of its own, which leaves the few registers to the
/// frequent steps. Vectors need it inlined, because a function could not use their instructions.
macro_rules! apart {
    ($lanes:ident, $step:expr) => {
        if $lanes::CALLS {
            crate::lanes::call(|| $step)
        } else {
            $step
        }
    };
}
pub(super) use apart;

/// Calls a step that is not inlined.
#[inline(never)]
pub(super) fn call<T>(step: impl FnOnce() -> T) -> T {
    step()
}

/// Returns, for each square, the number of the eight sets that contain it, as four bits.
///
/// Counting the squares of eight sets takes eight population counts; counting those of four bits takes four, after
/// [carry-save adders](https://www.chessprogramming.org/Population_Count#CSA).
#[inline(always)]
pub(super) fn count_per_square<L: Lanes>(sets: [L; 8]) -> [L; 4] {
    let [first, twos_1] = L::full_adder(sets[0], sets[1], sets[2]);
    let [second, twos_2] = L::full_adder(sets[3], sets[4], sets[5]);
    let [third, twos_3] = L::full_adder(first, second, sets[6]);
    let [ones, twos_4] = L::half_adder(third, sets[7]);
    let [fourth, fours_1] = L::full_adder(twos_1, twos_2, twos_3);
    let [twos, fours_2] = L::half_adder(fourth, twos_4);
    let [fours, eights] = L::half_adder(fours_1, fours_2);
    [ones, twos, fours, eights]
}

/// The sum of two numbers on each square.
#[inline(always)]
pub(super) fn add_per_square<L: Lanes>(a: [L; 4], b: [L; 4]) -> [L; 5] {
    let [ones, carry] = L::half_adder(a[0], b[0]);
    let [twos, carry] = L::full_adder(a[1], b[1], carry);
    let [fours, carry] = L::full_adder(a[2], b[2], carry);
    let [eights, sixteens] = L::full_adder(a[3], b[3], carry);
    [ones, twos, fours, eights, sixteens]
}

/// The sum of three numbers and of three one-bit numbers on each square.
#[inline(always)]
pub(super) fn add_all_per_square<L: Lanes>(numbers: [[L; 4]; 3], ones: [L; 3]) -> [L; 5] {
    let mut carries = ones;
    let mut sum = [L::splat(0); 5];
    for (bit, sum) in sum[..4].iter_mut().enumerate() {
        let [first, carry_1] = L::full_adder(numbers[0][bit], numbers[1][bit], numbers[2][bit]);
        let [second, carry_2] = L::full_adder(carries[0], carries[1], carries[2]);
        let [both, carry_3] = L::half_adder(first, second);
        *sum = both;
        carries = [carry_1, carry_2, carry_3];
    }
    // A square is reached by 19 moves at most: eight sliders, eight knights, a king and two pawns.
    sum[4] = carries[0] | carries[1] | carries[2];
    sum
}
