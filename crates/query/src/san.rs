//! The text of a move in SAN, as far as programs may differ.

/// Returns a move in SAN without spaces and without the suffix `e.p.`, wherever it stands.
///
/// FIDE allows the suffix and does not say where: books and programs put it before or after the sign of check, with and
/// without a space or brackets.
///
/// ```
/// use passant_query::plain_san;
///
/// for text in ["fxe6+", "fxe6 e.p.+", "fxe6+ e.p.", "fxe6e.p.+", "fxe6 (e.p.) +"] {
///     assert_eq!(plain_san(text), "fxe6+");
/// }
/// assert_eq!(plain_san("fxe6ep"), "fxe6ep");
/// ```
#[must_use]
pub fn plain_san(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    let suffix = ["(e.p.)", "e.p."].into_iter().find(|it| text.contains(it));
    match suffix {
        Some(suffix) => text.replacen(suffix, "", 1),
        None => text,
    }
}
