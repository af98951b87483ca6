use std::collections::BTreeSet;

use super::{Escaped, Syntax, escape, escape_invisible};

/// The tables of Unicode are those of the library `regex`.
#[test]
fn no_form_shows_a_character_that_cannot_be_seen() {
    let unseen =
        r"[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]";
    let unseen = regex::Regex::new(unseen).unwrap();
    let letters =
        ('\0'..=char::MAX).filter(|letter| unseen.is_match(letter.encode_utf8(&mut [0; 4])));
    let letters: BTreeSet<char> = letters.collect();
    // 65 control characters and, in Unicode 16, 4,174 that are default-ignorable.
    assert!(65 + 4174 <= letters.len(), "{}", letters.len());
    let text: String = letters.iter().collect();
    for (syntax, kept) in [
        (Syntax::Line, &['\t'][..]),
        (Syntax::Log, &['\t', '\n']),
        (Syntax::Json, &['\n']),
        (Syntax::Toml, &[]),
        (Syntax::Markdown, &['\t']),
        (Syntax::Tap, &['\t']),
        (Syntax::Shell, &[]),
        (Syntax::Cmd, &[]),
        (Syntax::Batch, &[]),
        (Syntax::WorkflowText, &['\t']),
        (Syntax::WorkflowProperty, &['\t']),
        (Syntax::Rust, &[]),
        (Syntax::Cpp, &[]),
        (Syntax::Python, &[]),
    ] {
        let shown: BTreeSet<char> = escape(&text, syntax).chars().collect();
        let seen: Vec<_> = shown.intersection(&letters).copied().collect();
        assert_eq!(seen, kept, "{syntax:?}");
    }
    let shown: BTreeSet<char> = escape_invisible(&text).chars().collect();
    assert!(
        shown
            .intersection(&letters)
            .all(|letter| letter.is_control())
    );
}

#[test]
fn no_line_of_a_log_begins_with_a_workflow_command() {
    for (text, expected) in [
        ("::error::x", "\\u{3a}:error::x"),
        ("a\n \t::warning::x\n", "a\n \t\\u{3a}:warning::x\n"),
        (
            "\u{1b}[1m::error::x\u{1b}[0m",
            "\u{1b}[1m\\u{3a}:error::x\u{1b}[0m",
        ),
        ("a ::b", "a ::b"),
        // Without its colors it would be one.
        (" :\u{1b}[1m:error::x", " \\u{3a}\u{1b}[1m:error::x"),
        (
            "#\u{1b}[31;1m#\u{1b}[m[error]x",
            "#\u{1b}[31;1m\\u{23}\u{1b}[m[error]x",
        ),
        (
            "\u{1b}[8mhidden\u{1b}[1;30m",
            "\\u{1b}[8mhidden\\u{1b}[1;30m",
        ),
        ("\u{1b}\u{1b}[1m[8mhidden", "\\u{1b}\u{1b}[1m[8mhidden"),
        ("x ##[error]y", "x #\\u{23}[error]y"),
        (
            "##vso[task] ##teamcity[x]",
            "#\\u{23}vso[task] #\\u{23}teamcity[x]",
        ),
        ("###[x] ## y", "##\\u{23}[x] ## y"),
        (
            "\u{1b}[0Ksection_start:1:x\r\u{1b}[0K",
            "\\u{1b}[0Ksection_start:1:x\\r\\u{1b}[0K",
        ),
    ] {
        assert_eq!(escape(text, Syntax::Log), expected, "{text:?}");
    }
}

#[test]
fn invisible_characters_are_shown() {
    let text = "a\u{202e}b\u{200b}c\u{e0041}d\u{2028}e\u{85}f\u{7f}";
    let expected = "a\\u{202e}b\\u{200b}c\\u{e0041}d\\u{2028}e\\u{85}f\\u{7f}";
    assert_eq!(Escaped(text).to_string(), expected);
    assert_eq!(escape_invisible("\u{1b}\u{feff}x"), "\u{1b}\\u{feff}x");
    assert_eq!(
        escape("Größe 8\u{a0}902 ♔", Syntax::Line),
        "Größe 8\u{a0}902 ♔"
    );
}

#[test]
fn a_reader_of_json_or_toml_gets_the_original() {
    let text = "##[a] \u{202e}\u{e0041}\u{7f}\"\\\n";
    let json = escape(&serde_json::to_string(text).unwrap(), Syntax::Json);
    assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    assert!(json.is_ascii() && !json.contains("##"), "{json}");
    assert_eq!(
        escape(text, Syntax::Toml),
        r##""#\u0023[a] \u202e\U000e0041\u007f\"\\\u000a""##
    );
}

#[test]
fn a_span_of_code_ends_where_it_should() {
    for (text, expected) in [
        ("![a](b)", "`![a](b)`"),
        ("a`b", "``a`b``"),
        ("``", "``` `` ```"),
        ("a|b\n", "`a\\|b\\n`"),
    ] {
        assert_eq!(escape(text, Syntax::Markdown), expected);
    }
}

#[test]
fn a_word_stays_a_word_in_a_shell() {
    for (text, expected) in [
        ("a-b/c.d", "a-b/c.d"),
        ("", "''"),
        ("it's $x", r"'it'\''s $x'"),
        (
            "a\u{202e}'\n",
            r#""$(printf %b 'a\0342\0200\0256\0047\0012')""#,
        ),
        ("##[x]", r#""$(printf %b '\0043\0043[x]')""#),
    ] {
        assert_eq!(escape(text, Syntax::Shell), expected);
    }
}

#[test]
fn a_word_stays_a_word_on_windows() {
    for (text, expected) in [
        (r"C:\sf.exe", r"C:\sf.exe"),
        ("", r#""""#),
        ("a & b", r#""a & b""#),
        (r#"say "a\" & b"#, r#""say ""a\\"" & b""#),
        (r"C:\my engines\", r#""C:\my engines\\""#),
        (
            r"'C:\my engines\sf' --fast",
            r#""'C:\my engines\sf' --fast""#,
        ),
        ("a\u{202e}\n", r#""a\u{202e}\n""#),
        ("%PATH%", r#""%PATH%""#),
    ] {
        assert_eq!(escape(text, Syntax::Cmd), expected);
    }
    assert_eq!(escape("%PATH%", Syntax::Batch), r#""%%PATH%%""#);
}

#[test]
fn literals_hold_what_they_should() {
    let text = "a\"\\\u{1b}\u{202e}\u{e0041}1";
    assert_eq!(
        escape(text, Syntax::Rust),
        r#""a\"\\\u{1b}\u{202e}\u{e0041}1""#
    );
    assert_eq!(
        escape(text, Syntax::Cpp),
        r#""a\"\\\033\342\200\256\363\240\201\2011""#
    );
    assert_eq!(
        escape(text, Syntax::Python),
        r#""a\"\\\u001b\u202e\U000e00411""#
    );
}
