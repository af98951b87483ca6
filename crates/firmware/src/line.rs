//! The line to the world outside: bytes out, bytes in.

/// A serial line, or what stands for one.
pub trait Line {
    /// Sends a byte; waits until there is room for it.
    fn send(&mut self, byte: u8);

    /// Waits for the next byte; `None` if there will be no more.
    fn receive(&mut self) -> Option<u8>;
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
    /// 64 bits would take a kilobyte of division on a chip.
    fn number(&mut self, number: u32) {
        let mut digits = [0; 10];
        let mut rest = number;
        let mut used = 0;
        for digit in &mut digits {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
            used += 1;
            if rest == 0 {
                break;
            }
        }
        for &digit in digits.iter().take(used).rev() {
            self.send(digit);
        }
    }
}

impl<L: Line> Text for L {}
