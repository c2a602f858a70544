//! Shows a position or a game: the board, the discs, and the moves.

use std::fmt;

use serde_json::{Value as Json, json};

use super::diagram::Diagram;
use crate::{
    games::reversi::{
        Bitboard, Color, Record,
        notation::{self, Content, ScoredPosition},
    },
    names::signed,
};

/// Shows the board, the number of discs, the player to move and the legal moves. For a game, the picture also shows the
/// moves. The picture also shows known scores.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a>(pub &'a Content);

impl Picture<'_> {
    /// The JSON object contains the position in the notation `line`, the discs, and the legal moves.
    pub fn json(self) -> Json {
        let position = self.0.position();
        let [black, white] = [Color::Black, Color::White].map(|side| position.discs(side).len());
        let moves = position.legal_moves().into_iter().map(|square| square.to_string());
        json!({
            "position": notation::line(position),
            "black": black,
            "white": white,
            "legal_moves": moves.collect::<Vec<_>>(),
            "is_over": position.is_over(),
        })
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(content) = *self;
        let position = content.position();
        if let Some(record) = content.game() {
            writeln!(formatter, "Moves: {record}")?;
        }
        let last = content.game().and_then(Record::last_square);
        write!(formatter, "{}", Diagram { position, last, marked: Bitboard::EMPTY })?;
        let [black, white] = [Color::Black, Color::White].map(|side| position.discs(side).len());
        writeln!(formatter, "Discs: black {black}, white {white}; {} empty", position.empty().len())?;
        if position.is_over() {
            let winner = position.leader().map_or("none, a draw", Color::name);
            return writeln!(formatter, "The game is over. Winner: {winner}");
        }
        writeln!(formatter, "Next to play: {}", position.side_to_move())?;
        let legal: Vec<_> = position.legal_moves().into_iter().map(|square| square.to_string()).collect();
        match legal.as_slice() {
            [] => writeln!(formatter, "Legal moves: pass")?,
            legal => writeln!(formatter, "Legal moves: {} ({})", legal.join(" "), legal.len())?,
        }
        if let Content::Scored(scored) = content {
            write_scores(scored, formatter)?;
        }
        Ok(())
    }
}

fn write_scores(scored: &ScoredPosition, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let of_position = scored.score.map(signed);
    let of_moves = scored.moves.iter().map(|(played, score)| format!("{played} {}", signed(*score)));
    let all: Vec<_> = of_position.into_iter().chain(of_moves).collect();
    if all.is_empty() { Ok(()) } else { writeln!(formatter, "Scores: {}", all.join(", ")) }
}
