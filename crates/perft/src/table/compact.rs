//! The numbers of a count in few words.
//!
//! Most columns of a small tree are zero, and the others are small. So a count of many columns is stored as a set of those that
//! are not zero, one bit each, and then these numbers, seven bits in a byte, the lowest first
//! ([LEB128](https://en.wikipedia.org/wiki/LEB128)). What does not fit is not stored.

/// The words for a count of many columns. A tally of a tree that is worth storing takes 20 to 50 bytes.
const MOST_WORDS: usize = 8;

/// The bytes of these words.
const BYTES: usize = MOST_WORDS * 8;

/// The bits of a number in a byte, and the bit that says that more follow.
const DIGIT: u32 = 7;
const MORE: u8 = 1 << DIGIT;

/// Returns the number of words that a count of this many columns takes.
pub(super) const fn words(columns: usize) -> usize {
    if columns < MOST_WORDS {
        columns
    } else {
        MOST_WORDS
    }
}

/// The words of a count; `None` if it does not fit.
pub(super) fn pack(columns: &[u64]) -> Option<[u64; MOST_WORDS]> {
    let mut words = [0; MOST_WORDS];
    if columns.len() < MOST_WORDS {
        words[..columns.len()].copy_from_slice(columns);
        return Some(words);
    }
    let mut bytes = [0; BYTES];
    let (set, numbers) = bytes.split_at_mut_checked(columns.len().div_ceil(8))?;
    let mut free = numbers.iter_mut();
    for (index, &column) in columns
        .iter()
        .enumerate()
        .filter(|(_, column)| **column != 0)
    {
        set[index / 8] |= 1 << (index % 8);
        let mut rest = column;
        loop {
            let more = if rest >> DIGIT == 0 { 0 } else { MORE };
            *free.next()? = rest as u8 & !MORE | more;
            rest >>= DIGIT;
            if more == 0 {
                break;
            }
        }
    }
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    Some(words)
}

/// Reads the words of a count, which may be any if another thread has written to some of them.
pub(super) fn unpack(words: &[u64; MOST_WORDS], columns: &mut [u64]) -> Option<()> {
    if columns.len() < MOST_WORDS {
        columns.copy_from_slice(&words[..columns.len()]);
        return Some(());
    }
    let mut bytes = [0; BYTES];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    let (set, numbers) = bytes.split_at_checked(columns.len().div_ceil(8))?;
    let mut numbers = numbers.iter();
    for (index, column) in columns.iter_mut().enumerate() {
        *column = 0;
        if set[index / 8] >> (index % 8) & 1 == 0 {
            continue;
        }
        for shift in (0..u64::BITS).step_by(DIGIT as usize) {
            let byte = *numbers.next()?;
            *column |= u64::from(byte & !MORE) << shift;
            if byte & MORE == 0 {
                break;
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{MOST_WORDS, pack, unpack};
    use passant_count::Column;

    const COLUMNS: usize = Column::COUNT;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Numbers of all sizes, many of them zero.
        #[test]
        fn what_fits_comes_back(columns in proptest::collection::vec((any::<u64>(), 0_u32..70), COLUMNS)) {
            let columns: Vec<u64> = columns.into_iter().map(|(number, bits)| {
                number.checked_shr(bits).unwrap_or(0)
            }).collect();
            let bits = |number: u64| u64::BITS - number.leading_zeros();
            let bytes: u32 = columns.iter().map(|&number| bits(number).div_ceil(7)).sum();
            match pack(&columns) {
                Some(words) => {
                    let mut found = vec![1; COLUMNS];
                    prop_assert_eq!(unpack(&words, &mut found), Some(()));
                    prop_assert_eq!(found, columns);
                }
                None => prop_assert!(60 < bytes, "{} bytes", bytes),
            }
        }

        #[test]
        fn any_words_are_read_or_refused(words in any::<[u64; MOST_WORDS]>()) {
            let mut found = [0; COLUMNS];
            let _ = unpack(&words, &mut found);
        }
    }

    #[test]
    fn one_number_is_one_word() {
        let words = pack(&[u64::MAX]).unwrap();
        let mut found = [0];
        assert_eq!(unpack(&words, &mut found), Some(()));
        assert_eq!((super::words(1), found), (1, [u64::MAX]));
    }
}
