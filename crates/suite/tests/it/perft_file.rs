//! Files of positions and counts in the forms that people have.
//!
//! The counts are those of the chess programming wiki, "Perft Results": positions 1, 2 and 3.

use passant_suite::Diagnostics;
use passant_suite::perft_file::{self, MAX_JSON_LINE, MAX_NESTING};
use proptest::collection::vec;
use proptest::prelude::{any, prop_oneof, proptest};
use proptest::strategy::{Just, Strategy};

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
const THIRD: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";

/// The form, and for each position its line, its name and its counts.
fn described(text: &str) -> String {
    match perft_file::read("file", text.as_bytes()) {
        Ok((form, cases)) => {
            let cases = cases.iter().map(|case| {
                let name = case.name.as_deref().unwrap_or("-");
                let counts = case
                    .depths
                    .iter()
                    .map(|(depth, nodes)| format!(" {depth}:{nodes}"));
                format!("\n{} {name}{}", case.line, counts.collect::<String>())
            });
            format!("{form}{}", cases.collect::<String>())
        }
        Err(diagnostics) => diagnostics.to_string(),
    }
}

/// Each `{1}`, `{2}` and `{3}` is a position of the wiki, with four fields.
fn check(text: &str, expected: &str) {
    let filled = text
        .replace("{1}", INITIAL)
        .replace("{2}", KIWIPETE)
        .replace("{3}", THIRD);
    assert_eq!(described(&filled), expected, "{filled}");
}

#[test]
fn epd_is_read_as_before() {
    check("{1} 0 1 ;D1 20 ;D2 400\n", "EPD\n1 - 1:20 2:400");
    check("{1} 0 1\n{2} 0 1\n", "EPD\n1 -\n2 -");
    check("{1} bm e4; id \"first\";\n", "EPD\n1 first");
    check("{1} acd 3; acn 8902;\n", "EPD\n1 -");
    check("", "EPD");
}

#[test]
fn a_depth_and_its_nodes_follow_the_fen() {
    let expected = |form| format!("{form}\n1 - 3:8902\n2 - 6:8031647685");
    for separator in [";", ",", "|", " | "] {
        let text = "{1} 0 1;3;8902\n{2} 0 1;6;8031647685\n".replace(';', separator);
        let plain = separator.trim();
        check(
            &text,
            &expected(format!("lines of FEN{plain}depth{plain}nodes")),
        );
    }
    let text = "{1}\t3\t8902\n{2}\t6\t8031647685\n";
    check(
        text,
        &expected("lines of FEN<tab>depth<tab>nodes".to_owned()),
    );
}

#[test]
fn counts_from_depth_1_follow_the_fen() {
    check(
        "{3} 0 1|14|191\n{1} 0 1|20|400\n",
        "lines of FEN|nodes at depth 1|nodes at depth 2\n1 - 1:14 2:191\n2 - 1:20 2:400",
    );
    check(
        "{1},20,400,8902\n{2},48,2039\n{3},14,192\n",
        "lines of FEN,nodes at depth 1,nodes at depth 2\n1 - 1:20 2:400 3:8902\n2 - 1:48 2:2039\n3 - 1:14 2:192",
    );
}

/// Neither 15 nor 21 is the number of moves, and no position has so few nodes so deep.
#[test]
fn numbers_that_make_no_sense_are_refused() {
    check(
        "{3};15;191\n",
        "file:1:38: it is unclear what the numbers after the FEN mean; write a first line that names the columns, like fen;depth;nodes",
    );
    // Depth 14 with 190 nodes, or 14 and a wrong 190.
    let unclear = "it is unclear what the numbers after the FEN mean";
    for text in ["{3}|14|190\n", "{1},5\n", "{1};3;8902\n{1};20;400\n"] {
        let filled = text.replace("{1}", INITIAL).replace("{3}", THIRD);
        assert!(described(&filled).contains(unclear), "{text}");
    }
}

