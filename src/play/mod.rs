//! Interactive play: a person, an agent or both on each side of a board, at a terminal or in a pipe.

pub mod agent;
pub mod board;
pub mod clock;
pub mod console;
pub mod depth_limited;
pub mod entry;
mod estimate;
pub mod full;
pub mod hint;
pub mod notation;
pub mod positional;
mod random;
pub mod record;
pub mod replies;
pub mod session;
pub mod setup;
pub mod sides;
pub mod starts;
pub mod terminal;
pub mod thinking;
pub mod tournament;
pub mod wait;

pub use depth_limited::DepthLimited;
pub use estimate::Estimate;
pub use full::Full;
pub use hint::Hint;
pub use positional::Positional;
pub use random::Random;
