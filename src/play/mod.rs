//! Interactive play: a person, an agent or both on each side of a board, at a terminal or in a pipe.

mod console;
mod diagram;
mod hint;
mod picture;
mod player_input;
mod questions;
pub(crate) mod saved_game;
mod scripted_moves;
mod session;
mod wait;

pub(crate) use console::{Console, Exit};
pub(crate) use picture::Picture;
pub use player_input::{Meant, PlayerInput};
pub(crate) use questions::{Answers, Opponent};
pub use scripted_moves::ScriptedMoves;
pub(crate) use session::{Player, Session, SessionSettings};
