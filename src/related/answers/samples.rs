//! Random requests with small searches, equal on every machine, for cases and for telling mistakes apart.

use std::{ops::RangeInclusive, path::Path};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use super::{Flag, Function, Mistakes, Request, System, printed};
use reversi_core::{
    game::{Game as _, Turn},
    games::{
        awari::{Player, Position as Stones, Side, setup},
        reversi::{Position, Size, one_line, text::Alphabet},
    },
};
use reversi_course::{cases::Boards, mistakes::NodeBudget};
use reversi_io::files::input::Input;

/// The arguments of a request as words, and the file that the arguments name.
#[derive(Clone, Debug)]
pub struct Sample {
    pub arguments: String,
    /// The name in the arguments, and the text of the file.
    pub file: Option<(&'static str, String)>,
    /// True if games reach the position, or if the assignment asks for any position.
    pub is_played: bool,
}

impl Sample {
    const fn of(arguments: String) -> Self {
        Self { arguments, file: None, is_played: true }
    }
}

/// An endless supply of random requests, up to a number of tries.
#[derive(Debug)]
pub struct Samples {
    system: System,
    numbers: ChaCha8Rng,
    left: u32,
}

impl Samples {
    pub const MOST_NODES: u64 = 100_000;
    const COUNT: u32 = 4000;

    /// The samples of an assignment; the same seed gives the same samples.
    pub fn new(system: System, seed: u64) -> Self {
        Self { system, numbers: ChaCha8Rng::seed_from_u64(seed), left: Self::COUNT }
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.numbers.random_range(0..choices.len())]
    }

    fn sample(&mut self) -> Option<Sample> {
        match self.system {
            System::Tiny => {
                let flag = self.one_of(&Flag::ALL);
                let most = if flag.algorithm().is_some() { 8 } else { 12 };
                let position = self.position(Size::FOUR, most);
                let player = Alphabet::DIGITS.letter(Some(position.side_to_move()));
                Some(Sample::of(format!("{flag} {player} {}", one_line::digits(&position))))
            }
            System::Nxn => self.nxn(),
            System::Awari => self.awari(),
            System::Tree => self.tree(),
            System::Text => None,
        }
    }

    /// A board with at most this number of empty squares.
    fn position(&mut self, size: Size, most_empty: u32) -> Position {
        let boards = Boards { seed: 0, reachable: false, size };
        loop {
            let position = boards.next(&mut self.numbers, None);
            if position.empty().len() <= most_empty {
                return position;
            }
        }
    }

    fn nxn(&mut self) -> Option<Sample> {
        let function = self.one_of(&Function::ALL);
        let is_search = function.algorithm().is_some();
        let size = self.one_of(if is_search { &[3, 4, 4, 5][..] } else { &[4, 5, 6, 8][..] });
        let position = self.position(Size::new(size)?, if is_search { 8 } else { 60 });
        let (rows, player) = (one_line::slashes(&position), Alphabet::DOTS.letter(Some(position.side_to_move())));
        let operands = match function {
            Function::IsTerminalState | Function::CountPieces => String::new(),
            Function::GetMoveValue | Function::ExecuteMove => {
                let is_any = function == Function::GetMoveValue && self.numbers.random_range(0..3) == 0;
                let from = if is_any { position.size().squares() } else { position.legal_moves() };
                if from.is_empty() {
                    return None;
                }
                let chosen = self.one_of(&from.into_iter().collect::<Vec<_>>());
                format!(" {player} {} {}", chosen.row(), chosen.column())
            }
            _ => format!(" {player}{}", if self.numbers.random_range(0..2) == 0 { " --stats" } else { "" }),
        };
        Some(Sample::of(format!("{function} {rows}{operands}")))
    }

    fn played(&mut self) -> Stones {
        let mut position = Stones::start();
        for _ in 0..self.numbers.random_range(0..80) {
            let moves: Vec<_> = position.moves().collect();
            if moves.is_empty() {
                break;
            }
            position = position.after(self.one_of(&moves));
        }
        position
    }

