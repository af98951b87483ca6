//! `passant check` against engines that Debian packages. What each does was looked at by hand.

use crate::installed::installed;
use crate::run::run_with;

fn check(engine: &str, options: &[&str]) -> Option<crate::run::Run> {
    let path = installed(engine)?;
    Some(run_with(
        &[&["check", path.to_str().unwrap()], options].concat(),
    ))
}

#[test]
fn stockfish_passes_everything() {
    let Some(run) = check("stockfish", &[]) else {
        return;
    };
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("divide (go perft {depth})"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains(" pass; "), "{}", run.stdout);
}

#[test]
fn an_engine_that_is_no_engine_is_not_accused() {
    let run = run_with(&["check", "true"]);
    assert_eq!(run.code, Some(3), "{}", run.stdout);
    assert!(run.stdout.contains("cannot be asked"), "{}", run.stdout);
}

#[test]
fn what_is_not_there_is_said() {
    let cases: [(&[&str], &str); 4] = [
        (
            &["check", "true", "--suite", "en-pasant"],
            "perhaps en-passant",
        ),
        (
            &["check", "true", "--class", "rejected-rankk"],
            "no class rejected-rankk",
        ),
        (&["check", "true", "--shard", "5/4"], "expected I/N"),
        (&["check", "true 'x"], "quote"),
    ];
    for (arguments, part) in cases {
        let run = run_with(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.stderr.contains(part), "{arguments:?}: {}", run.stderr);
    }
}
