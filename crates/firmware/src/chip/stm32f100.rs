//! The STM32F100. Its first serial port is USART 1; the crate `stm32f1` describes the registers.

use stm32f1::stm32f100::{Peripherals, USART1};

use crate::line::SerialLine;

/// 8 MHz, the clock after a reset, divided by 115200 baud.
const DIVISOR: u16 = 69;

/// Pin 9 of port A as an output of the serial port, in its four bits of the register CRH. Pin 10 is an input after a
/// reset (reference manual RM0041, 7.2.2).
const PIN_9: u32 = 0b1011 << 4;

/// USART 1, switched on.
pub struct Serial(USART1);

/// Switches the serial port on: 115200 baud, eight bits, no parity, one stop bit. Call it once.
#[must_use]
pub fn serial_line() -> Serial {
    // SAFETY: no other code uses the registers of this chip.
    let chip = unsafe { Peripherals::steal() };
    let clocks = chip.RCC.apb2enr();
    clocks.modify(|_, w| w.iopaen().set_bit().usart1en().set_bit());
    let pins = chip.GPIOA.crh();
    // SAFETY: a value that the manual describes.
    pins.modify(|r, w| unsafe { w.bits(r.bits() & !(0b1111 << 4) | PIN_9) });
    // SAFETY: a value that the manual describes.
    chip.USART1.brr().write(|w| unsafe { w.bits(DIVISOR) });
    let control = chip.USART1.cr1();
    control.write(|w| w.ue().set_bit().te().set_bit().re().set_bit());
    Serial(chip.USART1)
}

impl SerialLine for Serial {
    fn send(&mut self, byte: u8) {
        while self.0.sr().read().txe().bit_is_clear() {}
        // SAFETY: a byte fits into the nine bits of this register.
        self.0.dr().write(|w| unsafe { w.bits(byte.into()) });
    }

    fn receive(&mut self) -> Option<u8> {
        while self.0.sr().read().rxne().bit_is_clear() {}
        Some(self.0.dr().read().bits() as u8)
    }
}
