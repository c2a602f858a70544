//! `grades.csv`: a row for each student.

use anyhow::Result;

use crate::grade::{
    digest::Digester,
    escape,
    results::{ClassResults, StudentResult},
};

/// The table of grades; with numbers instead of names if it is anonymous.
pub(super) fn grades_csv(results: &ClassResults, is_anonymous: bool) -> Result<Vec<u8>> {
    let mut table = escape::table();
    let has_names = !is_anonymous && results.students.iter().any(|student| student.enrolled.is_some());
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
    for (name, student) in named(results, is_anonymous) {
        let mut row = vec![escape::cell(&name)];
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

/// The students with their names, or with numbers whose order does not depend on the order of the names.
pub(super) fn named(results: &ClassResults, is_anonymous: bool) -> Vec<(String, &StudentResult)> {
    let mut students: Vec<&StudentResult> = results.students.iter().collect();
    if !is_anonymous {
        return students.into_iter().map(|student| (student.name.clone(), student)).collect();
    }
    students.sort_by_cached_key(|student| Digester::default().add(&student.name).finish());
    let width = students.len().to_string().len();
    (1..).zip(students).map(|(number, student)| (format!("{number:0width$}"), student)).collect()
}
