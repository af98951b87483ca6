//! Cortex-M and RISC-V: the console of the debugger, or of the emulator in its place.

use semihosting::fd::RawFd;
use semihosting::process::ExitCode;
use semihosting::sys::arm_compat::sys_writec;
use semihosting::sys::arm_compat::syscall::{OperationNumber, ParamRegW, syscall};
// The start-up code and the vector table are only linked if the program mentions their crates.
#[cfg(target_arch = "arm")]
use cortex_m_rt as _;
#[cfg(target_arch = "riscv32")]
use riscv_rt as _;

use crate::line::SerialLine;

/// The interrupt vectors of the chip. No interrupt is ever enabled, so this one entry, which the linker requires,
/// stands for a whole table of about a hundred.
#[cfg(target_arch = "arm")]
// SAFETY: the start-up code looks for this name, and no other item has it.
#[unsafe(no_mangle)]
// SAFETY: the start-up code puts this section after the exceptions, and an entry is a word.
#[unsafe(link_section = ".vector_table.interrupts")]
static __INTERRUPTS: [usize; 1] = [0];

/// Writes to the console of the debugger, and reads from its standard input. The input is opened as a file on first
/// use, because the console of QEMU 7.2 loses bytes that arrive while others are sent.
#[derive(Default)]
pub struct Console {
    input: Option<RawFd>,
}

impl Console {
    /// Makes a console. Nothing is opened yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl SerialLine for Console {
    fn send(&mut self, byte: u8) {
        sys_writec(byte);
    }

    fn receive(&mut self) -> Option<u8> {
        if self.input.is_none() {
            self.input = open_input();
        }
        let mut byte = [0_u8];
        let mut block = [
            ParamRegW::raw_fd(self.input?),
            ParamRegW::buf(&mut byte),
            ParamRegW::usize(1),
        ];
        // SAFETY: SYS_READ takes a block of three words, a handle, a buffer and its length, and writes no further.
        let missing =
            unsafe { syscall(OperationNumber::SYS_READ, ParamRegW::block(&mut block)) }.usize();
        (missing == 0).then_some(byte[0])
    }
}

/// Opens the standard input of the debugger. The file type of the library is not used, because it contains checks that
/// can panic.
fn open_input() -> Option<RawFd> {
    const READ_BINARY: usize = 1;
    let mut path = *b"/dev/stdin\0";
    let length = path.len() - 1;
    let mut block = [
        ParamRegW::buf(&mut path),
        ParamRegW::usize(READ_BINARY),
        ParamRegW::usize(length),
    ];
    // SAFETY: SYS_OPEN takes a block of three words, a text that ends in 0, a mode and the length of the text.
    unsafe { syscall(OperationNumber::SYS_OPEN, ParamRegW::block(&mut block)) }.raw_fd()
}

/// Ends the emulation.
pub fn finish(passed: bool) -> ! {
    if passed {
        ExitCode::SUCCESS.exit_process()
    } else {
        ExitCode::FAILURE.exit_process()
    }
}
