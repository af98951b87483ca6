//! The requests `game`, `read` and `move`.

use passant_report::{Explanation, FenReading, GameRecord};
use passant_suite::Suites;
use serde_json::{Value, json};

use crate::{errors, game, ok, reply};

const RANK: &str = "7k/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";

#[test]
fn shows_the_right_and_the_line_that_forbids_a_capture() {
    let view = game(RANK, "");
    let right = &view["right"];
    for (key, expected) in [
        ("target", "d6"),
        ("file", "d"),
        ("victim", "d5"),
        ("origin", "d7"),
        ("side", "white"),
        (
            "sentence",
            "White's: a black pawn has just moved from d7 to d5",
        ),
    ] {
        assert_eq!(right[key], expected, "{key}");
    }
    assert_eq!(right["rank"], 6);
    assert_eq!(
        right["captures"],
        json!([{
            "from": "c5", "to": "d6", "uci": "c5d6", "name": "c5xd6", "san": null, "marked": null,
            "legal": false, "reason": "rank",
            "sentence": "c5xd6 is illegal: both pawns leave the fifth rank at once and uncover the rook on h5, which \
                         attacks the king on a5",
            "lines": [{
                "from": "h5", "to": "a5", "squares": ["g5", "f5", "e5", "d5", "c5", "b5"], "leaving": ["d5", "c5"],
            }],
        }])
    );
    assert_eq!(view["no_right"], Value::Null);
    assert_eq!(view["king"], "a5");
    assert_eq!(view["side"], "white");
    assert_eq!(view["pieces"]["h5"], "r");
    assert_eq!(view["fens"]["legal"], "7k/8/8/K1Pp3r/8/8/8/8 w - - 0 1");
    assert_eq!(view["fens"]["pseudo_legal"], RANK);
}

#[test]
fn tells_when_the_right_arises_and_is_used_or_expires() {
    let view = game("startpos", "e4 a6 e5 d5 exd6");
    let plies = view["plies"].as_array().unwrap();
    let log = |number: usize| plies[number]["log"].clone();
    assert_eq!(log(2), json!([]));
    assert_eq!(
        log(3),
        json!(["right for White on d6: e5xd6 is legal: nothing attacks the king on e1 afterwards"])
    );
    assert_eq!(log(4), json!(["en passant: the pawn on d5 is removed"]));
    let last = &plies[4];
    assert_eq!(last["number"], "3.");
    assert_eq!(
        (&last["san"], &last["marked"]),
        (&json!("exd6"), &json!("exd6 e.p."))
    );
    assert_eq!(
        (&last["uci"], &last["captured"]),
        (&json!("e5d6"), &json!("p"))
    );
    assert_eq!(last["en_passant"], true);
    assert_eq!(view["captured"], json!({"white": ["p"], "black": []}));
    assert_eq!(view["right"], Value::Null);
    assert_eq!(
        view["no_right"],
        "the last move, 3. exd6, was not a double push"
    );

    let expired = game("startpos", "e4 a6 e5 d5 a3");
    assert_eq!(
        expired["plies"][4]["log"],
        json!(["right on d6 expires unused"])
    );
}

/// Expected values: `ep_square`, `pseudo_legal_moves` and `legal_moves` of python-chess 1.11.2 after the same plies.
#[test]
fn says_what_the_right_of_each_ply_is_good_for() {
    let rights = |fen: &str, moves: &str| {
        let view = game(fen, moves);
        let plies = view["plies"].as_array().unwrap();
        plies
            .iter()
            .map(|ply| ply["right"].clone())
            .collect::<Value>()
    };
    assert_eq!(
        rights("startpos", "e4 a6 e5 d5 exd6"),
        json!(["unused", null, null, "legal", null])
    );
    let before = "7k/3p4/8/K1P4r/8/8/8/8 b - - 0 1";
    assert_eq!(rights(before, "d5 Kb4"), json!(["illegal", null]));
}

