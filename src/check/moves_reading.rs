//! A moves file as the assignment spells it, read from one that a student's program spells in another way.
//!
//! Each line is read by what it can only be: the number of a step, a player, a row of the board, the end of the game.
//! What can be nothing of that stays as it is.

use super::{SpellingVariant, SpellingVariants, TextPrefix};
use crate::games::reversi::{Color, text::Alphabet};

/// A moves file that has been read.
#[derive(Clone, Debug, Default)]
pub(super) struct MovesReading {
    /// The lines that are not empty, in the spelling of the assignment, each with its number in the file.
    pub(super) lines: Vec<(u64, String)>,
    /// What was spelled in another way, and in how many lines.
    pub(super) variants: SpellingVariants,
}

impl MovesReading {
    /// Reads a file, as far as it was kept.
    pub(super) fn of(kept: &TextPrefix, squares: Alphabet) -> Self {
        let texts: Vec<_> = kept.lines().collect();
        let mut reading = Self::default();
        let signs = Signs::of(squares, texts.iter().map(AsRef::as_ref));
        let mut first_step = None;
        let mut is_after_empty = true;
        for (number, text) in (1..).zip(&texts) {
            let text = text.trim_start_matches('\u{feff}').trim_end();
            if text.trim().is_empty() {
                is_after_empty = true;
                continue;
            }
            let (canonical, variant) = reading.line(text, signs, &mut first_step);
            if let Some(variant) = variant {
                reading.variants.add(variant);
            }
            let begins_block = canonical.starts_with("STEP = ") || canonical == "Game End";
            if begins_block && !is_after_empty {
                reading.variants.add(SpellingVariant::NoEmptyLines);
            }
            is_after_empty = false;
            match canonical.as_str() {
                // The word stands on a line of its own, after that of the player.
                "PASS" if reading.lines.last().is_some_and(|(_, last)| last == "BLACK" || last == "WHITE") => {
                    if let Some((_, last)) = reading.lines.last_mut() {
                        last.push_str(" PASS");
                    }
                }
                _ => reading.lines.push((number, canonical)),
            }
        }
        reading
    }

    /// A line in the spelling of the assignment, and what is another in the file.
    fn line(&mut self, text: &str, signs: Signs, first_step: &mut Option<u32>) -> (String, Option<SpellingVariant>) {
        if let Some(row) = signs.row(text) {
            let variant = (row != text).then_some(SpellingVariant::OtherDiscs);
            return (row, variant);
        }
        if let Some(number) = step_number(text) {
            let is_from_zero = *first_step.get_or_insert(number) == 0;
            let spelt = format!("STEP = {number}") != text;
            if is_from_zero {
                self.variants.add(SpellingVariant::StepsFromZero);
            }
            let number = number.saturating_add(u32::from(is_from_zero));
            return (format!("STEP = {number}"), spelt.then_some(SpellingVariant::StepSpelt));
        }
        if let Some((player, passes)) = player(text) {
            let canonical = if passes { format!("{player} PASS") } else { player.to_owned() };
            let variant = match canonical == text {
                true => None,
                false if passes && text.starts_with(player) => Some(SpellingVariant::PassSpelt),
                false => Some(SpellingVariant::PlayerSpelt),
            };
            return (canonical, variant);
        }
        let letters: String = text.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
        match letters.as_str() {
            "gameend" | "gameover" | "endofgame" | "endgame" => {
                ("Game End".to_owned(), (text != "Game End").then_some(SpellingVariant::StepSpelt))
            }
            "pass" | "passes" => ("PASS".to_owned(), Some(SpellingVariant::PassSpelt)),
            _ => (text.to_owned(), None),
        }
    }

    /// The lines with an empty one after each board, as text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (index, (_, line)) in self.lines.iter().enumerate() {
            if index > 0 && (line.starts_with("STEP = ") || line == "Game End") {
                text.push('\n');
            }
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    /// The eight rows of a board after a line of this reading, from 0; fewer where there are fewer.
    pub(super) fn board_after(&self, line: usize) -> Vec<&str> {
        let rows = self.lines.iter().skip(line).map(|(_, text)| text.as_str());
        rows.take_while(|text| text.chars().count() == 8 && !text.starts_with("STEP") && *text != "Game End")
            .take(8)
            .collect()
    }
}

/// The signs of a board, those of the assignment and those of students.
#[derive(Clone, Copy, Debug)]
struct Signs {
    squares: Alphabet,
    /// Whether a zero stands for an empty square: white discs have another sign.
    is_zero_empty: bool,
}

impl Signs {
    fn of<'a>(squares: Alphabet, mut lines: impl Iterator<Item = &'a str>) -> Self {
        let signs = Self { squares, is_zero_empty: false };
        let has_white =
            |line: &str| signs.split(line).is_some_and(|row| row.iter().any(|sign| "Oo2wW".contains(*sign)));
        Self { is_zero_empty: lines.any(has_white), ..signs }
    }

    /// What a sign stands for; `None` where it is none.
    #[allow(clippy::option_option)] // an empty square is no disc, and no sign is no square
    fn square(self, sign: char) -> Option<Option<Color>> {
        let own = [None, Some(Color::Black), Some(Color::White)];
        own.into_iter().find(|square| self.squares.letter(*square) == sign).or(match sign {
            'X' | 'x' | 'B' | 'b' | '#' | '1' => Some(Some(Color::Black)),
            'O' | 'o' | 'W' | 'w' | '2' => Some(Some(Color::White)),
            '0' if !self.is_zero_empty => Some(Some(Color::White)),
            '*' | '.' | '-' | '_' | '+' | '0' => Some(None),
            _ => None,
        })
    }

    /// The eight signs of a row of a board, without what separates them.
    fn split(self, line: &str) -> Option<[char; 8]> {
        let signs: Vec<char> = line.chars().filter(|sign| !" \t|,[]".contains(*sign)).collect();
        let signs: [char; 8] = signs.try_into().ok()?;
        signs.iter().all(|sign| self.square(*sign).is_some()).then_some(signs)
    }

    /// A row of the board in the assignment's signs.
    fn row(self, line: &str) -> Option<String> {
        let row = self.split(line)?;
        row.iter().map(|sign| self.square(*sign).map(|square| self.squares.letter(square))).collect()
    }
}

/// The number of a step, whatever stands between the word and it.
fn step_number(line: &str) -> Option<u32> {
    let line = line.trim();
    let rest = line.get(..4).filter(|word| word.eq_ignore_ascii_case("step")).map(|_| &line[4..])?;
    let is_between = |letter: char| letter.is_whitespace() || "=:#-.".contains(letter);
    rest.trim_start_matches(is_between).trim_end_matches(is_between).parse().ok()
}

/// A player, and whether the line says that this player passes.
fn player(line: &str) -> Option<(&'static str, bool)> {
    let mut player = None;
    let mut passes = false;
    // The beginning of a row of a board may be a single letter, too.
    if line.contains(['*', '.', '_', '+', '#']) {
        return None;
    }
    let words = line.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    for word in words {
        match word.to_ascii_lowercase().as_str() {
            "black" | "b" | "x" if player.is_none() => player = Some("BLACK"),
            "white" | "w" | "o" if player.is_none() => player = Some("WHITE"),
            "pass" | "passes" | "passed" if player.is_some() && !passes => passes = true,
            "player" | "turn" | "to" | "move" | "moves" | "s" => {}
            _ => return None,
        }
    }
    player.map(|player| (player, passes))
}
