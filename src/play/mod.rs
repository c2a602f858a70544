//! Interactive play: a person, an agent or both on each side of a board, at a terminal or in a pipe.

mod board;
mod command;
mod console;
mod hint;
mod picture;
mod questions;
pub mod saved_game;
mod scripted_moves;
mod session;
mod wait;

pub use board::Board;
pub use command::Command;
pub use console::{Console, Exit};
pub use hint::Hint;
pub use picture::Picture;
pub use questions::{Answers, Opponent};
pub use scripted_moves::ScriptedMoves;
pub use session::{Player, Session, SessionSettings};
