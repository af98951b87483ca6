//! The report of `passant check`, in every form.

pub(crate) mod github;
mod group;
pub(crate) mod junit;
pub(super) mod parts;
pub(crate) mod reproducer;
pub(super) mod rerun;
pub(crate) mod tap;
pub(crate) mod terminal;
