//! Reads a moves file in a student's format, and converts it to the assignment's format.
//!
//! Each line has only one possible meaning: the number of a step, a player, a board row or the end of the game. Any
//! other line stays unchanged. The accepted words are the words of the assignment, and common alternatives.

use crate::{Deviation, Deviations, Difference, Kind, Role, Shape, Subject, TextPrefix, Verdict};
use reversi_core::games::reversi::Color;
use reversi_course::assignment::{Assignment, Job, MoveWords, Step};

/// A converted moves file.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovesReading {
    /// The lines that are not empty.
    pub(crate) lines: Vec<MovesLine>,
    /// The format deviations with their numbers of lines.
    pub(crate) deviations: Deviations,
}

/// A line of the moves file, converted to the assignment's format.
#[derive(Clone, Debug)]
pub(crate) struct MovesLine {
    /// The line number in the file.
    pub(crate) number: u64,
    pub(crate) text: String,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Row,
    Step(u32),
    Player(Color, bool),
    Pass,
    End,
    Other,
}

/// The result of comparing a converted moves file with the steps of the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovesCompared<'a> {
    first: Option<UnlikeLines<'a>>,
    /// The first step with a wrong number, if only numbers of steps are wrong.
    pub(crate) wrong_step: Option<u32>,
}

/// The first expected line that the file does not have, and the line of the file with its index.
#[derive(Clone, Debug)]
struct UnlikeLines<'a> {
    expected_line: u64,
    expected: Option<String>,
    found: Option<(usize, &'a MovesLine)>,
}

impl MovesReading {
    /// Reads the kept text of a moves file.
    pub(crate) fn of(kept: &TextPrefix, assignment: &Assignment) -> Self {
        let texts: Vec<_> = kept.lines().collect();
        let mut reading = Self::default();
        let vocabulary = Vocabulary::new(assignment, texts.iter().map(AsRef::as_ref));
        let words = &assignment.moves;
        let mut first_step = None;
        let mut is_after_empty = true;
        for (number, text) in (1..).zip(&texts) {
            let text = text.trim_start_matches('\u{feff}').trim_end();
            if text.trim().is_empty() {
                is_after_empty = true;
                continue;
            }
            let what = vocabulary.what(text);
            let (canonical, deviation) = match what {
                What::Row => (vocabulary.row(text).unwrap_or_default(), Deviation::OtherDiscs),
                What::Step(number) => (words.step(number), Deviation::OtherStep),
                What::Player(color, passes) => {
                    let is_other_pass = passes && text.starts_with(&words.player(color, false));
                    let deviation = if is_other_pass { Deviation::OtherPass } else { Deviation::OtherPlayer };
                    (words.player(color, passes), deviation)
                }
                What::Pass => (words.pass.trim().to_owned(), Deviation::OtherPass),
                What::End => (words.end.clone(), Deviation::OtherEnd),
                What::Other => (text.to_owned(), Deviation::OtherStep),
            };
            if canonical != text || what == What::Pass {
                let expected = match (what, reading.lines.last()) {
                    (What::Pass, Some(MovesLine { what: What::Player(color, false), .. })) => {
                        words.player(*color, true)
                    }
                    _ => canonical.clone(),
                };
                reading.deviations.add(deviation, expected.as_bytes(), text.as_bytes());
            }
            if what.begins_block() && !is_after_empty {
                reading.deviations.add(Deviation::NoEmptyLines, b"", text.as_bytes());
            }
            is_after_empty = false;
            match (what, reading.lines.last_mut()) {
                // The word for a pass is on a separate line after the player's name.
                (What::Pass, Some(MovesLine { text, what: What::Player(color, false), .. })) => {
                    *text = words.player(*color, true);
                }
                (What::Step(step), _) if *first_step.get_or_insert(step) == 0 => {
                    let expected = words.step(step.saturating_add(1));
                    reading.deviations.add(Deviation::StepsFromZero, expected.as_bytes(), text.as_bytes());
                    reading.lines.push(MovesLine { number, text: expected, what });
                }
                _ => reading.lines.push(MovesLine { number, text: canonical, what }),
            }
        }
        reading
    }

