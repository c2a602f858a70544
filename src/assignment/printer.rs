//! The text of an assignment's file, complete, with a comment at each key.

use std::fmt::{self, Write as _};

use super::{Assignment, MaxPlayer, NoMove, OutputForm};
use crate::{
    games::reversi::{Color, MoveOrder, WipeOut},
    log::CutWindow,
};

/// A text in quotes. TOML knows every escape of JSON.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default().replace('\u{7f}', "\\u007f")
}

impl Assignment {
    /// The text of the assignment's file, with all keys and a comment at each; [`parse`](Self::parse) is its inverse.
    ///
    /// # Panics
    /// Never.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("a string takes every text");
        text
    }

    #[allow(clippy::too_many_lines)] // the text of the file as it stands
    fn write(&self, out: &mut String) -> fmt::Result {
        let Self { name, title, output, heading, squares, rules, tasks, weights, spelling, moves, .. } = self;
        let output = match output {
            OutputForm::Game => "game",
            OutputForm::Next => "next",
        };
        let heading: Vec<String> = heading.iter().map(|heading| quoted(heading.name())).collect();
        let (heading, squares) = (heading.join(", "), String::from_iter([squares.empty, squares.black, squares.white]));
        let max = match rules.max {
            MaxPlayer::Color(Color::Black) => "black",
            MaxPlayer::Color(Color::White) => "white",
            MaxPlayer::ToMove => "player",
        };
        let no_move = match rules.no_move {
            NoMove::Leaf => "leaf",
            NoMove::Pass => "pass",
        };
        let wipe_out = match rules.wipe_out {
            WipeOut::GoesOn => "goes-on",
            WipeOut::Ends => "ends",
        };
        let order = match rules.order {
            MoveOrder::Rows => "rows",
            MoveOrder::Columns => "columns",
        };
        let cut_window = match spelling.cut_window {
            CutWindow::Narrowed => "narrowed",
            CutWindow::AsSearched => "as-searched",
        };
        let rows =
            weights.map(|row| format!("    [{}],\n", row.map(|weight| format!("{weight:3}")).join(", "))).concat();
        write!(
            out,
            "\
# What a course asks for. A copy of this file with other values is another assignment: give its path in place of a
# dialect's name. What a file does not give is as in the built-in assignment that `like` names, usc2013 if it names none.

# What messages, pages and grades call it; the one key that every file needs.
name = {name}
# One line for `reversi dialects`.
title = {title}
# What is written: \"game\" a whole game in a moves file, and the log of its first search in another file; \"next\" the
# next board and the log of the search for it, in one file.
output = \"{output}\"
# What an evaluation calls `weights`: what a disc counts, row by row from a1.
weights = [
{rows}]

[input]
# The lines before the board: a list of \"task\", \"player\" and \"depth\". Task and depth are arguments where they are not
# in the list (-t, -d; a single task needs none), and black is to move.
heading = [{heading}]
# The three characters of a board: empty, black, white.
squares = {squares}

[search]
# Who is max: \"black\", \"white\", or \"player\", who is to move where the search begins.
max = \"{max}\"
# A player without a move: \"leaf\", the search ends there; or \"pass\", the player passes, which takes a ply.
no_move = \"{no_move}\"
# A colour without discs: \"goes-on\", or \"ends\", the node is a leaf.
wipe_out = \"{wipe_out}\"
# In which order moves are tried, and ties broken: \"rows\" a1 b1 c1, or \"columns\" a1 a2 a3.
order = \"{order}\"

[log]
# The names of the columns; minimax shows the first three.
header = {header}
# What stands between two fields of a row.
separator = {separator}
# How many digits values have after the point, 0 to 6.
decimals = {decimals}
# The name of the larger infinity.
infinity = {infinity}
# The name of the root, and that of a node after a pass.
root = {root}
pass = {pass}
# What the Depth column says of the root, 0 to 9.
root_depth = {root_depth}
# The window in the row of a cut-off: \"narrowed\" by the child that caused it, or \"as-searched\", as the child got it.
cut_window = \"{cut_window}\"
# What ends the row of a cut-off, its leading blank included.
cut_marker = {cut_marker}
# Whether the last line ends: that of the log in a game, that of the one file otherwise.
last_line_end = {last_line_end}

[moves]
# The words of the moves file: the first line of a step, the player, what follows a player who passes, the last line.
step = {step}
black = {black}
white = {white}
pass = {passes}
end = {end}
",
            name = quoted(name),
            title = quoted(title),
            squares = quoted(&squares),
            header = quoted(&spelling.header.join(",")),
            separator = quoted(&spelling.separator),
            decimals = spelling.decimals,
            infinity = quoted(&spelling.infinity),
            root = quoted(&spelling.root),
            pass = quoted(&spelling.pass),
            root_depth = spelling.root_depth,
            cut_marker = quoted(&spelling.cut_marker),
            last_line_end = spelling.last_line_end,
            step = quoted(&moves.step),
            black = quoted(&moves.black),
            white = quoted(&moves.white),
            passes = quoted(&moves.pass),
            end = quoted(&moves.end),
        )?;
        let mut comment = "# Its algorithm is \"minimax\", \"alphabeta\" or \"greedy\" (depth 1, without a log; only where output is \"next\").\n";
        for (number, task) in tasks {
            let (algorithm, evaluation) = (task.algorithm.name(), quoted(&task.evaluation.to_string()));
            write!(out, "\n[tasks.{number}]\n{comment}algorithm = \"{algorithm}\"\nevaluation = {evaluation}\n")?;
            comment = "";
        }
        Ok(())
    }
}
