//! Serial lines: bytes out, bytes in.

/// A serial line, or a substitute for one.
pub trait SerialLine {
    /// Sends a byte. Waits until there is room for it.
    fn send(&mut self, byte: u8);

    /// Waits for the next byte. Returns `None` at the end of input.
    fn receive(&mut self) -> Option<u8>;
}

/// Uses a driver of a serial port as a [`SerialLine`]. Drivers implement the traits of `embedded-io`.
pub struct Port<D>(
    /// The driver, switched on.
    pub D,
);

impl<D: embedded_io::Read + embedded_io::Write> SerialLine for Port<D> {
    fn send(&mut self, byte: u8) {
        // `write_all` could panic. A driver accepts at least one byte. An error cannot be reported anywhere.
        let _ = self.0.write(&[byte]);
    }

    fn receive(&mut self) -> Option<u8> {
        let mut byte = [0];
        loop {
            match self.0.read(&mut byte) {
                Ok(0) => return None,
                Ok(_) => return Some(byte[0]),
                // A byte was garbled or lost. Reading continues; the rest of that line of text will not make sense.
                Err(_) => {}
            }
        }
    }
}

/// Text on a [`SerialLine`], without `core::fmt`, which is larger than the rules of chess.
pub trait Text: SerialLine {
    /// Sends a text.
    fn text(&mut self, text: &str) {
        for byte in text.bytes() {
            self.send(byte);
        }
    }

    /// Sends a number in decimal digits.
    ///
    /// The digits are found by subtraction, because on a chip without a division instruction the code for division is
    /// larger.
    fn number(&mut self, number: u32) {
        let mut rest = number;
        let mut is_leading = true;
        for power in POWERS {
            let mut digit = b'0';
            while power <= rest {
                rest -= power;
                digit += 1;
            }
            is_leading &= digit == b'0' && power != 1;
            if !is_leading {
                self.send(digit);
            }
        }
    }
}

/// The values of the decimal digits of a `u32`.
const POWERS: [u32; 10] = [
    1_000_000_000,
    100_000_000,
    10_000_000,
    1_000_000,
    100_000,
    10_000,
    1_000,
    100,
    10,
    1,
];

impl<L: SerialLine> Text for L {}
