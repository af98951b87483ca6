//! Tests of tallies.

use passant_count::{Column, Tally};

#[test]
fn every_column_has_a_count_of_its_own() {
    let mut tally = Tally::default();
    for (column, number) in Column::ALL.into_iter().zip(1..) {
        tally.add(column, number);
        assert_eq!(tally[column], number, "{column}");
    }
    let counts: Vec<_> = tally.columns().collect();
    let expected: Vec<_> = Column::ALL.into_iter().zip(1..).collect();
    assert_eq!(counts, expected);
}
