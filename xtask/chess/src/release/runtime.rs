//! What the compiler and the linker put into every program for a target: the standard library, a C library that is linked
//! statically, and the functions that compilers call. `cargo tree` does not know these parts.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::compiler::{ChipCompiler, host};

/// A part of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) license: &'static str,
    /// The notice that goes with programs; nothing for the standard library, whose notices depend on its version.
    notice: Option<&'static str>,
}

const STANDARD_LIBRARY: Part = Part {
    name: "the Rust standard library",
    license: "MIT OR Apache-2.0, and others for parts of it, all below",
    notice: None,
};
/// What names the functions of a backtrace. The list of the standard library leaves these packages out.
const BACKTRACES: Part = part(
    "addr2line, adler2, miniz_oxide and object, by which the standard library shows backtraces",
    "MIT, and others to choose from",
    include_str!("notices/backtraces.txt"),
);
const MUSL: Part = part("musl", "MIT", include_str!("notices/musl.txt"));
const LIBUNWIND: Part = part(
    "libunwind of LLVM",
    "Apache-2.0 WITH LLVM-exception",
    include_str!("notices/libunwind.txt"),
);
const ZIG: Part = part("compiler_rt of Zig", "MIT", include_str!("notices/zig.txt"));
const MINGW: Part = part(
    "the runtime of MinGW-w64",
    "ZPL-2.1, and others for parts of it, all below",
    include_str!("notices/mingw-w64.txt"),
);
const LIBGCC: Part = part(
    "libgcc",
    "GPL-3.0-or-later WITH GCC-exception-3.1",
    include_str!("notices/libgcc.txt"),
);

const fn part(name: &'static str, license: &'static str, notice: &'static str) -> Part {
    Part {
        name,
        license,
        notice: Some(notice),
    }
}

/// The parts of programs for a target.
pub(super) fn parts(target: &str) -> Vec<Part> {
    let others: &[Part] = if target.ends_with("-linux-musl") {
        &[BACKTRACES, MUSL, LIBUNWIND, ZIG]
    } else if target.ends_with("-windows-gnu") {
        &[BACKTRACES, MINGW, LIBGCC]
    } else if target.ends_with("-linux-gnu") {
        // The C library is that of the system.
        &[BACKTRACES, LIBGCC]
    } else if target.ends_with("-windows-msvc") {
        // A library of Windows names the functions of a backtrace.
        &[]
    } else {
        &[BACKTRACES]
    };
    [&[STANDARD_LIBRARY], others].concat()
}

impl Part {
    /// The notice that goes with programs for a target.
    pub(super) fn notice(&self, target: &str) -> Result<String> {
        match self.notice {
            Some(notice) => Ok(notice.to_owned()),
            None => standard_library(&share_doc(target)?),
        }
    }
}

/// The folder where the compiler that builds programs for a target has its documents.
fn share_doc(target: &str) -> Result<PathBuf> {
    let own = || std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let rustc = match ChipCompiler::find(target) {
        Some(ChipCompiler::FromSource { rustc, .. }) if target != host()? => rustc,
        _ => own(),
    };
    let output = Command::new(&rustc).args(["--print", "sysroot"]).output()?;
    let is_known = output.status.success();
    ensure!(is_known, "{} names no sysroot", rustc.display());
    let sysroot = String::from_utf8(output.stdout)?;
    Ok(Path::new(sysroot.trim()).join("share/doc"))
}

/// The notices of the standard library: those of the compiler of rustup, or those that Debian has.
fn standard_library(documents: &Path) -> Result<String> {
    let page = documents.join("rust/COPYRIGHT-library.html");
    if let Ok(page) = fs::read_to_string(&page) {
        return with_licenses(text_of(&page), &documents.join("rust/licenses"));
    }
    let packages = ["libstd-rust-web-dev", "libstd-rust-dev"];
    let mut files = packages
        .iter()
        .map(|it| documents.join(it).join("copyright"));
    let file = files.find(|it| it.is_file()).with_context(|| {
        let page = page.display();
        format!("no notices of the standard library: expected {page}, or a `copyright` of Debian's libstd-rust-dev beside it")
    })?;
    fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))
}

/// Appends each license of a folder that the text names. The text itself has those of other packages only.
fn with_licenses(mut text: String, folder: &Path) -> Result<String> {
    let licenses = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("License: "));
    let named = licenses.flat_map(|it| it.split([' ', '/', '(', ')']));
    let mut named: Vec<_> = named.map(str::to_owned).collect();
    named.sort();
    named.dedup();
    for name in named {
        if let Ok(license) = fs::read_to_string(folder.join(format!("{name}.txt"))) {
            write!(text, "\n{name}\n\n{}\n", license.trim_end())?;
        }
    }
    Ok(text)
}

