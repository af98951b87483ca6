//! The boundary to JavaScript: three functions of numbers.
//!
//! The caller asks for room with [`reserve`], writes the request there, calls [`run`] with its length, and reads the reply,
//! whose length that returns, at [`reply`]. All memory belongs to this module.

// The names must be those that the loader asks for; no memory is accessed through a pointer here.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::page::Page;

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

#[derive(Default)]
struct State {
    page: Page,
    request: Vec<u8>,
    reply: String,
}

/// Makes room for a request of so many bytes, and returns its address. It is valid until the next call.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request.clear();
        state.request.resize(length, 0);
        state.request.as_mut_ptr()
    })
}

/// Answers the request in the first bytes of the room, and returns the length of the reply in bytes.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn run(length: usize) -> usize {
    STATE.with_borrow_mut(|state| {
        let mut request = std::mem::take(&mut state.request);
        request.truncate(length);
        state.reply = state.page.call(&String::from_utf8_lossy(&request));
        state.reply.len()
    })
}

/// The address of the last reply, which is UTF-8. It is valid until the next call of [`run`].
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn reply() -> *const u8 {
    STATE.with_borrow(|state| state.reply.as_ptr())
}
