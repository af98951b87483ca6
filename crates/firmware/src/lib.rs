//! Programs for microcontrollers, and the code that depends on the chip.
//!
//! The programs do not allocate. They contain no code that can panic, because an image with such code does not link.
//! The same programs run on a host, where they print what the chip has to print.

#![cfg_attr(target_os = "none", no_std)]
#![cfg_attr(target_arch = "avr", feature(asm_experimental_arch))]

mod board;
mod chip;
mod flash;
mod line;
mod measure;
mod perft;
#[cfg(not(target_os = "none"))]
mod script;
// The packed questions alone are larger than the address space of an AVR.
#[cfg(not(target_arch = "avr"))]
mod state;
mod suite;

pub use board::board;
pub use chip::{Console, end_measurement, finish, serial_line, stack, start_measurement};
pub use line::{Port, SerialLine, Text};
pub use measure::measure;
pub use perft::perft;
#[cfg(not(target_os = "none"))]
pub use script::{game, script};
#[cfg(not(target_arch = "avr"))]
pub use state::state;
pub use suite::suite;

/// Makes a function `fn(&mut impl SerialLine) -> bool` the program of this image; `false` means failure. The program
/// uses the console, or the serial line that the function after `over` opens.
#[macro_export]
macro_rules! program {
    ($run:path) => {
        $crate::program!($run, over $crate::Console::new);
    };
    ($run:path, over $open:path) => {
        #[cfg(not(target_os = "none"))]
        fn main() -> ! {
            let mut line = $open();
            let passed = $run(&mut line);
            $crate::finish(passed)
        }

        #[cfg(target_os = "none")]
        // SAFETY: no other function of this image has this name; the start-up code calls it once.
        #[unsafe(no_mangle)]
        extern "C" fn main() -> ! {
            let mut line = $open();
            let passed = $run(&mut line);
            $crate::finish(passed)
        }
    };
}
