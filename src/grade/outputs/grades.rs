//! `grades.csv` has a row with the points of each student.

use anyhow::Result;

use crate::{escape, results::ClassResults};

pub(super) fn grades_csv(results: &ClassResults) -> Result<Vec<u8>> {
    let mut table = escape::table();
    let has_names = results.numbers.is_none() && results.students.iter().any(|student| student.enrolled.is_some());
    let columns: Vec<&str> = results
        .cases
        .iter()
        .map(|case| case.name.as_str())
        .chain(results.manual.iter().map(|manual| manual.name.as_str()))
        .collect();
    let mut header = vec!["student"];
    header.extend(has_names.then_some("name"));
    header.extend(["points", "maximum", "late penalty"]);
    header.extend(&columns);
    table.write_record(header.iter().map(|name| escape::cell(name)))?;
    for student in &results.students {
        let mut row = vec![escape::cell(&student.name)];
        if has_names {
            row.push(escape::cell(student.enrolled.as_ref().map_or("", |enrolled| &enrolled.name)));
        }
        row.extend([student.points, results.maximum, student.late_penalty].map(|points| points.to_string()));
        let points = |name: &&str| student.points_of(name).map_or(String::new(), |points| points.to_string());
        row.extend(columns.iter().map(points));
        table.write_record(row)?;
    }
    Ok(table.into_inner()?)
}
