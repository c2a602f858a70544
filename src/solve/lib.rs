//! Exact endgame values, agents that choose moves, and games between agents.

pub mod agents;
pub mod endgame;
pub mod matches;
pub mod openings;
