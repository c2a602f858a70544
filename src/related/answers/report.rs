//! The report on a printed answer, and on the mistakes that print it.

use std::fmt::{self, Write as _};

use serde_json::{Value as Json, json};

use super::{Compared, Deviation, Explanation, Flag, Function, Mistakes, PrintedCase, Request, Sample, WrongLine};
use crate::trees::Searched;
use reversi_core::{
    game::Turn,
    games::{
        awari::setup,
        reversi::{Position, one_line, text::Alphabet},
        tree::{NodeId, Tree},
    },
    search::Algorithm,
};
use reversi_course::mistakes::MistakeText;
use reversi_io::{
    names::{count, list},
    visible,
};

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
        let Self { verdict, expected, found, board, remark } = self;
        let line = |label, text: &Option<String>| text.as_ref().map(|text| format!("  {label}  {text}"));
        let lines = [Some(verdict.clone()), line("expected", expected), line("found   ", found), Some(remark.clone())];
        let mut lines = lines.into_iter().flatten().filter(|line| !line.is_empty());
        lines.try_for_each(|line| writeln!(formatter, "{line}"))?;
        formatter.write_str(board)
    }
}

impl AnswerReport {
    /// The report in one line, without the board.
    pub(super) fn brief(&self) -> String {
        let Self { verdict, expected, found, remark, .. } = self;
        let part = |label, text: &Option<String>| text.as_ref().map(|text| format!("{label} {text}"));
        let parts: Vec<String> = [part("expected", expected), part("found", found)].into_iter().flatten().collect();
        let verdict = verdict.trim_end_matches('.');
        // A long line stands only in the first report; the remark names the wrong word.
        let is_long = parts.iter().map(String::len).sum::<usize>() > 100 && !remark.is_empty();
        let verdict =
            if parts.is_empty() || is_long { verdict.to_owned() } else { format!("{verdict}: {}", parts.join(", ")) };
        format!("{verdict}. {remark}").trim_end().to_owned()
    }
}

impl PrintedCase {
    /// The report on an answer; empty if the answer is the same.
    pub fn report(&self, compared: &Compared, found: &str) -> AnswerReport {
        match compared {
            Compared::Same => AnswerReport::default(),
            Compared::OtherFormat(deviation) => {
                let mut lines = self.expected.lines().zip(found.lines());
                let other = lines.find(|(expected, found)| *deviation != Deviation::LineEnds && expected != found);
                let (expected, found) = other.map(|(expected, found)| (shown(expected), shown(found))).unzip();
                let verdict = format!("The answer is right, but not its format: {deviation}.");
                AnswerReport { verdict, expected, found, ..AnswerReport::default() }
            }
            Compared::Wrong(WrongLine { number, expected, found, .. }) => {
                let is_silent = *number == 1 && expected.is_some() && found.is_none();
                let line = |text: &Option<String>| match text.as_deref() {
                    None => "(nothing)".to_owned(),
                    Some("") => "(an empty line)".to_owned(),
                    Some(text) => shown(text),
                };
                let wrong = found.as_deref().unwrap_or_default();
                let remark = |request: &Request| request.remark(*number, expected.as_deref(), wrong);
                AnswerReport {
                    verdict: if is_silent {
                        "Nothing was printed.".to_owned()
                    } else {
                        format!("Line {number} is wrong.")
                    },
                    expected: Some(line(expected)),
                    found: Some(line(found)).filter(|_| !is_silent),
                    board: self.request.as_ref().map(Request::board).unwrap_or_default(),
                    remark: self.request.as_ref().filter(|_| !is_silent).map(remark).unwrap_or_default(),
                }
            }
        }
    }
}

/// A line of a student without control characters, and not longer than a screen.
fn shown(line: &str) -> String {
    visible::line(&line.chars().take(160).collect::<String>())
}

impl Request {
    /// The player to move, as the assignment writes it; `None` without a board.
    fn player(&self) -> Option<String> {
        Some(match self {
            Self::Tiny { position, .. } => {
                format!("player {}", Alphabet::DIGITS.letter(Some(position.side_to_move())))
            }
            Self::Nxn { position, .. } => Alphabet::DOTS.letter(Some(position.side_to_move())).to_string(),
            Self::Awari { position, .. } => format!("player {}", position.side_to_move()),
            Self::Tree { .. } => return None,
        })
    }

