//! Measures the depth of the stack: paint the free stack, run, and find the lowest byte that was overwritten.

/// Paints the free part of the stack. Does nothing on a host.
#[inline(never)]
pub fn paint() {
    #[cfg(target_os = "none")]
    chip::paint();
}

/// The most bytes of stack used since the last [`paint`], counted from the top of the memory; 0 on a host.
#[must_use]
pub fn peak() -> u32 {
    #[cfg(target_os = "none")]
    return chip::peak();
    #[cfg(not(target_os = "none"))]
    0
}

#[cfg(target_os = "none")]
mod chip {
    use core::ptr;

    /// A byte that is unlikely in memory, and part of no valid instruction or address on any of the chips.
    const PAINT: u8 = 0xC5;

    /// The stack that [`paint`] and its callees may use below the address of its own variable, in bytes.
    const MARGIN: usize = 64;

    unsafe extern "C" {
        /// The beginning of the stack. The start-up code of the chip defines it, and only its address is meaningful.
        #[cfg(not(target_arch = "avr"))]
        static _stack_start: u8;
        /// The end of static memory, at which the stack must end too.
        #[cfg_attr(target_arch = "arm", link_name = "_stack_end")]
        #[cfg_attr(target_arch = "riscv32", link_name = "__sheap")]
        #[cfg_attr(target_arch = "avr", link_name = "__heap_start")]
        static STACK_END: u8;
    }

    #[cfg(not(target_arch = "avr"))]
    fn top() -> usize {
        (&raw const _stack_start) as usize
    }

    #[cfg(target_arch = "avr")]
    fn top() -> usize {
        0x0900
    }

    fn bottom() -> usize {
        (&raw const STACK_END) as usize
    }

    pub(super) fn paint() {
        let here = 0_u8;
        let until = ((&raw const here) as usize).saturating_sub(MARGIN);
        for at in bottom()..until {
            // SAFETY: the memory between the end of static memory and the stack pointer is unused, because there is no
            // heap and interrupts are off.
            unsafe { ptr::with_exposed_provenance_mut::<u8>(at).write_volatile(PAINT) };
        }
    }

    pub(super) fn peak() -> u32 {
        let mut lowest = bottom();
        // SAFETY: reads memory of this chip below the top of the stack, one initialized byte at a time.
        while lowest < top()
            && unsafe { ptr::with_exposed_provenance::<u8>(lowest).read_volatile() } == PAINT
        {
            lowest += 1;
        }
        (top() - lowest) as u32
    }
}
