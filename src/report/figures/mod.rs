//! The figures of a report: what the measurements add up to, as numbers.

mod agreement;
mod branching_factor;
mod cost;
mod strength;
mod style;

pub use agreement::Agreement;
pub use branching_factor::effective_branching_factor;
pub use cost::{Total, fewest_leaves, ratio};
pub use strength::{Strength, Verdict};
pub use style::Style;
