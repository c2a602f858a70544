//! Tournaments: games between programs, forfeits, standings, and what a second run plays.

mod class;
mod engine;

use std::time::Duration;

use reversi::{
    games::reversi::{Color, Size},
    tournament::{
        clock::TimeControl,
        referee::Terms,
        rules::{EmptySquares, NoMove, Rules},
    },
};

fn rules(size: Size, no_move: NoMove) -> Rules {
    Rules { size, no_move, first: Color::Black, empty_squares: EmptySquares::Nobody }
}

fn terms(rules: Rules) -> Terms {
    Terms { rules, time: TimeControl::Move(Duration::from_secs(20)) }
}