    /// The position of the request, drawn, and the player to move.
    fn board(&self) -> String {
        let Some(player) = self.player() else { return String::new() };
        let rows: Vec<String> = match self {
            Self::Tiny { position, .. } => Alphabet::DIGITS.rows(position).collect(),
            Self::Nxn { position, .. } => Alphabet::DOTS.rows(position).collect(),
            Self::Awari { position, .. } => setup::draw(position).lines().map(str::to_owned).collect(),
            Self::Tree { .. } => Vec::new(),
        };
        let is_of_nobody =
            matches!(self, Self::Nxn { function: Function::IsTerminalState | Function::CountPieces, .. });
        let to_move = if is_of_nobody { String::new() } else { format!(", with {player} to move") };
        let rows: String = rows.into_iter().flat_map(|row| ["  ".to_owned(), row, "\n".to_owned()]).collect();
        format!("The board{to_move}:\n{rows}")
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
            Self::Tree { tree, root, .. } => match line {
                1 => wrong_word(expected.unwrap_or_default(), found),
                2 => String::new(),
                _ => wrong_child(tree, *root, expected.unwrap_or_default(), found.trim()),
            },
            _ => self.wrong_move(found),
        }
    }

    /// The values of the best move and of the student's move, or that the latter is not legal.
    fn wrong_move(&self, found: &str) -> String {
        let (moves, best) = (self.root_moves().unwrap_or_default(), self.best_moves().unwrap_or_default());
        let Some(first) = best.first() else { return self.without_a_move() };
        let named = self.named_move(found);
        let own = moves.iter().find(|one| named.as_ref() == Some(&one.name) || one.answer == found.trim());
        let asks_for_value = matches!(self, Self::Tiny { flag: Flag::Minimax | Flag::AlphaBeta, .. });
        let best = format!("The best move is {}; its value is {}.", first.name, first.value);
        match (own, self, named) {
            (Some(own), ..) if own == first => format!("The move is right; its value is {}.", own.value),
            (Some(own), ..) if own.value == first.value => format!(
                "{} and {} have the value {}; the first of equal moves is expected.",
                first.name, own.name, own.value
            ),
            (Some(own), ..) => format!(
                "{} has the value {}, your move {} has the value {}.",
                first.name, first.value, own.name, own.value
            ),
            (None, ..) if asks_for_value => String::new(),
            (None, Self::Tiny { .. }, _) => format!("The printed board is not the board after a legal move. {best}"),
            (None, _, Some(named)) => format!("{named} is not a legal move. {best}"),
            (None, _, None) => best,
        }
    }

    /// A sentence on a player without a move; empty for questions that do not ask for a move.
    fn without_a_move(&self) -> String {
        let Some(player) = self.player().filter(|_| self.root_moves().is_some()) else { return String::new() };
        match self {
            Self::Tiny { position, .. } | Self::Nxn { position, .. } if position.is_over() => {
                "The game is over: neither player has a legal move.".to_owned()
            }
            Self::Tiny { .. } => format!("There is no legal move: {player} passes: the board stays the same."),
            Self::Nxn { .. } => format!("There is no legal move: {player} passes."),
            Self::Awari { .. } | Self::Tree { .. } => {
                format!("{player} has no legal move: the answer begins with none.")
            }
        }
    }

    /// The name of the move in an answer, if the answer is a move by numbers.
    fn named_move(&self, found: &str) -> Option<String> {
        let text = found.replace(|letter| "()[],'\"".contains(letter), " ");
        let skipped = match self {
            Self::Nxn { function, .. } => 1 + usize::from(function.is_full()),
            _ => 0,
        };
        let mut numbers = text.split_whitespace().skip(skipped).map_while(|word| word.parse::<i32>().ok());
        match self {
            Self::Nxn { .. } => Some(format!("({}, {})", numbers.next()?, numbers.next()?)),
            Self::Awari { .. } => Some(numbers.next()?.to_string()),
            Self::Tiny { .. } | Self::Tree { .. } => None,
        }
    }
}

/// The first word of the leaves that differs.
fn wrong_word(expected: &str, found: &str) -> String {
    let is_same = |(expected, found): &(&str, &str)| expected == found;
    let same = expected.split_whitespace().zip(found.split_whitespace()).take_while(is_same).count();
    let word = |text: &str| text.split_whitespace().nth(same).map_or("nothing".to_owned(), shown);
    format!("Word {} must be {}, not {}; # stands for a pruned branch.", same + 1, word(expected), word(found))
}

