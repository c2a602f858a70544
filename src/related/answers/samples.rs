//! Random requests with small searches, equal on every machine, for cases and for telling mistakes apart.

use std::ops::RangeInclusive;

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use super::{
    Mistakes, Request, System, printed,
    request::{Flag, Function, awari_of, tree_of},
};
use reversi_core::{
    game::{Game as _, Turn},
    games::{
        awari::{Player, Position as Stones, Side, setup},
        reversi::{Bitboard, Color, Move, Pass, Position, Size, one_line, text::Alphabet},
    },
    search::Algorithm,
};
use reversi_course::mistakes::NodeBudget;

/// A request with its arguments as words, and the file that the arguments name.
#[derive(Clone, Debug)]
pub struct Sample {
    pub request: Request,
    pub arguments: String,
    /// The name in the arguments, and the text of the file.
    pub file: Option<(&'static str, String)>,
    /// True if games reach the position, or if the assignment asks for any position.
    pub is_played: bool,
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
                let arguments = format!("{flag} {player} {}", one_line::digits(&position));
                Some(Sample { request: Request::Tiny { flag, position }, arguments, file: None, is_played: true })
            }
            System::Nxn => self.nxn(),
            System::Awari => self.awari(),
            System::Tree => self.tree(),
            System::Text => None,
        }
    }

    /// A board with at most this number of empty squares: from a random game, or with random discs.
    fn position(&mut self, size: Size, most_empty: u32) -> Position {
        let all = size.squares().len();
        let empty = self.numbers.random_range(0..=most_empty.min(all - 4));
        if self.numbers.random_range(0..2) == 0 {
            let mut game = Pass(Position::opening(size));
            while game.0.empty().len() > empty {
                let moves: Vec<Move> = game.moves().collect();
                if moves.is_empty() {
                    break;
                }
                game = game.after(self.one_of(&moves));
            }
            if game.0.empty().len() <= most_empty {
                return game.0;
            }
        }
        let mut sets = [Bitboard::EMPTY; 2];
        for square in size.squares() {
            if self.numbers.random_range(0..all) >= empty {
                sets[self.numbers.random_range(0..2)] |= Bitboard::of(square);
            }
        }
        let color = self.one_of(&Color::ALL);
        let position = Position::new(size, color, sets[0], sets[1]);
        if position.empty().len() <= most_empty { position } else { self.position(size, most_empty) }
    }

    fn nxn(&mut self) -> Option<Sample> {
        let function = self.one_of(&Function::ALL);
        let is_search = function.algorithm().is_some();
        let size = self.one_of(if is_search { &[3, 4, 4, 5][..] } else { &[4, 5, 6, 8][..] });
        let position = self.position(Size::new(size)?, if is_search { 8 } else { 60 });
        let (rows, player) = (one_line::slashes(&position), Alphabet::DOTS.letter(Some(position.side_to_move())));
        let mut square = None;
        let mut stats = false;
        let operands = match function {
            Function::IsTerminalState | Function::CountPieces => String::new(),
            Function::GetMoveValue | Function::ExecuteMove => {
                let legal: Vec<_> = position.legal_moves().into_iter().collect();
                let is_any = function == Function::GetMoveValue && self.numbers.random_range(0..3) == 0;
                let from: Vec<_> = if is_any { position.size().squares().into_iter().collect() } else { legal };
                if from.is_empty() {
                    return None;
                }
                let chosen = self.one_of(&from);
                square = Some(chosen);
                format!(" {player} {} {}", chosen.row(), chosen.column())
            }
            _ => {
                stats = self.numbers.random_range(0..2) == 0;
                format!(" {player}{}", if stats { " --stats" } else { "" })
            }
        };
        let request = Request::Nxn { function, position, square, stats };
        Some(Sample { request, arguments: format!("{function} {rows}{operands}"), file: None, is_played: true })
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
        let text = setup::write(&position);
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
        let words: Vec<&str> = arguments.split(' ').collect();
        let request = awari_of(&words, &|side| setup_of(&text, side)).ok()?;
        Some(Sample { request, arguments, file: Some(("setup.txt", text)), is_played })
    }
}

impl Samples {
    /// A tree of two to four levels below the root, with few different numbers.
    fn tree(&mut self) -> Option<Sample> {
        let (mut text, mut names) = (String::new(), 'A'..='Z');
        self.branch(&mut text, &mut names, 4)?;
        text.push('\n');
        let root = self.one_of(&[Turn::Max, Turn::Min]);
        let arguments = format!("alphabeta tree.txt{}", if root == Turn::Min { " min" } else { "" });
        let request = Request::Tree { algorithm: Algorithm::AlphaBeta, tree: tree_of(&text).ok()?, root };
        Some(Sample { request, arguments, file: Some(("tree.txt", text)), is_played: true })
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

fn setup_of(text: &str, side: Player) -> anyhow::Result<Stones> {
    let lines = reversi_io::files::diagnostic::lines(text);
    setup::parse(&lines, side).map_err(|problem| anyhow::Error::msg(problem.explain("setup.txt", text)))
}

impl Iterator for Samples {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        while self.left > 0 {
            self.left -= 1;
            let mut budget = NodeBudget::of_nodes(Self::MOST_NODES);
            if let Some(sample) = self.sample()
                && printed(&sample.request, Mistakes::NONE, &mut budget).is_ok()
            {
                return Some(sample);
            }
        }
        None
    }
}
