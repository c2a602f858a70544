//! `grades.csv`: a row for each student.

use anyhow::Result;

use crate::grade::{
    escape,
    people::anonymity::AnonymousKey,
    results::{ClassResults, StudentResult},
};

/// The table of grades; with numbers instead of names if there is a key for them.
pub(super) fn grades_csv(results: &ClassResults, key: Option<&AnonymousKey>) -> Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let has_names = key.is_none() && results.students.iter().any(|student| student.enrolled.is_some());
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
    for (name, student) in named(results, key) {
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

/// The students with their names, or with the numbers that they have in the whole class.
pub(super) fn named<'a>(results: &'a ClassResults, key: Option<&AnonymousKey>) -> Vec<(String, &'a StudentResult)> {
    let students = results.students.iter();
    let Some(key) = key else { return students.map(|student| (student.name.clone(), student)).collect() };
    let mut places: Vec<_> = results.class.iter().map(|name| key.place(name)).collect();
    places.sort();
    let width = places.len().to_string().len();
    let number = |student: &StudentResult| places.partition_point(|place| *place < key.place(&student.name)) + 1;
    let mut students: Vec<_> = students.map(|student| (format!("{:0width$}", number(student)), student)).collect();
    students.sort_by(|(one, _), (other, _)| one.cmp(other));
    students
}
