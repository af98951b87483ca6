//! Engines for variants of chess alone: their handshake says so, and no question about standard chess has an answer.

use passant_query::EngineError;

/// The names of standard chess and of Chess960, which has its positions.
const STANDARD: [&str; 8] = [
    "chess",
    "standard",
    "normal",
    "orthodox",
    "chess960",
    "fischerandom",
    "fischerrandom",
    "<empty>",
];

/// Greatest number of names that are shown.
const SHOWN: usize = 5;

/// Refuses an engine whose UCI option `UCI_Variant` names variants, and neither standard chess nor Chess960.
pub(crate) fn refuse_variants_of_option(about: &str) -> Result<(), EngineError> {
    let mut words = about.split_whitespace();
    if !words.clone().any(|word| word == "var") {
        return Ok(());
    }
    let mut names = Vec::new();
    while let Some(word) = words.next() {
        if matches!(word, "default" | "var") {
            names.extend(words.next());
        }
    }
    refuse(&names)
}

/// Refuses an engine whose xboard feature `variants` lists only variants: `losers,suicide`.
pub(crate) fn refuse_variants_of_feature(list: &str) -> Result<(), EngineError> {
    let names: Vec<_> = list.split(',').map(str::trim).collect();
    refuse(&names)
}

fn refuse(names: &[&str]) -> Result<(), EngineError> {
    let is_standard = |name: &&str| STANDARD.contains(&name.to_ascii_lowercase().as_str());
    let mut shown: Vec<_> = names.iter().filter(|name| !name.is_empty()).collect();
    if shown.is_empty() || names.iter().any(is_standard) {
        return Ok(());
    }
    shown.sort();
    shown.dedup();
    let more = if SHOWN < shown.len() {
        " and others"
    } else {
        ""
    };
    let shown: Vec<_> = shown.into_iter().take(SHOWN).copied().collect();
    Err(EngineError::unsupported(format!(
        "the engine plays {}{more}, and not standard chess",
        shown.join(", ")
    )))
}

#[cfg(test)]
mod tests {
    use super::{refuse_variants_of_feature, refuse_variants_of_option};

    #[test]
    fn an_engine_for_variants_alone_is_named() {
        for option in [
            "type combo default chess var chess var atomic",
            "type combo default <empty> var atomic",
            "type combo default atomic var Standard var atomic",
            "type string default",
        ] {
            assert_eq!(refuse_variants_of_option(option), Ok(()), "{option}");
        }
        let losers = "type combo default losers var suicide var losers";
        let error = refuse_variants_of_option(losers).unwrap_err();
        let text = "cannot be asked: the engine plays losers, suicide, and not standard chess";
        assert_eq!(error.to_string(), text);
        for feature in ["normal,losers", "fischerandom", ""] {
            assert_eq!(refuse_variants_of_feature(feature), Ok(()), "{feature}");
        }
        let error = refuse_variants_of_feature("suicide, losers").unwrap_err();
        assert_eq!(error.to_string(), text);
    }
}
