//! Reversi with mistakes in captures: a separate, slow implementation of the game.

use std::iter;

use super::{Group, Mistakes, PlainMistake, PlainMistakes};
use reversi_core::{
    game::{Game, Turn},
    games::reversi::{Bitboard, Color, Lines, Move, MoveOrder, Position, Size, Square, lines},
};

/// The directions of captures: the steps down and to the right. Mistakes refer to this order.
const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const FIRST_ROW: u64 = 0xff;

/// The rules of captures by which each color plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Captures {
    black: Rules,
    white: Rules,
}

impl Captures {
    /// The captures of a program with these mistakes, on boards of a size, in an assignment with this order of moves.
    pub fn new(mistakes: Mistakes, size: Size, order: MoveOrder) -> Self {
        let of = |color| Rules::new(mistakes.of_color(color), size, order);
        Self { black: of(Color::Black), white: of(Color::White) }
    }

    const fn of(&self, color: Color) -> &Rules {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

/// The rules of captures, correct or with mistakes: the legal moves and the flipped discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    mistakes: PlainMistakes,
    is_right: bool,
    /// A set of directions in which discs are flipped, with one bit for each.
    directions: u8,
    order: MoveOrder,
    size: Size,
    squares: u64,
    /// The squares that the program considers to be on the board.
    board: u64,
}

impl Rules {
    fn new(mistakes: PlainMistakes, size: Size, order: MoveOrder) -> Self {
        const STRAIGHT: u8 = 0b0101_1010;
        // The mistakes are in the order of the directions.
        let missing = |direction| PlainMistake::ALL[PlainMistake::MissingUpLeft as usize + direction];
        let missing = (0..8).filter(|&direction| mistakes.contains(missing(direction)));
        let directions = missing.fold(!0, |directions, direction| directions & !(1 << direction));
        let known = if mistakes.contains(PlainMistake::LastRowAndColumnMissed) { size.rows() - 1 } else { size.rows() };
        Self {
            mistakes,
            is_right: mistakes.iter().all(|mistake| mistake.group() != Group::Captures),
            directions: if mistakes.contains(PlainMistake::NoDiagonals) { directions & STRAIGHT } else { directions },
            order: match mistakes.iter().find_map(PlainMistake::order) {
                Some(other) => other,
                None if mistakes.contains(PlainMistake::ColumnOrder) => MoveOrder { lines: Lines::Columns, ..order },
                None => order,
            },
            size,
            squares: size.squares().0,
            board: Size::new(known).map_or(0, |known| known.squares().0),
        }
    }

    /// The right rules on the same board.
    fn right(self) -> Self {
        Self { mistakes: PlainMistakes::NONE, is_right: true, directions: !0, board: self.squares, ..self }
    }

    const fn has(&self, mistake: PlainMistake) -> bool {
        self.mistakes.contains(mistake)
    }

    /// The neighbours of some squares in a direction.
    #[inline]
    fn step(self, squares: u64, (down, right): (i8, i8)) -> u64 {
        let last = self.size.rows() as i8 - 1;
        let edge = match right {
            -1 => FIRST_COLUMN,
            1 => FIRST_COLUMN << last,
            _ => 0,
        };
        let (inside, at_edge) = (squares & !edge, squares & edge);
        if self.has(PlainMistake::IndexWraps) {
            // Lines continue beyond the left and top edges, but not beyond the right and bottom edges.
            let columns = shifted(inside, right) | if right < 0 { at_edge << last } else { 0 };
            return match down {
                -1 => columns >> 8 | (columns & FIRST_ROW) << (8 * last),
                _ => shifted(columns, 8 * down),
            };
        }
        let around = if self.has(PlainMistake::WrapsAroundEdges) { at_edge } else { 0 };
        shifted(inside, 8 * down + right) | shifted(around, 8 * down + right * (8 - last))
    }

    fn directions(self) -> impl Iterator<Item = (i8, i8)> + Clone {
        (0..8).filter(move |direction| self.directions >> direction & 1 == 1).map(|direction| DIRECTIONS[direction])
    }

