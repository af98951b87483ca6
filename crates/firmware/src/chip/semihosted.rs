//! Cortex-M and RISC-V: the debugger, or the emulator in its place, lends its console.

use semihosting::process::ExitCode;
use semihosting::sys::arm_compat::{sys_readc, sys_writec};
// The start-up code and the table of vectors are only linked if somebody mentions them.
#[cfg(target_arch = "arm")]
use cortex_m_rt as _;
#[cfg(target_arch = "riscv32")]
use riscv_rt as _;

use crate::Line;

/// The console of the debugger.
#[derive(Default)]
pub struct Console(());

impl Console {
    /// There may be several; they share the same console.
    #[must_use]
    pub fn new() -> Self {
        Self(())
    }
}

impl Line for Console {
    fn send(&mut self, byte: u8) {
        sys_writec(byte);
    }

    fn receive(&mut self) -> Option<u8> {
        Some(sys_readc())
    }
}

/// Ends the emulation.
pub fn finish(is_right: bool) -> ! {
    if is_right {
        ExitCode::SUCCESS.exit_process()
    } else {
        ExitCode::FAILURE.exit_process()
    }
}
