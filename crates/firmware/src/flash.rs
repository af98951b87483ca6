//! Constants that stay in flash and are read byte by byte.
//!
//! Most chips read flash like any other memory. An AVR has a second address space for flash and an instruction to read
//! it; everything that a program there reads as memory was copied to its two kilobytes of RAM before it started.

/// Packed bytes. On an AVR they are in flash only, and only [`Packed`] can read them.
pub(crate) struct Flash<const LENGTH: usize>([u8; LENGTH]);

impl<const LENGTH: usize> Flash<LENGTH> {
    pub(crate) const fn new(bytes: [u8; LENGTH]) -> Self {
        Self(bytes)
    }

    pub(crate) const fn reader(&'static self) -> Packed {
        Packed {
            bytes: &self.0,
            at: 0,
        }
    }
}

/// Declares a static with bytes in flash, from a file that the build script wrote.
macro_rules! flash {
    ($name:ident, $file:literal) => {
        // SAFETY: the linker places this section in flash, and no other item is declared to be in it.
        #[cfg_attr(target_arch = "avr", unsafe(link_section = ".progmem.data"))]
        static $name: $crate::flash::Flash<
            { include_bytes!(concat!(env!("OUT_DIR"), $file)).len() },
        > = $crate::flash::Flash::new(*include_bytes!(concat!(env!("OUT_DIR"), $file)));
    };
}
pub(crate) use flash;

/// A reader of packed bytes.
pub(crate) struct Packed {
    bytes: &'static [u8],
    at: usize,
}

impl Packed {
    pub(crate) fn byte(&mut self) -> Option<u8> {
        if self.at < self.bytes.len() {
            let byte = read(self.bytes, self.at)?;
            self.at += 1;
            Some(byte)
        } else {
            None
        }
    }

    /// Reads a number in [LEB128](https://en.wikipedia.org/wiki/LEB128).
    #[inline(never)]
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        let mut shift = 0_u32;
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << (shift & 31);
            if byte & 0x80 == 0 {
                return Some(number);
            }
            shift += 7;
        }
    }

    /// Reads a text that is preceded by its length.
    pub(crate) fn text<const LENGTH: usize>(&mut self) -> Option<heapless::String<LENGTH>> {
        let mut text = heapless::String::new();
        for _ in 0..self.byte()? {
            text.push(char::from(self.byte()?)).ok()?;
        }
        Some(text)
    }
}

#[cfg(not(target_arch = "avr"))]
fn read(bytes: &'static [u8], at: usize) -> Option<u8> {
    bytes.get(at).copied()
}

/// Loads a byte from program memory.
#[cfg(target_arch = "avr")]
#[expect(
    clippy::unnecessary_wraps,
    reason = "on other chips the slice is asked"
)]
fn read(bytes: &'static [u8], at: usize) -> Option<u8> {
    let byte: u8;
    // SAFETY: the caller has checked that `at` is less than the length. All constants are in the lower 64 KB of flash,
    // and this chip has no more flash than that. The instruction changes only its register.
    unsafe {
        core::arch::asm!(
            "lpm {byte}, Z",
            byte = out(reg) byte,
            in("Z") bytes.as_ptr().wrapping_add(at),
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    Some(byte)
}
