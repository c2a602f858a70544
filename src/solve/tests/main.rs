//! Tests the solver, the agents and the statistics of matches.

mod agents;
mod endgame;
mod statistics;