#[test]
fn spaces_separate_depth_and_nodes() {
    let form = "lines of FEN depth nodes";
    check(
        "{2} 3 97862\n{3} 3 2812\n",
        &format!("{form}\n1 - 3:97862\n2 - 3:2812"),
    );
    check("{1} 0 1 3 8902\n", &format!("{form}\n1 - 3:8902"));
    check(
        "{2} 3 97862\n{3} 3 2813\n",
        "file:2:39: these numbers are not the right count, and can be the clocks of the FEN; write ;D3 2813 if they are a depth and its nodes",
    );
    // Clocks of games.
    check("{1} 3 17\n{2} 12 40\n", "EPD\n1 -\n2 -");
    check("{1} 1 20\n{2} 12 40\n", "EPD\n1 -\n2 -");
}

#[test]
fn a_header_names_the_columns() {
    check(
        "fen,depth,nodes\n\"{1} 0 1\",5,\"4,865,609\"\n{3},6,11030083\n",
        "a table with the columns fen, depth, nodes\n2 - 5:4865609\n3 - 6:11030083",
    );
    check(
        "# A comment\nName;FEN;Perft(1);perft 2;D3;Remark\nstart;{1};20;400;;none\nthird;{3};14;191;2812\n",
        "a table with the columns Name, FEN, Perft(1), perft 2, D3, Remark\n3 start 1:20 2:400\n4 third 1:14 2:191 3:2812",
    );
    check(
        "id\tposition\tply\tleaf_nodes\n7\t{2}\t4\t4085603\n",
        "a table with the columns id, position, ply, leaf_nodes\n2 7 4:4085603",
    );
    check(
        "fen,bm\n{1},e2e4\n",
        "a table with the columns fen, bm\n2 -",
    );
    check(
        "fen,nodes\n{1},8902\n",
        "file:2:54: the depth of this count is missing; write it beside the count, under the name depth",
    );
    check(
        "fen,depth,nodes\n{1},3,8902,7\n",
        "file:2:61: this value has no column in the header",
    );
    check(
        "fen,depth,nodes\n{1},2,8902x\nnone,1,20\n",
        "file:2:56: \"8902x\" is not a count\nfile:3:2: 'o' means nothing in the placement field; expected one of PNBRQKpnbrqk, a digit from 1 to 8, or /",
    );
}

#[test]
fn names_have_values() {
    check(
        "name=\"start\" fen=\"{1} 0 1\" depth=3 nodes=8902\nfen=\"{3}\" d1=14, d2=191\n",
        "lines of name=value\n1 start 3:8902\n2 - 1:14 2:191",
    );
    check(
        "fen = {2} 0 1; depth = 2; nodes = 2,039\n",
        "lines of name=value\n1 - 2:2039",
    );
    check(
        "fen=\"{1}\" depth=1 nodes=20\nname=\"none\" depth=1\n",
        "file:2:1: this line has no FEN; write fen=\"...\" in each line",
    );
}

#[test]
fn json_has_fens_and_counts() {
    check(
        "[\n  {\n    \"depth\": 3,\n    \"nodes\": 8902,\n    \"fen\": \"{1} 0 1\"\n  },\n  {\"fen\": \"{3}\", \"depth\": 2, \"nodes\": 191}\n]\n",
        "JSON\n5 - 3:8902\n7 - 2:191",
    );
    check(
        "{\"fen\": \"{1}\", \"name\": \"start\", \"perft\": [1, 20, 400]}\n{\"epd\": \"{3}\", \"depths\": {\"1\": 14, \"d2\": \"191\"}}\n",
        "JSON Lines\n1 start 1:20 2:400\n2 - 1:14 2:191",
    );
    check(
        "{\"positions\": [{\"fen\": \"{2}\", \"results\": [{\"depth\": 1, \"nodes\": 48}, {\"depth\": 2, \"nodes\": 2039}]},\n{\"fen\": \"{1}\", \"counts\": [[1, 20], [3, 8902]], \"divide\": {\"e2e4\": 600}}]}",
        "JSON\n1 - 1:48 2:2039\n2 - 1:20 3:8902",
    );
    check(
        "[{\"fen\": \"{1}\", \"depths\": [1, 2], \"nodes\": [20, 400]}]",
        "JSON\n1 - 1:20 2:400",
    );
    // An escaped slash, as PHP writes it.
    let escaped = INITIAL.replace('/', "\\/");
    check(
        &format!("{{\"fen\": \"{escaped}\", \"nodes\": [20]}}"),
        "JSON Lines\n1 - 1:20",
    );
}

