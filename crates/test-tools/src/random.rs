//! Random numbers that are the same in every run, and files damaged by them.

/// Random numbers that are the same in every run: `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below a bound.
    ///
    /// # Panics
    ///
    /// If the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut random = self.0;
        random = (random ^ (random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        random = (random ^ (random >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        random ^= random >> 31;
        (random % bound as u64) as usize
    }
}

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

    use super::{Random, bit_flips};

    /// The first numbers of the seed 1234567 in the reference implementation of Sebastiano Vigna,
    /// <https://prng.di.unimi.it/splitmix64.c>, as Rosetta Code lists them.
    #[test]
    fn gives_the_published_numbers() {
        let published = [
            6_457_827_717_110_365_317_u64,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        let mut random = Random::new(1_234_567);
        for number in published {
            let bound = usize::MAX;
            assert_eq!(random.below(bound) as u64, number % bound as u64);
        }
    }

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
