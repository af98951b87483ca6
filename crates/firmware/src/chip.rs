//! The differences between chips: how a program starts and ends, its console, and the place of its stack.

#[cfg(all(target_os = "none", any(target_arch = "arm", target_arch = "riscv32")))]
mod semihosted;
#[cfg(all(target_os = "none", any(target_arch = "arm", target_arch = "riscv32")))]
pub use semihosted::{Console, finish};

#[cfg(target_arch = "avr")]
mod uno;
#[cfg(target_arch = "avr")]
pub use uno::{Console, finish};

/// The host: standard input and output.
#[cfg(not(target_os = "none"))]
mod host {
    use std::io::{Read, Write};

    use crate::line::SerialLine;

    /// Standard input and output.
    #[derive(Default)]
    pub struct Console(());

    impl Console {
        /// Opens the console. All consoles share the same streams.
        #[must_use]
        pub fn new() -> Self {
            Self(())
        }
    }

    impl SerialLine for Console {
        fn send(&mut self, byte: u8) {
            // If standard output is closed, there is no way to report it.
            let _ = std::io::stdout().write_all(&[byte]);
        }

        fn receive(&mut self) -> Option<u8> {
            let mut byte = [0];
            std::io::stdin().read_exact(&mut byte).ok()?;
            Some(byte[0])
        }
    }

    /// Ends the program.
    pub fn finish(passed: bool) -> ! {
        std::process::exit(i32::from(!passed))
    }
}
#[cfg(not(target_os = "none"))]
pub use host::{Console, finish};

#[cfg(chip = "lm3s6965evb")]
mod lm3s6965;
#[cfg(chip = "lm3s6965evb")]
pub use lm3s6965::serial_line;

#[cfg(chip = "stm32vldiscovery")]
mod stm32f100;
#[cfg(chip = "stm32vldiscovery")]
pub use stm32f100::serial_line;

/// The serial line of the program `board`. A chip without a driver uses the console.
#[cfg(not(any(chip = "lm3s6965evb", chip = "stm32vldiscovery")))]
#[must_use]
pub fn serial_line() -> Console {
    Console::new()
}

pub mod stack;

/// Marks the beginning of a measurement: an emulator that counts instructions finds this function by name.
#[inline(never)]
// SAFETY: no other function of this image has this name.
#[unsafe(no_mangle)]
pub extern "C" fn start_measurement() {
    core::hint::black_box(1_u8);
}

/// Marks the end of a measurement.
#[inline(never)]
// SAFETY: no other function of this image has this name.
#[unsafe(no_mangle)]
pub extern "C" fn end_measurement() {
    core::hint::black_box(2_u8);
}

#[cfg(target_os = "none")]
mod panic {
    unsafe extern "C" {
        /// This function does not exist. An image that can reach it does not link.
        fn this_image_can_panic() -> !;
    }

    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
        // SAFETY: never called, see above.
        unsafe { this_image_can_panic() }
    }
}
