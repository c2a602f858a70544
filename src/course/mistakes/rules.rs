//! The rules of a job's search, with mistakes: leaves, passes, and the depth limit.

use super::{
    MistakenEvaluation, MistakenGame, Mistakes, PlainMistake, PlainMistakes,
    search::{Bounds, Entered, SearchedGame, SearchedNode, Stopped},
};
use crate::{
    assignment::{Job, SearchRules},
    log::FieldValue,
};
use reversi_core::{
    game::{Evaluation as _, Game as _, Turn},
    games::reversi::{Color, Continuation, Move, NoMove},
};

/// A number of plies that is larger than any game with all its passes; a deeper search never ends.
const MOST_PLIES: i64 = 128;

/// The game of a job's search, as a program with mistakes knows it.
pub(super) struct MistakenRules {
    /// The mistakes at the nodes of MAX and of MIN.
    at_nodes: [PlainMistakes; 2],
    rules: SearchRules,
    evaluation: MistakenEvaluation,
    /// The depth limit in plies.
    pub(super) limit: i64,
    /// The number of passes in a program in which all nodes share one counter.
    shared_passes: u32,
}

impl MistakenRules {
    /// The rules of a search for a step of the player `mover`.
    pub(super) fn new(job: &Job, mistakes: Mistakes, mover: Color, evaluation: MistakenEvaluation) -> Self {
        let has = |mistake| mistakes.of_color(mover).contains(mistake);
        let depth = if has(PlainMistake::GreedySearchesDepth) { job.named_depth } else { job.task.depth };
        Self {
            at_nodes: Turn::ALL.map(|turn| mistakes.at_nodes(turn, mover)),
            rules: job.task.rules,
            evaluation,
            limit: i64::from(depth.plies()) + i64::from(has(PlainMistake::DepthPlusOne))
                - i64::from(has(PlainMistake::DepthMinusOne)),
            shared_passes: 0,
        }
    }

    /// True if the program considers the game over at a node, so that the node is a leaf.
    fn is_over(&self, game: &MistakenGame, node: &SearchedNode<Move>, cannot_move: bool) -> bool {
        let at = self.mistakes(self.turn(game));
        let neither_can_move = || cannot_move && game.passed().legal_moves().is_empty();
        if self.rules.no_move == NoMove::Leaf {
            return if at.contains(PlainMistake::PassInSearch) { neither_can_move() } else { cannot_move };
        }
        let over = match () {
            () if at.contains(PlainMistake::NoPassInSearch) => cannot_move,
            () if at.contains(PlainMistake::SecondPassIsALeaf) => cannot_move && node.passes >= 1,
            () if at.contains(PlainMistake::LeafAfterPassedParent) => cannot_move && node.parent_passed,
            () if at.contains(PlainMistake::TwoPassesWithoutAMove) => cannot_move && self.shared_passes >= 2,
            () if at.contains(PlainMistake::PassesCountedGlobally) => self.shared_passes >= 2,
            () if at.contains(PlainMistake::LeafWhereNobodyCanMove) => node.passes >= 2 || neither_can_move(),
            () => node.passes >= 2,
        };
        let wipe_out_ends = match self.rules.wipe_out {
            Continuation::GoesOn => at.contains(PlainMistake::WipeOutEnds),
            Continuation::Ends => !at.contains(PlainMistake::WipeOutGoesOn),
        };
        let full_board_ends = match self.rules.full_board {
            Continuation::GoesOn => at.contains(PlainMistake::FullBoardIsALeaf),
            Continuation::Ends => !at.contains(PlainMistake::FullBoardGoesOn),
        };
        over || wipe_out_ends && game.is_wiped_out() || full_board_ends && game.is_full()
    }
}

impl SearchedGame for MistakenRules {
    type State = MistakenGame;
    type Move = Move;

    fn mistakes(&self, turn: Turn) -> PlainMistakes {
        self.at_nodes[turn as usize]
    }

    fn turn(&self, game: &MistakenGame) -> Turn {
        if self.mistakes(Turn::Max).contains(PlainMistake::EveryNodeMax) { Turn::Max } else { game.turn() }
    }

    fn enter(&mut self, game: &MistakenGame, node: &SearchedNode<Move>) -> Result<Entered<Move>, Stopped> {
        if node.ply > MOST_PLIES {
            return Err(Stopped::BudgetSpent);
        }
        let at = self.mistakes(self.turn(game));
        let leaf = |is_at_limit| Ok(Entered::Leaf { value: self.evaluation.evaluate(game).into(), is_at_limit });
        let is_at_limit = if at.contains(PlainMistake::PassAtCutOffGoesOn) {
            node.ply == self.limit && node.reached_by != Some(Move::Pass)
        } else {
            node.ply >= self.limit + node.free_passes
        };
        if is_at_limit {
            return leaf(true);
        }
        let cannot_move = game.legal_moves().is_empty();
        if cannot_move && at.contains(PlainMistake::NoMoveKeepsInfinity) && node.passes < 2 {
            return Ok(Entered::DeadEnd(None));
        }
        if self.is_over(game, node, cannot_move) {
            return leaf(false);
        }
        self.shared_passes = if cannot_move { self.shared_passes + 1 } else { 0 };
        let mut moves: Vec<Move> = game.moves().map(Move::Place).collect();
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        Ok(Entered::Inner(moves))
    }

    fn after(&self, game: &MistakenGame, played: Move) -> MistakenGame {
        match played {
            Move::Place(square) => game.after(square),
            Move::Pass => game.passed(),
        }
    }

    fn left(&self, game: &MistakenGame, child: &MistakenGame) -> MistakenGame {
        let at = self.mistakes(self.turn(game));
        if at.contains(PlainMistake::BoardShared) { child.passed() } else { *game }
    }

    fn is_pass(&self, played: Move) -> bool {
        played == Move::Pass
    }

    fn start(&self, turn: Turn) -> FieldValue {
        let at = self.mistakes(turn);
        match turn {
            Turn::Max if at.contains(PlainMistake::StartsAtSmallestPositive) => FieldValue::SMALLEST_POSITIVE,
            Turn::Min if at.contains(PlainMistake::BothStartAtSmallest) => FieldValue::NEGATIVE_INFINITY,
            Turn::Max | Turn::Min => Bounds::FULL.of(turn),
        }
    }
}
