//! The points that changed in a regrade: `changes.csv`, and a table in `class.md`.

use anyhow::Result;

use crate::{
    escape::{cell, span, table},
    points::Points,
    results::{Change, ClassResults},
};

fn shown(points: Option<Points>) -> String {
    points.map_or(String::new(), |points| points.to_string())
}

/// The table of changed points.
pub(super) fn changes_csv(results: &ClassResults) -> Result<Vec<u8>> {
    let mut table = table();
    table.write_record(["student", "case", "before", "after", "why"])?;
    for Change { student, case, before, after, why } in &results.changes {
        table.write_record([cell(student), cell(case), shown(*before), shown(*after), cell(&why.join(", "))])?;
    }
    Ok(table.into_inner()?)
}

/// The section of `class.md` on changed points; empty if no points changed.
pub(super) fn changes_section(results: &ClassResults) -> String {
    if results.changes.is_empty() {
        return String::new();
    }
    let rows = results.changes.iter().map(|Change { student, case, before, after, why }| {
        let [student, case] = [student, case].map(|name| span(name).replace('|', r"\|"));
        format!("| {student} | {case} | {} | {} | {} |\n", shown(*before), shown(*after), why.join(", "))
    });
    let header = "| student | case | before | after | why |\n| --- | --- | ---: | ---: | --- |\n";
    ["\n## Changes of the last regrade\n\n", header, &rows.collect::<String>()].concat()
}
