//! A case of an assignment with a printed answer, and the report on a student's answer.

use std::{
    fmt::Write as _,
    path::{Component, Path},
};

use anyhow::{Context as _, Result, anyhow, bail, ensure};

use super::{
    Accept, Answered, Compared, Deviation, Explanation, Function, Request, Strictness, System, WrongLine, compare,
};
use reversi_core::{
    game::Game as _,
    games::{
        awari::setup,
        reversi::{Pass, Position, one_line, text::Alphabet},
    },
};
use reversi_io::{
    files::input::{self, Input},
    names::{count, list},
};

/// A case: a request, or only an expected text.
#[derive(Clone, Debug)]
pub struct PrintedCase {
    pub system: System,
    /// The words of the request.
    pub arguments: Vec<String>,
    /// `None` in a case of [`System::Text`].
    pub request: Option<Request>,
    pub expected: String,
    pub accept: Vec<Accept>,
    /// The files that the arguments name, which the program gets.
    pub files: Vec<(String, Vec<u8>)>,
}

/// The fields of a case in a list.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    pub assignment: &'a str,
    pub arguments: &'a [String],
    pub expected: Option<&'a Path>,
    pub accept: &'a [String],
}

/// The longest expected text, in bytes. A sandbox keeps no more of a printed text.
const LONGEST: usize = 60 << 10;

impl PrintedCase {
    /// Reads a case. Files in arguments are relative to `folder`.
    ///
    /// # Errors
    /// Returns an error if the arguments are not a request, or if the right answer cannot be computed.
    pub fn read(fields: Fields, folder: &Path) -> Result<Self> {
        let Fields { assignment, arguments, expected, accept } = fields;
        let system: System = assignment.parse()?;
        let request = match system {
            System::Text => None,
            _ => Some(Request::read(system, arguments, folder).context("invalid arguments")?),
        };
        let accept = accept
            .iter()
            .map(|name| name.parse::<Accept>().map_err(|problem| anyhow!("{name:?} in the column accept; {problem}")));
        let accept: Vec<Accept> = accept.collect::<Result<_>>()?;
        if let Some(&needless) =
            accept.iter().find(|accept| !request.is_some_and(|request| request.leaves_open(**accept)))
        {
            bail!("the assignment leaves nothing open for accept = {needless} in this case; expected an empty field");
        }
        let expected = match (expected, &request) {
            (Some(path), _) => Input::read(path, input::LIMIT)?.text,
            (None, Some(request)) => request.answer(&mut |_| ())?,
            (None, None) => bail!("a case of text needs a file with the expected text"),
        };
        ensure!(expected.len() <= LONGEST, "the expected text has more than {LONGEST} bytes; expected a shorter text");
        let is_beneath = |word: &&String| {
            let mut parts = Path::new(word).components().peekable();
            parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
        };
        let named = arguments.iter().filter(is_beneath).filter(|word| folder.join(word).is_file());
        let read = |word: &String| {
            let bytes = std::fs::read(folder.join(word)).with_context(|| format!("cannot read {word}"))?;
            Ok((word.clone(), bytes))
        };
        let files = named.map(read).collect::<Result<_>>()?;
        Ok(Self { system, arguments: arguments.to_vec(), request, expected, accept, files })
    }

    /// Compares a printed text with the expected text and all other right answers.
    pub fn compare(&self, found: &str, strictness: Strictness) -> Compared {
        match &self.request {
            Some(request) => request.compare(&self.expected, found, &self.accept, strictness),
            None => compare(self.system, &self.expected, found, strictness),
        }
    }

    /// The case with a student's answer, for a diagnosis; `None` if no mistakes are known, or if nothing was printed.
    pub fn answered<'a>(&'a self, found: &'a str, is_right: bool) -> Option<Answered<'a>> {
        let request = self.request.as_ref().filter(|_| is_right || !found.trim().is_empty())?;
        Some(Answered { request, expected: &self.expected, found, accept: &self.accept, is_right })
    }

