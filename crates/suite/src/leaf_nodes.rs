//! Numbers of leaf nodes that no position has.

use passant_rules::MAX_MOVES;

/// Returns the reason why no position has the second number of leaf nodes together with the first; `None` if one may.
/// Each is a depth and a number, the second depth is greater than the first.
pub(crate) fn impossible((depth, count): (u32, u64), (deeper, more): (u32, u64)) -> Option<String> {
    let most = match count {
        0 => Some(0),
        _ => (MAX_MOVES as u128)
            .checked_pow(deeper - depth)
            .and_then(|most| most.checked_mul(count.into())),
    };
    // A product that does not fit is more than any count.
    let most = most.filter(|most| *most < more.into())?;
    let given = match depth {
        0 => String::new(),
        _ => format!("with {count} leaf nodes at depth {depth} "),
    };
    Some(format!(
        "{given}there are at most {most} leaf nodes at depth {deeper}, because a position has at most {MAX_MOVES} moves"
    ))
}
