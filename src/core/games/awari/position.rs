//! Positions and rules of Awari: moves, captures, and the end of a game.

use super::{
    House,
    sowing::{HouseRow, Sowing},
};
use crate::game::{Evaluation, Game, Turn, Value};
use reversi_io::names::names;

names! {
    /// The two players. Player 1 makes the first move and is MAX.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Player {
        /// The owner of the lower row.
        One => "1",
        /// The owner of the upper row.
        Two => "2",
    }
}

impl Player {
    /// The other player.
    pub const fn opponent(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// The score and the houses of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    pub score: u8,
    /// The number of stones in each house, from the player's left to right.
    pub houses: [u8; 6],
}

names! {
    /// The reason why a match ended; the player with the larger score wins.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ending {
        /// The scores have decided the match: a player has 25 or more of the 48 stones, or both have 24.
        Majority => "majority",
        /// The player to move has no legal move.
        NoMoves => "no-moves",
        /// The position is the same as an earlier position, with the same player to move.
        Repeat => "repeat",
    }
}

/// The stones, the scores, and the player to move.
///
/// The two sides are stored as the sides of the player to move and of the opponent. Both players sow their own houses 0
/// to 5 and then the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    side_to_move: Player,
    own: Half,
    other: Half,
}

/// The score of one player, and the stones of all houses of this player in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Half {
    score: u8,
    row: HouseRow,
}

impl Position {
    /// The largest number of stones in houses and scores: more than five times the 48 stones of a game. With this
    /// limit, the number of a house or a score cannot overflow.
    pub const MOST_STONES: u8 = u8::MAX;

    /// The position before the first move: both scores are zero, and every house has four stones.
    pub fn start() -> Self {
        let half = Half { score: 0, row: HouseRow::new([4; 6]) };
        Self { side_to_move: Player::One, own: half, other: half }
    }

    /// Makes a position; `None` if it has more than [`MOST_STONES`](Self::MOST_STONES) stones.
    pub fn new(side_to_move: Player, one: Side, two: Side) -> Option<Self> {
        let stones = |side: Side| side.houses.into_iter().chain([side.score]).map(u16::from).sum::<u16>();
        if stones(one) + stones(two) > u16::from(Self::MOST_STONES) {
            return None;
        }
        let half = |side: Side| Half { score: side.score, row: HouseRow::new(side.houses) };
        let (own, other) = match side_to_move {
            Player::One => (one, two),
            Player::Two => (two, one),
        };
        Some(Self { side_to_move, own: half(own), other: half(other) })
    }

    /// The player to move.
    pub const fn side_to_move(&self) -> Player {
        self.side_to_move
    }

    /// The score and the houses of a player.
    pub fn side(&self, player: Player) -> Side {
        let Half { score, row } = if player == self.side_to_move { self.own } else { self.other };
        Side { score, houses: row.stones() }
    }

    /// The same stones and scores with the other player to move.
    pub const fn passed(&self) -> Self {
        Self { side_to_move: self.side_to_move.opponent(), own: self.other, other: self.own }
    }

    /// The reason why the game is over, if this position alone decides it; `None` if the game continues.
    pub fn ending(&self) -> Option<Ending> {
        let scores = [self.own.score, self.other.score];
        if scores.iter().any(|&score| score >= 25) || scores == [24, 24] {
            Some(Ending::Majority)
        } else if self.moves().next().is_none() {
            Some(Ending::NoMoves)
        } else {
            None
        }
    }

    /// The player with the larger score; `None` for a tie.
    pub fn leader(&self) -> Option<Player> {
        let has_more = |&player: &Player| self.side(player).score > self.side(player.opponent()).score;
        Player::ALL.into_iter().find(has_more)
    }

    /// True if the house has stones and if sowing leaves the opponent at least one stone.
    ///
    /// A capture never takes the opponent's last stone. So the opponent has no stones only if there were none before
    /// and sowing does not reach the opponent's houses.
    fn is_legal(&self, house: House) -> bool {
        let stones = self.own.row.at(house);
        stones > 0 && (self.other.row != HouseRow::EMPTY || stones > 5 - house.index())
    }
}

impl Game for Position {
    type Move = House;

    fn turn(&self) -> Turn {
        match self.side_to_move {
            Player::One => Turn::Max,
            Player::Two => Turn::Min,
        }
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = House> {
        House::ALL.into_iter().filter(|&house| self.is_legal(house))
    }

    /// The function also sows the stones of a house that is not legal. An empty house does not change the position.
    #[inline]
    fn after(&self, house: House) -> Self {
        let sowing = Sowing::of(house, self.own.row.at(house));
        let sown = Half { row: self.own.row.without(house).plus(sowing.own), ..self.own };
        let reached = Half { row: self.other.row.plus(sowing.other), ..self.other };
        let (own, other) = capture(sown, reached, sowing.last);
        Self { side_to_move: self.side_to_move.opponent(), own: other, other: own }
    }
}

/// Captures from the opponent's house with the last stone, and continues backwards while a house has two or three
/// stones. If the capture would take the opponent's last stone, nothing is captured.
#[inline]
fn capture(own: Half, other: Half, last: Option<House>) -> (Half, Half) {
    let mut score = own.score;
    let mut row = other.row;
    let mut next = last;
    while let Some(house) = next
        && let stones @ (2 | 3) = row.at(house)
    {
        score += stones;
        row = row.without(house);
        next = house.index().checked_sub(1).and_then(House::new);
    }
    if row == HouseRow::EMPTY { (own, other) } else { (Half { score, ..own }, Half { row, ..other }) }
}

/// Evaluates a position by player 1's score minus player 2's score.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreDifference;

impl Evaluation<Position> for ScoreDifference {
    #[inline]
    fn evaluate(&self, position: &Position) -> Value {
        let difference = i32::from(position.own.score) - i32::from(position.other.score);
        Value::new(match position.side_to_move {
            Player::One => difference,
            Player::Two => -difference,
        })
    }
}
