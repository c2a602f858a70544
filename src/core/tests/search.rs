//! Tests that alpha-beta equals minimax, minimax equals the definition, and observers see every step.

use proptest::prelude::*;
use reversi_core::{
    game::{Depth, Value},
    games::reversi::{Pass, Pieces, Rules, Weights},
    search::{AlphaBeta, Node, Observer, Search, Update},
};

use reversi_testing::{
    definition::{check, check_children},
    positions::{self, nodes},
};

fn check_rules<R: Rules>(game: &R, depth: u32) -> Result<(), TestCaseError> {
    check_children(game, &Pieces)?;
    check_children(game, &Weights::default())?;
    check(game, depth, &Pieces)?;
    check(game, depth, &Weights::default())
}

proptest! {
    #![proptest_config(reversi_testing::random(400))]

    #[test]
    fn alpha_beta_and_minimax_find_the_value_and_first_best_move(
        position in positions::any_position(),
        depth in 0_u32..4,
    ) {
        check_rules(&Pass(position), depth)?;
        nodes(position).iter().try_for_each(|node| check_rules(node, depth))?;
    }

    #[test]
    fn observers_see_every_step_in_order(position in positions::standard(), depth in 0_u32..4) {
        let mut checker = Checker(Vec::new());
        let outcome = Search { root: Pass(position), depth: Depth::new(depth), window: AlphaBeta::FULL, evaluation: &Pieces }.run(&mut checker);
        let values: Vec<_> = checker.0.iter().map(|&(_, value, _)| Ok(value)).collect();
        prop_assert_eq!(values, [outcome.map(|outcome| outcome.value)]);
    }
}

/// Checks that the calls of a search to its observer are consistent. The stack has the open nodes with their last
/// values and windows; on top is the child that was searched last.
struct Checker<M>(Vec<(Node<M>, Value, AlphaBeta)>);

impl<M: Copy + PartialEq> Checker<M> {
    fn begin(&mut self, node: Node<M>, value: Value, window: AlphaBeta) -> Result<(), &'static str> {
        if usize::try_from(node.ply.plies()) != Ok(self.0.len()) || node.reached_by.is_none() != self.0.is_empty() {
            return Err("a node begins one ply below the last that is open");
        }
        let parent = self.0.last().map_or(AlphaBeta::FULL, |&(.., window)| window);
        self.0.push((node, value, window));
        if window == parent { Ok(()) } else { Err("a node begins with the window of its parent") }
    }
}

impl<M: Copy + PartialEq> Observer<M, AlphaBeta> for Checker<M> {
    type Error = &'static str;

    fn leaf(&mut self, node: Node<M>, value: Value, window: AlphaBeta) -> Result<(), &'static str> {
        self.begin(node, value, window)
    }

    fn enter(&mut self, node: Node<M>, value: Value, window: AlphaBeta) -> Result<(), &'static str> {
        self.begin(node, value, window)
    }

    fn update(&mut self, node: Node<M>, update: Update<M, AlphaBeta>) -> Result<(), &'static str> {
        let (child, child_value, _) = self.0.pop().ok_or("an update follows a child")?;
        let (open, value, window) = self.0.last_mut().ok_or("an update is of a node that is open")?;
        if *open != node || child.reached_by != Some(update.child) || update.before != *window {
            return Err("an update tells of the open node, its child and its window");
        }
        if update.improved != (update.value != *value) || update.improved && update.value != child_value {
            return Err("a value that improves is the child's");
        }
        if update.cut != (update.after.alpha >= update.after.beta) {
            return Err("a cut-off needs alpha >= beta");
        }
        (*value, *window) = (update.value, update.after);
        Ok(())
    }
}
