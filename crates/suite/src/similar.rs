//! Names that resemble a misspelled one.

use strsim::normalized_damerau_levenshtein as similarity;

/// The least similarity, from 0 to 1, of a name that is suggested.
const LEAST: f64 = 0.6;

/// The most names that are suggested.
const MOST: usize = 3;

/// The names that resemble `word` most, best first. In an address, the part after the last `/` counts first.
pub(crate) fn similar<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<_> = names
        .into_iter()
        .filter(|name| may_be_similar(last(word), last(name)))
        .map(|name| (similarity(last(word), last(name)), name))
        .filter(|&(of_last, _)| LEAST <= of_last)
        .map(|(of_last, name)| ((of_last, similarity(word, name)), name))
        .collect();
    // The sort is stable: the order of the names decides among equals.
    found.sort_by(|(one, _), (other, _)| other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1)));
    found.truncate(MOST);
    found.into_iter().map(|(_, name)| name).collect()
}

/// Tells whether texts of these lengths can be similar: each letter that only the longer one has is an edit. To compare
/// a long text with every name would take a second.
#[expect(clippy::cast_precision_loss, reason = "lengths of texts are small")]
fn may_be_similar(one: &str, other: &str) -> bool {
    let (one, other) = (one.chars().count(), other.chars().count());
    LEAST * one.max(other) as f64 <= one.min(other) as f64
}

fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
