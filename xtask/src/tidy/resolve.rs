//! Which module defines what a path names.

use super::modules::Modules;

/// More steps than any chain of re-exports has; `use` declarations can refer to each other in a circle.
const MOST_STEPS: usize = 32;

/// What a path names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// A module itself.
    Module(usize),
    /// Something that this module defines.
    Item(usize),
}

/// What a path in a module names; `None` if it is of another crate.
pub(super) fn resolve(modules: &Modules, module: usize, segments: &[String]) -> Option<Target> {
    Resolver { modules }.path(module, segments, MOST_STEPS)
}

struct Resolver<'a> {
    modules: &'a Modules,
}

impl Resolver<'_> {
    fn path(&self, module: usize, segments: &[String], steps: usize) -> Option<Target> {
        let (first, rest) = segments.split_first()?;
        let steps = steps.checked_sub(1)?;
        let start = match first.as_str() {
            "crate" | "$crate" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules.all[module].parent?),
            _ => self.name(module, first, !rest.is_empty(), steps)?,
        };
        self.below(start, rest, steps)
    }

    /// Goes on from a module; an item is the end, whatever follows it.
    fn below(&self, start: Target, segments: &[String], steps: usize) -> Option<Target> {
        let mut at = start;
        let mut rest = segments;
        while let (Target::Module(module), Some((first, after))) = (at, rest.split_first()) {
            at = match first.as_str() {
                "super" => Target::Module(self.modules.all[module].parent?),
                "self" => at,
                // What a macro defines is not seen: it is the module's own.
                _ => self
                    .name(module, first, !after.is_empty(), steps)
                    .unwrap_or(Target::Item(module)),
            };
            rest = after;
        }
        Some(at)
    }

    /// What a name means inside a module. If a module and an item have the same name, the module is meant where
    /// something follows.
    fn name(&self, module: usize, name: &str, is_followed: bool, steps: usize) -> Option<Target> {
        let found = &self.modules.all[module];
        let child = found
            .children
            .get(name)
            .map(|(child, _)| Target::Module(*child));
        let own = found.items.contains(name).then_some(Target::Item(module));
        let exported = || {
            let defined = self.modules.macros.get(name).filter(|_| module == 0)?;
            Some(Target::Item(*defined))
        };
        let imported = || {
            let mut imports = found.imports.iter();
            let import = imports.find(|import| import.name == name)?;
            self.import(module, &import.mention.segments, name, steps)
        };
        let item = || own.or_else(exported).or_else(imported);
        let either = if is_followed {
            child.or_else(item)
        } else {
            item().or(child)
        };
        either.or_else(|| self.glob(module, name, is_followed, steps))
    }

    /// What an import refers to. `use name::…` as an import of `name` itself would look for itself for ever.
    fn import(
        &self,
        module: usize,
        segments: &[String],
        name: &str,
        steps: usize,
    ) -> Option<Target> {
        if segments.len() == 1 && segments[0] == name {
            return None;
        }
        if segments.first().is_some_and(|first| first == name) {
            let child = self.modules.all[module].children.get(name)?;
            return self.below(
                Target::Module(child.0),
                &segments[1..],
                steps.checked_sub(1)?,
            );
        }
        self.path(module, segments, steps)
    }

    /// A name that comes from `use module::*`.
    fn glob(&self, module: usize, name: &str, is_followed: bool, steps: usize) -> Option<Target> {
        let steps = steps.checked_sub(1)?;
        let imports = self.modules.all[module].imports.iter();
        imports
            .filter(|import| import.name == "*")
            .find_map(
                |import| match self.path(module, &import.mention.segments, steps)? {
                    Target::Module(other) if other != module => {
                        self.name(other, name, is_followed, steps)
                    }
                    _ => None,
                },
            )
    }
}
