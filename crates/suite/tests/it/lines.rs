//! Lines of a file.

use std::io::BufReader;

use proptest::prelude::*;

use passant_suite::Lines;

/// The lines of bytes that come a few at a time.
fn lines(bytes: &[u8], at_a_time: usize) -> Vec<String> {
    let mut lines = Lines::new(BufReader::with_capacity(at_a_time, bytes), 100);
    let mut read = Vec::new();
    while let Some(line) = lines.next().unwrap() {
        assert_eq!(line.number, read.len() + 1);
        read.push(String::from_utf8(line.bytes).unwrap());
    }
    read
}

#[test]
fn every_line_end_ends_a_line() {
    for at_a_time in 1..10 {
        let read = lines(b"a\n\nb\r\nc\rd\r\r\ne", at_a_time);
        assert_eq!(read, ["a", "", "b", "c", "d", "", "e"]);
    }
}

proptest! {
    #[test]
    fn the_size_of_chunks_does_not_change_the_lines(
        text in "([a-c]{0,6}(\n|\r|\r\n)?){0,8}", at_a_time in 1_usize..9
    ) {
        prop_assert_eq!(lines(text.as_bytes(), at_a_time), lines(text.as_bytes(), 1000));
    }
}
