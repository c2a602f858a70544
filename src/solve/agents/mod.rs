//! Agents, which choose moves in a game of Reversi.

mod agent;
pub mod depth_limited;
mod full;
mod positional;
mod thinking;
mod tree_size;

pub use agent::{Agent, AgentName};
pub use depth_limited::{DepthLimited, Endgame, Thought};
pub use full::Full;
pub use positional::{Positional, RESULT};
pub use thinking::{Interrupted, Thinking};
pub use tree_size::game_time;