/// The text of a page of HTML, with at most one blank line after another.
fn text_of(page: &str) -> String {
    let mut text = String::new();
    for piece in page.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, rest)| rest));
    }
    let signs = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
    ];
    let names = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ];
    for (sign, meaning) in signs.into_iter().chain(names) {
        text = text.replace(sign, meaning);
    }
    let mut lines: Vec<_> = text.lines().map(str::trim_end).collect();
    lines.dedup_by(|next, line| next.is_empty() && line.is_empty());
    lines.join("\n").trim().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::systems::{SYSTEMS, System};
    use super::{BACKTRACES, Part, parts, share_doc, standard_library, text_of};
    use crate::compiler::host;

    fn names(target: &str) -> Vec<&'static str> {
        parts(target).iter().map(|part| part.name).collect()
    }

    /// The Linux programs for any distribution contain the C library, and those for Windows the runtime of their compiler.
    #[test]
    fn every_system_has_the_notices_of_what_is_linked() {
        let library = "the Rust standard library";
        let backtraces = BACKTRACES.name;
        let musl = [
            library,
            backtraces,
            "musl",
            "libunwind of LLVM",
            "compiler_rt of Zig",
        ];
        for System { target, .. } in &SYSTEMS {
            let expected = match target.rsplit('-').next() {
                Some("musl") => &musl[..],
                Some("gnu") => &[library, backtraces, "the runtime of MinGW-w64", "libgcc"],
                _ => &[library, backtraces],
            };
            assert_eq!(names(target), expected, "{target}");
        }
        assert_eq!(names("x86_64-pc-windows-msvc"), [library]);
        assert_eq!(
            names("x86_64-unknown-linux-gnu"),
            [library, backtraces, "libgcc"]
        );
    }

    #[test]
    fn notices_name_the_copyright_and_the_terms() {
        let notice = |name: &str| {
            let all = SYSTEMS.iter().flat_map(|system| parts(system.target));
            let part: Option<Part> = all.into_iter().find(|part| part.name == name);
            part.and_then(|part| part.notice).unwrap_or_default()
        };
        for (name, expected) in [
            (
                "musl",
                ["Rich Felker, et al.", "Permission is hereby granted"],
            ),
            (
                BACKTRACES.name,
                ["The Gimli Developers", "Permission is hereby granted"],
            ),
            (
                "compiler_rt of Zig",
                ["Zig contributors", "Permission is hereby granted"],
            ),
            ("libunwind of LLVM", ["LICENSE-APACHE", "embedded portions"]),
            (
                "the runtime of MinGW-w64",
                ["the mingw-w64 project", "in binary form"],
            ),
            (
                "libgcc",
                ["Free Software Foundation", "GCC RUNTIME LIBRARY EXCEPTION"],
            ),
        ] {
            for words in expected {
                assert!(notice(name).contains(words), "{name}: {words}");
            }
        }
    }

    /// The compiler of this host has them: rustup and Debian install them with it.
    #[test]
    fn finds_the_notices_of_the_standard_library() {
        let folder = share_doc(&host().unwrap()).unwrap();
        let text = standard_library(&folder).unwrap();
        for words in [
            "hashbrown",
            "Rust Project",
            "UNICODE",
            "Permission is hereby granted",
        ] {
            assert!(text.contains(words), "{words}");
        }
        assert!(!text.contains("<p>") && !text.contains("&#"));
    }

    #[test]
    fn takes_the_notices_of_debian_or_says_what_is_expected() {
        let folder = tempfile::tempdir().unwrap();
        let error = standard_library(folder.path()).unwrap_err();
        assert!(
            error.to_string().contains("COPYRIGHT-library.html"),
            "{error}"
        );
        let package = folder.path().join("libstd-rust-dev");
        fs::create_dir(&package).unwrap();
        fs::write(package.join("copyright"), "of Debian").unwrap();
        let text = standard_library(folder.path()).unwrap();
        assert_eq!(text, "of Debian");
    }

    #[test]
    fn a_page_becomes_text() {
        let page = "<h1>A &amp; B</h1>\n\n\n\n  <p><b>License:</b> MIT</p>\n<pre>\n  &#60;a&#62;\n</pre>\n";
        assert_eq!(text_of(page), "A & B\n\n  License: MIT\n\n  <a>\n");
    }
}
