//! The section on style of play: number of moves, corners, and discs over the game.

use std::collections::BTreeMap;

use super::{
    of_table,
    words::{self, ratio},
};
use crate::{
    game::Depth,
    games::reversi::{Color, Move, Position, Size},
    matches::{Contestant, PlayedGame},
    report::{
        PlannedAgent, Results,
        column::Column,
        document::{Block, Table},
        plots::{Lines, Scale, Series},
        results::PairingGames,
    },
};

/// The play of one evaluation at one depth, in all games against other evaluations at the same depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Style {
    depth: Depth,
    /// The number of the evaluation in the plan.
    evaluation: usize,
    games: u64,
    /// The number of moves without passes.
    moves: u64,
    /// The total number of legal moves in all positions with a move.
    legal_moves: u64,
    /// The number of positions with a corner among the legal moves.
    corners_offered: u64,
    corners_taken: u64,
    nodes: u64,
    /// The number of own corners at the end of the games.
    corners_held: u64,
    /// For each number of discs on the board: the number of games, and the sum of leads in discs.
    lead: BTreeMap<u32, (u64, i64)>,
}

impl Style {
    /// The styles of all evaluations at each depth; empty if no evaluations play against each other.
    fn all(results: &Results) -> Vec<Self> {
        let all = results.plan.depths_and_evaluations().into_iter();
        let styles = all.map(|(depth, evaluation)| Self::of(results, evaluation, depth));
        styles.filter(|style| style.games > 0).collect()
    }

    fn of(results: &Results, evaluation: usize, depth: Depth) -> Self {
        let mut style = Self { depth, evaluation, ..Self::default() };
        for PairingGames { pairing, pairs, .. } in &results.played {
            if !pairing.is_of_evaluations() {
                continue;
            }
            let contestant = match (PlannedAgent { evaluation, depth }) {
                agent if agent == pairing.first => Contestant::First,
                agent if agent == pairing.second => Contestant::Second,
                _ => continue,
            };
            let counted = pairs.iter().filter(|pair| pair.repeats.is_none());
            for game in counted.flat_map(|pair| &pair.games) {
                style.add(game, game.side_of(contestant));
            }
        }
        style
    }

    fn add(&mut self, game: &PlayedGame, side: Color) {
        let corners = Size::EIGHT.corners();
        for (position, played) in game.record.plies() {
            // A pass does not change the discs.
            let Move::Place(square) = played else { continue };
            self.add_lead(&position, side);
            if position.side_to_move() == side {
                let legal_moves = position.legal_moves();
                self.moves += 1;
                self.legal_moves += u64::from(legal_moves.len());
                self.corners_offered += u64::from(!(legal_moves & corners).is_empty());
                self.corners_taken += u64::from(corners.contains(square));
            }
        }
        let end = game.record.position();
        self.add_lead(end, side);
        self.games += 1;
        self.nodes += game.nodes[side];
        self.corners_held += u64::from((end.discs(side) & corners).len());
    }

    fn add_lead(&mut self, position: &Position, side: Color) {
        let [own, other] = [side, side.opponent()].map(|side| position.discs(side).len());
        let (games, lead) = self.lead.entry(own + other).or_default();
        *games += 1;
        *lead += i64::from(own) - i64::from(other);
    }
}

/// The section is empty if no evaluations play against each other.
pub(super) fn section(results: &Results) -> Vec<Block> {
    const SENTENCES: &str = "The table counts the games between evaluations at the same depth. The first columns show the \
        mean number of legal moves, and the percentage of positions that offer a corner. The next column shows in how \
        many percent of these positions the agent took the corner. The last columns show the mean number of corners at \
        the end of a game, and of nodes searched for a move.";
    let styles = Style::all(results);
    if styles.is_empty() {
        return Vec::new();
    }
    of_table("Style of play", SENTENCES, table(results, &styles), lead(results, &styles))
}

fn table(results: &Results, styles: &[Style]) -> Table {
    let mut columns = words::depth_and_evaluation(results, |style: &Style| (style.depth, style.evaluation));
    columns.extend([
        Column::numbers("games", |style: &Style| style.games),
        Column::numbers("legal", |style: &Style| words::fixed(ratio(style.legal_moves, style.moves), 2)),
        Column::numbers("offered %", |style: &Style| words::percent(ratio(style.corners_offered, style.moves))),
        Column::numbers("taken %", |style: &Style| words::percent(ratio(style.corners_taken, style.corners_offered))),
        Column::numbers("held", |style: &Style| words::fixed(ratio(style.corners_held, style.games), 2)),
        Column::numbers("nodes", |style: &Style| words::fixed(ratio(style.nodes, style.moves), 1)),
    ]);
    Table::new("Legal moves, corners and nodes in games", styles, columns)
}

fn lead(results: &Results, styles: &[Style]) -> Lines {
    let depth = results.plan.depths.deepest();
    let point = |(&discs, &(games, lead)): (&u32, &(u64, i64))| (f64::from(discs), lead as f64 / games as f64);
    let series = |style: &Style| Series {
        name: words::evaluation(results, style.evaluation),
        points: style.lead.iter().map(point).collect(),
    };
    Lines {
        name: "discs",
        title: format!("Lead in discs during the game at depth {depth}"),
        x: "discs on the board",
        y: "own discs minus discs of the opponent, mean of all games",
        scale: Scale::Linear,
        series: styles.iter().filter(|style| style.depth == depth).map(series).collect(),
    }
}
