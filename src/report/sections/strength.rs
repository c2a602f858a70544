//! Who plays better: evaluation against evaluation, and depth against depth.

use super::words;
use crate::{
    matches::{
        Contestant,
        statistics::{Mean, SIGNIFICANCE},
    },
    report::{
        Pairing, Results,
        document::{Block, Column, Table},
        figures::{Strength, Verdict},
        plots::{Cell, Matrix},
    },
};

/// The section; nothing where nobody played.
pub(super) fn section(results: &Results, strengths: &[Strength]) -> Vec<Block> {
    if strengths.is_empty() {
        return Vec::new();
    }
    let (of_evaluations, of_depths): (Vec<&Strength>, Vec<&Strength>) =
        strengths.iter().partition(|strength| strength.pairing.is_of_evaluations());
    let mut blocks = vec![Block::Heading("Who plays better".to_owned()), Block::Paragraph(method(strengths))];
    if !of_evaluations.is_empty() {
        blocks.push(Block::Table(points(results, &of_evaluations, "Points a game, evaluation against evaluation")));
        blocks.extend(by_depth(results, &of_evaluations).draw().map(Block::Plot));
        blocks.push(Block::Table(discs(results, &of_evaluations)));
    }
    if !of_depths.is_empty() {
        blocks.push(Block::Table(points(results, &of_depths, "Points a game, depth against the next lower depth")));
        blocks.extend(by_evaluation(results, &of_depths).draw().map(Block::Plot));
    }
    blocks
}

fn method(strengths: &[Strength]) -> String {
    let corrected = match strengths.len() {
        1 => String::new(),
        pairings => format!(", corrected by Holm for all {pairings} pairings of this report"),
    };
    let mut sentences = vec![
        "A win is a point, a draw half a point. Points and discs are those of the first player.".to_owned(),
        format!(
            "p is the probability that equally good players differ as much in the pairs that one of them won, by the \
             exact sign test{corrected}. From {SIGNIFICANCE} on a difference could be chance, and nobody is called better."
        ),
    ];
    if strengths.iter().any(|strength| strength.summary.pairs >= Mean::FEWEST) {
        sentences.push("Brackets hold the interval of 95 %, by bootstrap over the pairs.".to_owned());
    }
    if strengths.iter().any(|strength| strength.summary.pairs < Mean::FEWEST) {
        sentences.push(format!("Fewer than {} pairs have no interval.", Mean::FEWEST));
    }
    let repeated: usize = strengths.iter().map(|strength| strength.summary.repeated_pairs).sum();
    if repeated > 0 {
        let are = words::count(repeated, "pair is", "pairs are");
        sentences.push(format!("{are} equal to another of the same pairing, move by move, and not counted."));
    }
    sentences.join(" ")
}

/// The columns that say who played, and their cells for a pairing.
fn who(of_evaluations: bool) -> Vec<Column> {
    if of_evaluations {
        vec![Column::numbers("depth"), Column::words("first"), Column::words("second")]
    } else {
        vec![Column::words("evaluation"), Column::numbers("first"), Column::numbers("second")]
    }
}

fn names(results: &Results, pairing: &Pairing) -> Vec<String> {
    let (first, second) = (pairing.first, pairing.second);
    if pairing.is_of_evaluations() {
        vec![first.depth.to_string(), words::player(results, first), words::player(results, second)]
    } else {
        vec![words::player(results, first), first.depth.to_string(), second.depth.to_string()]
    }
}

fn is_of_evaluations(strengths: &[&Strength]) -> bool {
    strengths.iter().any(|strength| strength.pairing.is_of_evaluations())
}

