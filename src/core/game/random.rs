//! Random choices, the same from one seed on every machine.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

/// A source of random choices. Its generator is `ChaCha8`, and it counts in 32 bits, so that a seed means the same
/// everywhere.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// One of the sources of a seed: each `stream` is its own.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        numbers.set_stream(stream);
        Self(numbers)
    }

    /// One of some things, all equally likely.
    ///
    /// # Panics
    /// Where there is nothing to choose from, or more than 2^32 things.
    pub fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        let count = u32::try_from(things.len()).expect("fewer than 2^32 things");
        things[self.0.random_range(0..count) as usize]
    }
}