    /// Compares the converted file with the steps of the game. The comparison goes on after wrong numbers of steps.
    pub(crate) fn compare(&self, job: &Job, steps: impl Iterator<Item = Step>) -> MovesCompared<'_> {
        let words = &job.assignment.moves;
        let mut compared = MovesCompared::default();
        let lines = steps.flat_map(|step| step.lines(job).into_iter().map(move |line| (step.number, line)));
        let mut truth = (1..).zip(lines).filter(|(_, (_, line))| !line.is_empty());
        let mut found = self.lines.iter().enumerate();
        let mut last = 0;
        loop {
            let (expected, next) = (truth.next(), found.next());
            last = expected.as_ref().map_or(last, |(number, _)| *number);
            let wrong_step = match (&expected, next) {
                (None, None) => return compared,
                (Some((_, (_, expected))), Some((_, line))) if line.text == *expected => continue,
                (Some((_, (step, expected))), Some((_, line))) if *expected == words.step(*step) => {
                    let is_step = matches!(line.what, What::Step(_)) || letters(&line.text) == letters(&words.step);
                    Some(*step).filter(|_| is_step)
                }
                _ => None,
            };
            let expected_line = if expected.is_some() { last } else { last + 1 };
            let expected = expected.map(|(_, (_, line))| line);
            compared.first.get_or_insert(UnlikeLines { expected_line, expected, found: next });
            compared.wrong_step = wrong_step.map(|step| compared.wrong_step.unwrap_or(step));
            if wrong_step.is_none() {
                return compared;
            }
        }
    }

    /// The verdict on the converted file, and the board rows at the first difference that is more than a format
    /// deviation. `None` if the file has no format deviations.
    pub(crate) fn verdict(
        &self,
        job: &Job,
        before: &Verdict,
        compared: &MovesCompared,
    ) -> Option<(Verdict, Vec<String>)> {
        let first = match before {
            Verdict::Same => return None,
            _ if self.deviations.is_empty() => return None,
            Verdict::OtherFormat { first } | Verdict::Wrong { first, .. } => first.clone(),
        };
        let Some(UnlikeLines { expected_line, expected, found: next }) = &compared.first else {
            return Some((Verdict::OtherFormat { first }, Vec::new()));
        };
        let kind = match (expected, next) {
            // If the file is right apart from one odd line, this line is not a format deviation.
            _ if matches!(before, Verdict::Wrong { shape: Shape::OneLine(_), .. }) => return None,
            (None, _) => Kind::ExtraRow,
            (_, None) => Kind::MissingRow,
            (Some(expected), _) => Kind::of(Role::Moves, job, expected.as_bytes(), None),
        };
        let place = usize::try_from((expected_line - 1) % Step::lines_on(job.assignment.size)).unwrap_or_default();
        let board = match next {
            Some((at, _)) if expected.is_some() => self.board_after((at + 2).saturating_sub(place)),
            _ => Vec::new(),
        };
        let after_last = || self.lines.last().map_or(0, |line| line.number) + 1;
        let beyond = Difference {
            line: next.map_or_else(after_last, |(_, line)| line.number),
            expected_line: *expected_line,
            kind,
            expected: expected.clone(),
            found: next.map(|(_, line)| line.text.clone()),
            subject: Subject::None,
        };
        Some((Verdict::Wrong { first, beyond: Some(beyond), shape: Shape::Any }, board))
    }

    /// The converted text, with an empty line after each board.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (index, line) in self.lines.iter().enumerate() {
            if index > 0 && line.what.begins_block() {
                text.push('\n');
            }
            text.push_str(&line.text);
            text.push('\n');
        }
        text
    }

    /// The board rows from a converted line on (counted from 0): eight rows, or fewer if the board ends.
    fn board_after(&self, line: usize) -> Vec<String> {
        let rows = self.lines.iter().skip(line).take_while(|line| line.what == What::Row);
        rows.take(8).map(|line| line.text.clone()).collect()
    }
}

impl What {
    /// True if an empty line comes before a line of this kind.
    const fn begins_block(self) -> bool {
        matches!(self, Self::Step(_) | Self::End)
    }
}

/// An assignment's words and board characters, for reading the lines of a moves file.
#[derive(Clone, Copy, Debug)]
struct Vocabulary<'a> {
    assignment: &'a Assignment,
    /// True if `0` means an empty square, because white discs have another character.
    is_zero_empty: bool,
}

