//! Reads from the tokens of a source which modules it declares, and which paths it names.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

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
