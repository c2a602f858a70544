//! The root: searches with null windows until the value, the first best move, or all values are proved.

use super::{
    instructions::Instructions,
    ordering::{DISC, LIMIT},
    search::Search,
    selective,
    split::Child,
};
use reversi_core::{
    game::Bounds,
    games::reversi::{Board, Move},
};

/// The number of plies of the search that orders the root's moves and guesses the root's value.
const PLIES: usize = 4;

/// The result that the solver should prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The value of the position, and a move that reaches it.
    Value,
    /// The value, and the first best move in positional order.
    Best,
    AllMoves,
}

/// The rule for choosing among several best moves in a line of best play. Both choices give the same line for all
/// numbers of threads and all sizes of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first move in positional order, as in the plain search. Each earlier move must be proved worse, which can
    /// take ten times as long as finding the value.
    First,
    /// The best move that a search would try before the other best moves. Usually the first tried move has the value,
    /// so the other moves need no proof.
    MostPromising,
}

/// A move, with the known bounds of its value for the player who makes the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    pub played: Move,
    pub bounds: Bounds,
}

/// The bounds of the largest value among some moves.
fn bounds_of_best(moves: &[MoveValue]) -> Bounds {
    let best = |bound: fn(Bounds) -> i32| moves.iter().map(|known| bound(known.bounds)).max().unwrap_or_default();
    Bounds { lower: best(|bounds| bounds.lower), upper: best(|bounds| bounds.upper) }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'p> {
    /// The moves in positional order.
    pub moves: &'p [MoveValue],
}

impl Progress<'_> {
    /// The bounds of the value of the position.
    pub fn value(&self) -> Bounds {
        bounds_of_best(self.moves)
    }

    /// The number of moves that need no more proof, because their value is known or another move is at least as good.
    pub fn settled(&self) -> usize {
        let Bounds { lower, .. } = self.value();
        self.moves.iter().filter(|known| known.bounds.exact().is_some() || known.bounds.upper <= lower).count()
    }
}

/// The moves at the root in positional order, and the bounds of each.
pub struct Root<'r, 's, I> {
    search: Search<'s, I>,
    board: Board,
    boards: Vec<Board>,
    /// For each move, the bounds of its value.
    values: Vec<MoveValue>,
    /// The indices of the moves in the order of the search.
    order: Vec<usize>,
    /// The expected value of the root, from which the null windows start.
    guess: i32,
    report: &'r mut dyn FnMut(Progress<'_>),
}

