//! The figures of a report: what the measurements add up to, as numbers.

mod agreement;
mod branching_factor;
mod cost;
mod strength;
mod style;

pub use agreement::Agreement;
pub use branching_factor::effective_branching_factor;
pub use cost::{Cost, Total, ratio};
pub use strength::{Claim, Strength};
pub use style::Style;
