//! Pointers from C: here they are checked, become references, and memory of the caller is written.

use core::ffi::c_char;
use core::ptr::{self, NonNull};

use crate::constants::Status;

/// A place of the caller for one result. It is written when everything else is done, and so may overlap an argument.
pub(crate) struct Out<T>(NonNull<T>);

impl<T> Out<T> {
    /// # Safety
    ///
    /// The pointer is null, or a `T` may be written there during the call.
    pub(crate) unsafe fn new(to: *mut T) -> Result<Self, Status> {
        let to = NonNull::new(to).ok_or(Status::Null)?;
        if to.is_aligned() {
            Ok(Self(to))
        } else {
            Err(Status::Alignment)
        }
    }

    /// The same for a result that the caller need not take.
    ///
    /// # Safety
    ///
    /// As for [`Out::new`].
    pub(crate) unsafe fn optional(to: *mut T) -> Result<Option<Self>, Status> {
        if to.is_null() {
            return Ok(None);
        }
        // SAFETY: the caller's promise.
        unsafe { Self::new(to) }.map(Some)
    }

    /// Writes the result.
    #[inline]
    pub(crate) fn write(self, value: T) {
        // SAFETY: `new` was promised that it may be written, and has checked its alignment.
        unsafe { self.0.write(value) }
    }
}

/// A buffer of the caller for a text.
pub(crate) struct TextOut {
    buffer: NonNull<u8>,
    size: usize,
    length: Option<Out<usize>>,
}

impl TextOut {
    /// # Safety
    ///
    /// `buffer` is null, or `size` bytes may be written there during the call; `length` is null, or a length may be.
    pub(crate) unsafe fn new(
        buffer: *mut c_char,
        size: usize,
        length: *mut usize,
    ) -> Result<Self, Status> {
        Ok(Self {
            buffer: NonNull::new(buffer.cast()).ok_or(Status::Null)?,
            size,
            // SAFETY: the caller's promise.
            length: unsafe { Out::optional(length) }?,
        })
    }

    /// Writes the text and a 0, and its length without the 0. If the buffer is too small, writes nothing.
    pub(crate) fn write(self, text: &str) -> Result<(), Status> {
        if self.size <= text.len() {
            return Err(Status::Room);
        }
        // SAFETY: the buffer has more bytes than the text, and the text is one of this library's own.
        unsafe {
            ptr::copy_nonoverlapping(text.as_ptr(), self.buffer.as_ptr(), text.len());
            self.buffer.add(text.len()).write(0);
        }
        if let Some(length) = self.length {
            length.write(text.len());
        }
        Ok(())
    }
}

/// A value of the caller.
///
/// # Safety
///
/// The pointer is null, or a `T` lies there, and every pattern of bits is a `T`.
pub(crate) unsafe fn read<T>(from: *const T) -> Result<T, Status> {
    check(from)?;
    // SAFETY: the caller's promise, and it is aligned.
    Ok(unsafe { from.read() })
}

/// A pointer that may be read or written.
pub(crate) fn check<T>(pointer: *const T) -> Result<(), Status> {
    if pointer.is_null() {
        Err(Status::Null)
    } else if pointer.is_aligned() {
        Ok(())
    } else {
        Err(Status::Alignment)
    }
}

/// A pointer to an array that fits into the address space.
fn check_array<T>(pointer: *const T, length: usize) -> Result<(), Status> {
    check(pointer)?;
    let bytes = length
        .checked_mul(size_of::<T>())
        .filter(|bytes| isize::try_from(*bytes).is_ok())
        .ok_or(Status::Range)?;
    match pointer.addr().checked_add(bytes) {
        Some(_) => Ok(()),
        None => Err(Status::Range),
    }
}

/// An array of the caller that is read. With no elements the pointer may be null.
///
/// # Safety
///
/// The pointer is null, or `length` values lie there that nobody writes while the slice is used, and every pattern of bits
/// is a `T`.
pub(crate) unsafe fn slice<'a, T>(from: *const T, length: usize) -> Result<&'a [T], Status> {
    if length == 0 {
        return Ok(&[]);
    }
    check_array(from, length)?;
    // SAFETY: the caller's promise; the pointer is aligned, and the array does not wrap around.
    Ok(unsafe { core::slice::from_raw_parts(from, length) })
}

fn overlap<T>(start: usize, bytes: usize, value: *const T) -> bool {
    value.addr() < start.saturating_add(bytes)
        && start < value.addr().saturating_add(size_of::<T>())
}

/// An array of the caller that is written, and does not overlap `other`.
///
/// # Safety
///
/// The pointer is null, or `length` values may be read and written there that nobody else uses while the slice is used, and
/// every pattern of bits is a `T`.
pub(crate) unsafe fn slice_beside<'a, T, U>(
    to: *mut T,
    length: usize,
    other: *const U,
) -> Result<&'a mut [T], Status> {
    if length == 0 {
        return Ok(&mut []);
    }
    check_array(to, length)?;
    if overlap(to.addr(), length * size_of::<T>(), other) {
        return Err(Status::Overlap);
    }
    // SAFETY: the caller's promise; the pointer is aligned, and the array does not wrap around.
    Ok(unsafe { core::slice::from_raw_parts_mut(to, length) })
}

/// Bytes of the caller.
///
/// # Safety
///
/// As for [`slice`].
pub(crate) unsafe fn bytes<'a>(from: *const c_char, length: usize) -> Result<&'a [u8], Status> {
    // SAFETY: the caller's promise; every byte is a `u8`.
    unsafe { slice(from.cast(), length) }
}

/// A text in ASCII, or the index of the first byte that is not.
pub(crate) fn ascii(bytes: &[u8]) -> Result<&str, usize> {
    match bytes.iter().position(|byte| !byte.is_ascii()) {
        // SAFETY: ASCII is UTF-8. `str::from_utf8` would take 700 bytes of flash to find that out.
        None => Ok(unsafe { core::str::from_utf8_unchecked(bytes) }),
        Some(at) => Err(at),
    }
}
