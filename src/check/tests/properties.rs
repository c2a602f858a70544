//! Tests properties of the diagnosis of one case and of several cases. `fixtures/check/properties.md` has examples.

use std::{fs, sync::Arc};

use proptest::prelude::*;
use reversi_check::{
    CheckedCase, CheckedCases, Equality,
    diagnosis::{Explanation, Named, Outcome},
};
use reversi_core::{
    game::Depth,
    games::reversi::{Bitboard, Color, MoveOrder, Position, Size},
};
use reversi_course::{
    assignment::{Assignment, Job, TaskNumber},
    log::{FieldValue, LineField, LogColumn, NodeName},
    mistakes::{JobFiles, Mistake, MistakenJob, Mistakes},
};
use reversi_io::files::input::Input;
use reversi_testing::{by_profile, positions, random};
use tempfile::TempDir;

/// The number of nodes that a diagnosis may visit.
const EFFORT: u64 = 500_000;

/// A student's case: the name, the job, the moves file and the log.
type Case = (&'static str, Job, [String; 2]);

fn check(cases: &[Case], effort: u64) -> CheckedCases<'_> {
    let folder = TempDir::new().expect("a temporary folder");
    let checked = cases.iter().map(|(name, job, texts)| {
        let files = ["moves", "log"].map(|file| folder.path().join(format!("{name}-{file}.txt")));
        for (path, text) in files.iter().zip(texts) {
            fs::write(path, text).expect("a file");
        }
        CheckedCase::new(name, job, &files, Equality::Lines).expect("files")
    });
    CheckedCases::diagnose(checked.collect(), effort)
}

/// A job of the default assignment in which black is to move.
fn usual(task: u8, depth: u32, board: Position) -> Job {
    let number = TaskNumber::new(task).expect("a number");
    let board = board.with_side_to_move(Color::Black);
    Job::numbered(&Assignment::usual(), number, board, Depth::new(depth)).expect("a task")
}

/// The moves file and the log of a program with mistakes.
fn written(job: &Job, mistakes: impl Into<Mistakes>) -> [String; 2] {
    match JobFiles::new(job, &MistakenJob::new(job, mistakes.into(), &[])).expect("it ends") {
        JobFiles::Game { moves, log } => [moves, log],
        JobFiles::Next { output } => [String::new(), output],
    }
}

fn right(job: &Job) -> [String; 2] {
    written(job, Mistakes::NONE)
}

fn sets(named: &[Named]) -> Vec<Explanation> {
    named.iter().map(|named| named.explanation.clone()).collect()
}

/// All sets that the diagnosis names for all cases together, for one case or for one file, and that no place is against.
fn all_named(checked: &CheckedCases) -> Vec<Explanation> {
    let diagnoses = || checked.cases.iter().filter_map(|case| case.report()?.diagnosis.as_ref());
    let of_cases = diagnoses()
        .flat_map(|found| found.outcome.sets().iter().chain(found.files.iter().flat_map(|file| &file.explained_by)));
    let named = checked.common.explained_by.iter().chain(of_cases).filter(|named| named.against.is_none());
    named.map(|named| named.explanation.clone()).collect()
}

/// A strategy for two boards, a task, a depth, and the number of a mistake.
fn mistaken_jobs() -> impl Strategy<Value = ([Position; 2], u8, u32, usize)> {
    (prop::array::uniform2(positions::standard()), 1..=3_u8, 1..=3_u32, 0..1000_usize)
}

fn board(black: u64, white: u64) -> Position {
    Position::new(Size::EIGHT, Color::Black, Bitboard(black), Bitboard(white))
}

#[test]
fn property_2_holds_for_a_case_with_swapped_colors() {
    let wrong = usual(1, 1, board(3_395_291_907_098_624, 0));
    let other = usual(1, 1, board(870_925_436_862_996_284, 243_573_908_772_274_306));
    let mistake: Mistake = "evaluation-negated".parse().expect("a mistake");
    let cases = [("wrong", wrong.clone(), written(&wrong, mistake)), ("right", other.clone(), right(&other))];
    assert_eq!(all_named(&check(&cases, EFFORT)), []);
}

fn few() -> ProptestConfig {
    ProptestConfig { cases: by_profile(6, 24), ..random(0) }
}

proptest! {
    #![proptest_config(few())]

    #[test]
    fn property_2_right_case_contradicts_no_name((boards, task, depth, number) in mistaken_jobs()) {
        let (depth, effort) = by_profile((depth.min(2), EFFORT), (depth, 60 * EFFORT));
        let [job, other] = boards.map(|board| usual(task, depth, board));
        let known: Vec<Mistake> = Mistake::of(&job.assignment).collect();
        let mistake = known[number % known.len()];
        prop_assume!(JobFiles::new(&job, &MistakenJob::new(&job, mistake.into(), &[])).is_ok());
        prop_assume!(written(&job, mistake) != right(&job));
        let cases = [("wrong", job.clone(), written(&job, mistake)), ("right", other.clone(), right(&other))];
        for set in all_named(&check(&cases, effort)) {
            let on_right = JobFiles::new(&other, &MistakenJob::new(&other, set.mistakes, &set.weights));
            let expected = JobFiles::new(&other, &MistakenJob::new(&other, Mistakes::NONE, &[]));
            prop_assert_eq!(on_right, expected, "{:?}", set);
        }
    }

    #[test]
    fn property_6_a_diagnosis_keeps_to_its_effort(
        board in positions::standard(),
        task in 1..=3_u8,
        numbers in prop::array::uniform3(0..1000_usize),
    ) {
        let effort = by_profile(EFFORT / 3, 2 * EFFORT);
        let job = usual(task, 2, board);
        let known: Vec<Mistake> = Mistake::of(&job.assignment).collect();
        let set: Mistakes = numbers.iter().map(|number| known[number % known.len()]).collect();
        let files = JobFiles::new(&job, &MistakenJob::new(&job, set, &[]));
        let Ok(JobFiles::Game { moves, log }) = files else { return Ok(()) };
        let cases = [("only", job, [moves, log])];
        let checked = check(&cases, effort);
        if let Some(diagnosis) = checked.cases[0].report().and_then(|report| report.diagnosis.as_ref()) {
            prop_assert!(diagnosis.nodes <= effort, "{}", diagnosis.nodes);
        }
    }
}

