//! Finds circles between the modules of a crate: a module can be read after those that it uses.
//!
//! A module uses another if it declares it, or if it names something that the other defines; a re-export counts for the
//! module that defines the item.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::files::{Finding, display, read, rust_files};

/// More steps than any chain of re-exports has; `use` declarations can refer to each other in a circle.
const MOST_STEPS: usize = 32;

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let files: Vec<_> = rust_files(root).collect();
    let in_source = |path: &Path| path.iter().any(|folder| folder == "src");
    let is_start = |path: &Path| path.ends_with("main.rs") || path.ends_with("src/lib.rs");
    let mut findings = Vec::new();
    let starts = files.iter();
    for start in starts.filter(|path| in_source(path) && is_start(path)) {
        let mut modules = Modules::default();
        for file in &files {
            if let Ok(below) = file.strip_prefix(start.parent().unwrap_or(root))
                && (file == start || !is_start(file))
            {
                modules.add(below, display(root, file), &read(file)?)?;
            }
        }
        let circle = modules.circle().into_iter();
        findings.extend(circle.map(|steps| format!("{steps} -> the first: a circle of modules")));
    }
    Ok(findings)
}

/// The modules of a library or a program by their paths, such as `a::b`; the path of the root is empty.
#[derive(Default)]
struct Modules(BTreeMap<String, Module>);

/// A module, and the file in which it stands.
struct Module {
    file: String,
    names: Names,
}

/// The modules that each module uses, each with a line on which it does.
type Uses<'a> = BTreeMap<&'a str, BTreeMap<&'a str, usize>>;

impl Modules {
    /// Adds the module of a file, whose path is relative to the folder of the root.
    fn add(&mut self, path: &Path, file: String, text: &str) -> Result<()> {
        let path = path.with_extension("");
        let mut names: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
        names.pop_if(|last| ["lib", "main", "mod"].contains(&&**last));
        let path = names.join("::");
        let names = Names::read(&file, text)?;
        self.0.insert(path, Module { file, names });
        Ok(())
    }

    /// Tells whether the root declares a module, or a module that declares it in turn, other than for tests.
    fn is_declared(&self, path: &str) -> bool {
        let (parent, name) = path.rsplit_once("::").unwrap_or(("", path));
        let declares = |module: &Module| module.names.modules.contains_key(name);
        path.is_empty() || self.0.get(parent).is_some_and(declares) && self.is_declared(parent)
    }

    /// Returns the path of a module inside another.
    fn child(&self, module: &str, name: &str) -> Option<&str> {
        let path = format!("{module}::{name}");
        let child = self.0.get_key_value(path.trim_start_matches(':'));
        child.map(|(path, _)| path.as_str())
    }

    /// Returns the module that defines what a path in a module names; `None` for a module, and the module itself for what
    /// another crate defines.
    fn resolve<'a>(&'a self, module: &'a str, path: &[String], steps: usize) -> Option<&'a str> {
        let (first, rest) = path.split_first()?;
        let steps = steps.checked_sub(1)?;
        let import = self.0[module].names.imports.get(first);
        match (first.as_str(), self.child(module, first), import) {
            ("crate", ..) => self.resolve("", rest, steps),
            ("self", ..) => self.resolve(module, rest, steps),
            ("super", ..) => {
                let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
                self.resolve(parent, rest, steps)
            }
            // A module and a function may have the same name.
            (_, Some(child), import) if import.is_none() || !rest.is_empty() => {
                self.resolve(child, rest, steps)
            }
            (_, _, Some(import)) => self.resolve(module, &[&import[..], rest].concat(), steps),
            _ => Some(module),
        }
    }

