//! The feedback on a student's submission: points, causes and cases, for the student (`feedback/`) and the staff
//! (`staff/`).

pub mod detail;
mod overview;
pub mod texts;

use self::{
    detail::Visibility,
    overview::{MOST_CAUSES, common_causes, overview_text},
    texts::{CaseOf, build_text},
};
use super::{
    configuration::Manual,
    escape::span,
    people::overrides::TOTAL,
    points::Points,
    results::{ClassResults, StudentResult},
};
use reversi_io::names::{count, list, more};

/// The overview of a student's feedback for Gradescope. Only cases that students see at once count.
pub fn overview(results: &ClassResults, student: &StudentResult) -> String {
    let is_seen = |case: &CaseOf| !case.is_hidden() || results.feedback.hidden_visibility == Visibility::Visible;
    let cases: Vec<CaseOf> = CaseOf::all(results, student, false).filter(is_seen).collect();
    let build = student.graded.build.as_ref().map_or(String::new(), build_text);
    let changes = changes_of_points(student);
    let changes = if changes.is_empty() { changes } else { format!("Points: {changes}.\n\n") };
    let used_up = results.feedback.full_per_day.filter(|_| results.feedback.is_used_up).map_or(String::new(), |most| {
        let had = count(most.get(), "submission");
        format!("The course gives full feedback on {had} a day. Until tomorrow you see verdicts and points.\n\n")
    });
    [&used_up, &changes, &overview_text(student, &cases, &common_causes(&cases)), "\n", &build].concat()
}

/// The feedback of a student, in Markdown. Students get the report on one case of each cause, staff on all wrong cases.
pub fn feedback(results: &ClassResults, student: &StudentResult, is_staff: bool) -> String {
    let cases: Vec<CaseOf> = CaseOf::all(results, student, is_staff).collect();
    let common = common_causes(&cases);
    let (name, changes) = (span(&student.shown_name()), changes_of_points(student));
    let changes = if changes.is_empty() { changes } else { format!(": {changes}") };
    let so_far = so_far(results, student);
    let mut text = format!("# {name}\n\n**{} of {so_far}{changes}\n\n", student.points);
    text += &overview_text(student, &cases, &common);
    text += &points_text(results, student, &cases);
    let build = student.graded.build.as_ref();
    let build_text = build.map_or(String::new(), build_text);
    if !build_text.is_empty() {
        text += &["\n## The build\n\n", build_text.trim_end(), "\n"].concat();
    }
    if student.is_missing() || build.is_some_and(|build| build.failure.is_some()) {
        return text;
    }
    let examples: Vec<usize> = common.iter().take(MOST_CAUSES).filter_map(|cause| cause.example).collect();
    let wrong = (0..cases.len()).filter(|place| !cases[*place].is_right());
    let (mut in_full, brief): (Vec<usize>, Vec<usize>) = wrong.partition(|place| examples.contains(place) || is_staff);
    // The report on the most costly cause comes first.
    in_full.sort_by_key(|place| examples.iter().position(|example| example == place).unwrap_or(usize::MAX));
    for &place in &in_full {
        let case = &cases[place];
        let (name, section) = (span(case.name()), case.text_without_explanation());
        text += &["\n## ", &name, "\n\n", section.trim_end(), "\n"].concat();
    }
    let (shown, hidden): (Vec<&CaseOf>, Vec<_>) =
        brief.iter().map(|place| &cases[*place]).partition(|case| !case.is_hidden() || case.tells_places());
    let mut lines: Vec<String> = shown.iter().map(|case| case.line()).collect();
    if !hidden.is_empty() {
        let names = hidden.iter().take(8).map(|case| span(case.name())).chain(more(hidden.len(), 8));
        lines.push(format!("- Hidden cases, whose boards are not shown: {}.", list(names, "and")));
    }
    if !lines.is_empty() {
        let other = if in_full.is_empty() { "" } else { "other " };
        text += &["\n## The ", other, "wrong cases\n\n", &lines.join("\n"), "\n"].concat();
    }
    text
}

