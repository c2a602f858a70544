//! Agents: who chooses moves in a game of Reversi, and how.

mod agent;
pub mod depth_limited;
mod estimate;
mod full;
mod positional;
mod random;
mod thinking;

pub use agent::{Agent, AgentName, ParseAgentError};
pub use depth_limited::{Analysis, DepthLimited, Endgame};
pub use estimate::Estimate;
pub use full::Full;
pub use positional::Positional;
pub use random::Random;
pub use thinking::{Interrupted, Progress, Thinking};