    /// A position of Awari with any number of stones, because some mistakes need more or fewer than a game has.
    fn invented(&mut self) -> Option<Stones> {
        let is_bare = self.numbers.random_range(0..3) == 0;
        let bare = self.numbers.random_range(0..2);
        let mut side = |index: u8| {
            let score = self.one_of(&[0, 2, 12, 20, 23, 24, 24, 25, 30]);
            let few = is_bare && index == bare;
            let houses = std::array::from_fn(|_| {
                let stones = self.one_of(&[0, 0, 1, 1, 2, 3, 4, 5, 7, 13]);
                if few && self.numbers.random_range(0..5) > 0 { 0 } else { stones }
            });
            Side { score, houses }
        };
        let (one, two) = (side(0), side(1));
        // Two majorities have no winner that all programs agree on.
        if one.score > 24 && two.score > 24 { None } else { Stones::new(Player::One, one, two) }
    }

    fn awari(&mut self) -> Option<Sample> {
        let is_played = self.numbers.random_range(0..4) > 0;
        let position = if is_played { self.played() } else { self.invented()? };
        let player = self.one_of(&["1", "2"]);
        let depth = self.numbers.random_range(0..=5);
        let bounds = self.one_of(&["-1000 1000", "-1000 1000", "-5 5", "2 8", "-9 -3"]);
        let arguments = match self.numbers.random_range(0..8) {
            0 => format!("moves setup.txt {player}"),
            1 => format!("apply setup.txt {player} {}", self.numbers.random_range(0..6)),
            2 => format!("status setup.txt {player}"),
            3 | 4 => format!("search setup.txt {depth}"),
            node => {
                let at = self.numbers.random_range(0..=2);
                let name = if node % 2 == 0 { "max" } else { "min" };
                format!("{name} setup.txt {} {at} {bounds}", depth + at)
            }
        };
        Some(Sample { arguments, file: Some(("setup.txt", setup::write(&position))), is_played })
    }

    /// A tree of two to four levels below the root, with few different numbers.
    fn tree(&mut self) -> Option<Sample> {
        let (mut text, mut names) = (String::new(), 'A'..='Z');
        self.branch(&mut text, &mut names, 4)?;
        text.push('\n');
        let root = if self.one_of(&Turn::ALL) == Turn::Min { " min" } else { "" };
        Some(Sample { file: Some(("tree.txt", text)), ..Sample::of(format!("alphabeta tree.txt{root}")) })
    }

    /// Writes an inner node with its name, and children named after it.
    fn branch(&mut self, text: &mut String, names: &mut RangeInclusive<char>, levels: u32) -> Option<()> {
        let name = names.next()?;
        text.extend(["(".to_owned(), name.to_string()]);
        for child in 1..=self.numbers.random_range(2..=3) {
            text.push(' ');
            if levels > 1 && self.numbers.random_range(0..5) < 3 {
                self.branch(text, names, levels - 1)?;
            } else {
                let number = self.numbers.random_range(-4..=9);
                text.extend([name.to_ascii_lowercase().to_string(), format!("{child}={number}")]);
            }
        }
        text.push(')');
        Some(())
    }
}

impl Iterator for Samples {
    type Item = (Request, Sample);

    fn next(&mut self) -> Option<(Request, Sample)> {
        while self.left > 0 {
            self.left -= 1;
            let Some(sample) = self.sample() else { continue };
            let words: Vec<&str> = sample.arguments.split(' ').collect();
            let text = |_: &Path| Ok(Input { text: sample.file.clone().unwrap_or_default().1, ..Input::default() });
            let request = Request::parse(self.system, &words, &text);
            let mut budget = NodeBudget::of_nodes(Self::MOST_NODES);
            if let Ok(request) = request
                && printed(&request, Mistakes::NONE, &mut budget).is_ok()
            {
                return Some((request, sample));
            }
        }
        None
    }
}