/// Lists of legal moves, and the nodes of a search.
#[test]
fn json_without_counts_has_none() {
    check(
        "{\"testCases\": [{\"start\": {\"fen\": \"{1}\"}, \"expected\": [{\"move\": \"e4\", \"fen\": \"{2}\"}]}]}",
        "JSON Lines\n1 -\n1 -",
    );
    check(
        "{\"fen\": \"{1}\", \"evals\": [{\"depth\": 36, \"knodes\": 206765, \"pvs\": [{\"cp\": 30}]}]}",
        "JSON Lines\n1 -",
    );
    check(
        "{\"fen\": \"{1}\", \"depth\": 20, \"nodes\": 1234567, \"score\": 30}",
        "JSON Lines\n1 -",
    );
}

#[test]
fn errors_in_json_have_their_place() {
    check(
        "[{\"depth\": 1, \"nodes\": 20}]",
        "file:1:24: there is no FEN that this count belongs to; write the FEN beside its counts, under the name fen",
    );
    check(
        "[{\"fen\": \"{1}\", \"depth\": 1, \"nodes\": 20},\n {fen: 1}]",
        "file:2:3: this is not JSON: expected a key in quotation marks",
    );
    check(
        "[{\"fen\": \"{1}\",\n",
        "file: the file ends within an object",
    );
    check(
        "{\"fen\": \"{1}\", \"nodes\": 20 400}\n{\"fen\": \"{3}\", \"nodes\": [14], \"d1\": 15}\n",
        "file:1:77: this is not JSON: expected a comma or }\nfile:2:60: depth 1 already has 15 leaf nodes; name each depth once",
    );
    check(
        "{\"fen\": \"{1}\", \"depth\": 1, \"nodes\": 5000}",
        "file:1:86: there are at most 218 leaf nodes at depth 1, because a position has at most 218 moves",
    );
}

#[test]
fn json_has_limits() {
    let deep = "[".repeat(MAX_NESTING + 1);
    assert_eq!(
        described(&deep),
        "file:1:65: this is nested more than 64 deep"
    );
    let long = format!("[{}", " ".repeat(MAX_JSON_LINE));
    assert_eq!(
        described(&long),
        "file:1:1: this line has 4194305 bytes; a line has at most 4194304 bytes"
    );
    let many = format!(
        "{{\"fen\": \"{INITIAL}\", \"nodes\": [{}]}}",
        "1, ".repeat(300)
    );
    assert!(described(&many).contains("an entry has at most 202 depths and counts"));
}

/// A part of a file, usually one that is expected there.
fn fragment() -> impl Strategy<Value = String> {
    let usual = [
        INITIAL,
        THIRD,
        "fen",
        "depth",
        "nodes",
        ",",
        ";",
        "|",
        "\t",
        "\n",
        "=",
        "\"",
        "{",
        "}",
        "[",
        "]",
        ":",
        " ",
        "20",
        "400",
        "3",
        "8902",
        "d1",
        "{\"fen\":\"",
        "\\u0041",
        "\\",
        "null",
        "#",
        "\u{feff}",
        "é",
        "1",
    ];
    prop_oneof![
        8 => (0..usual.len()).prop_map(move |index| usual[index].to_owned()),
        1 => any::<String>(),
        1 => Just("[".repeat(70)),
    ]
}

proptest! {
    #[test]
    fn hostile_text_does_no_harm(fragments in vec(fragment(), 0..40)) {
        let text = fragments.concat();
        let read: Result<_, Diagnostics> = perft_file::read("hostile", text.as_bytes());
        if let Err(diagnostics) = read {
            assert!(!diagnostics.is_empty());
            for diagnostic in diagnostics.iter() {
                assert!(diagnostic.place.is_none() || diagnostic.excerpt().is_some(), "{diagnostic:?}");
            }
        }
    }
}
