//! Arduino Uno: an ATmega328P with 2 KB of RAM, its serial line, and nobody to tell that a program is over but
//! whoever reads that line.

use core::ptr;

use crate::line::{Line, Text};

/// The serial line of the ATmega328P, USART 0 (data sheet, chapter 19): 115200 baud, eight bits, no parity, one stop
/// bit, as after a reset.
mod usart {
    pub(super) const STATUS: usize = 0xC0;
    pub(super) const CONTROL: usize = 0xC1;
    pub(super) const BAUD: usize = 0xC4;
    pub(super) const DATA: usize = 0xC6;

    /// In `STATUS`: a byte has come.
    pub(super) const RECEIVED: u8 = 1 << 7;
    /// In `STATUS`: there is room for a byte.
    pub(super) const READY: u8 = 1 << 5;
    /// In `STATUS`: twice the speed.
    pub(super) const DOUBLE: u8 = 1 << 1;
    /// In `CONTROL`: receiver and transmitter are on.
    pub(super) const ON: u8 = 1 << 4 | 1 << 3;
    /// In `BAUD`: 16 MHz / 8 / 115200, less one.
    pub(super) const BAUD_115200: u8 = 16;
}

fn read(register: usize) -> u8 {
    // SAFETY: called with the addresses above only, which are registers of a byte that nobody else uses.
    unsafe { ptr::with_exposed_provenance::<u8>(register).read_volatile() }
}

fn write(register: usize, value: u8) {
    // SAFETY: as for `read`; no value that is written here makes the chip do anything to memory.
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

impl Line for Console {
    fn send(&mut self, byte: u8) {
        while read(usart::STATUS) & usart::READY == 0 {}
        write(usart::DATA, byte);
    }

    fn receive(&mut self) -> Option<u8> {
        while read(usart::STATUS) & usart::RECEIVED == 0 {}
        Some(read(usart::DATA))
    }
}

/// Says how the program has ended, and does nothing for ever.
pub fn finish(is_right: bool) -> ! {
    Console(()).text(if is_right { "end ok\n" } else { "end wrong\n" });
    loop {
        core::hint::spin_loop();
    }
}
