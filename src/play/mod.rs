//! Interactive play: a person, an agent or both on each side of a board, at a terminal or in a pipe.

mod board;
mod console;
mod hint;
mod picture;
mod player_input;
mod questions;
pub mod saved_game;
mod scripted_moves;
mod session;
mod wait;

pub use board::Board;
pub use console::{Console, Exit};
pub use hint::{Adviser, Hint};
pub use picture::Picture;
pub use player_input::PlayerInput;
pub use questions::{Answers, Opponent};
pub use scripted_moves::ScriptedMoves;
pub use session::{Player, Session, SessionSettings};
