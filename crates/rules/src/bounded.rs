//! Text and lists that have a longest length and need no allocator.

use core::borrow::Borrow;
use core::fmt;
use core::ops::{Deref, DerefMut};

use arrayvec::{ArrayString, ArrayVec};

/// A text of at most `N` bytes, stored where the value is: a FEN, a move in SAN or in UCI notation.
///
/// It dereferences to `str` and compares with it.
///
/// ```
/// use passant_rules::{EnPassantMode, FenText, Position};
///
/// let fen: FenText = Position::initial().fen(EnPassantMode::Legal);
/// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert!(fen.ends_with(" 0 1"));
/// println!("{fen}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BoundedText<const N: usize>(ArrayString<N>);

impl<const N: usize> BoundedText<N> {
    /// Returns an empty text.
    pub(crate) const fn new() -> Self {
        Self(ArrayString::new_const())
    }

    /// Appends a character. Callers know that it fits.
    #[inline]
    pub(crate) fn push(&mut self, letter: char) {
        let _ = self.0.try_push(letter);
    }

    /// The text.
    ///
    /// ```
    /// use passant_rules::{Move, MoveKind, Square};
    ///
    /// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    /// assert_eq!(mv.uci().as_str(), "e2e4");
    /// ```
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const N: usize> Deref for BoundedText<N> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const N: usize> AsRef<str> for BoundedText<N> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<const N: usize> Borrow<str> for BoundedText<N> {
    fn borrow(&self) -> &str {
        self
    }
}

impl<const N: usize> PartialEq<str> for BoundedText<N> {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl<const N: usize> PartialEq<&str> for BoundedText<N> {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl<const N: usize> PartialEq<BoundedText<N>> for str {
    fn eq(&self, other: &BoundedText<N>) -> bool {
        *self == **other
    }
}

impl<const N: usize> PartialEq<BoundedText<N>> for &str {
    fn eq(&self, other: &BoundedText<N>) -> bool {
        **self == **other
    }
}

impl<const N: usize> fmt::Write for BoundedText<N> {
    /// Appends a text, or fails and appends nothing if it does not fit.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_str(text)
    }
}

impl<const N: usize> fmt::Display for BoundedText<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl<const N: usize> fmt::Debug for BoundedText<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// A list of at most `N` values, stored where the list is: the moves of a position, the faults of a setup.
///
/// It dereferences to a slice, and iterates by value and by reference.
///
/// ```
/// use passant_rules::{MoveList, Position};
///
/// let moves: MoveList = Position::initial().legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().all(|mv| !mv.is_capture()));
/// for mv in moves {
///     println!("{mv:?}");
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct BoundedList<T, const N: usize>(ArrayVec<T, N>);

impl<T, const N: usize> BoundedList<T, N> {
    /// Returns an empty list.
    #[inline]
    pub(crate) const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Appends a value, or drops it if the list is full. Callers know that it fits, or that enough is listed already.
    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        let _ = self.0.try_push(value);
    }

    /// Keeps the values for which the condition holds, in their order.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// let mut moves = Position::initial().legal_moves();
    /// moves.retain(|mv| mv.to() == Square::E4);
    /// assert_eq!(moves.len(), 1);
    /// ```
    #[inline]
    pub fn retain(&mut self, mut condition: impl FnMut(&T) -> bool) {
        self.0.retain(|value| condition(value));
    }

    /// The values as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }
}

impl<T, const N: usize> Deref for BoundedList<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for BoundedList<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T, const N: usize> IntoIterator for BoundedList<T, N> {
    type Item = T;
    type IntoIter = BoundedListIter<T, N>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        BoundedListIter(self.0.into_iter())
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a BoundedList<T, N> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for BoundedList<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// The values of a [`BoundedList`], in their order.
///
/// ```
/// use passant_rules::Position;
///
/// let mut moves = Position::initial().legal_moves().into_iter();
/// assert_eq!(moves.len(), 20);
/// let first = moves.next();
/// assert_ne!(first, moves.next_back());
/// ```
#[derive(Clone)]
pub struct BoundedListIter<T, const N: usize>(arrayvec::IntoIter<T, N>);

impl<T, const N: usize> Iterator for BoundedListIter<T, N> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T, const N: usize> DoubleEndedIterator for BoundedListIter<T, N> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.0.next_back()
    }
}

impl<T, const N: usize> ExactSizeIterator for BoundedListIter<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for BoundedListIter<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
