//! Values as text, in a format that serde writes.

use passant_rules::{EnPassantMode, Position, Setup, Square, UciMove};
use proptest::prelude::*;

use crate::play::{any_position, cases};

fn json<T: serde_core::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn positions_and_their_moves_read_back(position in any_position()) {
        let setup = position.setup(EnPassantMode::Always);
        prop_assert_eq!(json(&position), format!("\"{position}\""));
        prop_assert_eq!(serde_json::from_str::<Setup>(&json(&setup)).unwrap(), setup);
        prop_assert_eq!(serde_json::from_str::<Position>(&json(&position)).unwrap(), position.clone());
        for mv in position.legal_moves() {
            let mv = position.uci_move(mv);
            prop_assert_eq!(serde_json::from_str::<UciMove>(&json(&mv)).unwrap(), mv);
        }
    }
}

#[test]
fn squares_read_back() {
    for square in Square::ALL {
        assert_eq!(
            serde_json::from_str::<Square>(&json(&square)).unwrap(),
            square
        );
    }
}

#[test]
fn an_error_names_what_was_expected() {
    for (text, message) in [
        ("\"e9\"", "not a square; expected a name like e4"),
        (
            "7",
            "invalid type: integer `7`, expected the name of a square, such as e4",
        ),
    ] {
        let error = serde_json::from_str::<Square>(text)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(message), "{error}");
    }
    let error = serde_json::from_str::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"").unwrap_err();
    assert!(
        error.to_string().starts_with("White has no king"),
        "{error}"
    );
}
