//! Reports of tools without which a chip cannot be tested.

use passant_test_tools::Missing;

use super::chip::Chip;
use crate::compiler::ChipCompiler;

/// A compiler for a target, or the report that there is none.
pub(super) fn compiler(target: &str, what: &str) -> Result<ChipCompiler, Missing> {
    ChipCompiler::require(target, &format!("firmware: {what}"))
}

/// A program of a Debian package is not installed.
pub(super) fn program(name: &str, package: &str, chip: &Chip) -> Missing {
    Missing {
        tool: name.to_owned(),
        install: format!("apt-get install {package}"),
        what: format!("firmware: {}", chip.name),
    }
}
