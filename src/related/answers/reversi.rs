//! Reversi with mistakes in captures, passes and evaluation, on boards up to 8x8.

use super::{
    Mistake, Mistakes, System,
    mistakes::makes,
    search::{Children, MistakenGame, Player},
};
use reversi_core::games::reversi::{Color, Position, Square};

/// A board: the discs of black and of white. The square of row r and column c is the bit `r * rows + c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub rows: u8,
    pub discs: [u64; 2],
}

/// A move and the discs that it flips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flips {
    pub square: u8,
    pub flipped: u64,
}

/// The directions in the order of the assignments, by name.
const DIRECTIONS: [(&str, i32, i32); 8] = [
    ("up-left", -1, -1),
    ("up", -1, 0),
    ("up-right", -1, 1),
    ("left", 0, -1),
    ("right", 0, 1),
    ("down-left", 1, -1),
    ("down", 1, 0),
    ("down-right", 1, 1),
];

impl Board {
    /// True if the square has a disc of the player.
    const fn has(&self, player: Player, square: u8) -> bool {
        self.discs[player] >> square & 1 == 1
    }

    /// The squares without a disc.
    pub fn empty(&self) -> u64 {
        let rows = u32::from(self.rows);
        (u64::MAX >> (64 - rows * rows)) & !(self.discs[0] | self.discs[1])
    }

    fn squares(&self) -> std::ops::Range<u8> {
        0..self.rows * self.rows
    }

    /// The letters of the squares, row by row.
    pub fn rows_with(&self, letters: [char; 3]) -> Vec<String> {
        let letter = |square| match (self.has(0, square), self.has(1, square)) {
            (true, _) => letters[1],
            (_, true) => letters[2],
            _ => letters[0],
        };
        let row = |row: u8| (row * self.rows..(row + 1) * self.rows).map(letter).collect();
        (0..self.rows).map(row).collect()
    }
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        let rows = position.size().rows();
        let squares = || (0..rows).flat_map(move |row| (0..rows).filter_map(move |column| Square::new(row, column)));
        let discs = [Color::Black, Color::White].map(|color| {
            let has = |(index, square)| u64::from(position.at(square) == Some(color)) << index;
            (0_u8..).zip(squares()).map(has).fold(0, |all, disc| all | disc)
        });
        Self { rows, discs }
    }
}

/// The rules as a program with mistakes knows them, for boards of one size.
#[derive(Clone, Debug)]
pub struct MistakenReversi {
    pub mistakes: Mistakes,
    system: System,
    /// For each square, the squares of a walk in each direction.
    walks: Vec<[Vec<u8>; 8]>,
    /// True for each direction in which the program captures.
    captures: [bool; 8],
}

impl MistakenReversi {
    /// A game on a board with this number of rows.
    pub fn new(system: System, mistakes: Mistakes, rows: u8) -> Self {
        let walks = (0..rows * rows).map(|from| DIRECTIONS.map(|way| walk(mistakes, rows, from, way))).collect();
        let captures = DIRECTIONS.map(|(name, down, right)| {
            let is_missing = |mistake: Mistake| mistake.name().strip_prefix("missing-direction:") == Some(name);
            let is_diagonal = down != 0 && right != 0;
            !(mistakes.iter().any(is_missing) || is_diagonal && makes!(mistakes, "no-diagonals"))
        });
        Self { mistakes, system, walks, captures }
    }

    /// The discs that a disc on the square captures, one set for each direction that captures.
    pub fn lines(&self, board: &Board, player: Player, square: u8) -> Vec<u64> {
        let made = self.mistakes;
        let mut lines = Vec::new();
        for (walk, _) in self.walks[usize::from(square)].iter().zip(self.captures).filter(|(_, captures)| *captures) {
            let (mut passed, mut captured) = (0, 0);
            for &next in walk {
                if board.has(1 - player, next) {
                    passed |= 1 << next;
                    continue;
                }
                if !board.has(player, next) || passed == 0 {
                    break;
                }
                captured = passed;
                if !makes!(made, "farthest-disc") {
                    break;
                }
            }
            if captured != 0 {
                lines.push(if makes!(made, "nearest-disc-only") { 1 << walk[0] } else { captured });
            }
        }
        if makes!(made, "first-direction-only") {
            lines.truncate(1);
        } else if makes!(made, "last-direction-only") {
            lines.drain(..lines.len().saturating_sub(1));
        }
        lines
    }

    /// The legal moves and their captures, in the order of the program.
    pub fn moves(&self, board: &Board, player: Player) -> Vec<Flips> {
        let made = self.mistakes;
        let mut moves: Vec<(u8, Vec<u64>)> = Vec::new();
        for square in board.squares().filter(|&square| board.empty() >> square & 1 == 1) {
            let lines = self.lines(board, player, square);
            if !lines.is_empty() {
                moves.push((square, lines));
            }
        }
        if makes!(made, "column-order") {
            moves.sort_by_key(|(square, _)| (square % board.rows, *square));
        }
        if makes!(made, "moves-by-own-discs") {
            let found = self.found_by_own_discs(board, player);
            moves.sort_by_key(|(square, _)| found.iter().position(|other| other == square).unwrap_or(usize::MAX));
        }
        if makes!(made, "reverse-order") {
            moves.reverse();
        }
        let each_line = makes!(made, "successor-per-direction");
        let again = makes!(made, "duplicate-moves");
        let mut flips = Vec::new();
        for (square, lines) in moves {
            let all = lines.iter().fold(0, |all, line| all | line);
            match () {
                () if each_line => {
                    let once = lines.iter().map(|&flipped| Flips { square, flipped });
                    flips.extend(once.flat_map(|one| vec![one; if again { lines.len() } else { 1 }]));
                }
                () if again => flips.extend(vec![Flips { square, flipped: all }; lines.len()]),
                () => flips.push(Flips { square, flipped: all }),
            }
        }
        flips
    }

