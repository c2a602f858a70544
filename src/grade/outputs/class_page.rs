//! `class.md` for the staff: open readings, all students, students who need a person, and the summary.

use super::summary::Summary;
use crate::{
    checking::{
        case_result::{CaseResult, MisplacedFile},
        verdict::{Ending, Written},
    },
    escape::{block, span},
    feedback::texts::signal_words,
    points::Points,
    recipes::build::BuildReport,
    results::{CaseHeading, ClassResults, StudentResult},
    sandbox::End,
};
use reversi_io::names::{list, names};

names! {
    /// The reason why a person should look at a student, with the title of the list of such students.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Concern {
        NotBuilt => "Not built, or not started",
        NoOutput => "Ran and did not write the expected files",
        Crashed => "Crashed",
        Stopped => "Too slow, or stopped at another limit",
        Unexplained => "Wrong without a diagnosis",
        NothingSubmitted => "Nothing submitted",
    }
}

impl Concern {
    /// The concern about a case, if there is one.
    fn of(student: &StudentResult, case: &CaseResult) -> Option<Self> {
        let (verdict, explanations) = (case.verdict, student.graded.diagnosis.explanations(case));
        match verdict.ending {
            Ending::NotBuilt | Ending::Ran(End::NotStarted) => Some(Self::NotBuilt),
            Ending::NotSubmitted => Some(Self::NothingSubmitted),
            ending if ending.is_crash() => Some(Self::Crashed),
            ending if ending.is_limit() => Some(Self::Stopped),
            _ if verdict.written == Written::Nothing => Some(Self::NoOutput),
            _ if case.parts.iter().any(|part| part.recognised.is_some()) => None,
            _ if verdict.is_right() || case.is_format_only || !explanations.is_empty() => None,
            Ending::Ran(_) => Some(Self::Unexplained),
        }
    }
}

/// A student, and the most serious concern about the student's cases.
struct Row<'a> {
    student: &'a StudentResult,
    concern: Option<Concern>,
    cause: Option<String>,
    cells: [String; 5],
}

/// The error message of the build, the start or the program, or else the last printed line.
fn cause(build: Option<&BuildReport>, case: &CaseResult) -> Option<String> {
    if case.varies {
        return Some("its results differ from run to run".to_owned());
    }
    let of_build = build.and_then(|build| build.error.clone().or_else(|| build.failure.clone()));
    let has_words = |text: &&str| text.chars().any(char::is_alphanumeric);
    let printed = || case.printed_error().filter(has_words).map(str::to_owned);
    let of_signal = || match case.verdict.ending {
        Ending::Ran(End::Signalled(signal)) => Some(format!("signal {signal}{}", signal_words(signal))),
        Ending::Ran(End::Exited(status)) if status != 0 => Some(format!("status {status}")),
        ending if ending.is_limit() => Some(case.verdict.kind().to_owned()),
        _ => None,
    };
    of_build.or_else(|| case.problem.clone()).or_else(printed).or_else(of_signal)
}

impl<'a> Row<'a> {
    fn of(results: &ClassResults, student: &'a StudentResult) -> Self {
        let (cases, diagnosis) = (&student.graded.cases, &student.graded.diagnosis);
        let of_case = |case: &CaseResult| Concern::of(student, case);
        let concern = cases.iter().filter_map(of_case).min();
        let grave = cases.iter().find(|case| of_case(case) == concern && concern.is_some());
        let wrong = || cases.iter().find(|case| !case.verdict.is_right());
        let verdict = grave.or_else(wrong).map_or("right", |case| case.verdict.kind());
        let (right, all) = (cases.iter().filter(|case| case.verdict.is_right()).count(), cases.len());
        let verdict =
            if right == 0 || right == all { verdict.to_owned() } else { format!("{verdict}, {right}/{all} right") };
        let wrong_cases = cases.iter().filter(|case| !case.verdict.is_right());
        let explained = wrong_cases.map(|case| diagnosis.explanations(case)).find(|sets| !sets.is_empty());
        let mistake = explained.map(|explanations| {
            let shown = span(&explanations[0].to_string());
            if explanations.len() == 1 { shown } else { format!("{shown} perhaps") }
        });
        let by_format: Points = student.lost_by_format.values().copied().sum();
        let points = |heading: &CaseHeading| student.points_of(&heading.name).unwrap_or_default();
        let lost: Points = results.cases.iter().map(|heading| heading.points.minus(points(heading))).sum();
        let is_of_format = by_format > Points::ZERO || cases.iter().any(|case| case.is_format_only);
        let format = is_of_format.then(|| "format".to_owned());
        let misplaced = cases.iter().flat_map(|case| &case.parts).find_map(|part| part.recognised.as_ref());
        let mistake = mistake.or_else(|| misplaced.map(MisplacedFile::for_staff));
        let costs_most = if by_format > lost.minus(by_format) { format.or(mistake) } else { mistake.or(format) };
        let build = student.graded.build.as_ref();
        let own = build.filter(|build| build.has_own_recipe).map(|_| ", recipes.toml").unwrap_or_default();
        let cells = [
            span(&student.shown_name()),
            student.points.to_string(),
            verdict,
            costs_most.unwrap_or_default(),
            build.map_or(String::new(), |build| format!("{}{own}", build.recipe)),
        ];
        let location = || Some(diagnosis.location.clone()).filter(|location| !location.is_empty());
        let cause = grave.and_then(|case| match concern {
            Some(Concern::Unexplained) if !case.varies => location(),
            _ => cause(build, case),
        });
        Self { student, concern, cause, cells: cells.map(|cell| cell.replace('|', r"\|")) }
    }
}