/// The values of the expected child of the root and of the printed one.
fn wrong_child(tree: &Tree, root: Turn, expected: &str, found: &str) -> String {
    let Ok(searched) = Searched::new(tree, root, Algorithm::Minimax, false) else { return String::new() };
    let child = |name: &str| tree.children(NodeId::ROOT).find(|child| tree.name(*child) == name);
    let [right, own] = [expected, found].map(|name| child(name).map(|child| searched.value(child)));
    match (right, own) {
        (Some(right), Some(own)) if right == own => {
            format!("Both children have the value {own}; the first is expected.")
        }
        (Some(right), Some(own)) => {
            format!("{expected} has the value {right}, your child {found} has the value {own}.")
        }
        (Some(right), None) => format!("The best child of the root is {expected}; its value is {right}."),
        (None, _) => String::new(),
    }
}

/// The square and the captures of a missing successor, or of a successor that is surplus.
fn successor(position: &Position, expected: Option<&str>, found: &str) -> String {
    let captures = |text: &str| {
        let is_after = |square: &_| one_line::digits(&position.after(*square)) == text;
        let square = position.legal_moves().into_iter().find(is_after)?;
        Some(format!("the board after {square} captures {}", list(position.flips(square), "and")))
    };
    match (expected.and_then(captures), captures(found)) {
        (Some(missing), _) => format!("The expected line is {missing}."),
        (None, Some(surplus)) => format!("The printed line is {surplus}."),
        (None, None) if position.legal_moves().is_empty() && !position.is_over() => {
            "The player has no move and passes: the board itself is expected.".to_owned()
        }
        (None, None) => "The printed line is not a successor of the board.".to_owned(),
    }
}

/// The factor by which a count is wrong; empty for a small difference.
fn count_remark(expected: Option<&str>, found: &str) -> String {
    let [right, own] = [expected, Some(found)].map(|text| text.and_then(|text| text.trim().parse::<f64>().ok()));
    let ratio = right.zip(own).map(|(right, own)| own / right).filter(|ratio| ratio.is_finite() && *ratio > 0.0);
    let told = ratio.filter(|ratio| !(0.5..2.0).contains(ratio));
    told.map(|ratio| format!("Your count is {ratio:.2} times the right count.")).unwrap_or_default()
}

impl Explanation {
    /// The sets that a report describes, and the others.
    pub fn named(&self) -> (&[Mistakes], &[Mistakes]) {
        self.sets.split_at(self.sets.len().min(3))
    }

    /// The texts of the mistakes of a set.
    pub fn texts(&self, set: Mistakes) -> Vec<MistakeText> {
        set.iter().map(|mistake| mistake.printed_text(self.system)).collect()
    }

    /// Lines on the mistakes that explain the wrong answers; empty if all answers are right.
    pub fn text(&self) -> String {
        let these = if self.answers == 1 { "this answer" } else { "exactly these answers" };
        let done = |set: Mistakes| {
            let texts = set.iter().zip(self.texts(set)).map(|(mistake, text)| format!("{mistake}: {}", text.done));
            texts.collect::<Vec<_>>().join(" Together with ")
        };
        let mut lines = match (&self.sets[..], self.wrong) {
            (_, 0) => return String::new(),
            ([], 1) if self.is_complete => vec![format!("No known mistake prints {these}.")],
            ([], _) if self.is_complete => vec![format!("No known mistake, and no pair of them, prints {these}.")],
            ([], _) => vec!["No mistake was found within the effort (--effort).".to_owned()],
            ([set], _) => {
                let mistakes = if set.len() == 1 { "this mistake" } else { "these mistakes" };
                let mut lines = vec![format!("A program with {mistakes} prints {these}:")];
                for (mistake, text) in set.iter().zip(self.texts(*set)) {
                    lines.push(format!("{mistake}: {}", text.done));
                    lines.extend(text.advice());
                }
                lines
            }
            _ => {
                let mut lines = vec![format!("A program with any one of these mistakes prints {these}:")];
                let (named, others) = self.named();
                lines.extend(named.iter().map(|set| format!("- {}", done(*set))));
                lines.extend(
                    Some(list(others, "or")).filter(|names| !names.is_empty()).map(|names| format!("- or {names}")),
                );
                lines
            }
        };
        lines.push(self.limits());
        lines.join("\n")
    }

    /// Sentences on small evidence, and on the request that tells the sets apart.
    pub fn limits(&self) -> String {
        let mut text = String::new();
        if self.sets.is_empty() {
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
        object["explained_by"] = self.sets.iter().map(names).collect();
        object["evidence"] = self.sets.iter().map(|_| self.wrong).collect();
        object["tells_apart"] = self.told_apart_by.as_ref().map_or(Json::Null, |Sample { arguments, file, .. }| {
            let (name, content) = file.as_ref().map(|(name, content)| (*name, content.as_str())).unzip();
            json!({ "arguments": arguments, "file": name, "content": content })
        });
    }
}
