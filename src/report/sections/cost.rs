//! What the searches cost, and what pruning saves.

use std::collections::BTreeMap;

use super::words;
use crate::{
    game::Depth,
    names::list,
    report::{
        Results, SearchKind,
        document::{Block, Column, Table},
        figures::{Total, fewest_leaves, ratio},
        plots::{Lines, Scale, Series},
    },
};

/// The searches of the assignment.
const SEARCHES: [SearchKind; 2] = [SearchKind::Minimax, SearchKind::AlphaBeta];

/// The section.
pub(super) fn section(results: &Results) -> Vec<Block> {
    let mut blocks =
        vec![Block::Heading("What the searches cost".to_owned()), Block::Paragraph(DEFINITIONS.to_owned())];
    blocks.push(Block::Table(nodes(results)));
    blocks.extend(nodes_by_depth(results).draw().map(Block::Plot));
    if results.plan.has(SearchKind::Minimax) {
        blocks.push(Block::Paragraph(visited(results)));
        blocks.extend(saved_by_depth(results).draw().map(Block::Plot));
    }
    blocks.push(Block::Table(branching(results)));
    blocks.push(Block::Paragraph(branching_defined(results)));
    blocks.extend(nodes_by_step(results).draw().map(Block::Plot));
    blocks.push(Block::Table(logs(results)));
    blocks
}

const DEFINITIONS: &str = "A node is a position that the search visits, the root and the leaves included. A cut-off counts \
    also where the closing child was the last one. All counts are sums over the positions.";

/// Each depth with each evaluation, in the order of the rows of all tables.
pub(super) fn combinations(results: &Results) -> Vec<(Depth, usize)> {
    let evaluations = results.plan.evaluations.len();
    results.plan.depths.list().iter().flat_map(|&depth| (0..evaluations).map(move |number| (depth, number))).collect()
}

fn nodes(results: &Results) -> Table {
    let has_minimax = results.plan.has(SearchKind::Minimax);
    let mut columns = vec![Column::numbers("depth"), Column::words("evaluation"), Column::numbers("positions")];
    if has_minimax {
        columns.push(Column::numbers("minimax"));
    }
    columns.push(Column::numbers("alphabeta"));
    if has_minimax {
        columns.push(Column::numbers("%"));
    }
    columns.push(Column::numbers("cut-offs"));
    let row = |(depth, evaluation)| {
        let alpha_beta = Total::of(results, SearchKind::AlphaBeta, evaluation, depth)?;
        let mut cells =
            vec![depth.to_string(), words::evaluation(results, evaluation), alpha_beta.positions.to_string()];
        let minimax = Total::of(results, SearchKind::Minimax, evaluation, depth);
        cells.extend(minimax.map(|minimax| minimax.nodes.to_string()));
        cells.push(alpha_beta.nodes.to_string());
        cells.extend(minimax.map(|minimax| words::percent(ratio(alpha_beta.nodes, minimax.nodes))));
        cells.push(alpha_beta.cut_offs.to_string());
        Some(cells)
    };
    let caption = "Nodes of the searches of the same positions";
    Table { caption: caption.to_owned(), columns, rows: combinations(results).into_iter().filter_map(row).collect() }
}

/// The part of minimax's nodes that alpha-beta visits, depth by depth.
fn visited(results: &Results) -> String {
    let of_evaluation = |evaluation| {
        let at_depth =
            |&depth| Some(format!("{} at depth {depth}", words::percent(part_visited(results, evaluation, depth)?)));
        let depths: Vec<String> = results.plan.depths.list().iter().filter_map(at_depth).collect();
        format!(
            "With {} alpha-beta visits, of 100 nodes of minimax, {}.",
            words::evaluation(results, evaluation),
            list(&depths, "and")
        )
    };
    (0..results.plan.evaluations.len()).map(of_evaluation).collect::<Vec<_>>().join(" ")
}

fn part_visited(results: &Results, evaluation: usize, depth: Depth) -> Option<f64> {
    let [minimax, alpha_beta] = SEARCHES.map(|search| Total::of(results, search, evaluation, depth));
    Some(ratio(alpha_beta?.nodes, minimax?.nodes))
}

fn branching(results: &Results) -> Table {
    let has_minimax = results.plan.has(SearchKind::Minimax);
    let mut columns = vec![Column::numbers("depth"), Column::words("evaluation")];
    if has_minimax {
        columns.push(Column::numbers("b minimax"));
    }
    columns.push(Column::numbers("b alphabeta"));
    columns.push(Column::numbers("leaves"));
    if has_minimax {
        columns.extend([Column::numbers("fewest"), Column::numbers("times fewest")]);
    }
    let row = |(depth, evaluation): (Depth, usize)| {
        let [minimax, alpha_beta] = SEARCHES.map(|search| Total::of(results, search, evaluation, depth));
        let alpha_beta = alpha_beta?;
        let leaves = alpha_beta.mean(alpha_beta.leaves);
        let mut cells = vec![depth.to_string(), words::evaluation(results, evaluation)];
        cells.extend(minimax.map(|minimax| format!("{:.2}", minimax.branching_factor(depth))));
        cells.push(format!("{:.2}", alpha_beta.branching_factor(depth)));
        cells.push(format!("{leaves:.1}"));
        if let Some(minimax) = minimax {
            let fewest = fewest_leaves(minimax.mean(minimax.leaves), depth);
            cells.extend([format!("{fewest:.1}"), format!("{:.2}", leaves / fewest)]);
        }
        Some(cells)
    };
    let caption = "Effective branching factors b, and leaves of alpha-beta a position";
    Table { caption: caption.to_owned(), columns, rows: combinations(results).into_iter().filter_map(row).collect() }
}