/// An assignment that differs from the default assignment in some lines.
fn described(lines: &str) -> Arc<Assignment> {
    let text = format!("name = \"own\"\nlike = \"usc2013\"\n{lines}");
    Arc::new(Assignment::parse(&Input { name: String::new(), text }).expect("an assignment"))
}

fn opening(assignment: &Arc<Assignment>, task: u8, depth: u32) -> Job {
    let number = TaskNumber::new(task).expect("a number");
    Job::numbered(assignment, number, Position::opening(Size::EIGHT), Depth::new(depth)).expect("a task")
}

#[test]
fn property_11_other_seven_orders_are_the_mistakes() {
    let assignment =
        |order: MoveOrder| described(&format!("[search]\norder = \"{}\"\nfirst = \"{}\"\n", order.lines, order.first));
    let asked = MoveOrder::all().last().expect("eight orders");
    let own = assignment(asked);
    let names: Vec<String> = Mistake::of(&own).map(|mistake| mistake.to_string()).collect();
    assert!(!names.iter().any(|name| name == "column-order" || name == "reverse-order"));
    assert_eq!(names.iter().filter(|name| name.starts_with("order:")).count(), MoveOrder::all().count() - 1);
    for order in MoveOrder::all().filter(|order| *order != asked) {
        let files = right(&opening(&assignment(order), 2, 3));
        let job = opening(&own, 2, 3);
        let name = format!("order:{}:{}", order.lines, order.first);
        let mistake: Mistake = name.parse().expect("a mistake");
        assert_eq!(written(&job, mistake), files, "{name}");
        let cases = [("only", job, files)];
        let checked = check(&cases, EFFORT);
        assert!(sets(&checked.common.explained_by).contains(&mistake.into()), "{name}");
    }
    assert_eq!(
        Mistake::of(&Assignment::usual()).filter(|mistake| mistake.to_string().starts_with("order:")).count(),
        0
    );
}

#[test]
fn property_19_set_says_no_opposite_things() {
    let bounds = ["window-not-handed-down", "alpha-not-handed-down", "beta-not-handed-down", "one-bound-handed-down"];
    let bounds = bounds.map(|name| name.parse::<Mistake>().expect("a mistake"));
    for (place, one) in bounds.iter().enumerate() {
        for other in &bounds[place + 1..] {
            assert!(one.excludes(*other) && other.excludes(*one), "{one}, {other}");
        }
    }
}

/// A log in which a field of some leaf rows is changed, and the number of changed rows.
fn with_other_field(job: &Job, log: &str, field: LineField) -> (String, u64) {
    let row_format = job.row_format();
    let deepest = FieldValue(f64::from(row_format.root_depth + job.task.depth.plies()));
    let mut changed = 0;
    let lines = log.lines().enumerate().map(|(number, text)| {
        let leaf = row_format.read(text.as_bytes()).ok().filter(|row| row.depth() == Some(deepest));
        let Some(mut row) = leaf.filter(|_| number % 3 == 0) else { return text.to_owned() };
        let expected = row;
        match field {
            LineField::Column(LogColumn::Node) => row.name = NodeName::of(7, 8),
            LineField::Column(column) => row.numbers[column as usize].as_mut().expect("a number").0 += 100.0,
            LineField::Marker => row.cut_off = !row.cut_off,
        }
        changed += u64::from(row != expected);
        row_format.write(&row)
    });
    (lines.map(|line| line + "\n").collect(), changed)
}

#[test]
fn field_that_alone_differs_is_named() {
    let job = opening(&Assignment::usual(), 2, 4);
    let [moves, log] = right(&job);
    for field in LineField::of(job.row_format().columns(true)) {
        let (wrong, count) = with_other_field(&job, &log, field);
        let cases = [("only", job.clone(), [moves.clone(), wrong])];
        let checked = check(&cases, EFFORT);
        let report = checked.cases[0].report().expect("a report");
        let diagnosis = report.diagnosis.as_ref().expect("a diagnosis");
        let told = match &diagnosis.outcome {
            Outcome::Unknown(_, Some(pattern)) => pattern.sentence(&job).unwrap_or_default(),
            outcome => panic!("{outcome:?}"),
        };
        let expected = format!("The log has {count} wrong rows: only the column {field} differs");
        assert!(count > 1 && told.starts_with(&expected), "{field}: {told}");
        let kind = report.files[1].first().expect("a difference").kind;
        let is_bound = matches!(field, LineField::Column(LogColumn::Alpha | LogColumn::Beta));
        assert_eq!(kind.name(), if is_bound { "window".to_owned() } else { field.to_string() });
    }
}
