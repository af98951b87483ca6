//! The line to the world outside: bytes out, bytes in.

/// A serial line, or what stands for one.
pub trait Line {
    /// Sends a byte; waits until there is room for it.
    fn send(&mut self, byte: u8);

    /// Waits for the next byte; `None` if there will be no more.
    fn receive(&mut self) -> Option<u8>;
}

/// A driver of a serial port as a [`Line`]; `embedded-io` is what drivers agree on.
pub struct Port<D>(
    /// The driver, switched on.
    pub D,
);

impl<D: embedded_io::Read + embedded_io::Write> Line for Port<D> {
    fn send(&mut self, byte: u8) {
        // Not `write_all`, which can panic. A driver takes at least one byte, and nobody can be told that it fails.
        let _ = self.0.write(&[byte]);
    }

    fn receive(&mut self) -> Option<u8> {
        let mut byte = [0];
        loop {
            match self.0.read(&mut byte) {
                Ok(0) => return None,
                Ok(_) => return Some(byte[0]),
                // A byte was garbled or lost. The line goes on, and what is left of its text means nothing.
                Err(_) => {}
            }
        }
    }
}

/// Text on a [`Line`], without the machinery of `core::fmt`, which is larger than the rules of chess.
pub trait Text: Line {
    /// Sends a text.
    fn text(&mut self, text: &str) {
        for byte in text.bytes() {
            self.send(byte);
        }
    }

    /// Sends a number, in decimal digits.
    ///
    /// By subtraction: a chip that cannot divide would need more code for dividing than for this.
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

/// What the digits of a `u32` stand for.
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

impl<L: Line> Text for L {}
