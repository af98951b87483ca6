//! The order in which cases are asked: an engine whose time ends has been asked a part of everything.

use std::collections::HashMap;

/// Returns for each address its number among those of the same file, from 0 on.
pub(super) fn numbers_in_files<'a>(addresses: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    addresses
        .map(|address| {
            let file = address.rsplit_once('/').map_or("", |(file, _)| file);
            let count = counts.entry(file).or_default();
            *count += 1;
            *count - 1
        })
        .collect()
}

/// Returns the indices of cases, one of each file after the other.
pub(super) fn one_of_each_file<'a>(addresses: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let numbers = numbers_in_files(addresses);
    let mut order: Vec<_> = (0..numbers.len()).collect();
    order.sort_by_key(|&index| numbers[index]);
    order
}

/// Merges lists of indices that follow each other in the plan: at each point of the result, the same part of each list
/// has been taken. The indices of each list count from its first case.
pub(super) fn interleave(lists: &[Vec<usize>]) -> Vec<usize> {
    let total: usize = lists.iter().map(Vec::len).sum();
    let mut order = Vec::with_capacity(total);
    let mut first = 0;
    for list in lists {
        let places = list.iter().enumerate();
        order.extend(places.map(|(place, index)| (place * total / list.len(), first + index)));
        first += list.len();
    }
    order.sort_unstable();
    order.into_iter().map(|(_, index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::{interleave, one_of_each_file};

    #[test]
    fn files_take_turns() {
        let addresses = ["a/x/1", "a/x/2", "a/x/3", "a/y/1", "a/z/1", "a/z/2"];
        let order = one_of_each_file(addresses.into_iter());
        assert_eq!(order, [0, 3, 4, 1, 5, 2]);
    }

    #[test]
    fn every_part_holds_the_same_part_of_each_list() {
        assert_eq!(
            interleave(&[vec![0, 1], vec![3, 2, 1, 0], vec![]]),
            [0, 5, 4, 1, 3, 2]
        );
        let lists = [(0..40).collect(), (0..60).rev().collect::<Vec<_>>()];
        let order = interleave(&lists);
        for half in order.chunks(50) {
            assert_eq!(half.iter().filter(|&&index| index < 40).count(), 20);
        }
        let mut all = order;
        all.sort_unstable();
        assert_eq!(all, (0..100).collect::<Vec<_>>());
    }
}
