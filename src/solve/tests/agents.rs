//! Tests that each agent chooses the moves that its documentation promises.

use std::{ops::RangeInclusive, sync::Arc};

use proptest::prelude::*;
use reversi_core::{
    game::{Depth, Evaluation, Game as _, Value},
    games::reversi::{Move, Pass, Pieces, Position, Record, Size, Weights, fitted, sides},
    search::{AlphaBeta, Counts, NoWindow, Search},
};
use reversi_solve::agents::{AgentName, Endgame, Positional, Thinking, depth_limited};

use reversi_testing::positions;

fn named(agent: &str) -> AgentName {
    agent.parse().expect("an agent")
}

fn chosen(agent: &str, position: &Position) -> Move {
    choose_by(&named(agent), Endgame::Usual, position)
}

/// The first best move of alpha-beta to a depth.
fn best(position: &Position, depth: Depth, evaluation: &impl Evaluation<Pass>) -> Option<Move> {
    let Ok(outcome) = Search { root: Pass(*position), depth, window: AlphaBeta::FULL, evaluation }.run(&mut ());
    outcome.best
}

/// The move that an agent with an endgame chooses in a search that may be stopped.
fn choose_by(agent: &AgentName, endgame: Endgame, position: &Position) -> Move {
    agent.agent(position, endgame, 1, 0).choose(position, &mut Thinking::new(Arc::default(), &mut |_, _| {}))
}

fn going_on(size: Size) -> impl Strategy<Value = Position> {
    positions::reachable(size).prop_filter("the game goes on", |position| !position.is_over())
}

/// A strategy for 6x6 positions near the end, after a number of plies.
fn late(plies: RangeInclusive<usize>) -> impl Strategy<Value = Position> {
    let positions = positions::after_random_plies(Size::new(6).expect("a size"), plies);
    positions.prop_filter("the game goes on", |position| !position.is_over())
}

