//! Runs tournaments: agents of a class and of this program play each other with a clock.
//!
//! [`tournament`] makes the schedule. A referee plays each game between two players, whose programs use a
//! [protocol](protocols).

mod clock;
pub mod configuration;
mod conversation;
mod game;
pub mod outputs;
mod player;
mod process;
pub mod protocols;
mod referee;
mod rules;
pub mod standings;
mod student;
pub mod tournament;
