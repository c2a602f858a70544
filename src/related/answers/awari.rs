//! Awari with mistakes in sowing, captures, the end of the game and the evaluation.

use reversi_core::{
    game::Turn,
    games::awari::{Player as Side, Position},
};
use reversi_course::{
    log::FieldValue,
    mistakes::{Entered, PlainMistake, PlainMistakes, SearchedGame, SearchedNode, Stopped},
};

/// The two players: the first is MAX.
pub type Player = usize;

/// The houses, player 1's first, and the scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stones {
    pub houses: [i32; 12],
    pub scores: [i32; 2],
}

impl From<&Position> for Stones {
    fn from(position: &Position) -> Self {
        let [one, two] = [Side::One, Side::Two].map(|player| position.side(player));
        let house = |index: usize| i32::from(if index < 6 { one.houses[index] } else { two.houses[index - 6] });
        Self { houses: std::array::from_fn(house), scores: [one.score, two.score].map(i32::from) }
    }
}

/// The rules as a program with mistakes knows them, and the depth limit of its search.
#[derive(Clone, Copy, Debug)]
pub struct MistakenAwari {
    pub made: PlainMistakes,
    pub limit: i64,
}

const fn of_player(player: Player) -> std::ops::Range<usize> {
    if player == 0 { 0..6 } else { 6..12 }
}

fn has_stones(stones: &Stones, player: Player) -> bool {
    stones.houses[of_player(player)].iter().any(|&stones| stones > 0)
}

impl MistakenAwari {
    const fn start(&self, player: Player, number: usize) -> usize {
        match player {
            0 => number,
            _ if self.made.contains(PlainMistake::Player2AsDrawn) => 11 - number,
            _ => 6 + number,
        }
    }

    /// The stones after sowing, and the house of the last stone; `None` for a store.
    fn sow(&self, stones: &Stones, player: Player, number: usize) -> (Stones, Option<usize>) {
        let made = self.made;
        let mut after = *stones;
        let start = self.start(player, number);
        let mut left = std::mem::take(&mut after.houses[start]);
        let (mut house, mut last) = (start, Some(start));
        while left > 0 {
            if made.contains(PlainMistake::SowsIntoHouses) && house == of_player(player).end - 1 {
                after.scores[player] += 1;
                (left, last) = (left - 1, None);
            }
            house = (house + 1) % 12;
            if left > 0 && (house != start || made.contains(PlainMistake::StartNotSkipped)) {
                after.houses[house] += 1;
                (left, last) = (left - 1, Some(house));
            }
        }
        (after, last)
    }

    /// The stones after a move, and true if its capture would take all stones of the opponent.
    fn capture(&self, stones: &Stones, player: Player, number: usize) -> (Stones, bool) {
        let made = self.made;
        let (sown, mut next) = self.sow(stones, player, number);
        let mut taken = sown;
        let sizes: &[i32] = match () {
            () if made.contains(PlainMistake::CapturesTwoOnly) => &[2],
            () if made.contains(PlainMistake::CapturesBeforeSown) => &[3, 4],
            () => &[2, 3],
        };
        let mut is_anywhere = made.contains(PlainMistake::CapturesOnOwnSideToo);
        while let Some(house) = next
            && (is_anywhere || of_player(1 - player).contains(&house))
            && sizes.contains(&taken.houses[house])
        {
            taken.scores[player] += std::mem::take(&mut taken.houses[house]);
            next = Some((house + 11) % 12);
            is_anywhere |= made.contains(PlainMistake::ChainLeavesTheSide);
            if made.contains(PlainMistake::CapturesOnePitOnly) {
                break;
            }
        }
        let takes_all = taken.scores != sown.scores && !has_stones(&taken, 1 - player);
        let is_undone = takes_all && !made.contains(PlainMistake::GrandSlamCaptures);
        (if is_undone { sown } else { taken }, takes_all)
    }

    /// The stones after a player has sown the house with this number.
    pub fn sown(&self, stones: &Stones, player: Player, number: usize) -> Stones {
        self.capture(stones, player, number).0
    }