    /// The discs between a square and the next `own` disc in a direction, if all these discs are `other` discs. With
    /// the mistake `farthest-disc`, the line ends at the last `own` disc before an empty square.
    fn line(self, placed: u64, own: u64, other: u64, direction: (i8, i8)) -> u64 {
        let gaps = if self.has(PlainMistake::CapturesAcrossGaps) { self.board & !(own | other | placed) } else { 0 };
        let mut passed = 0;
        let mut next = self.step(placed, direction);
        // If a line continues at the opposite edge, the line may return to its start.
        while next & (other | gaps) & !passed != 0 {
            passed |= next;
            next = self.step(next, direction);
        }
        let mut line = passed & other;
        let is_edge = next & self.squares == 0 && self.has(PlainMistake::CapturesUpToTheEdge);
        if line == 0 || next & own == 0 && !is_edge {
            return 0;
        }
        let mut run = line;
        while self.has(PlainMistake::FarthestDisc) && next & (own | other) & !placed != 0 {
            if next & own != 0 {
                line = run;
            }
            run |= next & other;
            next = self.step(next, direction);
        }
        line
    }

    /// The discs that a disc on an empty square flips.
    fn captured(self, square: Square, own: Bitboard, other: Bitboard) -> Bitboard {
        if self.is_right {
            return Bitboard(lines::flips(square.index(), own.0, other.0));
        }
        if self.has(PlainMistake::NoCaptures) {
            return Bitboard::EMPTY;
        }
        self.lines(square, own, other).fold(Bitboard::EMPTY, |all, line| all | line)
    }

    /// The discs that a disc on a square captures, one set for each direction that captures.
    fn lines(self, square: Square, own: Bitboard, other: Bitboard) -> impl Iterator<Item = Bitboard> {
        let placed = Bitboard::of(square).0;
        let line = move |direction| {
            let line = self.line(placed, own.0 & self.board, other.0 & self.board, direction);
            if self.has(PlainMistake::NearestDiscOnly) { line & self.step(placed, direction) } else { line }
        };
        let lines = self.directions().map(line).filter(|&line| line != 0);
        let count = lines.clone().count();
        let (first, last) = (PlainMistake::FirstDirectionOnly, PlainMistake::LastDirectionOnly);
        let skipped = if !self.has(first) && self.has(last) { count.saturating_sub(1) } else { 0 };
        lines.map(Bitboard).skip(skipped).take(if self.has(first) { 1 } else { count })
    }

    /// The squares among some squares from which a line of `other` discs leads to an `own` disc.
    fn line_ends(self, among: Bitboard, own: Bitboard, other: Bitboard) -> Bitboard {
        if self.is_right {
            return Bitboard(lines::move_candidates(own.0, other.0)) & among;
        }
        let (own, other) = (own.0 & self.board, other.0 & self.board);
        let captures = |square: &Square| {
            let placed = Bitboard::of(*square).0;
            self.directions().any(|direction| self.line(placed, own, other, direction) != 0)
        };
        among.into_iter().filter(captures).collect()
    }
}

/// The squares with indices that are larger by `places`.
const fn shifted(squares: u64, places: i8) -> u64 {
    let distance = places.unsigned_abs();
    if places > 0 { squares << distance } else { squares >> distance }
}

/// A position of a game with mistakes in captures. If a player cannot capture, this type does not return any move. The
/// search handles passes, because other mistakes change passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MistakenGame {
    own: Bitboard,
    other: Bitboard,
    side_to_move: Color,
    max: Color,
    captures: Captures,
}

impl MistakenGame {
    /// Makes a position of this game from a position on a board of the captures' size, and the player who is MAX.
    pub fn new(position: &Position, max: Color, captures: Captures) -> Self {
        Self { own: position.own(), other: position.other(), side_to_move: position.side_to_move(), max, captures }
    }

    /// Another position of the game with the same mistakes.
    pub fn at(&self, position: &Position) -> Self {
        Self::new(position, self.max, self.captures)
    }

    /// The player to move.
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The board and the player to move.
    pub fn position(&self) -> Position {
        Position::new(self.rules().size, self.side_to_move, self.discs(Color::Black), self.discs(Color::White))
    }

    /// The same position with another player as MAX.
    pub const fn with_max(&self, max: Color) -> Self {
        Self { max, ..*self }
    }

    /// The rules of captures for the player to move.
    const fn rules(&self) -> &Rules {
        self.captures.of(self.side_to_move)
    }