impl<'a> Vocabulary<'a> {
    fn new<'t>(assignment: &'a Assignment, mut lines: impl Iterator<Item = &'t str>) -> Self {
        let known = Self { assignment, is_zero_empty: false };
        let is_white = |sign: &char| *sign != '0' && known.square(*sign) == Some(Some(Color::White));
        let has_white = |line: &str| known.signs(line).is_some_and(|row| row.iter().any(is_white));
        Self { is_zero_empty: lines.any(has_white), ..known }
    }

    /// Reads a line that uses the assignment's own words, or similar words.
    fn what(self, text: &str) -> What {
        let words = &self.assignment.moves;
        let is_own = |(color, passes)| words.player(color, passes) == text;
        let players = Color::ALL.into_iter().flat_map(|color| [(color, false), (color, true)]);
        let own_player = players.clone().find(|player| is_own(*player));
        if text == words.end {
            What::End
        } else if let Some((color, passes)) = own_player {
            What::Player(color, passes)
        } else if self.row(text).is_some() {
            What::Row
        } else if let Some(number) = step_number(words, text.trim()) {
            What::Step(number)
        } else if let Some((color, passes)) = self.player(text) {
            What::Player(color, passes)
        } else {
            match letters(text) {
                word if word.is_empty() => What::Other,
                word if word == letters(&words.end) => What::End,
                word if word == letters(&words.pass) => What::Pass,
                word => match word.as_str() {
                    "gameend" | "gameover" | "endofgame" | "endgame" => What::End,
                    "pass" | "passes" => What::Pass,
                    _ => What::Other,
                },
            }
        }
    }

    /// The content of a square, from the character in a board row.
    #[allow(clippy::option_option)] // an empty square is no disc, and no sign is no square
    fn square(self, sign: char) -> Option<Option<Color>> {
        let squares = self.assignment.squares;
        let is_nearly = |square: &Option<Color>| squares.letter(*square).eq_ignore_ascii_case(&sign);
        let nearly = [None, Some(Color::Black), Some(Color::White)].into_iter().find(is_nearly);
        squares.square(sign).or(nearly).or(match sign {
            'X' | 'x' | 'B' | 'b' | '#' | '1' => Some(Some(Color::Black)),
            'O' | 'o' | 'W' | 'w' | '2' => Some(Some(Color::White)),
            '0' if !self.is_zero_empty => Some(Some(Color::White)),
            '*' | '.' | '-' | '_' | '+' | '0' => Some(None),
            _ => None,
        })
    }

    /// The square characters of a board row, without the text between them.
    fn signs(self, line: &str) -> Option<Vec<char>> {
        let is_own = |sign| self.assignment.squares.square(sign).is_some();
        let signs: Vec<char> = line.chars().filter(|sign| is_own(*sign) || !" \t|,[]".contains(*sign)).collect();
        let is_row = signs.len() == usize::from(self.assignment.size.rows());
        (is_row && signs.iter().all(|sign| self.square(*sign).is_some())).then_some(signs)
    }

    /// A board row in the assignment's characters.
    fn row(self, line: &str) -> Option<String> {
        let row = self.signs(line)?;
        row.iter().map(|sign| self.square(*sign).map(|square| self.assignment.squares.letter(square))).collect()
    }

    /// The player that a line names, with `true` if the player passes.
    fn player(self, line: &str) -> Option<(Color, bool)> {
        let Assignment { moves, squares, .. } = self.assignment;
        let own = Color::ALL.map(|color| letters_and_digits(&moves.player(color, false)));
        let text = letters_and_digits(line);
        for (color, name) in Color::ALL.into_iter().zip(&own).filter(|(_, name)| !name.is_empty()) {
            match text.strip_prefix(name.as_str()) {
                Some("") => return Some((color, false)),
                Some(rest) if rest == letters_and_digits(&moves.pass) => return Some((color, true)),
                _ => {}
            }
        }
        // A single letter may also be the beginning of a board row.
        if line.contains(|sign: char| "*._+#".contains(sign) || sign == squares.empty && !sign.is_alphanumeric()) {
            return None;
        }
        let initials = own.each_ref().map(|name| name.chars().next());
        let color_of = |word: &str| {
            let is_called = |(color, name): &(Color, &String)| {
                let is_letter = |letter: char| word.chars().eq(letter.to_lowercase());
                let is_initial = initials[0] != initials[1] && name.chars().next().is_some_and(is_letter);
                *name == word || is_initial || is_letter(squares.letter(Some(*color))) || color.to_string() == word
            };
            Color::ALL.into_iter().zip(&own).find(is_called).map(|(color, _)| color)
        };
        let (mut player, mut passes) = (None, false);
        for word in line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let word = word.to_lowercase();
            match (color_of(&word), word.as_str()) {
                (Some(color), _) if player.is_none() => player = Some(color),
                (_, "pass" | "passes" | "passed") if player.is_some() && !passes => passes = true,
                (_, word) if player.is_some() && !passes && word == letters_and_digits(&moves.pass) => passes = true,
                (_, "player" | "turn" | "to" | "move" | "moves" | "s") => {}
                _ => return None,
            }
        }
        player.map(|player| (player, passes))
    }
}

/// The step number in a line, without the characters around the number.
fn step_number(words: &MoveWords, line: &str) -> Option<u32> {
    let (before, after) = words.step.split_once("{}")?;
    let own = line.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    if let Some(number) = own.and_then(|number| number.parse().ok()) {
        return Some(number);
    }
    let first = line.find(|letter: char| letter.is_ascii_digit())?;
    let (head, rest) = line.split_at(first);
    let (number, tail) = rest.split_at(rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len()));
    let is_between = |letter: char| {
        letter.is_alphabetic() || letter.is_whitespace() || "=:#-.".contains(letter) || words.step.contains(letter)
    };
    let is_step = (letters(head), letters(tail)) == (letters(before), letters(after));
    (is_step && head.chars().chain(tail.chars()).all(is_between)).then(|| number.parse().ok()).flatten()
}

fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
