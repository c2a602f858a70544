//! The transposition table that all threads share without a lock.

use std::sync::atomic::{AtomicU64, Ordering};

use reversi_core::games::reversi::{Board, Square};

/// The bounds of a board's value for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashEntry {
    pub lower: i8,
    pub upper: i8,
    /// The best move, or a move that made a cut-off.
    pub best: Option<Square>,
    /// The plies of the search that found the bounds; [`PROVED`](Self::PROVED) for a search to the end of the game.
    pub depth: u8,
}

impl HashEntry {
    /// The entry of an unknown board.
    pub const UNKNOWN: Self = Self { lower: -64, upper: 64, best: None, depth: Self::PROVED };

    /// The depth of proved bounds, larger than every other depth.
    pub const PROVED: u8 = u8::MAX;

    /// The entry for a search of this depth. If the entry's own search was less deep, only the move is kept.
    #[inline]
    pub const fn at_depth(self, depth: u8) -> Self {
        let Self { lower, upper, .. } = if self.depth >= depth { self } else { Self::UNKNOWN };
        Self { lower, upper, best: self.best, depth }
    }

    /// True if the bounds are proved.
    #[inline]
    pub const fn is_proved(self) -> bool {
        self.depth == Self::PROVED
    }

    /// The bound that decides on which side of `alpha` the value lies, if there is one.
    #[inline]
    pub fn decides(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (self.lower.into(), self.upper.into());
        if lower > alpha {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// The entry after a fail-soft search against `alpha` that returned `value`.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // at most 64
    pub const fn with(self, value: i32, alpha: i32) -> Self {
        if value > alpha { Self { lower: value as i8, ..self } } else { Self { upper: value as i8, ..self } }
    }
}

/// A table of buckets, each a cache line with two slots. A new entry replaces an entry of an earlier search in its
/// bucket, or else the entry with fewer empty squares.
///
/// A slot holds the whole board, so two boards are never confused. Own and other discs are each stored as XOR with the
/// packed entry. If two threads write to a slot at the same time and mix their words, the slot matches no board. The
/// table has the form of Hyatt and Mann, "A lockless transposition-table implementation for parallel search", 2002.
#[derive(Debug)]
pub struct HashTable {
    buckets: Box<[Bucket]>,
    age: u8,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

#[derive(Debug, Default)]
struct Slot {
    own: AtomicU64,
    other: AtomicU64,
    word: AtomicU64,
}

impl Slot {
    /// The stored word, if it belongs to the board.
    #[inline]
    fn word(&self, board: Board) -> Option<Word> {
        let word = self.word.load(Ordering::Relaxed);
        let own = self.own.load(Ordering::Relaxed) ^ word;
        let other = self.other.load(Ordering::Relaxed) ^ word;
        (own == board.own.0 && other == board.other.0).then_some(Word::unpack(word))
    }

    #[inline]
    fn set(&self, board: Board, word: Word) {
        let word = word.pack();
        self.word.store(word, Ordering::Relaxed);
        self.own.store(board.own.0 ^ word, Ordering::Relaxed);
        self.other.store(board.other.0 ^ word, Ordering::Relaxed);
    }
}

/// The content of a slot without the board, packed into one word. The lowest three bytes are the lower bound, the upper
/// bound, and the index of the best move plus 1 (0 for none). The empty squares, the age and the depth follow. Two
/// bytes are 0. An unused slot is 0.
#[derive(Clone, Copy, Debug)]
struct Word {
    entry: HashEntry,
    empties: u8,
    age: u8,
}

impl Word {
    #[inline]
    fn pack(self) -> u64 {
        let HashEntry { lower, upper, best, depth } = self.entry;
        let best = best.map_or(0, |square| square.index() + 1);
        u64::from_le_bytes([lower.cast_unsigned(), upper.cast_unsigned(), best, self.empties, self.age, depth, 0, 0])
    }

    #[inline]
    fn unpack(word: u64) -> Self {
        let [lower, upper, best, empties, age, depth, ..] = word.to_le_bytes();
        let best = best.checked_sub(1).and_then(Square::from_index);
        let (lower, upper) = (lower.cast_signed(), upper.cast_signed());
        Self { entry: HashEntry { lower, upper, best, depth }, empties, age }
    }

    /// The priority of the entry for a search of this age: an entry with a higher priority stays longer.
    #[inline]
    const fn priority(self, age: u8) -> u16 {
        ((self.age == age) as u16) << 8 | self.empties as u16
    }
}

impl HashTable {
    /// A table of at most this many bytes, but at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        Self { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: 1 }
    }

    /// The size of the table in bytes.
    pub const fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    /// Begins a new search. Entries of earlier searches stay until a new entry takes their slot.
    pub const fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The entry of a board; `None` if the table has no entry for the board.
    #[inline]
    pub fn probe(&self, board: Board) -> Option<HashEntry> {
        let Bucket([first, second]) = self.bucket(board);
        Some(first.word(board).or_else(|| second.word(board))?.entry)
    }

    /// Stores the entry of a board with this number of empty squares.
    #[inline]
    pub fn store(&self, board: Board, empties: u8, entry: HashEntry) {
        let word = Word { entry, empties, age: self.age };
        let Bucket([first, second]) = self.bucket(board);
        let slot = if first.word(board).is_some() {
            first
        } else if second.word(board).is_some() {
            second
        } else {
            let priority = |slot: &Slot| Word::unpack(slot.word.load(Ordering::Relaxed)).priority(self.age);
            if priority(first) <= priority(second) { first } else { second }
        };
        slot.set(board, word);
    }

    #[inline]
    fn bucket(&self, board: Board) -> &Bucket {
        &self.buckets[board.hash() as usize & (self.buckets.len() - 1)]
    }
}