fn points(results: &Results, strengths: &[&Strength], caption: &str) -> Table {
    let mut columns = who(is_of_evaluations(strengths));
    columns.extend([Column::numbers("pairs"), Column::numbers("won-drawn-lost"), Column::numbers("points a game")]);
    columns.push(Column::numbers("p"));
    let row = |strength: &&Strength| {
        let summary = &strength.summary;
        let first = &summary.agents[Contestant::First];
        let mut cells = names(results, &strength.pairing);
        cells.extend([
            summary.pairs.to_string(),
            format!("{}-{}-{}", first.wins, first.draws, first.losses),
            words::mean(&first.points_per_game, 2),
            words::probability(strength.probability),
        ]);
        cells
    };
    Table { caption: caption.to_owned(), columns, rows: strengths.iter().map(row).collect() }
}

fn discs(results: &Results, strengths: &[&Strength]) -> Table {
    let mut columns = who(true);
    columns.extend([Column::numbers("discs a game"), Column::words("better")]);
    let row = |strength: &&Strength| {
        let pairing = &strength.pairing;
        let mut cells = names(results, pairing);
        cells.push(words::mean(&strength.summary.agents[Contestant::First].discs_per_game, 1));
        cells.push(match strength.verdict() {
            Verdict::FirstIsBetter => words::player(results, pairing.first),
            Verdict::SecondIsBetter => words::player(results, pairing.second),
            Verdict::CouldBeChance => "could be chance".to_owned(),
            Verdict::Equal => "same points".to_owned(),
        });
        cells
    };
    let caption = "Discs a game, first less second, and who is better";
    Table { caption: caption.to_owned(), columns, rows: strengths.iter().map(row).collect() }
}

fn cell(strength: &Strength) -> Cell {
    let Mean { mean, interval } = strength.summary.agents[Contestant::First].points_per_game;
    let is_sure = matches!(strength.verdict(), Verdict::FirstIsBetter | Verdict::SecondIsBetter);
    Cell { value: mean, interval: interval.map(|interval| (interval.low, interval.high)), is_sure }
}

/// What a picture of cells shows.
fn note(strengths: &[&Strength]) -> String {
    let has_interval =
        |strength: &&Strength| strength.summary.agents[Contestant::First].points_per_game.interval.is_some();
    let intervals = if strengths.iter().any(has_interval) { ", 95 % intervals" } else { "" };
    format!("Points a game of the first{intervals}; in a frame: hardly chance")
}

fn by_depth(results: &Results, strengths: &[&Strength]) -> Matrix {
    let depths = results.plan.depths.list();
    let row = |(one, other): (usize, usize)| {
        let name = format!("{} : {}", words::evaluation(results, one), words::evaluation(results, other));
        let at_depth = |&depth| {
            let is_meant = |strength: &&&Strength| {
                let Pairing { first, second } = strength.pairing;
                first.depth == depth && (first.evaluation, second.evaluation) == (one, other)
            };
            strengths.iter().find(is_meant).map(|strength| cell(strength))
        };
        (name, depths.iter().map(at_depth).collect())
    };
    Matrix {
        name: "strength",
        title: "Evaluation against evaluation".to_owned(),
        note: note(strengths),
        columns: depths.iter().map(|depth| format!("depth {depth}")).collect(),
        rows: results.plan.evaluation_pairs().into_iter().map(row).collect(),
    }
}

fn by_evaluation(results: &Results, strengths: &[&Strength]) -> Matrix {
    let neighbours: Vec<_> = results.plan.depths.neighbours().collect();
    let row = |evaluation: usize| {
        let between = |&(less, more)| {
            let is_meant = |strength: &&&Strength| {
                let Pairing { first, second } = strength.pairing;
                first.evaluation == evaluation && (first.depth, second.depth) == (more, less)
            };
            strengths.iter().find(is_meant).map(|strength| cell(strength))
        };
        (words::evaluation(results, evaluation), neighbours.iter().map(between).collect())
    };
    Matrix {
        name: "depths",
        title: "Depth against the next lower depth".to_owned(),
        note: note(strengths),
        columns: neighbours.iter().map(|(less, more)| format!("{more} : {less}")).collect(),
        rows: (0..results.plan.evaluations.len()).map(row).collect(),
    }
}
