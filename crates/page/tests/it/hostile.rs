//! No request makes the page panic, and every reply is an answer or a list of errors.

use passant_page::Page;
use passant_rules::Position;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{form, game};

const QUESTIONS: [&str; 12] = [
    "read",
    "game",
    "move",
    "setup",
    "examples",
    "lessons",
    "try",
    "block",
    "judge",
    "divide_start",
    "divide_next",
    "printed_divide",
];

const FIELDS: [&str; 17] = [
    "fen", "moves", "text", "ply", "pieces", "side", "castling", "target", "halfmove", "fullmove",
    "lesson", "move", "protocol", "perft", "uci", "depth", "cases",
];

/// The reply to any bytes.
fn check(page: &mut Page, request: &str) {
    let reply = page.call(request);
    let reply: Value = serde_json::from_str(&reply).expect("a reply is JSON");
    let reply = reply.as_object().expect("a reply is an object");
    assert_eq!(reply.len(), 1);
    match reply.get("error") {
        Some(errors) => assert!(!errors.as_array().expect("errors are a list").is_empty()),
        None => assert!(reply.contains_key("ok")),
    }
}

/// Texts of which some mean something.
fn text() -> impl Strategy<Value = String> {
    let words = prop_oneof![
        Just("startpos".to_owned()),
        Just("position fen".to_owned()),
        Just("moves".to_owned()),
        Just("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1".to_owned()),
        Just("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]".to_owned()),
        Just("e2e4 e7e5".to_owned()),
        Just("1. e4 {x} (1. d4) $3 *".to_owned()),
        Just("e.p.".to_owned()),
        "[a-h][1-8][a-h][1-8][qnx]?",
        "[pnbrqkPNBRQK1-9/]{1,40} [wbx] [KQkqA-Ha-h-]{1,4} [a-h-][1-8]? [0-9]{0,6} [0-9]{0,6}",
        "[\\[\\](){};%$.!?]{1,6}",
        any::<String>(),
    ];
    vec(words, 0..5).prop_map(|words| words.join(" "))
}

fn field_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => text().prop_map(Value::from),
        2 => any::<u32>().prop_map(|number| (number % 3).into()),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => Just(json!([])),
        1 => Just(json!({"e1": "K", "e8": "k", "d5": "P"})),
        1 => vec(("[a-h][1-9]", "[KQRBNPkqrbnpx]{1,2}"), 0..40).prop_map(|pieces| {
            pieces.into_iter().map(|(square, piece)| (square, Value::from(piece))).collect()
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_the_page_panic(bytes in vec(any::<u8>(), 0..200)) {
        check(&mut Page::default(), &String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_fields_make_the_page_panic(
        ask in 0..QUESTIONS.len(),
        fields in vec((0..FIELDS.len(), field_value()), 0..8),
    ) {
        let mut request = json!({"ask": QUESTIONS[ask]});
        for (field, value) in fields {
            request[FIELDS[field]] = value;
        }
        check(&mut Page::default(), &form(&request));
    }

    /// Returns what cannot be played is an error at its place; what can be played is shown.
    #[test]
    fn any_text_is_read_or_refused_at_its_place(text in text()) {
        let request = json!({"ask": "read", "text": text});
        let reply: Value = serde_json::from_str(&Page::default().call(&form(&request))).unwrap();
        if let Some(read) = reply.get("ok") {
            let (fen, moves) = (read["fen"].as_str().unwrap(), read["moves"].as_str().unwrap());
            prop_assert_eq!(&game(fen, moves)["start_fen"], fen);
        } else {
            let units = text.encode_utf16().count() as u64;
            for error in reply["error"].as_array().unwrap() {
                if let Some(span) = error["span"].as_array() {
                    let [start, end] = [0, 1].map(|end| span[end].as_u64().unwrap());
                    prop_assert!(start <= end && end <= units);
                }
            }
        }
    }
}

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Random pieces on random squares with random fields, and positions of random games.
#[test]
fn ten_thousand_random_fens_are_shown_or_refused() {
    let mut numbers = Numbers(1);
    let mut page = Page::default();
    let mut position = Position::initial();
    let mut shown = 0;
    for number in 0..10_000 {
        let fen = if number % 2 == 0 {
            random_fen(&mut numbers)
        } else {
            let moves = position.legal_moves();
            if moves.is_empty() || number % 200 == 1 {
                position = Position::initial();
            } else {
                let _ = position.make(moves[numbers.below(moves.len())]);
            }
            position
                .fen(passant_rules::EnPassantMode::Always)
                .to_string()
        };
        let request = form(&json!({"ask": "game", "fen": fen, "moves": ""}));
        let reply: Value = serde_json::from_str(&page.call(&request)).expect("a reply is JSON");
        if reply.get("ok").is_some() {
            shown += 1;
        } else {
            assert!(number % 2 == 0, "{fen}: {reply}");
            assert!(reply["error"][0]["message"].is_string(), "{fen}: {reply}");
        }
    }
    assert!((5_000..10_000).contains(&shown), "{shown}");
}

fn random_fen(numbers: &mut Numbers) -> String {
    let mut fen = String::new();
    for rank in 0..8 {
        if rank != 0 {
            fen.push('/');
        }
        for _ in 0..8 {
            let letters = "1111111111111111pPnbrqkNBRQK".as_bytes();
            let letter = char::from(letters[numbers.below(letters.len())]);
            // Two digits side by side are a fault of their own.
            let is_digit = letter == '1' && fen.ends_with(|c: char| c.is_ascii_digit());
            match fen.pop() {
                Some(digit) if is_digit => fen.push(char::from(digit as u8 + 1)),
                Some(before) => fen.extend([before, letter]),
                None => fen.push(letter),
            }
        }
    }
    let side = ["w", "b"][numbers.below(2)];
    let castling = ["-", "KQkq", "Kq", "HA"][numbers.below(4)];
    let target = ["-", "e3", "d6", "a6", "h3", "e4"][numbers.below(6)];
    format!(
        "{fen} {side} {castling} {target} {} {}",
        numbers.below(200),
        numbers.below(300)
    )
}
