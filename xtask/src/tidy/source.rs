//! Files and functions stay short, and `unsafe` stays where it belongs.

use std::path::Path;

use anyhow::{Context, Result};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::files::files;
use super::finding::Finding;

const LONGEST_FILE: usize = 500;
const LONGEST_FUNCTION: usize = 60;

/// Below these folders `unsafe` may stand.
const UNSAFE: [&str; 2] = ["crates/perft/src/kernel", "crates/firmware"];

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
        findings,
    };
    reader.visit_file(&file);
    Ok(reader.findings)
}

struct Reader<'a> {
    path: &'a Path,
    may_be_unsafe: bool,
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

    fn unsafe_code(&mut self, at: Span) {
        if !self.may_be_unsafe {
            let text = "unsafe stands only in the kernels and the firmware";
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
    fn unsafe_is_found_outside_the_kernels() {
        let text = "fn f() {\n    unsafe {}\n}\nunsafe fn g() {}\n";
        assert_eq!(
            lines_found("crates/rules/src/lib.rs", text),
            [Some(2), Some(4)]
        );
        assert_eq!(lines_found("crates/perft/src/kernel/avx2.rs", text), []);
    }

    #[test]
    fn long_functions_and_files_are_found() {
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
