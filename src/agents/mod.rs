//! Agents: who chooses moves in a game, and how. Those of [Awari](AwariAgent) have a file of their own.

mod agent;
mod awari;
pub mod depth_limited;
mod full;
mod positional;
mod random;
mod thinking;
mod tree_size;

pub use agent::{Agent, AgentName, ParseAgentError};
pub use awari::{AwariAgent, solve_awari};
pub use depth_limited::{Analysis, DepthLimited, Endgame};
pub use full::Full;
pub use positional::Positional;
pub use random::Random;
pub use thinking::{Interrupted, Progress, Thinking};
pub use tree_size::TreeSize;