    /// The report on an answer that is not the same: the first wrong line, the board, and what is right there.
    pub fn report(&self, compared: &Compared, found: &str) -> String {
        let mut text = String::new();
        match compared {
            Compared::Same => return text,
            Compared::OtherFormat(Deviation::LinesBefore(lines)) => {
                let _ = writeln!(text, "The answer is right, but {} before it: a format error.", are(*lines));
                return text;
            }
            Compared::OtherFormat(deviation) => {
                let _ = writeln!(text, "The answer is right, but not its format: {deviation}.");
                let mut lines = self.expected.lines().zip(found.lines());
                let other = lines.find(|(expected, found)| expected != found);
                if let Some((expected, found)) = other.filter(|_| *deviation == Deviation::Form) {
                    let _ = writeln!(text, "  expected  {}\n  found     {}", shown(expected), shown(found));
                }
                return text;
            }
            Compared::Wrong(WrongLine { number: 1, expected: Some(expected), found: None, .. }) => {
                let _ = writeln!(text, "Nothing was printed.\n  expected  {}", shown(expected));
                text += &self.request.map_or(String::new(), |request| request.board());
            }
            Compared::Wrong(WrongLine { number, expected, found, .. }) => {
                let line = |line: &Option<String>| match line {
                    None => "(nothing)".to_owned(),
                    Some(line) if line.is_empty() => "(an empty line)".to_owned(),
                    Some(line) => shown(line),
                };
                let _ = writeln!(text, "Line {number} is wrong.");
                let _ = writeln!(text, "  expected  {}\n  found     {}", line(expected), line(found));
                let wrong = found.as_deref().unwrap_or_default();
                if let Some(request) = &self.request {
                    text += &request.board();
                    text += &request.remarks(*number, expected.as_deref(), wrong);
                }
            }
        }
        text
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
    /// True if this set of answers can contain more than the expected answer.
    pub const fn leaves_open(&self, accept: Accept) -> bool {
        match (accept, self) {
            (Accept::Optimal, Self::Tiny { flag, .. }) => flag.algorithm().is_some(),
            (Accept::Optimal, Self::Nxn { function, .. }) => function.algorithm().is_some(),
            (Accept::Optimal, Self::Awari { question, .. }) => matches!(question, super::Awari::Search { .. }),
            (Accept::NoPass | Accept::WithPass, Self::Nxn { function, .. }) => function.is_full(),
            (Accept::RemainingDepth, Self::Awari { question, .. }) => matches!(question, super::Awari::Node { .. }),
            _ => false,
        }
    }

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

    /// Sentences on the right content of a wrong line.
    fn remarks(&self, line: usize, expected: Option<&str>, found: &str) -> String {
        match self {
            Self::Tiny { flag: super::Flag::Successors, position } => successor(position, expected, found),
            Self::Tiny { flag: super::Flag::Minimax | super::Flag::AlphaBeta, .. } if line == 2 => {
                count_remark(expected, found)
            }
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
                format!("The move is right; its value is {}.\n", own.value)
            }
            Some(own) if best.contains(own) => {
                format!(
                    "{} and {} have the value {}; the first of equal moves is expected.\n",
                    first.name, own.name, own.value
                )
            }
            Some(own) => {
                format!(
                    "{} has the value {}, your move {} has the value {}.\n",
                    first.name, first.value, own.name, own.value
                )
            }
            None if matches!(self, Self::Tiny { flag: super::Flag::Minimax | super::Flag::AlphaBeta, .. }) => {
                String::new()
            }
            None => format!("The best move is {}; its value is {}.\n", first.name, first.value),
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
        (Some(missing), _) => format!("The expected line is the board after {}.\n", captures(missing)),
        (None, Some(surplus)) => format!("The printed line is the board after {}.\n", captures(surplus)),
        (None, None) if legal.is_empty() && game.moves().next().is_some() => {
            "The player has no move and passes: the board itself is expected.\n".to_owned()
        }
        (None, None) => "The printed line is not a successor of the board.\n".to_owned(),
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
    let ratio = if right == 0.0 { String::new() } else { format!(": {:.2} times the right count", own / right) };
    format!("Your count is {by} {word}{ratio}.\n")
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
        if self.wrong <= 2 {
            let _ = writeln!(text, "This rests on {} only.", count(self.wrong, "wrong answer"));
        }
        if let Some(arguments) = &self.told_apart_by {
            let _ = writeln!(text, "A case with these arguments tells the first two apart: {arguments}");
        }
        text
    }
}