    /// The discs of a color.
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.own } else { self.other }
    }

    /// The squares on which the player to move captures.
    pub fn legal_moves(&self) -> Bitboard {
        let is_taken =
            if self.rules().has(PlainMistake::OccupiedSquaresPlayable) { self.own } else { self.own | self.other };
        self.rules().line_ends(Bitboard(self.rules().squares) - is_taken, self.own, self.other)
    }

    /// The same board with the opponent to move.
    pub const fn passed(&self) -> Self {
        Self { own: self.other, other: self.own, side_to_move: self.side_to_move.opponent(), ..*self }
    }

    /// The same board with the given player to move.
    pub fn with_side_to_move(&self, player: Color) -> Self {
        if player == self.side_to_move { *self } else { self.passed() }
    }

    /// True if neither player can move.
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty() && self.passed().legal_moves().is_empty()
    }

    /// True if a color has no disc.
    pub const fn is_wiped_out(&self) -> bool {
        self.own.is_empty() || self.other.is_empty()
    }

    /// True if there is no empty square.
    pub fn is_full(&self) -> bool {
        self.empty().is_empty()
    }

    /// The squares without a disc.
    pub fn empty(&self) -> Bitboard {
        Bitboard(self.rules().squares) - (self.own | self.other)
    }

    /// The discs that a disc of the player to move captures on a square, one set for each direction that captures.
    pub fn lines(&self, square: Square) -> impl Iterator<Item = Bitboard> {
        self.rules().lines(square, self.own, self.other)
    }

    /// The position after placing a disc on a square and flipping some discs.
    pub fn after_flipping(&self, square: Square, flipped: Bitboard) -> Self {
        let turned = Bitboard::of(square) | flipped;
        Self { own: self.other - turned, other: self.own | turned, side_to_move: self.side_to_move.opponent(), ..*self }
    }

    /// The position after a step with the chosen move. If no move is chosen, the player makes the first legal move, or
    /// passes if there is none.
    pub fn after_choice(&self, chosen: Option<Move>) -> Self {
        let first = || self.moves().next();
        let square = chosen.and_then(Move::square).or_else(first).filter(|_| !self.legal_moves().is_empty());
        square.map_or_else(|| self.passed(), |square| self.after(square))
    }

    /// The legal moves in the order in which lines from the player's discs find them, by disc and then by direction.
    /// Moves that no such line finds come last.
    fn found_by_own_discs(&self) -> Vec<Square> {
        let (empty, right) = (self.empty().0, self.rules().right());
        let walks = self.own.into_iter().flat_map(|disc| DIRECTIONS.map(|direction| (disc, direction)));
        let found = walks.flat_map(|(disc, direction)| {
            let line = right.line(Bitboard::of(disc).0, empty, self.other.0, direction);
            Bitboard(right.step(line, direction) & empty)
        });
        let mut moves: Vec<Square> = Vec::new();
        for square in found.chain(self.legal_moves()) {
            if self.legal_moves().contains(square) && !moves.contains(&square) {
                moves.push(square);
            }
        }
        moves
    }

    /// The number of directions in which a disc on an empty square captures under the real rules; at least 1.
    fn capturing_directions(&self, square: Square) -> usize {
        let placed = Bitboard::of(square).0;
        let right = self.rules().right();
        let captures = |&&direction: &&(i8, i8)| right.line(placed, self.own.0, self.other.0, direction) != 0;
        DIRECTIONS.iter().filter(captures).count().max(1)
    }
}

impl Game for MistakenGame {
    type Move = Square;

    fn turn(&self) -> Turn {
        if self.side_to_move == self.max { Turn::Max } else { Turn::Min }
    }

    fn moves(&self) -> impl Iterator<Item = Square> {
        let (game, rules) = (*self, self.rules());
        let mut moves: Vec<Square> = if rules.has(PlainMistake::MovesByOwnDiscs) {
            self.found_by_own_discs()
        } else {
            let images = rules.order.image(rules.size, self.legal_moves()).into_iter();
            images.filter_map(|image| rules.order.original(rules.size, Bitboard::of(image)).first()).collect()
        };
        if rules.has(PlainMistake::ReverseOrder) {
            moves.reverse();
        }
        let repeats = rules.has(PlainMistake::DuplicateMoves);
        let times = move |square| if repeats { game.capturing_directions(square) } else { 1 };
        moves.into_iter().flat_map(move |square| iter::repeat_n(square, times(square)))
    }

    /// The position after placing a disc on any square. On a square with a disc, the placed disc captures nothing and
    /// changes the color of the old disc. A square may have a disc if a program plays moves on a board that other
    /// moves have changed.
    fn after(&self, square: Square) -> Self {
        let placed = Bitboard::of(square);
        let is_playable = |taken: Bitboard| (taken & placed).is_empty();
        let is_playable = is_playable(self.own)
            && (is_playable(self.other) || self.rules().has(PlainMistake::OccupiedSquaresPlayable));
        let captured = if is_playable { self.rules().captured(square, self.own, self.other) } else { Bitboard::EMPTY };
        self.after_flipping(square, captured)
    }
}
