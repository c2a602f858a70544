//! Draws boards in a report with the legal moves and the weight of each disc.

use std::io::{self, Write};

use crate::reasons::StaticValue;
use crate::{Kind, Play, printing::RIGHT};
use reversi_core::games::reversi::{Bitboard, Color, Position, Square};
use reversi_course::assignment::{Action, Assignment, Job, Step};

/// The name and the character of a color: `black (X)`.
pub(crate) fn color(job: &Job, color: Color) -> String {
    let Assignment { moves, squares, .. } = &*job.assignment;
    format!("{} ({})", moves.name(color), squares.letter(Some(color)))
}

/// Writes the board before the move that leads to a wrong board, or else the board of the step.
pub(crate) fn write_play(job: &Job, play: &Play, kind: Kind, sink: &mut impl Write) -> io::Result<()> {
    writeln!(sink)?;
    match (&play.before, play.step) {
        (Some((before, played)), step) if kind == Kind::Board || step.is_none() => {
            let after = if play.is_after_pass { ", directly after a pass" } else { "" };
            let title = format!("Board before the move of {}{after}", color(job, before.side_to_move()));
            let moves = if played.is_some() { before.legal_moves() } else { Bitboard::EMPTY };
            write_board(job, &title, before, moves, None, sink)
        }
        (_, Some(Step { number, position, action })) => {
            let title = format!("Board of step {number}, {} to move", color(job, position.side_to_move()));
            let moves = if action == Action::End { Bitboard::EMPTY } else { position.legal_moves() };
            write_board(job, &title, &position, moves, None, sink)
        }
        (_, None) => Ok(()),
    }
}

/// Writes a board with the legal moves marked and, beside it, the weight that each disc adds to the value.
pub(crate) fn write_board(
    job: &Job,
    title: &str,
    position: &Position,
    moves: Bitboard,
    value: Option<&StaticValue>,
    sink: &mut impl Write,
) -> io::Result<()> {
    let marked = if moves.is_empty() { "" } else { " (+ is a legal move)" };
    let rows = position.size().rows();
    let columns = &"a b c d e f g h"[..usize::from(2 * rows - 1)];
    if value.is_some() {
        let wide = columns.replace(' ', "   ");
        writeln!(sink, "  {title}{marked}, and the value that each disc adds:\n    {columns}       {wide}")?;
    } else {
        writeln!(sink, "  {title}{marked}:\n    {columns}")?;
    }
    for (row, text) in (0..rows).zip(job.assignment.squares.rows(position)) {
        write!(sink, "  {}", row + 1)?;
        for (column, letter) in (0..rows).zip(text.chars()) {
            match Square::new(row, column).filter(|&square| moves.contains(square)) {
                Some(_) => write!(sink, " {RIGHT}+{RIGHT:#}")?,
                None => write!(sink, " {letter}")?,
            }
        }
        if let Some(value) = value {
            let of_square = |column| value.squares.iter().find(|(square, _)| Square::new(row, column) == Some(*square));
            write!(sink, "    ")?;
            for column in 0..8 {
                match of_square(column) {
                    Some((_, value)) => write!(sink, "{value:>+4}")?,
                    None => write!(sink, "   .")?,
                }
            }
        }
        writeln!(sink)?;
    }
    Ok(())
}
