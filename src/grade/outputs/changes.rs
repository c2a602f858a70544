//! The points that changed in a regrade: `changes.csv`.

use anyhow::Result;

use crate::{
    escape::{cell, table},
    points::Points,
    results::{Change, ClassResults},
};

fn shown(points: Option<Points>) -> String {
    points.map_or(String::new(), |points| points.to_string())
}

pub(super) fn changes_csv(results: &ClassResults) -> Result<Vec<u8>> {
    let mut table = table();
    table.write_record(["student", "case", "before", "after", "why"])?;
    for Change { student, case, before, after, why } in &results.changes {
        table.write_record([cell(student), cell(case), shown(*before), shown(*after), cell(&why.join(", "))])?;
    }
    Ok(table.into_inner()?)
}
