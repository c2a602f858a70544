//! The report on a printed answer, and on the mistakes that print it.

use std::fmt::{self, Write as _};

use serde_json::{Value as Json, json};

use super::{
    Compared, Deviation, Explanation, Flag, Function, Mistakes, PrintedCase, Request, RootMove, Sample, WrongLine,
};
use reversi_core::{
    game::Game as _,
    games::{
        awari::setup,
        reversi::{Pass, Position, one_line, text::Alphabet},
    },
};
use reversi_course::mistakes::MistakeText;
use reversi_io::names::{count, list};

/// The sentences on an answer that is not the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerReport {
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
        if !self.remark.is_empty() {
            writeln!(formatter, "{}", self.remark)?;
        }
        formatter.write_str(&self.board)
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
                board: self.request.as_ref().map(Request::board).unwrap_or_default(),
                ..report
            },
            Compared::Wrong(WrongLine { number, expected, found, .. }) => {
                let wrong = found.as_deref().unwrap_or_default();
                let remark = |request: &Request| request.remark(*number, expected.as_deref(), wrong);
                AnswerReport {
                    verdict: format!("Line {number} is wrong."),
                    expected: Some(line(expected.as_deref())),
                    found: Some(line(found.as_deref())),
                    board: self.request.as_ref().map(Request::board).unwrap_or_default(),
                    remark: self.request.as_ref().map(remark).unwrap_or_default(),
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
            Self::Tree { .. } => String::new(),
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
            Self::Tree { .. } => tree_remark(line, expected.unwrap_or_default(), found),
            _ => self.wrong_move(found),
        }
    }

    /// The values of the best move and of the student's move.
    fn wrong_move(&self, found: &str) -> String {
        let Some(moves) = self.root_moves() else { return String::new() };
        let (Self::Tiny { position, .. } | Self::Nxn { position, .. }) = self else {
            return values(&moves, self, found);
        };
        let player = match self {
            Self::Tiny { .. } => format!("Player {}", Alphabet::DIGITS.letter(Some(position.side_to_move()))),
            _ => Alphabet::DOTS.letter(Some(position.side_to_move())).to_string(),
        };
        if moves.is_empty() {
            return match (position.is_over(), self) {
                (true, _) => "The game is over: neither player has a legal move.".to_owned(),
                (false, Self::Tiny { .. }) => {
                    format!("{player} has no legal move and passes: the board stays the same.")
                }
                (false, _) => format!("{player} has no legal move and passes."),
            };
        }
        values(&moves, self, found)
    }

    /// The words of an answer that name a move.
    fn move_in(&self, text: &str) -> Vec<String> {
        let marks = |letter| "()[],'\"".contains(letter);
        let words = text.replace(marks, " ").split_whitespace().map(str::to_owned).collect::<Vec<_>>().into_iter();
        match self {
            Self::Nxn { function, .. } if function.is_full() => words.skip(2).take(2).collect(),
            Self::Nxn { .. } => words.skip(1).take(2).collect(),
            Self::Awari { .. } => words.take(1).collect(),
            Self::Tiny { .. } | Self::Tree { .. } => words.collect(),
        }
    }
}

/// The values of the best move and of the student's move, or that the latter is not legal.
fn values(moves: &[RootMove], request: &Request, found: &str) -> String {
    let asks_for_value = matches!(request, Request::Tiny { flag: Flag::Minimax | Flag::AlphaBeta, .. });
    let best = request.best_moves().unwrap_or_default();
    let Some(first) = best.first() else { return String::new() };
    let played = request.move_in(found);
    let own = moves.iter().find(|one| match request {
        Request::Nxn { function, .. } if function.is_full() => format!("({})", played.join(", ")) == one.name,
        _ => played == request.move_in(&one.answer),
    });
    match own {
        Some(own) if own == first => format!("The move is right; its value is {}.", own.value),
        Some(own) if best.contains(own) => {
            format!(
                "{} and {} have the value {}; the first of equal moves is expected.",
                first.name, own.name, own.value
            )
        }
        Some(own) => {
            format!("{} has the value {}, your move {} has the value {}.", first.name, first.value, own.name, own.value)
        }
        None if asks_for_value => String::new(),
        None => {
            let is_number = |word: &String| word.parse::<i32>().is_ok();
            let best = format!("The best move is {}; its value is {}.", first.name, first.value);
            match (request, &played[..]) {
                (Request::Tiny { .. }, _) => format!("The printed board is not the board after a legal move. {best}"),
                (Request::Nxn { .. }, [row, column]) if is_number(row) && is_number(column) => {
                    format!("({row}, {column}) is not a legal move. {best}")
                }
                (Request::Awari { .. }, [house]) if is_number(house) => format!("{house} is not a legal move. {best}"),
                _ => best,
            }
        }
    }
}

