//! How much memory a run may take.

use bytesize::ByteSize;
use sysinfo::{MemoryRefreshKind, System};

/// The share of the free memory that a run takes where nothing is said.
const SHARE: u64 = 4;

/// Where the system does not tell how much is free.
const LEAST: u64 = 256 << 20;

/// The bytes for positions near the root: those that the user allows, or a share of what is free.
pub(super) fn limit(allowed: Option<ByteSize>) -> u64 {
    allowed.map_or_else(|| (free() / SHARE).max(LEAST), |size| size.as_u64())
}

/// The free memory in bytes: of the machine, or of the container if it has less.
fn free() -> u64 {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = system.available_memory();
    system
        .cgroup_limits()
        .map_or(machine, |limits| limits.free_memory.min(machine))
}
