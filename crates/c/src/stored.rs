//! Positions in memory of the caller.

use passant_rules::{Move, Position, Setup, SetupFault, Undo};

use crate::boundary;
use crate::constants::{POSITION_SIZE, Status};

/// A position and its seal: what `passant_position` holds.
#[repr(C)]
pub struct Stored {
    position: Position,
    seal: u32,
}

/// The contents of `passant_undo`: the data that takes a move back, and a seal that ties the data to the position after
/// the move.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct StoredUndo {
    undo: Undo,
    mv: u32,
    seal: u32,
}

/// The words of a position.
const WORDS: usize = size_of::<Position>() / size_of::<u32>();

/// The words of an undo.
const UNDO_WORDS: usize = size_of::<Undo>() / size_of::<u32>();

// `passant_position` is an array of 54 words of 32 bits, `passant_undo` one of 4.
const _: () = assert!(size_of::<Position>() == WORDS * size_of::<u32>());
const _: () = assert!(size_of::<Stored>() == POSITION_SIZE);
const _: () = assert!(align_of::<Stored>() == align_of::<u32>());
const _: () = assert!(size_of::<StoredUndo>() == 4 * size_of::<u32>());
const _: () = assert!(align_of::<StoredUndo>() == align_of::<u32>());

/// The seal of no words. Not 0, so that memory of zeros is not sealed.
const SEED: u32 = 0x7061_7373;

/// Takes a word into a seal. Different words give different seals, and so does one word taken into different seals. The
/// rotation brings the highest bit, which a multiplication leaves where it is, to the others.
#[inline]
fn mix(seal: u32, word: u32) -> u32 {
    (seal ^ word).wrapping_mul(0x9E37_79B1).rotate_left(13)
}

fn seal_of(position: &Position) -> u32 {
    // SAFETY: a position has no padding (`passant-rules` asserts that), and the size and alignment of these words.
    let words = unsafe { &*core::ptr::from_ref(position).cast::<[u32; WORDS]>() };
    words.iter().fold(SEED, |seal, word| mix(seal, *word))
}

impl Stored {
    /// Becomes the position of a setup, if its faults can be repaired and are accepted. What was here before is not read.
    pub(crate) fn set_up(
        &mut self,
        setup: &Setup,
        accepts: fn(SetupFault) -> bool,
    ) -> Result<(), Status> {
        if !setup.replace(&mut self.position, accepts) {
            return Err(Status::Setup);
        }
        self.seal = seal_of(&self.position);
        Ok(())
    }

    /// Changes the position.
    fn change<T>(&mut self, change: impl FnOnce(&mut Position) -> T) -> T {
        let result = change(&mut self.position);
        self.seal = seal_of(&self.position);
        result
    }

    /// Plays a legal move.
    pub(crate) fn make(&mut self, mv: Move) -> Result<StoredUndo, Status> {
        if !self.position.is_legal(mv) {
            return Err(Status::IllegalMove);
        }
        let undo = self.change(|position| position.make(mv));
        let mv = u32::from(mv.bits());
        let seal = self.seal_undo(undo, mv);
        Ok(StoredUndo { undo, mv, seal })
    }

    /// Takes the last move back.
    pub(crate) fn unmake(&mut self, stored: StoredUndo) -> Result<(), Status> {
        let StoredUndo { undo, mv, seal } = stored;
        if self.seal_undo(undo, mv) != seal {
            return Err(Status::Undo);
        }
        self.change(|position| position.unmake(Move::from_bits(mv as u16), undo));
        Ok(())
    }

    /// The seal of the undo of a move that has led to this position.
    fn seal_undo(&self, undo: Undo, mv: u32) -> u32 {
        // SAFETY: an undo is two words.
        let words = unsafe { core::mem::transmute::<Undo, [u32; UNDO_WORDS]>(undo) };
        let seal = words.iter().fold(self.seal, |seal, word| mix(seal, *word));
        mix(seal, mv)
    }

    /// The position that may be read while the slice of moves is written; it need not be sealed again.
    #[cfg(feature = "perft")]
    pub(crate) fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }
}

/// A position that the caller has set up.
///
/// # Safety
///
/// The pointer is null, or a `Stored` may be read there that nobody writes while the reference is used.
pub(crate) unsafe fn position<'a>(at: *const Stored) -> Result<&'a Position, Status> {
    boundary::check(at)?;
    // SAFETY: the caller's promise, and it is aligned; every pattern of bits is a `Stored`.
    let stored = unsafe { &*at };
    if stored.seal == seal_of(&stored.position) {
        Ok(&stored.position)
    } else {
        Err(Status::Position)
    }
}

/// The same, to change it.
///
/// # Safety
///
/// The pointer is null, or a `Stored` may be read and written there that nobody else uses while the reference is used.
pub(crate) unsafe fn writable<'a>(at: *mut Stored) -> Result<&'a mut Stored, Status> {
    // SAFETY: the caller's promise.
    unsafe { position(at) }?;
    // SAFETY: the caller's promise, and it is aligned and not null.
    Ok(unsafe { &mut *at })
}

/// Returns memory in which a position is set up, and which may hold anything before.
///
/// # Safety
///
/// As for [`writable`].
pub(crate) unsafe fn room<'a>(at: *mut Stored) -> Result<&'a mut Stored, Status> {
    boundary::check(at)?;
    // SAFETY: the caller's promise, and it is aligned and not null; every pattern of bits is a `Stored`.
    Ok(unsafe { &mut *at })
}