    /// Returns the modules that use others.
    fn uses(&self) -> Uses<'_> {
        let mut uses = Uses::new();
        for (path, module) in self.0.iter().filter(|(path, _)| self.is_declared(path)) {
            let others = uses.entry(path.as_str()).or_default();
            for (name, line) in &module.names.modules {
                others.extend(self.child(path, name).map(|child| (child, *line)));
            }
            for (named, line) in &module.names.paths {
                let definer = self.resolve(path, named, MOST_STEPS);
                others.extend(definer.filter(|it| it != path).map(|it| (it, *line)));
            }
        }
        uses
    }

    /// Returns a circle: each file, and the line on which it uses the next one; the last uses the first.
    fn circle(&self) -> Option<String> {
        let mut uses = self.uses();
        let mut modules = 0;
        // A module that uses no other is in no circle; without it, neither is one that uses no other but it.
        while modules != uses.len() {
            modules = uses.len();
            let open: BTreeSet<_> = uses.keys().copied().collect();
            uses.retain(|_, used| {
                used.retain(|module, _| open.contains(module));
                !used.is_empty()
            });
        }
        let mut steps = Vec::new();
        let (mut at, _) = uses.first_key_value()?;
        while !steps.contains(&at) {
            steps.push(at);
            (at, _) = uses[at].first_key_value()?;
        }
        let circle = steps.into_iter().skip_while(|module| *module != at);
        let step = |module: &&str| {
            let line = uses[module].values().next()?;
            Some(format!("{}:{line}", self.0[*module].file))
        };
        Some(circle.filter_map(step).collect::<Vec<_>>().join(" -> "))
    }
}

/// The names in a source. Items under `#[cfg(test)]` are left out, and a module in braces belongs to its file.
#[derive(Default)]
pub(super) struct Names {
    /// The modules in files of their own, and the lines of their declarations.
    pub(super) modules: BTreeMap<String, usize>,
    /// The paths of two names or more, each with a line on which it stands.
    pub(super) paths: BTreeMap<Vec<String>, usize>,
    /// The paths for which names stand because of a `use` declaration.
    pub(super) imports: BTreeMap<String, Vec<String>>,
    /// The number of modules in braces around the current token.
    depth: usize,
}

impl Names {
    /// Collects the names of a source in a file.
    pub(super) fn read(file: &str, text: &str) -> Result<Self> {
        let tokens = text.parse().map_err(|error| anyhow!("{file}: {error}"))?;
        let mut names = Self::default();
        names.read_group(tokens, None);
        Ok(names)
    }

    /// Reads tokens; in a `use` declaration, those that follow some names.
    fn read_group(&mut self, tokens: TokenStream, mut used: Option<&[String]>) {
        use TokenTree::{Group, Ident};
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut rest = &tokens[..];
        while !rest.is_empty() {
            rest = match rest {
                [mark, after @ ..] if is_mark(mark, '#') && is_for_tests(after) => {
                    after_item(after)
                }
                [Ident(word), Ident(_), Group(group), after @ ..] if word == "mod" => {
                    self.depth += 1;
                    self.read_group(group.stream(), None);
                    self.depth -= 1;
                    after
                }
                [Ident(word), Ident(name), after @ ..] if word == "mod" => {
                    let line = name.span().start().line;
                    self.modules.insert(name.to_string(), line);
                    after
                }
                [Ident(word), after @ ..] if word == "use" => {
                    used = Some(&[]);
                    after
                }
                [Ident(_), ..] => self.read_path(rest, used),
                [Group(group), after @ ..] => {
                    self.read_group(group.stream(), None);
                    after
                }
                _ => {
                    used = used.filter(|_| !is_mark(&rest[0], ';'));
                    &rest[1..]
                }
            };
        }
    }

