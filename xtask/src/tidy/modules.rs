//! The modules of a crate, with the names that each defines and mentions. Items under `#[cfg(test)]` are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// The modules of a library or a program.
#[derive(Default)]
pub(super) struct Modules {
    /// The root comes first.
    pub(super) all: Vec<Module>,
    /// The macros that the root exports, and the modules that define them.
    pub(super) macros: BTreeMap<String, usize>,
}

/// A module, in a file of its own or inside another.
#[derive(Default)]
pub(super) struct Module {
    /// The file that it stands in.
    pub(super) file: PathBuf,
    pub(super) parent: Option<usize>,
    /// The modules inside, and the lines on which they are declared.
    pub(super) children: BTreeMap<String, (usize, usize)>,
    /// The names that it defines.
    pub(super) items: BTreeSet<String>,
    /// What its `use` declarations bind.
    pub(super) imports: Vec<Import>,
    /// The paths that its code mentions.
    pub(super) mentions: Vec<Mention>,
}

/// A name that a `use` declaration binds; `*` for all names of a module.
pub(super) struct Import {
    pub(super) name: String,
    pub(super) mention: Mention,
}

/// A path, and the line on which it stands.
#[derive(Clone)]
pub(super) struct Mention {
    pub(super) segments: Vec<String>,
    pub(super) line: usize,
}

impl Modules {
    /// Reads the crate with this root file. `source` is the text of a file, if there is such a file.
    pub(super) fn read(root: &Path, source: &dyn Fn(&Path) -> Option<String>) -> Result<Self> {
        let mut modules = Self::default();
        let folder = root.parent().unwrap_or(Path::new(""));
        modules.read_file(root, folder, None, source)?;
        Ok(modules)
    }

    /// Reads a file as a module whose children are in `folder`.
    fn read_file(
        &mut self,
        file: &Path,
        folder: &Path,
        parent: Option<usize>,
        source: &dyn Fn(&Path) -> Option<String>,
    ) -> Result<usize> {
        let context = || format!("cannot read {}", file.display());
        let text = source(file).with_context(context)?;
        let syntax = syn::parse_file(&text).with_context(context)?;
        let module = Module {
            file: file.to_owned(),
            parent,
            ..Module::default()
        };
        self.read_items(&syntax.items, module, folder, source)
    }

    /// Fills a module with its items, and adds it and the modules inside it.
    fn read_items(
        &mut self,
        items: &[Item],
        mut module: Module,
        folder: &Path,
        source: &dyn Fn(&Path) -> Option<String>,
    ) -> Result<usize> {
        let number = self.all.len();
        let mut reader = Reader::default();
        for item in items {
            reader.visit_item(item);
        }
        (module.items, module.imports, module.mentions) =
            (reader.items, reader.imports, reader.mentions);
        let file = module.file.clone();
        self.all.push(module);
        let macros = reader.macros.into_iter().map(|name| (name, number));
        self.macros.extend(macros);
        for declared in reader.modules {
            let name = declared.ident.to_string();
            let below = folder.join(&name);
            let child = if let Some((_, items)) = &declared.content {
                let module = Module {
                    file: file.clone(),
                    parent: Some(number),
                    ..Module::default()
                };
                self.read_items(items, module, &below, source)?
            } else {
                let file = file_of(declared, folder, &below, source);
                self.read_file(&file, &below, Some(number), source)?
            };
            let line = declared.ident.span().start().line;
            self.all[number].children.insert(name, (child, line));
        }
        Ok(number)
    }
}

/// The file of `mod name;`: `name.rs`, `name/mod.rs`, or what `#[path]` says.
fn file_of(
    module: &syn::ItemMod,
    folder: &Path,
    below: &Path,
    source: &dyn Fn(&Path) -> Option<String>,
) -> PathBuf {
    let path = module.attrs.iter().find_map(|attribute| {
        let value = &attribute.meta.require_name_value().ok()?.value;
        let is_path = attribute.path().is_ident("path");
        match value {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(path),
                ..
            }) if is_path => Some(folder.join(path.value())),
            _ => None,
        }
    });
    let plain = below.with_extension("rs");
    path.unwrap_or_else(|| {
        if source(&plain).is_some() {
            plain
        } else {
            below.join("mod.rs")
        }
    })
}

