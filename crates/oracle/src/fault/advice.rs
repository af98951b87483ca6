//! What to look at in an engine that has a fault.

mod board;
mod text;

use super::list::EngineFault;

pub(super) fn of(fault: EngineFault) -> &'static str {
    let mut rows = board::ADVICE.iter().chain(text::ADVICE);
    rows.find_map(|&(of, advice)| (of == fault).then_some(advice))
        .unwrap_or_default()
}
