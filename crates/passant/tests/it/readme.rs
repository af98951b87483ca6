//! The commands of the README and of the other pages.

use passant_test_tools::readme;

use crate::run::run_with;

/// `--help` is accepted after options that exist, and after nothing else.
#[test]
fn accepts_the_commands_of_the_pages() {
    let mut accepted = 0;
    for command in readme::commands() {
        let is_perft = command.program == "cargo xtask" && command.arguments[0] == "perft";
        if command.program != "passant" && !is_perft {
            continue;
        }
        // What comes after `--` is for an engine.
        let words = command.arguments.iter().map(String::as_str);
        let words = words.take_while(|word| *word != "--");
        // `passant help check` prints a help already.
        let is_help = command.arguments.first().is_some_and(|word| word == "help");
        let help = (!is_help).then_some("--help");
        let words: Vec<_> = words.chain(help).collect();
        let run = run_with(&words);
        assert_eq!(
            run.code,
            Some(0),
            "{}:{}: {}",
            command.page,
            command.line,
            run.stderr
        );
        accepted += 1;
    }
    assert!(0 < accepted);
    assert_eq!(
        run_with(&["check", "--no-such-option", "--help"]).code,
        Some(2)
    );
}
