use std::collections::BTreeMap;

use passant_test_tools::bit_flips;

use super::{RecordError, begins_with, is_beginning, of_file, of_line, to_line};

type Depths = BTreeMap<String, u32>;

fn depths() -> Depths {
    BTreeMap::from([("kiwipete".to_owned(), 6), ("startpos".to_owned(), 9)])
}

/// The checksum is that of `zlib.crc32` in Python.
#[test]
fn a_record_is_an_object_that_begins_with_its_checksum() {
    let line = to_line(&depths()).unwrap();
    assert_eq!(
        line,
        "{\"crc32\":\"d6ee69ba\",\"kiwipete\":6,\"startpos\":9}\n"
    );
    assert_eq!(of_file::<Depths>(line.as_bytes()).unwrap(), depths());
    assert_eq!(
        of_line::<Depths>(line.trim_end().as_bytes()).unwrap(),
        depths()
    );
    for none in [serde_json::json!({}), serde_json::json!([1]), 5.into()] {
        assert!(to_line(&none).is_err(), "{none}");
    }
}

#[test]
fn no_flipped_bit_is_missed() {
    let line = to_line(&depths()).unwrap();
    for (place, damaged) in bit_flips(line.as_bytes(), 1000) {
        assert!(of_file::<Depths>(&damaged).is_err(), "byte {place}");
    }
    for end in 0..line.len() - 1 {
        assert!(of_file::<Depths>(&line.as_bytes()[..end]).is_err(), "{end}");
    }
    let twice = line.repeat(2);
    let error = of_file::<Depths>(twice.as_bytes());
    assert!(matches!(error, Err(RecordError::Damaged)));
}

#[test]
fn tells_damage_from_other_contents() {
    let other = to_line(&serde_json::json!({"depth": "deep"})).unwrap();
    let error = of_file::<Depths>(other.as_bytes());
    assert!(matches!(error, Err(RecordError::Contents(_))), "{error:?}");
    let error = of_file::<Depths>(b"{\"startpos\":9}\n");
    assert!(matches!(error, Err(RecordError::NoChecksum)), "{error:?}");
}

#[test]
fn a_beginning_is_known_by_its_first_key() {
    let line = to_line(&depths()).unwrap();
    let header = "{\"crc32\":\"damaged!\",\"kiwipete\"".len();
    for end in 0..=line.len() {
        let start = &line.as_bytes()[..end];
        assert!(is_beginning(start, "kiwipete"), "{end}");
        assert_eq!(begins_with(start, "kiwipete"), header <= end, "{end}");
    }
    assert!(begins_with(
        b"{\"crc32\":\"damaged!\",\"kiwipete\":",
        "kiwipete"
    ));
    assert!(!is_beginning(line.as_bytes(), "startpos"));
    for other in ["{\"kiwipete\":6}", "my notes"] {
        assert!(!is_beginning(other.as_bytes(), "kiwipete"), "{other}");
    }
}
