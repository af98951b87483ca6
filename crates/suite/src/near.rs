//! What somebody may have meant who wrote a name that does not exist.

use strsim::normalized_damerau_levenshtein as likeness;

/// Below this likeness, from 0 to 1, a name is not worth suggesting.
const LIKENESS: f64 = 0.6;

/// How many names are suggested at most.
const SUGGESTIONS: usize = 3;

/// The names that look most like `word`, best first. Of an address, what follows the last `/` counts first.
pub(crate) fn near<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<_> = names
        .into_iter()
        .map(|name| {
            (
                (likeness(last(word), last(name)), likeness(word, name)),
                name,
            )
        })
        .filter(|&((of_last, _), _)| LIKENESS <= of_last)
        .collect();
    // A stable sort: among equals the order of the names decides.
    found.sort_by(|(one, _), (other, _)| other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1)));
    found.truncate(SUGGESTIONS);
    found.into_iter().map(|(_, name)| name).collect()
}

fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