/// Collects names from the items of one module, without those of the modules inside.
#[derive(Default)]
struct Reader<'ast> {
    items: BTreeSet<String>,
    imports: Vec<Import>,
    mentions: Vec<Mention>,
    modules: Vec<&'ast syn::ItemMod>,
    /// Exported macros.
    macros: Vec<String>,
}

impl<'ast> Visit<'ast> for Reader<'ast> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = match item {
            Item::Const(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
            Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
            Item::Static(item) => (&item.attrs, Some(&item.ident)),
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Union(item) => (&item.attrs, Some(&item.ident)),
            Item::Impl(item) => (&item.attrs, None),
            Item::Use(item) => (&item.attrs, None),
            Item::Mod(item) => {
                if !is_for_tests(&item.attrs) {
                    self.modules.push(item);
                }
                return;
            }
            _ => return visit::visit_item(self, item),
        };
        if is_for_tests(attributes) {
            return;
        }
        let name = name.map(ToString::to_string);
        let is_exported = |attribute: &Attribute| attribute.path().is_ident("macro_export");
        if attributes.iter().any(is_exported) {
            self.macros.extend(name.clone());
        }
        self.items.extend(name);
        visit::visit_item(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if item.leading_colon.is_none() {
            self.import(&item.tree, &mut Vec::new());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        // A name alone was imported or is defined here.
        if 1 < path.segments.len() && path.leading_colon.is_none() {
            let names = path.segments.iter().map(|segment| &segment.ident);
            self.mentions.push(Mention {
                segments: names.map(ToString::to_string).collect(),
                line: path.segments[0].ident.span().start().line,
            });
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.read_tokens(call.tokens.clone());
    }
}

impl Reader<'_> {
    /// Adds what a `use` declaration binds.
    fn import(&mut self, tree: &UseTree, before: &mut Vec<String>) {
        let mut bind = |before: &[String], last: &syn::Ident, name: &syn::Ident| {
            let mut segments = before.to_vec();
            // `a::{self}` binds a.
            let is_self = last == "self" && !before.is_empty();
            if !is_self {
                segments.push(last.to_string());
            }
            let name = if name == "self" {
                segments.last().cloned().unwrap_or_default()
            } else {
                name.to_string()
            };
            let line = last.span().start().line;
            let mention = Mention { segments, line };
            self.imports.push(Import { name, mention });
        };
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import(&path.tree, before);
                before.pop();
            }
            UseTree::Name(name) => bind(before, &name.ident, &name.ident),
            UseTree::Rename(rename) => bind(before, &rename.ident, &rename.rename),
            UseTree::Glob(glob) => {
                let mention = Mention {
                    segments: before.clone(),
                    line: glob.star_token.spans[0].start().line,
                };
                let name = "*".to_owned();
                self.imports.push(Import { name, mention });
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before);
                }
            }
        }
    }

    /// Finds `a::b` in the arguments of a macro, which are not parsed.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path: Option<Mention> = None;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(name) => match &mut path {
                    Some(path) if colons == 2 => path.segments.push(name.to_string()),
                    _ => {
                        self.add(path.take());
                        path = Some(Mention {
                            segments: vec![name.to_string()],
                            line: name.span().start().line,
                        });
                    }
                },
                TokenTree::Group(group) => {
                    self.add(path.take());
                    self.read_tokens(group.stream());
                }
                _ => self.add(path.take()),
            }
            colons = 0;
        }
        self.add(path);
    }

    fn add(&mut self, mention: Option<Mention>) {
        self.mentions
            .extend(mention.filter(|mention| 1 < mention.segments.len()));
    }
}

/// Whether an item is compiled for tests only.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let condition = attribute.meta.require_list().ok();
        let condition = condition.filter(|_| attribute.path().is_ident("cfg"));
        condition.is_some_and(|condition| {
            let text = condition.tokens.to_string();
            text == "test" || text.starts_with("all (test") || text.starts_with("all(test")
        })
    })
}
