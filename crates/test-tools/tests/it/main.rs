//! The filter, the search path and the report of missing tools.

// The filtered program is `cat`.
#[cfg(unix)]
mod filter;

use passant_test_tools::Missing;
use std::path::Path;

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