pub(super) fn class_page(results: &ClassResults, summary: &Summary) -> String {
    let mut rows: Vec<Row> = results.students.iter().map(|student| Row::of(results, student)).collect();
    rows.sort_by_key(|row| row.concern.map_or((true, Concern::ALL[0]), |concern| (false, concern)));
    let mut text = ["# The class\n", &summary.warnings(), &summary.open_readings(), &summary.missed()].concat();
    text += "\n| student | points | verdict | first mistake | built by |\n| --- | ---: | --- | --- | --- |\n";
    let not_graded = || results.not_graded.iter().map(|failure| (span(&failure.name), span(&failure.why)));
    text.extend(not_graded().map(|(name, _)| format!("| {} | | not graded | | |\n", name.replace('|', r"\|"))));
    text.extend(rows.iter().map(|row| format!("| {} |\n", row.cells.join(" | "))));
    if !results.not_graded.is_empty() {
        text += "\n## Not graded\n\n";
        text.extend(not_graded().map(|(name, why)| format!("- {name}: {why}\n")));
        let recipes: Vec<&str> = results.not_graded.iter().map(|failure| failure.recipes.as_str()).collect();
        let recipes = recipes.concat();
        if !recipes.is_empty() {
            text += &["\nFor `recipes.toml`, keep one table for each student:\n\n", &block(&recipes)].concat();
        }
    }
    let of_concern = |concern: Concern| {
        let students = rows.iter().filter(|row| row.concern == Some(concern)).map(|row| {
            let cause = row.cause.as_ref().map_or(String::new(), |cause| format!(": {}", span(cause)));
            format!("- {}{cause}", span(&row.student.shown_name()))
        });
        students.collect::<Vec<_>>().join("\n")
    };
    let of_build = |is_meant: fn(&BuildReport) -> bool| {
        let is_meant = |row: &&Row| row.student.graded.build.as_ref().is_some_and(is_meant);
        list(rows.iter().filter(is_meant).map(|row| span(&row.student.shown_name())).collect::<Vec<_>>(), "and")
    };
    let varies = |row: &&Row| row.student.graded.cases.iter().any(|case| case.varies);
    let varying = rows.iter().filter(varies).map(|row| span(&row.student.shown_name()));
    let varying = list(varying.collect::<Vec<_>>(), "and");
    let has_roster = !results.gradebook.columns.is_empty();
    let strangers = rows.iter().filter(|row| has_roster && row.student.enrolled.is_none());
    let strangers = list(strangers.map(|row| span(&row.student.shown_name())).collect::<Vec<_>>(), "and");
    let lists = Concern::ALL.map(|concern| (concern.name(), of_concern(concern)));
    let more = [
        ("Changed by recipes.toml", of_build(|build| build.has_own_recipe)),
        ("Results differ from run to run", varying),
        ("Not in the roster, and not in the table for the course system", strangers),
    ];
    let lists = lists.into_iter().chain(more).filter(|(_, students)| !students.is_empty());
    text.extend(lists.map(|(title, students)| format!("\n## {title}\n\n{students}\n")));
    text + &summary.markdown()
}
