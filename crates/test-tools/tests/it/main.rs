//! The filter, the search path and the report of missing tools.

use std::path::Path;

use passant_test_tools::Missing;

#[cfg(unix)]
#[test]
fn the_search_path_holds_declared_tools_only() {
    let names = || {
        let entries = Path::new(passant_test_tools::search_path())
            .read_dir()
            .unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<Vec<_>>()
    };
    assert!(names().contains(&"sh".to_owned()), "{:?}", names());
    for undeclared in ["awk", "sed", "grep", "perl"] {
        assert!(!names().contains(&undeclared.to_owned()), "{undeclared}");
    }
}

#[test]
fn reports_are_read_once_each_and_sorted() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reports");
    let text = "node\tapt-get install nodejs\tb\ncc\tapt-get install gcc\ta\nnode\tapt-get install nodejs\tb\n";
    std::fs::write(&file, text).unwrap();
    let reports = Missing::read(&file);
    let shown: Vec<_> = reports
        .iter()
        .map(|missing| (&missing.tool[..], &missing.what[..]))
        .collect();
    assert_eq!(shown, [("cc", "a"), ("node", "b")]);
    assert_eq!(Missing::read(Path::new("does-not-exist")), []);
}

// The filtered program is `cat`.
#[cfg(unix)]
mod filter {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    /// Returns the text that the filter prints around `cat`, which repeats what it is told.
    fn filtered(rules: &[&str], input: &str) -> String {
        let mut command = filter(rules);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut filter = command.spawn().unwrap();
        let mut pipe = filter.stdin.take().unwrap();
        pipe.write_all(input.as_bytes()).unwrap();
        drop(pipe);
        let output = filter.wait_with_output().unwrap();
        assert!(output.status.success(), "{rules:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn filter(rules: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_passant-filter"));
        command.args(rules).args(["--", "cat"]);
        command
    }

    #[test]
    fn changes_lines_as_the_rules_say() {
        let input = "e2e4: 20\nd2d4: 20\n\ntotal 400\n";
        for (rules, expected) in [
            (&[][..], input),
            (
                &["--replace", "^(....): ", "$1 "],
                "e2e4 20\nd2d4 20\n\ntotal 400\n",
            ),
            (&["--delete", "^e2|^$"], "d2d4: 20\ntotal 400\n"),
            (
                &["--input", "--delete", "^e2", "--output", "--delete", "^$"],
                "d2d4: 20\ntotal 400\n",
            ),
            (
                &["--append", "^e2", "a line"],
                "e2e4: 20\na line\nd2d4: 20\n\ntotal 400\n",
            ),
            (&["--hold", "total"], input),
            (&["--exit", "^d2"], "e2e4: 20\nd2d4: 20\n"),
        ] {
            assert_eq!(filtered(rules, input), expected, "{rules:?}");
        }
    }

    #[test]
    fn replaces_once_in_all_processes() {
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("replaced");
        let _ = std::fs::remove_file(&file);
        let rules = ["--replace-once", file.to_str().unwrap(), "20", "21"];
        assert_eq!(filtered(&rules, "20\n20\n"), "21\n20\n");
        assert_eq!(filtered(&rules, "20\n"), "20\n");
    }

    /// A filter that buffers its output would wait for more input, and so would its reader.
    #[test]
    fn passes_each_line_on_before_it_reads_the_next() {
        let mut command = filter(&["--replace", "a", "b"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut filter = command.spawn().unwrap();
        let mut input = filter.stdin.take().unwrap();
        let mut output = BufReader::new(filter.stdout.take().unwrap()).lines();
        for _ in 0..3 {
            input.write_all(b"a\n").unwrap();
            assert_eq!(output.next().unwrap().unwrap(), "b");
        }
        drop(input);
        assert!(filter.wait().unwrap().success());
    }

    #[test]
    fn ends_with_the_exit_code_of_the_engine() {
        let code = |engine: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_passant-filter"));
            command.arg("--").args(engine);
            command.stdin(Stdio::null()).stderr(Stdio::null());
            command.status().unwrap().code()
        };
        assert_eq!(code(&["sh", "-c", "exit 7"]), Some(7));
        assert_eq!(code(&[]), Some(2));
    }
}
