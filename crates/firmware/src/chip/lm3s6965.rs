//! The LM3S6965. Its first serial port, UART 0, is a PL011.

use core::num::NonZero;
use core::ptr::{self, NonNull};

use arm_pl011_uart::{
    DataBits, LineConfig, PL011Registers, Parity, StopBits, Uart, UniqueMmioPointer,
};

use super::semihosted::finish;
use crate::line::Port;

/// The registers of UART 0.
const UART_0: NonZero<usize> = NonZero::new(0x4000_C000).unwrap();

/// The settings that the port and its pins need (data sheet, chapters 5, 8 and 12): an address, and the bits to set.
const SWITCHES: [(usize, u32); 4] = [
    // RCGC1 and RCGC2: clocks for UART 0 and for the pins of port A.
    (0x400F_E104, 1),
    (0x400F_E108, 1),
    // GPIOAFSEL and GPIODEN of port A: pins 0 and 1 are digital and belong to the serial port.
    (0x4000_4420, 0b11),
    (0x4000_451C, 0b11),
];

/// The clock after a reset, in hertz. It may be off by 30 %, so a board that talks to another one must switch its
/// crystal on.
const CLOCK: u32 = 12_000_000;

/// Switches the serial port on: 115200 baud, eight bits, no parity, one stop bit. Call it once.
#[must_use]
pub fn serial_line() -> Port<Uart<'static>> {
    for (address, bits) in SWITCHES {
        let register = ptr::with_exposed_provenance_mut::<u32>(address);
        // SAFETY: the addresses above are registers of this chip, and none of their bits affects memory.
        unsafe { register.write_volatile(register.read_volatile() | bits) };
    }
    // SAFETY: these are the registers of a PL011, they always exist, and no other code uses them.
    let registers = unsafe {
        UniqueMmioPointer::new(NonNull::<PL011Registers>::with_exposed_provenance(UART_0))
    };
    let mut uart = Uart::new(registers);
    let line = LineConfig {
        data_bits: DataBits::Bits8,
        parity: Parity::None,
        stop_bits: StopBits::One,
    };
    if uart.enable(line, 115_200, CLOCK).is_err() {
        finish(false);
    }
    Port(uart)
}
