//! Adds one-bit numbers on each square with carry-save adders
//! ([population count](https://www.chessprogramming.org/Population_Count#CSA)).

use super::lanes::Lanes;

/// Returns, for each square, the number of the eight sets that contain it, as four bits.
///
/// Counting the squares of eight sets takes eight population counts; counting those of four bits takes four.
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
