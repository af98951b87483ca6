//! Whether a game can lead to a position, as far as one half-move back tells.

use passant_rules::Setup;

/// Whether the rules believe a setup: one king each, the side that has moved not in check, checks that one move can
/// give, and none that was there before the double push.
pub(super) fn is_reachable(setup: &Setup) -> bool {
    setup.validate().is_ok()
}