fn branching_defined(results: &Results) -> String {
    let b = "b solves b + b^2 + ... + b^d = n - 1 for the mean number n of nodes of a search of depth d, the root among them.";
    if !results.plan.has(SearchKind::Minimax) {
        return b.to_owned();
    }
    format!(
        "{b} The fewest leaves are those of alpha-beta that tries the best move first at every node: b^ceil(d/2) + \
         b^floor(d/2) - 1 in a uniform tree (Knuth and Moore 1975), with b^d the mean number of leaves of minimax. Trees of \
         Reversi are not uniform, so this is an approximation."
    )
}

fn logs(results: &Results) -> Table {
    let columns = vec![
        Column::numbers("depth"),
        Column::words("evaluation"),
        Column::words("search"),
        Column::numbers("rows"),
        Column::numbers("bytes"),
        Column::numbers("largest"),
    ];
    let rows = combinations(results).into_iter().flat_map(|(depth, evaluation)| {
        SEARCHES.into_iter().filter_map(move |search| {
            let total = Total::of(results, search, evaluation, depth)?;
            Some(vec![
                depth.to_string(),
                words::evaluation(results, evaluation),
                search.to_string(),
                format!("{:.0}", total.mean(total.log_rows)),
                format!("{:.0}", total.mean(total.log_bytes)),
                total.largest_log.to_string(),
            ])
        })
    });
    let caption = "Rows and bytes of a traverse log (usc2013), and bytes of the largest";
    Table { caption: caption.to_owned(), columns, rows: rows.collect() }
}

fn nodes_by_depth(results: &Results) -> Lines {
    let series = |search, evaluation| {
        let point = |&depth: &Depth| {
            let total = Total::of(results, search, evaluation, depth)?;
            Some((f64::from(depth.plies()), total.mean(total.nodes)))
        };
        let points = results.plan.depths.list().iter().filter_map(point).collect();
        Series { name: format!("{search}, {}", words::evaluation(results, evaluation)), points }
    };
    // Minimax visits the same nodes whatever they are worth.
    let mut all: Vec<Series> =
        (0..results.plan.evaluations.len()).map(|evaluation| series(SearchKind::AlphaBeta, evaluation)).collect();
    if results.plan.has(SearchKind::Minimax) {
        all.push(Series { name: "minimax, any evaluation".to_owned(), ..series(SearchKind::Minimax, 0) });
    }
    Lines {
        name: "nodes",
        title: "Nodes by depth".to_owned(),
        x: "cut-off depth in plies",
        y: "nodes of a search, in the mean",
        scale: Scale::Logarithmic,
        series: all,
    }
}

fn saved_by_depth(results: &Results) -> Lines {
    let series = |evaluation| {
        let point = |&depth: &Depth| {
            Some((f64::from(depth.plies()), 100.0 * (1.0 - part_visited(results, evaluation, depth)?)))
        };
        let points = results.plan.depths.list().iter().filter_map(point).collect();
        Series { name: words::evaluation(results, evaluation), points }
    };
    Lines {
        name: "saved",
        title: "What pruning saves".to_owned(),
        x: "cut-off depth in plies",
        y: "nodes of minimax that alpha-beta does not visit, in percent",
        scale: Scale::Linear,
        series: (0..results.plan.evaluations.len()).map(series).collect(),
    }
}

fn nodes_by_step(results: &Results) -> Lines {
    let depth = results.plan.depths.deepest();
    let series = |evaluation| {
        let mut steps: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for sample in results.samples.iter().filter(|sample| sample.depth == depth) {
            let (positions, nodes) = steps.entry(sample.step.number).or_default();
            *positions += 1;
            *nodes += results.search(sample, SearchKind::AlphaBeta, evaluation).counts.nodes;
        }
        let point = |(step, (positions, nodes))| (f64::from(step), ratio(nodes, positions));
        Series { name: words::evaluation(results, evaluation), points: steps.into_iter().map(point).collect() }
    };
    Lines {
        name: "steps",
        title: format!("Nodes over the game, alpha-beta at depth {depth}"),
        x: "step of the game",
        y: "nodes of a search, in the mean",
        scale: Scale::Logarithmic,
        series: (0..results.plan.evaluations.len()).map(series).collect(),
    }
}