    /// The numbers of the houses that a player may sow, in the order in which the program tries them.
    pub fn legal(&self, stones: &Stones, player: Player) -> Vec<usize> {
        let made = self.made;
        let is_legal = |&number: &usize| {
            stones.houses[self.start(player, number)] > 0
                && (made.contains(PlainMistake::NoFeedingRule)
                    || has_stones(&self.sow(stones, player, number).0, 1 - player))
                && !(made.contains(PlainMistake::GrandSlamIllegal) && self.capture(stones, player, number).1)
        };
        let legal = (0..6).filter(is_legal);
        if made.contains(PlainMistake::ReverseOrder) { legal.rev().collect() } else { legal.collect() }
    }

    /// The scores that a leaf compares.
    fn final_scores(&self, stones: &Stones, player: Player) -> [i32; 2] {
        let counts_rest =
            self.made.contains(PlainMistake::RemainingStonesCounted) && self.legal(stones, player).is_empty();
        let rest = |side| stones.houses[of_player(side)].iter().sum::<i32>();
        [0, 1].map(|side| stones.scores[side] + if counts_rest { rest(side) } else { 0 })
    }

    /// `not-over`, or the winner: `1`, `2` or `tie`.
    pub fn status(&self, stones: &Stones, player: Player) -> &'static str {
        let made = self.made;
        let winner = |[one, two]: [i32; 2]| match one.cmp(&two) {
            std::cmp::Ordering::Greater => "1",
            std::cmp::Ordering::Less => "2",
            std::cmp::Ordering::Equal => "tie",
        };
        let all = stones.houses.iter().chain(&stones.scores).sum::<i32>();
        // Twice the scores are compared, because half of an odd number is not a whole number.
        let twice_half = if made.contains(PlainMistake::MajorityOfTheStones) { all } else { 48 };
        let is_decided = stones.scores.iter().any(|score| 2 * score > twice_half)
            || stones.scores.iter().all(|score| 2 * score == twice_half);
        if is_decided && !made.contains(PlainMistake::NoMajority) {
            let [one, two] = stones.scores;
            return match (2 * one > twice_half, 2 * two > twice_half) {
                (true, _) => "1",
                (_, true) => "2",
                _ => "tie",
            };
        }
        if self.legal(stones, player).is_empty() { winner(self.final_scores(stones, player)) } else { "not-over" }
    }
}

impl MistakenAwari {
    fn value(&self, stones: &Stones, player: Player) -> i32 {
        let has = |mistake| self.made.contains(mistake);
        let [one, two] = self.final_scores(stones, player);
        let value = if has(PlainMistake::OwnScoreOnly) { one } else { one - two };
        let is_from_player = has(PlainMistake::EvaluationOfPlayerToMove) && player == 1;
        if has(PlainMistake::EvaluationNegated) == is_from_player { value } else { -value }
    }
}

impl SearchedGame for MistakenAwari {
    type State = (Stones, Player);
    type Move = usize;

    fn mistakes(&self, _: Turn) -> PlainMistakes {
        self.made
    }

    fn turn(&self, &(_, player): &(Stones, Player)) -> Turn {
        let max = Player::from(self.made.contains(PlainMistake::MaxAndMinSwapped));
        if player == max || self.made.contains(PlainMistake::EveryNodeMax) { Turn::Max } else { Turn::Min }
    }

    fn enter(
        &mut self,
        (stones, player): &(Stones, Player),
        node: &SearchedNode<usize>,
    ) -> Result<Entered<usize>, Stopped> {
        let is_decided =
            self.made.contains(PlainMistake::MajorityIsLeaf) && stones.scores.iter().any(|&score| score >= 25);
        let is_at_limit = node.ply >= self.limit;
        let moves = if is_at_limit || is_decided { Vec::new() } else { self.legal(stones, *player) };
        Ok(if moves.is_empty() {
            Entered::Leaf { value: FieldValue(self.value(stones, *player).into()), is_at_limit }
        } else {
            Entered::Inner(moves)
        })
    }

    fn after(&self, (stones, player): &(Stones, Player), house: usize) -> (Stones, Player) {
        (self.sown(stones, *player, house), 1 - player)
    }
}