#[test]
fn shows_an_earlier_position_of_a_game() {
    let request = json!({"ask": "game", "fen": "startpos", "moves": "e4 a6 e5 d5 exd6", "ply": 4});
    let view = ok(&request);
    assert_eq!(view["ply"], 4);
    assert_eq!(view["right"]["captures"][0]["marked"], "exd6 e.p.");
    assert_eq!(view["plies"].as_array().unwrap().len(), 5);
    assert_eq!(view["pieces"]["d5"], "p");
    let legal = view["legal"].as_array().unwrap();
    let capture = legal.iter().find(|mv| mv["uci"] == "e5d6").unwrap();
    assert_eq!(
        (&capture["en_passant"], &capture["victim"]),
        (&json!(true), &json!("d5"))
    );
}

#[test]
fn says_why_two_positions_that_look_the_same_are_not() {
    let moves = "e4 e6 e5 d5 Nc3 Nc6 Nb1 Nb8 Nc3 Nc6 Nb1 Nb8";
    let view = game("startpos", moves);
    assert_eq!(view["occurrences"], 2);
    assert_eq!(view["ending"], Value::Null);
    assert_eq!(
        view["almost"],
        "not the same position as after 2... d5: e5xd6 was possible then"
    );
    let view = game("startpos", &(moves.to_owned() + " Nc3 Nc6 Nb1 Nb8"));
    assert_eq!(view["ending_word"], "threefold_repetition");
}

/// The sentences of `passant explain` are those of the library that it prints; another test compares with the command.
#[test]
fn the_entries_of_every_suite_case_are_those_of_the_explanation() {
    let suites = Suites::builtin().unwrap();
    let mut number = 0;
    for case in suites.cases() {
        let view = game(&case.fen, "");
        let reading = FenReading::new(&case.fen).unwrap();
        let record = GameRecord::new(reading.position.clone());
        let explanation = Explanation::new(&reading, &record);
        let entries = explanation.about_the_position().into_iter();
        let expected: Vec<Value> = entries
            .map(|it| json!({"label": it.label, "lines": it.lines, "legal": it.is_legal}))
            .collect();
        assert_eq!(view["entries"], Value::from(expected), "{}", case.address);
        number += 1;
    }
    assert!(300 < number, "{number}");
}

#[test]
fn reads_what_a_person_pastes() {
    let read = |text: &str| ok(&json!({"ask": "read", "text": text}));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for text in [
        "1. e4 {best} e5 *",
        "e2e4 e7e5",
        "position startpos moves e2e4 e7e5",
        "[Event \"?\"]\n\n1. e4 (1. d4) e5 1-0",
    ] {
        assert_eq!(
            read(text),
            json!({"fen": start, "moves": "e2e4 e7e5"}),
            "{text}"
        );
    }
    assert_eq!(read(RANK), json!({"fen": RANK, "moves": ""}));
}

#[test]
fn lists_the_games_of_a_text() {
    let list = |text: &str| reply(&json!({"ask": "games", "text": text}))["ok"].clone();
    let first = "[White \"A\"]\n[Black \"B\"]\n[Event \"?\"]\n\n1. e4 {[Not \"a tag\"]} *";
    let second = "[Event \"Open\"]\n\n1. d4 1-0";
    assert_eq!(
        list(&format!("{first}\n\n{second}\n")),
        json!([{"title": "A – B", "text": first}, {"title": "Open", "text": second}])
    );
    assert_eq!(list("1. e4 e5")[1], Value::Null);
    assert_eq!(list(RANK)[1], Value::Null);
    assert_eq!(list(&"* ".repeat(1000)).as_array().unwrap().len(), 500);
}

#[test]
fn tries_a_move_and_says_why_it_is_none() {
    let ask = |text: &str| json!({"ask": "move", "fen": RANK, "moves": "", "text": text});
    assert_eq!(ok(&ask(" Kb5 ")), json!({"uci": "a5b5"}));
    let castling = json!({"ask": "move", "fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "text": "0-0"});
    assert_eq!(ok(&castling), json!({"uci": "e1g1"}));
    let refused = &errors(&ask("c5d6"))[0];
    assert_eq!(refused["field"], "text");
    assert_eq!(refused["span"], json!([0, 4]));
    let message = refused["message"].as_str().unwrap();
    assert!(message.contains("uncover the rook on h5"), "{message}");
}
