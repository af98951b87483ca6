//! The Arduino Uno: an ATmega328P with 2 KB of RAM and a serial line. The line is also the only way to report that a
//! program has ended.

use core::ptr;

use crate::line::{SerialLine, Text};

/// The serial line of the ATmega328P, USART 0 (data sheet, chapter 19). After a reset it is set to eight bits, no
/// parity and one stop bit; the speed is set to 115200 baud.
mod usart {
    pub(super) const STATUS: usize = 0xC0;
    pub(super) const CONTROL: usize = 0xC1;
    pub(super) const BAUD: usize = 0xC4;
    pub(super) const DATA: usize = 0xC6;

    /// In `STATUS`: a byte has arrived.
    pub(super) const RECEIVED: u8 = 1 << 7;
    /// In `STATUS`: there is room for a byte.
    pub(super) const READY: u8 = 1 << 5;
    /// In `STATUS`: double speed.
    pub(super) const DOUBLE: u8 = 1 << 1;
    /// In `CONTROL`: receiver and transmitter are on.
    pub(super) const ON: u8 = 1 << 4 | 1 << 3;
    /// In `BAUD`: 16 MHz / 8 / 115200, minus one.
    pub(super) const BAUD_115200: u8 = 16;
}

fn read(register: usize) -> u8 {
    // SAFETY: this is called only with the addresses above, which are one-byte registers that no other code uses.
    unsafe { ptr::with_exposed_provenance::<u8>(register).read_volatile() }
}

fn write(register: usize, value: u8) {
    // SAFETY: as for `read`; no value that is written here affects memory.
    unsafe { ptr::with_exposed_provenance_mut::<u8>(register).write_volatile(value) }
}

/// The serial line.
#[derive(Default)]
pub struct Console(());

impl Console {
    /// Switches the line on.
    #[must_use]
    pub fn new() -> Self {
        write(usart::BAUD, usart::BAUD_115200);
        write(usart::STATUS, usart::DOUBLE);
        write(usart::CONTROL, usart::ON);
        Self(())
    }
}

impl SerialLine for Console {
    fn send(&mut self, byte: u8) {
        while read(usart::STATUS) & usart::READY == 0 {}
        write(usart::DATA, byte);
    }

    fn receive(&mut self) -> Option<u8> {
        while read(usart::STATUS) & usart::RECEIVED == 0 {}
        Some(read(usart::DATA))
    }
}

/// Prints how the program has ended, and loops forever.
pub fn finish(passed: bool) -> ! {
    Console(()).text(if passed { "end ok\n" } else { "end wrong\n" });
    loop {
        core::hint::spin_loop();
    }
}
