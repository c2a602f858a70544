//! The report on a printed answer, and on the mistakes that print it.

use std::fmt::{self, Write as _};

use super::{Compared, Deviation, Explanation, Flag, Function, PrintedCase, Request, WrongLine};
use reversi_core::{
    game::Game as _,
    games::{
        awari::setup,
        reversi::{Pass, Position, one_line, text::Alphabet},
    },
};
use reversi_io::names::{count, list};

/// The sentences on an answer that is not the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerReport {
    /// The verdict in one sentence.
    pub verdict: String,
    /// The first expected line that differs.
    pub expected: Option<String>,
    /// The printed line in its place.
    pub found: Option<String>,
    /// A sentence on the player to move, and the rows of the board; empty without a board.
    pub board: String,
    /// A sentence on the right content.
    pub remark: String,
}

impl fmt::Display for AnswerReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.verdict.is_empty() {
            writeln!(formatter, "{}", self.verdict)?;
        }
        if let Some(expected) = &self.expected {
            writeln!(formatter, "  expected  {expected}")?;
        }
        if let Some(found) = &self.found {
            writeln!(formatter, "  found     {found}")?;
        }
        formatter.write_str(&self.board)?;
        if !self.remark.is_empty() {
            writeln!(formatter, "{}", self.remark)?;
        }
        Ok(())
    }
}

impl PrintedCase {
    /// The report on an answer; empty if the answer is the same.
    pub fn report(&self, compared: &Compared, found: &str) -> AnswerReport {
        let report = AnswerReport::default();
        match compared {
            Compared::Same => report,
            Compared::OtherFormat(Deviation::LinesBefore(lines)) => {
                let verdict = format!("The answer is right, but {} before it: a format error.", are(*lines));
                AnswerReport { verdict, ..report }
            }
            Compared::OtherFormat(deviation) => {
                let mut lines = self.expected.lines().zip(found.lines());
                let other = lines.find(|(expected, found)| *deviation == Deviation::Form && expected != found);
                let verdict = format!("The answer is right, but not its format: {deviation}.");
                let [expected, found] = [other.map(|lines| lines.0), other.map(|lines| lines.1)];
                AnswerReport { verdict, expected: expected.map(shown), found: found.map(shown), ..report }
            }
            Compared::Wrong(WrongLine { number: 1, expected: Some(expected), found: None, .. }) => AnswerReport {
                verdict: "Nothing was printed.".to_owned(),
                expected: Some(shown(expected)),
                board: self.request.map(|request| request.board()).unwrap_or_default(),
                ..report
            },
            Compared::Wrong(WrongLine { number, expected, found, .. }) => {
                let wrong = found.as_deref().unwrap_or_default();
                let remark = |request: Request| request.remark(*number, expected.as_deref(), wrong);
                AnswerReport {
                    verdict: format!("Line {number} is wrong."),
                    expected: Some(line(expected.as_deref())),
                    found: Some(line(found.as_deref())),
                    board: self.request.map(|request| request.board()).unwrap_or_default(),
                    remark: self.request.map(remark).unwrap_or_default(),
                }
            }
        }
    }
}

fn line(text: Option<&str>) -> String {
    match text {
        None => "(nothing)".to_owned(),
        Some("") => "(an empty line)".to_owned(),
        Some(text) => shown(text),
    }
}

fn are(lines: usize) -> String {
    format!("{} {}", count(lines, "line"), if lines == 1 { "comes" } else { "come" })
}

/// A line of a student without control characters, and not longer than a screen.
fn shown(line: &str) -> String {
    let shown: String = line.chars().take(160).flat_map(char::escape_debug).collect();
    shown.replace("\\'", "'").replace("\\\"", "\"")
}

impl Request {
    /// The position of the request, drawn, and the player to move.
    fn board(&self) -> String {
        let indented = |rows: Vec<String>| {
            rows.into_iter().flat_map(|row| ["  ".to_owned(), row, "\n".to_owned()]).collect::<String>()
        };
        match self {
            Self::Tiny { position, .. } => {
                let player = Alphabet::DIGITS.letter(Some(position.side_to_move()));
                format!(
                    "The board, with player {player} to move:\n{}",
                    indented(Alphabet::DIGITS.rows(position).collect())
                )
            }
            Self::Nxn { function: Function::IsTerminalState | Function::CountPieces, position, .. } => {
                format!("The board:\n{}", indented(Alphabet::DOTS.rows(position).collect()))
            }
            Self::Nxn { position, .. } => {
                let player = Alphabet::DOTS.letter(Some(position.side_to_move()));
                format!("The board, with {player} to move:\n{}", indented(Alphabet::DOTS.rows(position).collect()))
            }
            Self::Awari { position, .. } => {
                let drawn = setup::draw(position).lines().map(str::to_owned).collect();
                format!("The board, with player {} to move:\n{}", position.side_to_move(), indented(drawn))
            }
        }
    }

