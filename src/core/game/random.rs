//! Random choices, which are equal on every machine for equal seeds.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

/// A generator of random choices. The generator is `ChaCha8`. The generator counts in 32 bits, so a seed gives the same
/// choices on every machine.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Makes a generator from a seed and a stream number. The choices in each `stream` of a seed are independent of the
    /// other streams.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        numbers.set_stream(stream);
        Self(numbers)
    }

    /// Returns one element of a list; all elements are equally likely.
    ///
    /// # Panics
    /// Panics if there are no things, or more than 2^32.
    pub fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        let count = u32::try_from(things.len()).expect("fewer than 2^32 things");
        things[self.0.random_range(0..count) as usize]
    }
}
