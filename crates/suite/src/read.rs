//! Reads the files of a folder of suites.
//!
//! A file is a list of `[[case]]`. Each case is read key by key ([`fields`]), what the keys say is held against each
//! other ([`check`]), and whatever is wrong on the way is kept, so that one reading finds everything.

mod case;
mod check;
mod fields;
mod state;

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use self::fields::Fields;
use crate::folder::{StateKind, SuiteFile};
use crate::source::Source;
use crate::{FenCase, Problem, Problems, StateCase, Suite};

/// Reads a file of cases with counts.
pub(crate) fn cases(file: &SuiteFile) -> Result<Suite, Problems> {
    suite(file, |fields| case::case(file, fields))
}

/// Reads a file of cases with en passant squares.
pub(crate) fn fen_cases(file: &SuiteFile) -> Result<Suite<FenCase>, Problems> {
    suite(file, |fields| case::fen_case(file, fields))
}

/// Reads a file of questions about state.
pub(crate) fn state_cases(file: &SuiteFile, kind: StateKind) -> Result<Suite<StateCase>, Problems> {
    suite(file, |fields| state::case(file, kind, fields))
}

fn suite<T>(
    file: &SuiteFile,
    read: impl Fn(&mut Fields<'_>) -> Option<T>,
) -> Result<Suite<T>, Problems> {
    let source = Source::new(&file.shown, &file.text);
    let (root, errors) = DeTable::parse_recoverable(source.text());
    let mut problems: Problems = errors
        .iter()
        .map(|error| source.problem(error.span().unwrap_or_default(), error.message()))
        .collect();
    let mut cases = Vec::new();
    // Where the text is no TOML, what was made of it would only cause more problems.
    if problems.is_empty() {
        let mut names = BTreeMap::new();
        for mut fields in tables(&source, root.get_ref(), &mut problems) {
            let unique = unique(&source, &fields, &mut names);
            fields.keep(unique);
            let case = read(&mut fields);
            cases.extend(problems.keep(fields.finish()).and(case));
        }
    }
    let name = file.suite.clone();
    problems.sorted().or(Suite { name, cases })
}

/// The tables `[[case]]` of a file, which holds nothing else.
fn tables<'a>(
    source: &'a Source<'a>,
    root: &'a DeTable<'a>,
    problems: &mut Problems,
) -> Vec<Fields<'a>> {
    for key in root.keys().filter(|key| key.get_ref() != "case") {
        let message = format!("unknown key `{}`", key.get_ref());
        let problem = source.problem(key.span(), message);
        problems.push(problem.with_help("a suite holds [[case]] and nothing else"));
    }
    let items = match root.get("case").map(|cases| (cases, cases.get_ref())) {
        None => {
            problems.push(source.problem(0..0, "there is no [[case]] in this file"));
            return Vec::new();
        }
        Some((_, DeValue::Array(items))) => items.iter().collect(),
        Some((cases, _)) => vec![cases],
    };
    let mut tables = Vec::new();
    for item in items {
        match item.get_ref() {
            DeValue::Table(table) => tables.push(Fields::new(source, table, item.span())),
            _ => problems.push(source.problem(item.span(), "a case is a table, [[case]]")),
        }
    }
    tables
}

/// Notes the name of a case, and refuses one that is taken.
fn unique(
    source: &Source<'_>,
    fields: &Fields<'_>,
    names: &mut BTreeMap<String, Range<usize>>,
) -> Result<(), Problem> {
    let Some(name) = fields.name() else {
        return Ok(());
    };
    let second = name.span.clone();
    let Some(first) = names.insert(name.value.to_owned(), second.clone()) else {
        return Ok(());
    };
    let line = source.problem(first, "").line().unwrap_or_default();
    let problem = source.problem(second, format!("a second case {:?}", name.value));
    Err(problem.with_help(format!(
        "names are unique within a file; the other stands in line {line}"
    )))
}
