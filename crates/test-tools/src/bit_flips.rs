//! Damaged files.

use crate::random::Random;

/// Copies of a file in each of which one bit is flipped, with the index of its byte. Which bits these are looks random,
/// and is the same in every run.
///
/// # Panics
///
/// If the file is empty.
pub fn bit_flips(file: &[u8], number: u64) -> impl Iterator<Item = (usize, Vec<u8>)> + '_ {
    assert!(!file.is_empty(), "an empty file has no bit to flip");
    let mut random = Random::new(0);
    (0..number).map(move |_| {
        let bit = random.below(8 * file.len());
        let mut damaged = file.to_vec();
        damaged[bit / 8] ^= 1 << (bit % 8);
        (bit / 8, damaged)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::bit_flips;

    #[test]
    fn flips_one_bit_at_a_time_all_over_the_file() {
        let file = [0x55; 20];
        let mut places = BTreeSet::new();
        for (place, damaged) in bit_flips(&file, 1000) {
            let flipped = file.iter().zip(&damaged).map(|(a, b)| (a ^ b).count_ones());
            assert_eq!(flipped.sum::<u32>(), 1);
            assert_ne!(damaged[place], file[place]);
            places.insert((place, damaged[place]));
        }
        // Each of the 160 bits is missed with a probability of 0.2 %.
        assert!(150 < places.len(), "{}", places.len());
    }
}