    /// Reads `a::b::c`, in a `use` declaration with what follows it, and returns the rest.
    fn read_path<'a>(
        &mut self,
        tokens: &'a [TokenTree],
        used: Option<&[String]>,
    ) -> &'a [TokenTree] {
        let mut names = used.unwrap_or_default().to_vec();
        let mut rest = tokens;
        while let [TokenTree::Ident(name), after @ ..] = rest {
            names.push(name.to_string());
            rest = match after {
                [one, two, next @ ..] if is_mark(one, ':') && is_mark(two, ':') => next,
                // The root has the macros of all modules.
                [mark, TokenTree::Group(_), ..] if is_mark(mark, '!') => return after,
                _ => after,
            };
            if rest.len() == after.len() {
                break;
            }
        }
        let mut binds = names.iter().rfind(|name| *name != "self").cloned();
        match rest {
            _ if used.is_none() => binds = None,
            [TokenTree::Group(group), after @ ..] => {
                self.read_group(group.stream(), Some(&names));
                return after;
            }
            [mark, ..] if is_mark(mark, '*') => return rest,
            [TokenTree::Ident(_), TokenTree::Ident(alias), after @ ..] => {
                binds = Some(alias.to_string());
                rest = after;
            }
            _ => {}
        }
        names.pop_if(|last| used.is_some() && last == "self");
        let inside = names.iter().take(self.depth);
        let supers = inside.take_while(|name| *name == "super").count();
        names.drain(..supers);
        if 1 < names.len() {
            self.imports.extend(binds.map(|name| (name, names.clone())));
            let line = tokens[0].span().start().line;
            self.paths.entry(names).or_insert(line);
        }
        rest
    }
}

/// Tells whether an attribute, whose brackets come first, is `cfg(test)` or `cfg(all(test, …))`.
fn is_for_tests(tokens: &[TokenTree]) -> bool {
    let text = tokens
        .first()
        .map(|attribute| attribute.to_string().replace(' ', ""));
    text.is_some_and(|text| text == "[cfg(test)]" || text.starts_with("[cfg(all(test,"))
}

/// Returns what follows an item: the tokens after its semicolon or its braces.
fn after_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let end = tokens.iter().position(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        mark => is_mark(mark, ';'),
    });
    end.map_or(&[], |end| &tokens[end + 1..])
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == mark)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Modules;

    /// Returns the circle of a crate with these files; empty if there is none.
    fn circle<const N: usize>(files: [(&str, &str); N]) -> String {
        let mut modules = Modules::default();
        for (file, text) in files {
            modules.add(Path::new(file), file.to_owned(), text).unwrap();
        }
        modules.circle().unwrap_or_default()
    }

    #[test]
    fn finds_modules_that_use_each_other() {
        for b in [
            "pub struct B;\nfn f(_: crate::a::A) {}",
            "use super::a::A;\npub struct B;",
            "use crate::a;\npub struct B;\nfn f(_: a::A) {}",
            "pub struct B;\nfn f() { g!(1, crate::a::A) }",
            "pub struct B;\nmod inside { use crate::a::A; }",
            "pub struct B;\nmod inside { fn f(_: super::super::a::A) {} }",
            "use crate::{a::{self as x, A}, b};\npub struct B;",
            // An item that another module exports belongs to the module that defines it.
            "use crate::A as Renamed;\npub struct B;",
        ] {
            let root = ("lib.rs", "mod a;\nmod b;\npub use a::A;");
            let a = ("a.rs", "use crate::b::B;\npub struct A(B);");
            let circle = circle([root, a, ("b.rs", b)]);
            assert!(circle.starts_with("a.rs:1 -> b.rs:"), "{b}: {circle:?}");
        }
        let root = ("lib.rs", "mod a;\npub struct Root;");
        let found = circle([root, ("a/mod.rs", "use crate::Root;")]);
        assert_eq!(found, "lib.rs:1 -> a/mod.rs:1");
    }

    #[test]
    fn finds_nothing_where_modules_use_each_other_in_one_direction() {
        let root = "mod a;\nmod b;\npub use b::B;\nmod inside { pub use crate::a::A; }";
        let a = "use crate::B;\nuse std::fmt;\npub struct A(B, fmt::Error);";
        // Neither tests nor names of other crates count, and to name the parent is not to use it.
        let b =
            "use super::b as this;\npub struct B;\n#[cfg(test)]\nmod tests { use crate::a::A; }";
        assert_eq!(circle([("lib.rs", root), ("a.rs", a), ("b.rs", b)]), "");
    }
}