proptest! {
    #![proptest_config(reversi_testing::random(100))]

    #[test]
    fn full_agents_play_perfectly_and_alike_on_4x4(position in going_on(Size::FOUR)) {
        let Ok(outcome) = Search { root: Pass(position), depth: Depth::UNLIMITED, window: NoWindow, evaluation: &Pieces }.run(&mut ());
        prop_assert_eq!(Some(chosen("minimax", &position)), outcome.best);
        prop_assert_eq!(Some(chosen("alphabeta", &position)), outcome.best);
        prop_assert_eq!(Some(chosen("depth:24", &position)), outcome.best);
    }

    #[test]
    fn every_agent_chooses_a_legal_move_even_when_stopped(
        position in positions::size().prop_flat_map(going_on),
        agent in prop::sample::select(vec!["random", "depth:1", "depth:3", "depth:2:pieces"]),
    ) {
        let legal: Vec<Move> = Pass(position).moves().collect();
        prop_assert!(legal.contains(&chosen(agent, &position)));
        let mut agent = named(agent).agent(&position, Endgame::Usual, 1, 0);
        let stopped = agent.choose(&position, &mut Thinking::new(Arc::new(true.into()), &mut |_, _| {}));
        prop_assert!(legal.contains(&stopped));
    }

    #[test]
    fn a_depth_limited_agent_chooses_as_the_one_search_to_its_depth(
        position in positions::size().prop_flat_map(going_on),
        depth in 1_u32..5,
    ) {
        let agent = named(&format!("depth:{depth}"));
        let mut thinking = Thinking::undisturbed();
        let chosen = agent.agent(&position, Endgame::NONE, 1, 0).choose(&position, &mut thinking);
        let evaluation = Positional::of_size(position.size(), &Weights::ASSIGNMENT);
        let mut counts = Counts::default();
        let Ok(outcome) = Search { root: Pass(position), depth: Depth::new(depth), window: AlphaBeta::FULL, evaluation: &evaluation }.run(&mut counts);
        // An agent that cannot be stopped searches once.
        prop_assert_eq!((Some(chosen), thinking.nodes), (outcome.best, counts.nodes));
        prop_assert_eq!(Some(choose_by(&agent, Endgame::NONE, &position)), outcome.best);
        if position.empty().len() > depth_limited::ENDING {
            prop_assert_eq!(Some(choose_by(&agent, Endgame::Usual, &position)), outcome.best);
        }
    }

    #[test]
    fn a_plain_agent_plays_on_to_the_end_by_its_evaluation(
        position in late(22..=31),
        depth in 1_u32..5,
    ) {
        let agent = format!("plain:{depth}");
        let table = fitted(position.size(), &Weights::ASSIGNMENT);
        prop_assert_eq!(Some(chosen(&agent, &position)), best(&position, Depth::new(depth), &Weights::new(&table)));
    }

    #[test]
    fn an_endgame_is_played_perfectly_from_where_it_is_asked_for(position in late(22..=31), more in 0_u32..2) {
        let depth_limited = named("depth:1");
        let empties = position.empty().len();
        let perfect = Endgame::AtMost(empties + more);
        let best = best(&position, Depth::UNLIMITED, &Pieces);
        prop_assert_eq!(Some(choose_by(&depth_limited, perfect, &position)), best);
        prop_assert!(empties <= depth_limited::ENDING);
        prop_assert_eq!(Some(chosen("depth:1", &position)), best);
        prop_assert_eq!(Some(chosen("alphabeta", &position)), best);
        let [later, never] = [Endgame::AtMost(empties - 1), Endgame::NONE];
        prop_assert_eq!(choose_by(&depth_limited, later, &position), choose_by(&depth_limited, never, &position));
    }

    #[test]
    fn a_finished_game_is_worth_more_than_any_weights(position in positions::reachable(Size::EIGHT)) {
        let value = Positional::of_size(Size::EIGHT, &Weights::ASSIGNMENT).evaluate(&Pass(position));
        let weights = Weights::default().evaluate(&Pass(position));
        let pieces = Pieces.evaluate(&Pass(position));
        if position.is_over() {
            prop_assert_eq!(value.cmp(&Value::new(0)), pieces.cmp(&Value::new(0)));
            prop_assert!(pieces == Value::new(0) || value.finite().map(i32::abs) > Some(64 * i32::from(i16::MAX)));
        } else {
            prop_assert_eq!(value, weights);
        }
    }

    #[test]
    fn taking_back_ends_before_a_move_of_the_side_that_chooses(position in going_on(Size::FOUR), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..20)) {
        let mut record = positions::played(position, &choices);
        let is_played = record != Record::new(position);
        let moves = sides::list(record.moves());
        let taken = record.undo(|side| side == position.side_to_move());
        prop_assert!(moves.ends_with(&sides::list(taken)));
        prop_assert_eq!(record.position().side_to_move(), if is_played { position.side_to_move() } else { record.position().side_to_move() });
    }
}

#[test]
fn random_agents_choose_every_legal_move_sometimes() {
    let position = Position::opening(Size::EIGHT);
    let mut agent = AgentName::Random.agent(&position, Endgame::NONE, 1, 0);
    let mut counts = [0; 64];
    for _ in 0..400 {
        match agent.choose(&position, &mut Thinking::new(Arc::default(), &mut |_, _| {})) {
            Move::Place(square) => counts[usize::from(square.index())] += 1,
            Move::Pass => panic!("there are other moves"),
        }
    }
    let chosen: Vec<i32> = counts.into_iter().filter(|&count| count > 0).collect();
    assert_eq!(chosen.len(), 4);
    // The test expects each move about a hundred times, and a fair generator rarely leaves this range.
    assert!(chosen.iter().all(|count| (60..140).contains(count)), "{chosen:?}");
}

#[test]
fn the_names_of_agents_are_read_as_they_are_written() {
    for name in ["random", "minimax", "alphabeta", "depth:6", "depth:6:pieces", "plain:6", "plain:6:pieces"] {
        assert_eq!(named(name).to_string(), name);
    }
    assert_eq!("depth:6:weights".parse::<AgentName>(), "depth:6".parse());
}
