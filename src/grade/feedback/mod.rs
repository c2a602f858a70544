//! `feedback/NAME.md`: points, build and cases for the eyes of the student.

pub mod texts;

use std::fmt::Write as _;

use self::texts::{build_text, case_text};
use super::{
    escape::span,
    results::{ClassResults, StudentResult},
};

/// The feedback of a student, in Markdown.
pub fn feedback(results: &ClassResults, student: &StudentResult) -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = write(&mut text, results, student);
    text
}

fn write(text: &mut String, results: &ClassResults, student: &StudentResult) -> std::fmt::Result {
    writeln!(text, "# {}\n", span(&student.name))?;
    writeln!(text, "**{} of {} points**\n", student.points, results.maximum)?;
    writeln!(text, "| case | points | of | verdict |\n| --- | ---: | ---: | --- |")?;
    for (heading, case) in results.cases.iter().zip(&student.graded.cases) {
        let points = student.points_of(&heading.name).unwrap_or_default();
        writeln!(
            text,
            "| {} | {points} | {} | {} |",
            in_table(&heading.name),
            heading.points,
            case.told_verdict(heading)
        )?;
    }
    for manual in &results.manual {
        let points = student.points_of(&manual.name).map_or("to come".to_owned(), |points| points.to_string());
        writeln!(text, "| {} | {points} | {} | |", in_table(&manual.name), manual.points)?;
    }
    if let Some(late) = student.enrolled.as_ref().and_then(|enrolled| enrolled.lateness)
        && late.seconds > 0
    {
        let (hours, minutes) = (late.seconds / 3600, late.seconds / 60 % 60);
        writeln!(
            text,
            "\nHanded in {hours} h {minutes} min late: {} % less, which is {} points.",
            late.percent, student.late_penalty
        )?;
    }
    for given in &student.overrides {
        let reason = if given.reason.is_empty() { String::new() } else { format!(": {}", span(&given.reason)) };
        writeln!(text, "\nPoints of {} given by a person{reason}.", span(&given.case))?;
    }
    if let Some(build) = &student.graded.build {
        let said = build_text(build);
        if !said.is_empty() {
            writeln!(text, "\n## The build\n\n{}", said.trim_end())?;
        }
    }
    for (heading, case) in results.cases.iter().zip(&student.graded.cases) {
        let said = case_text(heading, case, student.graded.build.as_ref(), &results.limits);
        writeln!(text, "\n## {}\n\n{}", span(&heading.name), said.trim_end())?;
    }
    Ok(())
}

/// A name within a table, whose columns end at `|`.
fn in_table(name: &str) -> String {
    span(name).replace('|', r"\|")
}