/// The first word of the leaves that differs.
fn tree_remark(line: usize, expected: &str, found: &str) -> String {
    let is_same = |(expected, found): &(&str, &str)| expected == found;
    let same = expected.split_whitespace().zip(found.split_whitespace()).take_while(is_same).count();
    let word = |text: &str| text.split_whitespace().nth(same).map_or("nothing".to_owned(), shown);
    match line {
        1 => {
            format!("Word {} must be {}, not {}; # stands for a pruned branch.", same + 1, word(expected), word(found))
        }
        2 => "Line 2 is the value of the root.".to_owned(),
        _ => "Line 3 is the first best child of the root.".to_owned(),
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
    /// The texts of the mistakes of a set.
    pub fn texts(&self, set: Mistakes) -> Vec<MistakeText> {
        set.iter().map(|mistake| mistake.printed_text(self.system)).collect()
    }

    /// Lines on the mistakes that explain the wrong answers; empty if all answers are right.
    pub fn text(&self) -> String {
        let these = if self.answers == 1 { "this answer" } else { "exactly these answers" };
        match (&self.sets.named[..], self.wrong) {
            (_, 0) => String::new(),
            ([], 1) if self.is_complete => format!("No known mistake prints {these}.\n"),
            ([], _) if self.is_complete => format!("No known mistake, and no pair of them, prints {these}.\n"),
            ([], _) => "No mistake was found within the effort (--effort).\n".to_owned(),
            ([set], _) => {
                let mistakes = if set.len() == 1 { "this mistake" } else { "these mistakes" };
                let mut text = format!("A program with {mistakes} prints {these}:\n");
                for (mistake, explained) in set.iter().zip(self.texts(*set)) {
                    let _ = writeln!(text, "{mistake}: {}", explained.done);
                    explained.advice().iter().for_each(|line| text.extend([line, "\n"]));
                }
                text + &self.limits()
            }
            (sets, _) => {
                let mut text = format!("A program with any one of these mistakes prints {these}:\n");
                for set in sets {
                    let done: Vec<String> = set
                        .iter()
                        .zip(self.texts(*set))
                        .map(|(mistake, explained)| format!("{mistake}: {}", explained.done))
                        .collect();
                    let _ = writeln!(text, "- {}", done.join(" Together with "));
                }
                match self.sets.more {
                    0 => {}
                    1 => text += "- or one other mistake\n",
                    more => text.extend([format!("- or one of {more} other mistakes\n")]),
                }
                text + &self.limits()
            }
        }
    }

    /// Sentences on small evidence, and on the request that tells the sets apart.
    pub fn limits(&self) -> String {
        let mut text = String::new();
        if self.sets.named.is_empty() {
            return text;
        }
        if self.answers == 1 {
            text += "One answer says little: give more cases (`reversi help checking`).\n";
        } else {
            let _ = writeln!(text, "This rests on {}.", count(self.wrong, "wrong answer"));
        }
        if let Some(Sample { arguments, file, .. }) = &self.told_apart_by {
            let _ = writeln!(text, "These arguments tell the first two apart: {arguments}");
            if let Some((name, content)) = file {
                let _ = writeln!(text, "with this {name}:");
                content.lines().for_each(|line| text.extend(["  ", line, "\n"]));
            }
        }
        text
    }

    /// Adds the sets and their evidence to a JSON object.
    pub fn write_json(&self, object: &mut Json) {
        let names = |set: &Mistakes| set.iter().map(|mistake| mistake.to_string()).collect::<Vec<_>>();
        object["explained_by"] = self.sets.named.iter().map(names).collect();
        object["evidence"] = self.sets.named.iter().map(|_| self.wrong).collect();
        object["more"] = self.sets.more.into();
        object["tells_apart"] = self.told_apart_by.as_ref().map_or(Json::Null, |Sample { arguments, file, .. }| {
            let (name, content) = file.as_ref().map(|(name, content)| (*name, content.as_str())).unzip();
            json!({ "arguments": arguments, "file": name, "content": content })
        });
    }
}