    /// A sentence on the right content of a wrong line; empty if there is nothing to say.
    fn remark(&self, line: usize, expected: Option<&str>, found: &str) -> String {
        match self {
            Self::Tiny { flag: Flag::Successors, position } => successor(position, expected, found),
            Self::Tiny { flag: Flag::Minimax | Flag::AlphaBeta, .. } if line == 2 => count_remark(expected, found),
            Self::Nxn { .. } if found.contains(':') => {
                let last = |text: &str| text.rsplit(' ').next().unwrap_or_default().to_owned();
                count_remark(expected.map(last).as_deref(), &last(found))
            }
            _ => self.wrong_move(found),
        }
    }

    /// The values of the best move and of the student's move.
    fn wrong_move(&self, found: &str) -> String {
        let Some(moves) = self.root_moves().filter(|moves| !moves.is_empty()) else { return String::new() };
        let words = |text: &str| {
            let marks = |letter| "()[],'\"".contains(letter);
            text.replace(marks, " ").split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        let place = |text: &str| match self {
            Self::Tiny { .. } => words(text),
            Self::Nxn { function, .. } if function.is_full() => words(text).into_iter().skip(2).take(2).collect(),
            Self::Nxn { .. } => words(text).into_iter().skip(1).take(2).collect(),
            Self::Awari { .. } => words(text).into_iter().take(1).collect(),
        };
        let own = moves.iter().find(|one| match self {
            Self::Nxn { .. } => place(found) == words(&one.answer)[1..],
            _ => place(found) == place(&one.answer),
        });
        let best = self.best_moves().unwrap_or_default();
        let Some(first) = best.first() else { return String::new() };
        match own {
            Some(own) if best.contains(own) && own == first => {
                format!("The move is right; its value is {}.", own.value)
            }
            Some(own) if best.contains(own) => {
                format!(
                    "{} and {} have the value {}; the first of equal moves is expected.",
                    first.name, own.name, own.value
                )
            }
            Some(own) => {
                format!(
                    "{} has the value {}, your move {} has the value {}.",
                    first.name, first.value, own.name, own.value
                )
            }
            None if matches!(self, Self::Tiny { flag: Flag::Minimax | Flag::AlphaBeta, .. }) => String::new(),
            None => format!("The best move is {}; its value is {}.", first.name, first.value),
        }
    }
}

/// The square and the captures of a missing successor, or of a successor that is surplus.
fn successor(position: &Position, expected: Option<&str>, found: &str) -> String {
    let game = Pass(*position);
    let legal: Vec<_> = position.legal_moves().into_iter().collect();
    let of = |text: &str| legal.iter().find(|&&square| one_line::digits(&position.after(square)) == text);
    let captures = |square: &_| {
        let flipped: Vec<String> = position.flips(*square).into_iter().map(|square| square.to_string()).collect();
        format!("{square} captures {}", list(flipped, "and"))
    };
    match (expected.and_then(of), of(found)) {
        (Some(missing), _) => format!("The expected line is the board after {}.", captures(missing)),
        (None, Some(surplus)) => format!("The printed line is the board after {}.", captures(surplus)),
        (None, None) if legal.is_empty() && game.moves().next().is_some() => {
            "The player has no move and passes: the board itself is expected.".to_owned()
        }
        (None, None) => "The printed line is not a successor of the board.".to_owned(),
    }
}

/// The difference and the ratio of a wrong count.
fn count_remark(expected: Option<&str>, found: &str) -> String {
    let [Some(right), Some(own)] =
        [expected, Some(found)].map(|text| text.and_then(|text| text.trim().parse::<f64>().ok()))
    else {
        return String::new();
    };
    let (by, word) = ((own - right).abs(), if own < right { "less" } else { "more" });
    let ratio = format!("{:.2}", own / right);
    let is_told = right != 0.0 && ratio != "1.00";
    let ratio = if is_told { format!(": {ratio} times the right count") } else { String::new() };
    format!("Your count is {by} {word}{ratio}.")
}

impl Explanation {
    /// Sentences on the mistakes that explain the wrong answers; empty if none does.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.sets.is_empty() {
            if self.wrong > 0 {
                text += if self.is_complete {
                    "No known mistake, and no pair of them, prints exactly these answers.\n"
                } else {
                    "No mistake was found within the effort (--effort).\n"
                };
            }
            return text;
        }
        let many = self.sets.len() > 1;
        text += if many {
            "One of these mistakes prints exactly these answers:\n"
        } else {
            "A program with this mistake prints exactly these answers:\n"
        };
        for set in &self.sets {
            let done: Vec<String> = set.iter().map(|mistake| format!("`{mistake}`: {}", mistake.text())).collect();
            let _ = writeln!(text, "- {}.", done.join("; together with "));
        }
        if self.more > 0 {
            let _ = writeln!(text, "- or one of {} others.", self.more);
        }
        text += &self.limits();
        text
    }

    /// Sentences on small evidence, and on the request that tells the sets apart.
    pub fn limits(&self) -> String {
        let mut text = String::new();
        if self.sets.is_empty() {
            return text;
        }
        if self.wrong <= 2 {
            let _ = writeln!(text, "This rests on {} only.", count(self.wrong, "wrong answer"));
        }
        if let Some(arguments) = &self.told_apart_by {
            let _ = writeln!(text, "A case with these arguments tells the first two apart: {arguments}");
        }
        text
    }
}
