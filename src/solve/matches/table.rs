//! The results of a match as a table with a column for each agent, and sentences below.

use std::fmt;

use super::{AgentScore, Summary};

/// A cell of the table: a number, and the number's interval if there is one.
type Cell = [String; 2];

type Show = fn(&Summary, &AgentScore) -> Cell;

/// The rows of the table of results. A row without a number for any agent is left out.
const ROWS: [(&str, Show); 10] = [
    ("pairs", |match_, _| plain(match_.pairs)),
    ("games", |match_, _| plain(match_.games)),
    ("wins", |_, score| plain(score.wins)),
    ("draws", |_, score| plain(score.draws)),
    ("losses", |_, score| plain(score.losses)),
    ("points", |_, score| plain(format_args!("{:.1}", score.points))),
    ("points per game", |_, score| score.points_per_game.written(3, |points| format!("{points:.3}"))),
    ("discs a game", |_, score| score.discs_per_game.written(2, |discs| format!("{discs:+.2}"))),
    ("nodes a move", |_, score| plain(format_args!("{:.1}", score.nodes_per_move))),
    ("ms a move", |_, score| score.milliseconds_per_move.map(|time| plain(format!("{time:.3}"))).unwrap_or_default()),
];

fn plain(number: impl fmt::Display) -> Cell {
    [number.to_string(), String::new()]
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.agents.each_ref().map(|score| {
            let cells = ROWS.map(|(_, show)| show(self, score));
            let width = cells.iter().map(|[number, _]| number.len()).max().unwrap_or_default();
            let lines = cells.map(|[number, interval]| format!("{number:>width$}{interval}"));
            [score.name.clone()].into_iter().chain(lines).collect::<Vec<_>>()
        });
        let width = columns[0].iter().map(|line| line.chars().count()).max().unwrap_or_default();
        let labels = [""].into_iter().chain(ROWS.map(|(label, _)| label));
        for ((label, first), second) in labels.zip(&columns[0]).zip(&columns[1]) {
            if !first.trim().is_empty() {
                writeln!(formatter, "{label:<13}  {first:<width$}  {second}")?;
            }
        }
        if let Some(seed) = self.seed {
            writeln!(formatter, "seed           {seed}")?;
        }
        writeln!(formatter)?;
        self.notes.iter().try_for_each(|note| writeln!(formatter, "{note}"))
    }
}
