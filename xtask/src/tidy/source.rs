//! Files and functions are short, `unsafe` is only where it is allowed, and tests start only declared programs.

use std::path::Path;

use anyhow::{Context, Result};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::files::files;
use super::finding::Finding;

const LONGEST_FILE: usize = 500;
const LONGEST_FUNCTION: usize = 60;

/// The folders and files in which `unsafe` is allowed.
const UNSAFE: [&str; 5] = [
    "crates/c/src",
    "crates/kernel/src",
    "crates/firmware",
    "crates/page/src/abi.rs",
    "xtask/counter/src/lib.rs",
];

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for folder in ["crates", "xtask"] {
        for path in files(&root.join(folder), "rs") {
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let name = path.strip_prefix(root).unwrap_or(&path);
            findings.extend(check_text(name, &text)?);
        }
    }
    Ok(findings)
}

fn check_text(path: &Path, text: &str) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let lines = text.lines().count();
    if LONGEST_FILE < lines {
        let text = format!("{lines} lines, more than {LONGEST_FILE}");
        findings.push(Finding::new(path, None, text));
    }
    let file = syn::parse_file(text).with_context(|| format!("cannot read {}", path.display()))?;
    let may_be_unsafe = UNSAFE.iter().any(|folder| path.starts_with(folder));
    let mut reader = Reader {
        path,
        may_be_unsafe,
        is_test: path.components().any(|part| part.as_os_str() == "tests"),
        findings,
    };
    reader.visit_file(&file);
    Ok(reader.findings)
}

struct Reader<'a> {
    path: &'a Path,
    may_be_unsafe: bool,
    is_test: bool,
    findings: Vec<Finding>,
}

impl Reader<'_> {
    fn function(&mut self, signature: &syn::Signature, whole: Span) {
        let lines = whole.end().line - signature.span().start().line + 1;
        if LONGEST_FUNCTION < lines {
            let text = format!(
                "function {} has {lines} lines, more than {LONGEST_FUNCTION}",
                signature.ident
            );
            self.findings
                .push(Finding::new(self.path, signature.span().start().line, text));
        }
        if matches!(signature.safety, syn::Safety::Unsafe(_)) {
            self.unsafe_code(signature.span());
        }
    }

    /// The program that a test starts with `Command::new("program")`, which not every machine may have.
    fn named_program(&self, call: &syn::ExprCall) -> Option<String> {
        let syn::Expr::Path(function) = &*call.func else {
            return None;
        };
        let mut names = function.path.segments.iter().rev();
        let is_command = names.next()?.ident == "new" && names.next()?.ident == "Command";
        match call.args.first()? {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(name),
                ..
            }) if self.is_test && is_command => Some(name.value()),
            _ => None,
        }
    }

    fn unsafe_code(&mut self, at: Span) {
        if !self.may_be_unsafe {
            let text = "unsafe is allowed only in the kernels, the firmware and its counter, and the boundaries of c and page";
            self.findings
                .push(Finding::new(self.path, at.start().line, text));
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, item.span());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, item.span());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.function(&item.sig, item.span());
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Some(name) = self.named_program(call) {
            let line = call.func.span().start().line;
            let text = format!("a test starts {name:?} by name: use passant_test_tools::tool");
            self.findings.push(Finding::new(self.path, line, text));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.unsafe_code(block.span());
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let Some(token) = &item.unsafety {
            self.unsafe_code(token.span());
        }
        visit::visit_item_impl(self, item);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::check_text;

    fn lines_found(path: &str, text: &str) -> Vec<Option<usize>> {
        check_text(Path::new(path), text)
            .unwrap()
            .into_iter()
            .map(|finding| finding.line())
            .collect()
    }

    #[test]
    fn finds_programs_that_tests_start_by_name() {
        let text = "fn f() {\n    process::Command::new(\"awk\");\n    Command::new(tool);\n}\n";
        assert_eq!(lines_found("crates/a/tests/it/main.rs", text), [Some(2)]);
        assert_eq!(lines_found("crates/a/src/lib.rs", text), []);
    }

    #[test]
    fn finds_unsafe_outside_the_kernels() {
        let text = "fn f() {\n    unsafe {}\n}\nunsafe fn g() {}\n";
        assert_eq!(
            lines_found("crates/rules/src/lib.rs", text),
            [Some(2), Some(4)]
        );
        assert_eq!(lines_found("crates/kernel/src/avx2.rs", text), []);
    }

    #[test]
    fn finds_long_functions_and_files() {
        let body = |lines| {
            format!(
                "impl S {{\n    fn f() {{\n{}    }}\n}}\n",
                "        g();\n".repeat(lines)
            )
        };
        assert_eq!(lines_found("a.rs", &body(58)), []);
        assert_eq!(lines_found("a.rs", &body(59)), [Some(2)]);
        assert_eq!(lines_found("a.rs", &"\n".repeat(501)), [None]);
    }
}
