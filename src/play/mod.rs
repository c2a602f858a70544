//! Interactive play between persons and agents, at a terminal or in a pipe.

mod console;
mod diagram;
mod hint;
mod picture;
mod player_input;
mod questions;
mod saved_game;
mod scripted_moves;
mod session;
mod wait;

pub(crate) use console::{Console, Exit};
pub(crate) use picture::Picture;
pub use player_input::{Meant, PlayerInput};
pub(crate) use questions::{Answers, Opponent};
pub use scripted_moves::ScriptedMoves;
pub(crate) use session::{Player, Session, SessionSettings, SquareNames};
