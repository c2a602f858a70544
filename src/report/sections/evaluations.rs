//! The section with the full tables of square weights of the evaluations.

use crate::{
    games::reversi::{Feature, Size, fitted},
    report::{
        Results,
        column::Column,
        document::{Block, Table},
    },
};

/// The weights of a row of squares, with the row's number on the board.
type Row = (usize, [i16; 8]);

/// The section is empty if no evaluation has a table of weights. The evaluation `pieces` has no table: each disc counts
/// 1.
pub(super) fn section(results: &Results) -> Vec<Block> {
    let mut shown: Vec<&[[i16; 8]; 8]> = Vec::new();
    let mut blocks = vec![Block::Heading("The evaluations in full")];
    for evaluation in &results.plan.evaluations {
        for term in evaluation.terms() {
            let Feature::Table { name, weights } = &term.feature else { continue };
            if name == "pieces" || shown.contains(&&**weights) {
                continue;
            }
            shown.push(weights);
            let is_alone = evaluation.weights_table().is_some();
            let name = if is_alone { evaluation.to_string() } else { name.clone() };
            blocks.push(Block::Table(table(&name, weights, results.plan.assignment.size)));
        }
    }
    if shown.is_empty() { Vec::new() } else { blocks }
}

fn table(name: &str, weights: &[[i16; 8]; 8], size: Size) -> Table {
    let length = usize::from(size.rows());
    let rows: Vec<Row> = (1..=length).zip(fitted(size, weights)).collect();
    let squares = ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().enumerate().take(length);
    let squares = squares.map(|(column, name)| Column::numbers(name, move |row: &Row| row.1[column]));
    let columns = [Column::numbers("row", |row: &Row| row.0)].into_iter().chain(squares).collect();
    Table::new(&format!("Weights of the squares: {name}"), &rows, columns)
}