    /// The squares of moves in the order in which walks from the player's own discs find them.
    fn found_by_own_discs(&self, board: &Board, player: Player) -> Vec<u8> {
        let mut found = Vec::new();
        for from in board.squares().filter(|&from| board.has(player, from)) {
            for walk in &self.walks[usize::from(from)] {
                let run = walk.iter().take_while(|&&next| board.has(1 - player, next)).count();
                let end = walk.get(run).filter(|&&end| run > 0 && board.empty() >> end & 1 == 1);
                found.extend(end);
            }
        }
        found
    }

    /// The board after a move.
    pub fn play(&self, board: &Board, player: Player, Flips { square, flipped }: Flips) -> Board {
        let flipped = if makes!(self.mistakes, "no-captures") { 0 } else { flipped };
        let own = 1 << square | flipped;
        let mut discs = board.discs;
        discs[player] |= own;
        discs[1 - player] &= !own;
        Board { discs, ..*board }
    }

    /// True if the program with its mistakes takes the game for finished.
    pub fn is_over(&self, board: &Board) -> bool {
        let made = self.mistakes;
        if makes!(made, "full-board-only-ends") {
            return board.empty() == 0;
        }
        let mut is_stuck = [0, 1].into_iter().map(|player| self.moves(board, player).is_empty());
        if makes!(made, "one-player-without-a-move-ends") {
            return is_stuck.any(|is_stuck| is_stuck);
        }
        is_stuck.all(|is_stuck| is_stuck)
    }

    /// The board after each move, or after a pass; no board if the game is over.
    pub fn successors(&self, player: Player, board: &Board, passes: u32) -> Children<u8, Board> {
        let made = self.mistakes;
        let moves = self.moves(board, player);
        let is_over = match () {
            () if makes!(made, "full-board-only-ends") => board.empty() == 0 || passes >= 2,
            () if makes!(made, "one-player-without-a-move-ends") => self.is_over(board),
            () => moves.is_empty() && self.moves(board, 1 - player).is_empty(),
        };
        match () {
            () if is_over => Vec::new(),
            () if moves.is_empty() => vec![(None, *board)],
            () => moves.into_iter().map(|one| (Some(one.square), self.play(board, player, one))).collect(),
        }
    }
}

/// The squares of a walk from a square.
fn walk(made: Mistakes, rows: u8, from: u8, (_, down, right): (&str, i32, i32)) -> Vec<u8> {
    let rows = i32::from(rows);
    let lowest = if makes!(made, "index-wraps") { -rows } else { 0 };
    let size = if makes!(made, "last-row-and-column-missed") { rows - 1 } else { rows };
    let (mut row, mut column) = (i32::from(from) / rows, i32::from(from) % rows);
    let mut walk = Vec::new();
    for _ in 0..rows * rows {
        (row, column) = (row + down, column + right);
        if makes!(made, "wraps-around-edges") {
            let index = row * rows + column;
            (row, column) = (index.div_euclid(rows), index.rem_euclid(rows));
        }
        if !(lowest..size).contains(&row) || !(lowest..size).contains(&column) {
            break;
        }
        let index = row.rem_euclid(rows) * rows + column.rem_euclid(rows);
        walk.push(u8::try_from(index).expect("a square of the board"));
    }
    walk
}

impl MistakenGame for MistakenReversi {
    type Move = u8;
    type State = Board;

    fn mistakes(&self) -> Mistakes {
        self.mistakes
    }

    fn returns_bounds(&self) -> bool {
        self.system == System::Tiny
    }

    fn children(&self, player: Player, board: &Board, _: u32, passes: u32) -> Children<u8, Board> {
        let children = self.successors(player, board, passes);
        let is_pass = children.first().is_some_and(|(played, _)| played.is_none());
        if is_pass && makes!(self.mistakes, "no-pass-in-search") { Vec::new() } else { children }
    }

    fn value(&self, board: &Board, player: Player) -> i32 {
        let made = self.mistakes;
        let [black, white] = board.discs.map(|discs| discs.count_ones().cast_signed());
        let difference = if makes!(made, "own-discs-only") { black } else { black - white };
        let is_sign = self.system == System::Tiny && !makes!(made, "value-is-difference");
        let value = match difference {
            difference if !is_sign && !makes!(made, "value-is-sign") => difference,
            0 if makes!(made, "tie-is-minus-one") => -1,
            difference => difference.signum(),
        };
        let is_negated =
            makes!(made, "evaluation-negated") != (makes!(made, "evaluation-of-player-to-move") && player == 1);
        if is_negated { -value } else { value }
    }
}
