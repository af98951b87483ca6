//! The commands of the README.

use passant_test_tools::readme;

use crate::run::run_with;

/// `--help` is accepted after options that exist, and after nothing else.
#[test]
fn accepts_the_commands_of_the_readme() {
    let mut accepted = 0;
    for command in readme::commands() {
        let is_perft = command.program == "cargo xtask" && command.arguments[0] == "perft";
        if command.program != "passant" && !is_perft {
            continue;
        }
        let mut words: Vec<_> = command.arguments.iter().map(String::as_str).collect();
        words.push("--help");
        let run = run_with(&words);
        assert_eq!(
            run.code,
            Some(0),
            "README.md:{}: {}",
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