/// The table of points, wrong cases first, and a list of the points that staff have set. The columns are aligned, because
/// many students read the text as it is.
fn points_text(results: &ClassResults, student: &StudentResult, cases: &[CaseOf]) -> String {
    let (right, wrong): (Vec<&CaseOf>, Vec<_>) = cases.iter().partition(|case| case.is_right());
    let row = |case: &CaseOf| {
        [in_table(case.name()), case.points().to_string(), case.most_points().to_string(), case.verdict()]
    };
    let mut rows: Vec<[String; 4]> = wrong.into_iter().chain(right).map(row).collect();
    rows.extend(results.manual.iter().map(|manual| {
        let (points, verdict) = match student.points_of(&manual.name) {
            Some(points) => (points.to_string(), ""),
            None if student.is_missing() => (Points::ZERO.to_string(), "nothing submitted"),
            None => ("to come".to_owned(), ""),
        };
        [in_table(&manual.name), points, manual.points.to_string(), verdict.to_owned()]
    }));
    let mut lines = vec![String::new()];
    lines.extend(aligned(&["case", "points", "of", "verdict"].map(str::to_owned), &rows));
    lines.extend(student.overrides.iter().filter(|given| given.case != TOTAL).map(|given| {
        let reason = if given.reason.is_empty() { String::new() } else { format!(": {}", span(&given.reason)) };
        format!("\nPoints of {} set by staff{reason}.", span(&given.case))
    }));
    lines.join("\n") + "\n"
}

/// The maximum of the points that a student can have so far, and the columns that staff have not filled in.
fn so_far(results: &ClassResults, student: &StudentResult) -> String {
    let is_to_come = |manual: &&Manual| {
        manual.points > Points::ZERO && !student.is_missing() && student.points_of(&manual.name).is_none()
    };
    let to_come: Vec<&Manual> = results.manual.iter().filter(is_to_come).collect();
    if to_come.is_empty() {
        return format!("{} points**", results.maximum);
    }
    let maximum = results.maximum.minus(to_come.iter().map(|manual| manual.points).sum());
    let columns = to_come.iter().map(|manual| format!("{} ({} points)", span(&manual.name), manual.points));
    format!("{maximum} points so far** (to come: {})", list(columns, "and"))
}

/// The points that were subtracted or added, with the reasons.
fn changes_of_points(student: &StudentResult) -> String {
    let mut changes = Vec::new();
    if let Some(late) = student.enrolled.as_ref().and_then(|enrolled| enrolled.lateness)
        && late.seconds > 0
    {
        let (hours, minutes, percent) = (late.seconds / 3600, late.seconds / 60 % 60, late.percent);
        let late = format!("{hours} h {minutes} min late");
        changes.push(match percent {
            0 => format!("{late}, which costs nothing"),
            _ => format!("{} less ({percent} %) for {late}", student.late_penalty),
        });
    }
    changes.extend(student.overrides.iter().filter(|given| given.case == TOTAL).map(|given| {
        let word = if given.points < Points::ZERO { "less" } else { "more" };
        let points = given.points.max(Points::ZERO.minus(given.points));
        let reason = if given.reason.is_empty() { String::new() } else { format!(": {}", span(&given.reason)) };
        format!("{points} {word}{reason}")
    }));
    changes.join("; ")
}

/// A name for a Markdown table, in which `|` ends a cell.
fn in_table(name: &str) -> String {
    span(name).replace('|', r"\|")
}

/// The lines of a Markdown table with columns of equal width. The second and third columns have numbers.
fn aligned(heading: &[String; 4], rows: &[[String; 4]]) -> impl Iterator<Item = String> {
    let length = |text: &String| text.chars().count();
    let widths = [0, 1, 2, 3].map(|column| {
        let cells = [heading].into_iter().chain(rows).map(|row| length(&row[column]));
        cells.max().unwrap_or(0).max(3)
    });
    let line = move |[case, points, of, verdict]: &[String; 4]| {
        let [first, second, third, last] = widths;
        format!("| {case:first$} | {points:>second$} | {of:>third$} | {verdict:last$} |")
    };
    let rule = [0, 1, 2, 3].map(|column| {
        let dashes = "-".repeat(widths[column] - 1);
        if [1, 2].contains(&column) { dashes + ":" } else { dashes + "-" }
    });
    let lines: Vec<String> = [heading, &rule].into_iter().chain(rows).map(line).collect();
    lines.into_iter()
}
