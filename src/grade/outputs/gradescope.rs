//! Results for Gradescope (<https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format>).

use anyhow::Result;
use serde::Serialize;

use crate::{
    feedback::{detail::Visibility, overview, texts::CaseOf},
    points::Points,
    results::{ClassResults, StudentResult},
    times::{CommandTime, wall},
};

#[derive(Serialize)]
struct Results<'a> {
    score: Points,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution_time: Option<f64>,
    #[serde(skip_serializing_if = "String::is_empty")]
    output: String,
    output_format: &'static str,
    visibility: Visibility,
    stdout_visibility: Visibility,
    tests: Vec<TestResult<'a>>,
}

#[derive(Serialize)]
struct TestResult<'a> {
    name: &'a str,
    score: Points,
    max_score: Points,
    status: &'static str,
    output: String,
    output_format: &'static str,
    visibility: Visibility,
}

/// The results of a student for Gradescope. A program could run longer on some hidden boards, so the times only include the build and the visible cases.
pub fn gradescope(results: &ClassResults, student: &StudentResult, times: &[CommandTime]) -> Result<Vec<u8>> {
    let is_shown = |command: &&CommandTime| {
        let of_command = |case: CaseOf| !case.is_hidden() && case.name() == command.what;
        command.what == "build" || CaseOf::all(results, student, false).any(of_command)
    };
    let seconds = Some(wall(times.iter().filter(is_shown)));
    let tests = CaseOf::all(results, student, false).map(|case| TestResult {
        name: case.name(),
        score: case.points(),
        max_score: case.most_points(),
        status: if case.is_passed() { "passed" } else { "failed" },
        output: case.text(),
        output_format: "md",
        visibility: if case.is_hidden() { results.feedback.hidden_visibility } else { Visibility::Visible },
    });
    write(student.points, seconds, overview(results, student), tests.collect())
}

/// Results that tell Gradescope that grading failed. `grade` writes these results first, so they remain if `grade` is
/// killed.
pub fn gradescope_failed() -> Result<Vec<u8>> {
    let output = "Grading failed. This is not your fault: please tell the course staff.";
    write(Points::ZERO, None, output.to_owned(), Vec::new())
}

fn write(score: Points, execution_time: Option<f64>, output: String, tests: Vec<TestResult>) -> Result<Vec<u8>> {
    let (visibility, stdout_visibility) = (Visibility::Visible, Visibility::Hidden);
    let results = Results { score, execution_time, output, output_format: "md", visibility, stdout_visibility, tests };
    let mut json = serde_json::to_vec_pretty(&results)?;
    json.push(b'\n');
    Ok(json)
}
