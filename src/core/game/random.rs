//! Random choices, which are the same on every machine for the same seed.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

/// A source of random choices. The generator is `ChaCha8`. The generator counts in 32 bits, so a seed means the same on
/// every machine.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// A source of random choices. Each `stream` of a seed is independent of the others.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        numbers.set_stream(stream);
        Self(numbers)
    }

    /// Returns one of the things, all equally likely.
    ///
    /// # Panics
    /// Panics if there are no things, or more than 2^32.
    pub fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        let count = u32::try_from(things.len()).expect("fewer than 2^32 things");
        things[self.0.random_range(0..count) as usize]
    }
}