impl<'r, 's, I: Instructions> Root<'r, 's, I> {
    /// Makes a root before anything is proved. The root has no moves if the game is over.
    pub fn new(mut search: Search<'s, I>, board: Board, report: &'r mut dyn FnMut(Progress<'_>)) -> Self {
        let choices = search.choices(board);
        let count = search.shared.geometry.count;
        let values = search.likely_values(&choices);
        let mut order: Vec<usize> = (0..choices.len()).collect();
        order.sort_by_key(|&index| -values[index]);
        let guess = if search.shared.evaluation.is_some() { values.into_iter().max().unwrap_or(0) / DISC } else { 0 };
        let open = Bounds { lower: -count, upper: count };
        let values = choices.iter().map(|&(played, _)| MoveValue { played, bounds: open }).collect();
        let boards = choices.into_iter().map(|(_, after)| after).collect();
        Self { search, board, boards, values, order, guess, report }
    }

    /// The moves and their bounds, in positional order.
    pub fn moves(&self) -> &[MoveValue] {
        &self.values
    }

    /// The bounds of the value of the position.
    pub fn value(&self) -> Bounds {
        if self.values.is_empty() {
            Bounds::of(self.search.final_value(self.board))
        } else {
            bounds_of_best(&self.values)
        }
    }

    /// Proves the goal; `None` if the search was stopped.
    pub fn reach(&mut self, goal: Goal) -> Option<()> {
        if self.search.shared.evaluation.is_some() && self.search.empty(self.board).len() >= selective::FROM {
            let (guess, best) = self.search.prepare(self.board, self.guess)?;
            self.guess = guess;
            let is_best = |&index: &usize| self.values[index].played.square() == best;
            if let Some(place) = self.order.iter().position(is_best) {
                self.order[..=place].rotate_right(1);
            }
        }
        self.close_in(goal)?;
        match goal {
            Goal::Value => {}
            Goal::Best => self.find_first_best()?,
            Goal::AllMoves => {
                for place in 0..self.order.len() {
                    self.settle(self.order[place])?;
                }
            }
        }
        Some(())
    }

    /// Proves the root's value by null windows until both bounds are equal. Each window is next to the last bound
    /// (MTD(f): Plaat et al. 1996, "Best-first fixed-depth minimax algorithms").
    fn close_in(&mut self, goal: Goal) -> Option<()> {
        let mut guess = self.guess;
        loop {
            let Bounds { lower, upper } = bounds_of_best(&self.values);
            if lower == upper {
                return Some(());
            }
            let guessed = guess.clamp(lower, upper);
            let alpha = if guessed == lower { lower } else { guessed - 1 };
            guess = self.ask(alpha, goal)?;
        }
    }

    /// Proves that some move is better than `alpha`, or that no move is. Returns the bound that was proved.
    fn ask(&mut self, alpha: i32, goal: Goal) -> Option<i32> {
        for place in 0..self.order.len() {
            let index = self.order[place];
            // The best move is the first move, in positional order, that has the best value. A move before the current
            // best move only needs an equal value.
            if goal == Goal::Best && self.first_best(alpha).is_some_and(|best| index < best) {
                self.test(index, alpha - 1)?;
            }
            self.test(index, alpha)?;
            let Bounds { lower, .. } = self.values[index].bounds;
            if lower > alpha {
                self.order[..=place].rotate_right(1);
                return Some(lower);
            }
        }
        Some(bounds_of_best(&self.values).upper)
    }

    /// Finds the first move with the best value.
    fn find_first_best(&mut self) -> Option<()> {
        let value = bounds_of_best(&self.values).lower;
        (0..self.values.len()).try_for_each(|index| {
            if self.first_best(value).is_some_and(|best| best <= index) {
                Some(())
            } else {
                self.test(index, value - 1)
            }
        })
    }

    /// The first move whose value is known to be at least `value`.
    fn first_best(&self, value: i32) -> Option<usize> {
        self.values.iter().position(|known| known.bounds.lower >= value)
    }

    /// Proves the value of a move.
    fn settle(&mut self, index: usize) -> Option<()> {
        loop {
            let Bounds { lower, upper } = self.values[index].bounds;
            if lower == upper {
                return Some(());
            }
            // The upper bound comes from a proof that another move is better; usually this bound is the exact value.
            self.test(index, upper - 1)?;
        }
    }

    /// Proves that a move is better than `alpha` or that it is not, if this is unknown.
    fn test(&mut self, index: usize, alpha: i32) -> Option<()> {
        let Bounds { lower, upper } = self.values[index].bounds;
        if lower > alpha || upper <= alpha {
            return Some(());
        }
        let value = -self.search.value(self.boards[index], -alpha - 1)?;
        let bounds = &mut self.values[index].bounds;
        if value > alpha {
            bounds.lower = value;
        } else {
            bounds.upper = value;
        }
        self.search.count();
        (self.report)(Progress { moves: &self.values });
        Some(())
    }
}

impl<I: Instructions> Search<'_, I> {
    /// A line of best play from a board with a known value. The line is shorter if the search is stopped.
    pub fn line(&mut self, mut board: Board, mut value: i32, choice: Choice) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some((played, after)) = self.first_of_value(board, value, choice) {
            line.push(played);
            (board, value) = (after, -value);
        }
        self.count();
        line
    }

    /// The line that a search of some plies expects, with its value; [`DISC`] units are one disc.
    pub fn expected_line(&mut self, mut board: Board, plies: usize) -> (Vec<Move>, i32) {
        let (mut line, mut expected) = (Vec::new(), None);
        for below in (1..plies).rev() {
            let choices = self.choices(board);
            let (mut best, mut next) = (-LIMIT, None);
            for (played, after) in self.ordered(board, choices) {
                let value = -self.look_ahead(after, &self.evaluator(after), below, (-LIMIT, -best));
                if value > best {
                    (best, next) = (value, Some((played, after)));
                }
            }
            let Some((played, after)) = next else { break };
            expected.get_or_insert(best);
            line.push(played);
            board = after;
        }
        self.count();
        (line, expected.unwrap_or_default())
    }

    /// The first move with the same value as the board; `None` if the game is over or the search was stopped.
    fn first_of_value(&mut self, board: Board, value: i32, choice: Choice) -> Option<(Move, Board)> {
        let mut choices = self.choices(board);
        if choice == Choice::MostPromising {
            choices = self.ordered(board, choices);
        }
        let (last, others) = choices.split_last()?;
        for &(played, after) in others {
            if -self.value(after, -value)? >= value {
                return Some((played, after));
            }
        }
        // No other move has the value, so the last move must have it.
        Some(*last)
    }

    /// The moves in positional order, including a pass, with the boards after them; empty if the game is over.
    fn choices(&self, board: Board) -> Vec<(Move, Board)> {
        let empty = self.empty(board);
        let place = |square| (Move::Place(square), board.after(square, self.flips(board, square)));
        let choices: Vec<_> = (self.move_candidates(board) & empty).into_iter().map(place).collect();
        if choices.is_empty() {
            return self.after_pass(board, empty).map(|(passed, _)| (Move::Pass, passed)).into_iter().collect();
        }
        choices
    }

    /// For each choice, the value for the player who makes it, from a search of [`PLIES`].
    fn likely_values(&mut self, choices: &[(Move, Board)]) -> Vec<i32> {
        let value =
            |&(_, after): &(Move, Board)| -self.look_ahead(after, &self.evaluator(after), PLIES, (-LIMIT, LIMIT));
        choices.iter().map(value).collect()
    }

    /// Sorts choices by descending ordering score; choices with equal scores stay in positional order.
    fn ordered(&mut self, board: Board, choices: Vec<(Move, Board)>) -> Vec<(Move, Board)> {
        if choices.iter().any(|&(played, _)| played == Move::Pass) {
            return choices;
        }
        let (empty, first) = (self.empty(board), self.children.len());
        let child = |(played, board): (Move, Board)| Some(Child { square: played.square()?, board, ordering_score: 0 });
        self.children.extend(choices.into_iter().filter_map(child));
        self.order(board, first, empty, self.shared.geometry.odd(empty));
        let mut children = self.children.split_off(first);
        Child::sort(&mut children);
        children.into_iter().map(|child| (Move::Place(child.square), child.board)).collect()
    }
}
