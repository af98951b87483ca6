//! The rules as a library of their own, on the host and for each chip: no function of it refers to code that panics.
//!
//! An image that can panic does not link (`crates/firmware/src/chip.rs`), but an image has only the code that it uses, and
//! the optimizer has seen all of it. Here the library is compiled alone and nothing is left out, so the check is stricter:
//! each function has to be free of panics whatever its caller does. Functions that are generic or `#[inline]` are
//! compiled with their callers, which the images check; a static library would not have them either, nor any function that
//! C cannot call. What `core` itself does when it formats is not checked.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol};

use super::chip::Chip;
use crate::compiler::{ChipCompiler, artifacts, host};
use xtask::Step;

/// The levels of optimization, as a profile has them.
const LEVELS: [&str; 2] = ["\"s\"", "3"];

/// Optimization at link time would leave no code in the library.
const WITH_CODE: &str = "-Clinker-plugin-lto=no";

/// Without this, small functions would have no code there either: the compiler treats them as if they were `#[inline]`.
const WITH_SMALL_FUNCTIONS: &str = "-Zcross-crate-inline-threshold=never";

/// Makes any compiler accept that option.
const UNSTABLE: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

/// Compiles the library for the host, and fails if it refers to a panic.
pub(super) fn check_host(root: &Path) -> Result<()> {
    check_target(root, &host()?, |step| step, &ChipCompiler::Installed)
}

/// Compiles the library for the target of a chip, and fails if it refers to a panic.
pub(super) fn check(root: &Path, chip: &Chip, compiler: &ChipCompiler) -> Result<()> {
    let prepare = |step| chip.toolchain.prepare(step, chip.target, compiler);
    check_target(root, chip.target, prepare, compiler)
}

/// Compiles the library for a target, with what `prepare` adds to each build.
fn check_target(
    root: &Path,
    target: &str,
    prepare: impl Fn(Step) -> Step,
    compiler: &ChipCompiler,
) -> Result<()> {
    let mut found = Vec::new();
    for level in LEVELS {
        let arguments = format!(
            "-p passant-rules --lib --no-default-features --features polyglot \
             --config profile.release.package.passant-rules.opt-level={level}"
        );
        let title = format!("rules without panics for {target} (opt-level {level})");
        let step = compiler.library_step(&title, target, &arguments, WITH_CODE);
        let step = step
            .argument(WITH_SMALL_FUNCTIONS)
            .env(UNSTABLE.0, UNSTABLE.1);
        prepare(step).run()?;
        let path = artifacts(root, target).join("libpassant_rules.rlib");
        let bytes =
            std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let panics =
            panics(&bytes, |_| true).with_context(|| format!("cannot check {}", path.display()))?;
        found.extend(
            panics
                .iter()
                .map(|symbol| format!("  {target}, opt-level {level}: {symbol}")),
        );
    }
    if found.is_empty() {
        Ok(())
    } else {
        bail!("passant-rules can panic:\n{}", found.join("\n"))
    }
}

/// Returns the functions that panic to which the selected objects of a library refer without defining them.
pub(crate) fn panics(library: &[u8], is_selected: fn(&[u8]) -> bool) -> Result<Vec<String>> {
    let mut symbols = BTreeSet::new();
    for member in ArchiveFile::parse(library)?.members() {
        let object = member?;
        if !is_selected(object.name()) {
            continue;
        }
        let data = object.data(library)?;
        // The metadata of the compiler is a file without symbols, or none that this crate knows.
        let Ok(file) = object::File::parse(data) else {
            continue;
        };
        let undefined = file.symbols().filter(ObjectSymbol::is_undefined);
        symbols.extend(undefined.filter_map(|symbol| symbol.name().ok().map(str::to_owned)));
    }
    ensure!(!symbols.is_empty(), "there is no code");
    Ok(symbols.into_iter().filter(|it| is_panic(it)).collect())
}

/// Returns whether a mangled symbol is a function that panics. Those of `core` are named so: `panic_fmt`, `unwrap_failed`,
/// `slice_index_fail`.
fn is_panic(symbol: &str) -> bool {
    symbol.contains("panic") || symbol.contains("_fail")
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{LEVELS, UNSTABLE, WITH_CODE, WITH_SMALL_FUNCTIONS, is_panic, panics};

    /// A function with code of its own, and what may follow it.
    const LIBRARY: &str = "#![no_std]
        pub fn show(to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result { to.write_str(\"e.p.\") }";

    /// The panics of a library with this source, at an optimization level as a profile has it.
    fn panics_of(source: &str, level: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let [file, library] = ["lib.rs", "lib.rlib"].map(|name| folder.path().join(name));
        std::fs::write(&file, source).unwrap();
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut compiler = Command::new(rustc);
        compiler.args([
            "--edition=2024",
            "--crate-type=rlib",
            "-Cpanic=abort",
            WITH_CODE,
        ]);
        compiler
            .arg(WITH_SMALL_FUNCTIONS)
            .env(UNSTABLE.0, UNSTABLE.1);
        compiler.arg(format!("-Copt-level={}", level.trim_matches('"')));
        compiler.arg(&file).arg("-o").arg(&library);
        assert!(compiler.status().unwrap().success(), "{source}");
        panics(&std::fs::read(&library).unwrap(), |_| true).unwrap()
    }

    #[test]
    fn finds_a_function_that_may_panic() {
        for level in LEVELS {
            assert_eq!(panics_of(LIBRARY, level), [""; 0], "{level}");
            for body in [
                "values[at]",
                "*values.get(at).unwrap()",
                "255 / values.len() as u8",
                "values[at..][0]",
            ] {
                let added = format!(
                    "pub fn added(values: &[u8], at: usize) -> u8 {{ let _ = at; {body} }}"
                );
                let found = panics_of(&format!("{LIBRARY}\n{added}"), level);
                assert!(!found.is_empty(), "{level}: {body}");
            }
        }
    }

    #[test]
    fn a_library_without_code_is_not_free_of_panics() {
        assert!(panics(b"!<arch>\n", |_| true).is_err());
    }

    /// Symbols as compilers write them, of both manglings.
    #[test]
    fn tells_functions_that_panic_from_others() {
        for symbol in [
            "_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE",
            "_RNvNtCsabc_4core9panicking9panic_fmt",
            "_RNvNtCsabc_4core3str16slice_error_fail",
            "_ZN4core6option13unwrap_failed17h0123456789abcdefE",
            "_RNvNtCsabc_8arrayvec8arrayvec12extend_panic",
            "_RINvNtCsabc_4core9panicking13assert_failedNtNtB4_3fmt5ErrorE",
        ] {
            assert!(is_panic(symbol), "{symbol}");
        }
        for symbol in [
            "memcpy",
            "__aeabi_uidiv",
            "_RNvMsa_NtCsabc_4core3fmtNtB5_9Formatter9write_str",
            "_ZN4core5slice6memchr14memchr_aligned17h0123456789abcdefE",
        ] {
            assert!(!is_panic(symbol), "{symbol}");
        }
    }
}
