//! What may be said of a student's files: the laws of the diagnosis, of one case and of several.

use std::{fs, sync::Arc};

use proptest::prelude::*;
use reversi::{
    assignment::{Asked, AskedTask, Assignment, Job, TaskNumber},
    check::{
        CaseFiles, CheckedCase, CheckedCases, Equality, Role,
        diagnosis::{Explanation, Named},
        write_cases, write_report,
    },
    files::input::Input,
    game::Depth,
    games::reversi::{Bitboard, Color, MoveOrder, Position, Size, Square},
    mistakes::{JobFiles, Mistake, MistakenJob, Mistakes, NodeBudget},
};
use tempfile::TempDir;

use crate::positions;

/// What the diagnosis of a test may take.
const EFFORT: u64 = 500_000;

/// The outputs of a student, as files.
struct Student(TempDir);

/// A case of a student: its name, the job, the moves file and the log.
type Case = (&'static str, Job, [String; 2]);

impl Student {
    fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    /// Checks cases and diagnoses them together.
    fn check<'a>(&self, cases: &'a [Case], effort: u64) -> CheckedCases<'a> {
        let checked = cases.iter().map(|(name, job, texts)| {
            let paths = ["moves", "log"].map(|file| self.0.path().join(format!("{name}-{file}.txt")));
            for (path, text) in paths.iter().zip(texts) {
                fs::write(path, text).expect("a file");
            }
            let files = paths.to_vec();
            CheckedCase::new(&CaseFiles { name, job, files }, Equality::Lines, effort).expect("files")
        });
        CheckedCases::diagnose(checked.collect(), effort)
    }
}

/// A job of the usual assignment on a board among the fixtures.
fn fixture(task: u8, depth: u32, board: &str) -> Job {
    let asked =
        Asked { task: TaskNumber::new(task).map(AskedTask::Number), depth: Some(Depth::new(depth)), weights: None };
    Job::read(&Assignment::usual(), format!("fixtures/{board}.txt").as_ref(), asked).expect("a job")
}

/// A job of the usual assignment, in which black is to move.
fn usual(task: u8, depth: u32, board: Position) -> Job {
    let number = TaskNumber::new(task).expect("a number");
    let board = board.with_side_to_move(Color::Black);
    Job::numbered(&Assignment::usual(), number, board, Depth::new(depth)).expect("a task")
}

/// What a program writes that makes mistakes.
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

/// All that is named of some cases, for all of them, for one, or for one of its files.
fn all_named(checked: &CheckedCases) -> Vec<Explanation> {
    let diagnoses = || checked.cases.iter().filter_map(|case| case.report()?.diagnosis.as_ref());
    let of_cases =
        diagnoses().flat_map(|found| found.explained_by.iter().chain(found.files_explained_by.iter().flatten()));
    let nearest = diagnoses().filter_map(|found| Some(found.nearest.as_ref()?.explanation.clone()));
    sets(&checked.common.explained_by)
        .into_iter()
        .chain(of_cases.map(|named| named.explanation.clone()))
        .chain(nearest)
        .collect()
}

fn text(checked: &CheckedCases) -> String {
    let mut text = Vec::new();
    write_cases(checked, anstream::StripStream::new(&mut text)).expect("room in memory");
    String::from_utf8(text).expect("text").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is said of the log of a case.
fn log_report(job: &Job, log: String) -> String {
    let student = Student::new();
    let cases = [("only", job.clone(), [right(job)[0].clone(), log])];
    // What explains the file is not looked for.
    let checked = student.check(&cases, 0);
    let mut text = Vec::new();
    let report = checked.cases[0].report().expect("a report");
    write_report(report, job, anstream::StripStream::new(&mut text)).expect("room in memory");
    String::from_utf8(text).expect("text").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn law_1_a_case_that_is_right_but_for_its_spelling_is_right_and_rules_out_what_would_make_it_wrong() {
    let (spelled, wrong) = (fixture(2, 3, "midgame-early"), fixture(2, 3, "midgame-wide"));
    let [moves, log] = right(&spelled);
    let cases = [
        ("spelled", spelled.clone(), [moves, log.replace("Infinity", "inf")]),
        ("wrong", wrong.clone(), written(&wrong, Mistake::StrictCutOff)),
    ];
    assert_ne!(written(&spelled, Mistake::StrictCutOff), right(&spelled));
    let checked = Student::new().check(&cases, EFFORT);
    assert_eq!((checked.wrong(), checked.left()), (1, vec!["wrong"]));
    assert!(!all_named(&checked).contains(&Mistake::StrictCutOff.into()), "{:?}", checked.common);
    assert!(text(&checked).contains("spelled: right except for the format"), "{}", text(&checked));
}

/// Two boards, a task, a depth, and the number of a mistake.
fn mistaken_jobs() -> impl Strategy<Value = ([Position; 2], u8, u32, usize)> {
    (prop::array::uniform2(positions::standard()), 1..=3_u8, 1..=3_u32, 0..1000_usize)
}

/// Law 2 of two cases, the second of which is right.
fn no_right_case_contradicts_a_name(
    boards: [Position; 2],
    task: u8,
    depth: u32,
    number: usize,
    effort: u64,
) -> Result<(), TestCaseError> {
    let [job, other] = boards.map(|board| usual(task, depth, board));
    let known: Vec<Mistake> = Mistake::of(&job.assignment).collect();
    let mistake = known[number % known.len()];
    prop_assume!(JobFiles::new(&job, &MistakenJob::new(&job, mistake.into(), &[])).is_ok());
    prop_assume!(written(&job, mistake) != right(&job));
    let cases = [("wrong", job.clone(), written(&job, mistake)), ("right", other.clone(), right(&other))];
    let checked = Student::new().check(&cases, effort);
    for set in all_named(&checked) {
        let on_right = JobFiles::new(&other, &MistakenJob::new(&other, set.mistakes, &set.weights));
        let truth = JobFiles::new(&other, &MistakenJob::new(&other, Mistakes::NONE, &[]));
        prop_assert_eq!(on_right, truth, "{:?}", set);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn law_2_no_case_contradicts_a_name((boards, task, depth, number) in mistaken_jobs()) {
        no_right_case_contradicts_a_name(boards, task, depth.min(2), number, EFFORT)?;
    }

    #[test]
    #[ignore = "seconds: the same in larger jobs, and with sixty times the effort"]
    fn law_2_no_case_contradicts_a_name_in_larger_jobs((boards, task, depth, number) in mistaken_jobs()) {
        no_right_case_contradicts_a_name(boards, task, depth, number, 60 * EFFORT)?;
    }
}

#[test]
fn law_2_what_other_code_contradicts_is_named_with_that_limit() {
    let (minimax, alpha_beta) = (fixture(1, 2, "midgame-early"), fixture(2, 3, "midgame-early"));
    assert_ne!(written(&minimax, Mistake::RowShowsChild), right(&minimax));
    let cases = [
        ("one", minimax.clone(), right(&minimax)),
        ("two", alpha_beta.clone(), written(&alpha_beta, Mistake::RowShowsChild)),
    ];
    let checked = Student::new().check(&cases, EFFORT);
    let named = &checked.common.explained_by[0];
    assert_eq!(named.explanation, Mistake::RowShowsChild.into());
    let only = named.only.as_ref().expect("a limit");
    assert_eq!((only.algorithm, only.evaluation.as_deref()), (Some("alphabeta"), None));
    assert!(
        text(&checked).contains("row-shows-child explains 1 of 1 wrong cases, in alphabeta only"),
        "{}",
        text(&checked)
    );
}

#[test]
fn law_2_between_the_log_and_the_moves_file_of_a_case_the_same_holds() {
    let job = fixture(2, 3, "midgame-early");
    let wrong = written(&job, Mistake::NoDiagonals);
    let files = [right(&job)[0].clone(), wrong[1].clone()];
    let cases = [("only", job, files)];
    let checked = Student::new().check(&cases, EFFORT);
    assert!(!all_named(&checked).contains(&Mistake::NoDiagonals.into()));
}

#[test]
fn law_2_what_was_not_looked_at_contradicts_nothing_and_is_told() {
    let (wrong, other) = (fixture(2, 2, "midgame-early"), fixture(2, 4, "midgame-wide"));
    let cases =
        [("wrong", wrong.clone(), written(&wrong, Mistake::TiesToLast)), ("deep", other.clone(), right(&other))];
    let checked = Student::new().check(&cases, 40_000);
    assert!(checked.common.explained_by.is_empty() || text(&checked).contains("deep was not looked at to the end"));
}

#[test]
fn law_3_what_parts_earlier_from_the_other_cases_is_no_alternative() {
    let (one, other) = (fixture(2, 2, "midgame-late"), fixture(2, 3, "midgame-late"));
    let writes: Vec<(Mistake, [String; 2], [String; 2])> = Mistake::of(&one.assignment)
        .filter(|mistake| !matches!(mistake, Mistake::BoardShared))
        .map(|mistake| (mistake, written(&one, mistake), written(&other, mistake)))
        .collect();
    // Both write the same in one case; in the other, which has another fault at its end, one agrees longer.
    let agreement = |one: &[String; 2], other: &[String; 2]| {
        one[1].lines().zip(other[1].lines()).take_while(|(one, other)| one == other).count()
    };
    let (right_one, right_other) = (right(&one), right(&other));
    let pairs = writes.iter().flat_map(|true_one| writes.iter().map(move |other| (true_one, other)));
    let mut pairs = pairs.filter(|(of_one, of_other)| {
        let end = of_one.2[1].lines().count();
        of_one.1 == of_other.1
            && of_one.1 != right_one
            && agreement(&of_one.2, &of_other.2) + 2 < end
            && agreement(&right_other, &of_one.2) + 2 < end
    });
    let ((true_one, in_one, in_other), (alternative, ..)) = pairs.next().expect("two mistakes");
    let mut log: Vec<&str> = in_other[1].lines().collect();
    let last = log.len() - 1;
    log[last] = "root 1 77.0 77.0 Infinity";
    let cases = [("one", one, in_one.clone()), ("other", other, [in_other[0].clone(), log.join("\n")])];
    let checked = Student::new().check(&cases, EFFORT);
    let named = sets(&checked.common.explained_by);
    assert!(named.contains(&(*true_one).into()), "{true_one}: {named:?}");
    assert!(!named.contains(&(*alternative).into()), "{true_one} {alternative}: {named:?}");
}

#[test]
fn law_4_evidence_is_the_number_of_wrong_rows_and_moves_and_where_it_is_little_a_name_fits() {
    let job = fixture(2, 3, "midgame-early");
    let [moves, log] = right(&job);
    let wrong = written(&job, Mistake::NoCutOffMarker);
    let differing = log.lines().zip(wrong[1].lines()).filter(|(one, other)| one != other).count() as u64;
    let cases = [("only", job.clone(), [moves, wrong[1].clone()])];
    let checked = Student::new().check(&cases, EFFORT);
    assert_eq!(checked.common.explained_by[0].evidence, differing);

    // Mistakes that show in one or two places.
    let thin = Mistake::of(&job.assignment).filter(|mistake| *mistake != Mistake::BoardShared).find(|mistake| {
        let wrong = written(&job, *mistake);
        let lines = || log.lines().zip(wrong[1].lines());
        wrong[0] == right(&job)[0]
            && lines().count() == log.lines().count()
            && (1..=2).contains(&lines().filter(|(one, other)| one != other).count())
    });
    if let Some(mistake) = thin {
        let cases = [("only", job.clone(), written(&job, mistake))];
        let checked = Student::new().check(&cases, EFFORT);
        assert!(text(&checked).contains("that is supported by only"), "{mistake}: {}", text(&checked));
    }
}

/// A job of the usual assignment on a board among the fixtures, for which this holds.
fn fixture_where(task: u8, holds: impl Fn(&Job) -> bool) -> Job {
    let boards = ["midgame-early", "midgame-wide", "pass-inside-search", "endgame-eight-empties", "opening"];
    let jobs = (1..=4).flat_map(|depth| boards.map(|board| fixture(task, depth, board)));
    jobs.into_iter().find(holds).expect("a board")
}

/// On how many steps of a game that several mistakes make the last of them is seen.
fn steps_of_the_last(job: &Job, mistakes: &[Mistake]) -> u64 {
    let program = |mistakes: &[Mistake]| MistakenJob::new(job, mistakes.iter().copied().collect(), &[]);
    let mut budget = NodeBudget::ANY;
    program(mistakes).steps_unlike(&program(&mistakes[..mistakes.len() - 1]), &mut budget)
}

/// The right files of a job, or those with a mistake, where the last row of the log is none that any mistake writes.
fn with_an_unknown_fault([moves, log]: [String; 2]) -> [String; 2] {
    let (before, _) = log.trim_end().rsplit_once('\n').expect("rows");
    [moves, format!("{before}\nroot,1,77.0,77.0,Infinity\n")]
}

#[test]
fn law_4_a_name_that_rests_on_little_and_leaves_cases_of_the_same_code_is_not_named() {
    let thin = fixture_where(2, |job| (1..=2).contains(&steps_of_the_last(job, &[Mistake::TiesToLast])));
    let left = fixture_where(2, |job| written(job, Mistake::TiesToLast) == right(job));
    let alone = [("thin", thin.clone(), written(&thin, Mistake::TiesToLast))];
    assert!(all_named(&Student::new().check(&alone, EFFORT)).contains(&Mistake::TiesToLast.into()));
    let cases = [
        ("thin", thin.clone(), written(&thin, Mistake::TiesToLast)),
        ("left", left.clone(), with_an_unknown_fault(right(&left))),
    ];
    let checked = Student::new().check(&cases, 6 * EFFORT);
    assert_eq!(all_named(&checked), [], "{}", text(&checked));
}

#[test]
fn law_4_a_mistake_that_adds_little_to_another_and_leaves_cases_of_the_same_code_is_not_named() {
    let (one, both) = (Mistake::StrictCutOff, [Mistake::StrictCutOff, Mistake::TiesToLast]);
    let pair: Mistakes = both.into_iter().collect();
    let thin = fixture_where(2, |job| {
        written(job, one) != right(job)
            && (1..=2).contains(&steps_of_the_last(job, &both))
            && written(job, one)[1] == written(job, pair)[1]
    });
    let plain = fixture_where(2, |job| written(job, one) != right(job) && written(job, one) == written(job, pair));
    let alone = [("thin", thin.clone(), written(&thin, pair))];
    let said = text(&Student::new().check(&alone, 10 * EFFORT));
    assert!(said.contains("of them ties-to-last is supported by only"), "{said}");
    let cases = [
        ("thin", thin.clone(), written(&thin, pair)),
        ("plain", plain.clone(), written(&plain, one)),
        ("left", plain.clone(), with_an_unknown_fault(written(&plain, one))),
    ];
    let checked = Student::new().check(&cases, 10 * EFFORT);
    let named = all_named(&checked);
    assert!(named.contains(&one.into()), "{}", text(&checked));
    assert!(named.iter().all(|set| !set.mistakes.contains(Mistake::TiesToLast)), "{}", text(&checked));
}

#[test]
fn law_5_what_a_single_case_knows_is_told_among_several() {
    let (job, other) = (fixture(2, 3, "midgame-early"), fixture(1, 2, "midgame-wide"));
    let wrong = written(&job, Mistake::NoCutOffMarker);
    let mut moves: Vec<&str> = wrong[0].lines().collect();
    moves.swap(15, 16);
    let cases = [("one", job, [moves.join("\n"), wrong[1].clone()]), ("two", other.clone(), right(&other))];
    let said = text(&Student::new().check(&cases, EFFORT));
    assert!(said.contains("explains only the log: no-cut-off-marker"), "{said}");
}

/// Law 6 of three mistakes at once.
fn the_nearest_is_one_mistake_or_a_pair(
    board: Position,
    task: u8,
    numbers: [usize; 3],
    effort: u64,
) -> Result<(), TestCaseError> {
    let job = usual(task, 2, board);
    let known: Vec<Mistake> = Mistake::of(&job.assignment).collect();
    let set: Mistakes = numbers.iter().map(|number| known[number % known.len()]).collect();
    let Ok(JobFiles::Game { moves, log }) = JobFiles::new(&job, &MistakenJob::new(&job, set, &[])) else {
        return Ok(());
    };
    let cases = [("only", job, [moves, log])];
    let checked = Student::new().check(&cases, effort);
    let diagnosis = checked.cases[0].report().and_then(|report| report.diagnosis.as_ref());
    if let Some(diagnosis) = diagnosis {
        prop_assert!(diagnosis.nodes <= effort, "{}", diagnosis.nodes);
        if let Some(nearest) = &diagnosis.nearest {
            prop_assert!(nearest.explanation.mistakes.iter().count() <= 2);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn law_6_the_nearest_is_one_mistake_or_a_pair(
        board in positions::standard(),
        task in 1..=3_u8,
        numbers in prop::array::uniform3(0..1000_usize),
    ) {
        the_nearest_is_one_mistake_or_a_pair(board, task, numbers, EFFORT / 3)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "seconds: the same more often, and with six times the effort"]
    fn law_6_the_nearest_is_one_mistake_or_a_pair_with_more_effort(
        board in positions::standard(),
        task in 1..=3_u8,
        numbers in prop::array::uniform3(0..1000_usize),
    ) {
        the_nearest_is_one_mistake_or_a_pair(board, task, numbers, 2 * EFFORT)?;
    }
}

#[test]
fn law_7_spelling_is_counted_over_the_whole_file() {
    let job = fixture(2, 3, "midgame-early");
    let [moves, log] = right(&job);
    let whole = log.replace(".0", "");
    let rows = whole.lines().zip(log.lines()).filter(|(one, other)| one != other).count() as u64;
    let mut lines: Vec<&str> = whole.lines().collect();
    lines[5] = "a1 1 1 1 1";
    let cases = [("only", job, [moves, lines.join("\n")])];
    let checked = Student::new().check(&cases, EFFORT);
    let file = &checked.cases[0].report().expect("a report").files[1];
    let habits: Vec<_> = file.habits.iter().map(|(habit, rows)| (habit.to_string(), rows)).collect();
    assert!(habits[0].0 == "no-decimal" && habits[0].1.abs_diff(rows) <= 1, "{habits:?} {rows}");
}

#[test]
fn law_7_boards_are_read_by_their_squares() {
    let assignment = Assignment::named("usc2014").expect("a built-in assignment");
    let path = "fixtures/next/usc2014-alphabeta-midgame.txt";
    let job = Job::read(&assignment, path.as_ref(), Asked::default()).expect("a job");
    let [_, output] = right(&job);
    let spaced = |line: &str| line.split("").collect::<Vec<_>>().join(" ").trim().to_owned();
    let lines: Vec<String> =
        output.lines().enumerate().map(|(at, line)| if at < 8 { spaced(line) } else { line.to_owned() }).collect();
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("o.txt");
    fs::write(&file, lines.join("\n")).expect("a file");
    let checked = CheckedCase::new(&CaseFiles { name: "o", job: &job, files: vec![file] }, Equality::Lines, EFFORT);
    let checked = checked.expect("a file");
    let board = &checked.report().expect("a report").files[0];
    assert!(board.role == Role::Board && board.is_spelled_otherwise());
}

#[test]
fn law_8_a_row_that_the_row_above_has_ruled_out_is_told_as_such() {
    let job = fixture(2, 3, "midgame-early");
    let said = log_report(&job, written(&job, Mistake::CutOffDoesNotStop)[1].clone());
    assert!(said.contains("must not be searched") && said.contains("The row above cut off"), "{said}");
}

#[test]
fn law_8_an_illegal_move_says_why() {
    let job = fixture(2, 2, "midgame-early");
    let [_, log] = right(&job);
    let position = job.task.start;
    let lines: Vec<&str> = log.lines().collect();
    let name = |square| format!("{square} 1 0.0 -Infinity Infinity");
    let occupied = (!position.empty()).first().expect("a disc");
    let other = (position.passed().legal_moves() - position.legal_moves()).first();
    let nothing = position.empty() - position.legal_moves() - position.passed().legal_moves();
    let cases =
        [(Some(occupied), "is occupied"), (other, "would capture discs"), (nothing.first(), "captures nothing")];
    for (square, why) in cases {
        let Some(square) = square else { continue };
        let with = [&lines[..2], &[name(square).as_str()], &lines[3..]].concat().join("\n");
        let said = log_report(&job, with);
        assert!(said.contains(why), "{why}: {said}");
    }
}

/// An assignment that is like the usual one but for some lines.
fn described(lines: &str) -> Arc<Assignment> {
    let text = format!("name = \"own\"\nlike = \"usc2013\"\n{lines}");
    Arc::new(Assignment::parse(&Input { name: String::new(), text }).expect("an assignment"))
}

fn opening(assignment: &Arc<Assignment>, task: u8, depth: u32) -> Job {
    let number = TaskNumber::new(task).expect("a number");
    Job::numbered(assignment, number, Position::opening(Size::EIGHT), Depth::new(depth)).expect("a task")
}

/// An assignment with one evaluation for its one task.
fn valued(evaluation: &str) -> Arc<Assignment> {
    described(&format!("[tasks]\n1 = {{ algorithm = \"alphabeta\", evaluation = \"{evaluation}\" }}\n"))
}

#[test]
fn law_10_a_wrong_coefficient_and_a_missing_term_are_calculated() {
    let asked = valued("weights + 10 mobility + 3 corners");
    let wrong = [
        ("weights + 9 mobility + 3 corners", "wrong-coefficient:mobility:9"),
        ("weights - 10 mobility + 3 corners", "wrong-coefficient:mobility:-10"),
        ("weights + 3 corners", "missing-term:mobility"),
        ("2 weights + 10 mobility + 3 corners", "wrong-coefficient:weights:2"),
    ];
    let late = fixture(1, 2, "midgame-late").task;
    let job = |assignment: &Arc<Assignment>| {
        Job::numbered(assignment, TaskNumber::new(1).expect("a number"), late.start, late.depth).expect("a task")
    };
    for (evaluation, name) in wrong {
        let files = right(&job(&valued(evaluation)));
        let cases = [("only", job(&asked), files)];
        let checked = Student::new().check(&cases, EFFORT);
        let named: Vec<String> =
            checked.common.explained_by.iter().flat_map(|named| named.explanation.names()).collect();
        assert!(named.iter().any(|found| found == name), "{name}: {named:?}");
        let said = text(&checked);
        assert!(said.contains("The assignment: leaves are valued by"), "{said}");
    }
}

#[test]
fn law_11_where_moves_are_tried_in_a_third_order_the_other_seven_are_the_mistakes() {
    let assignment =
        |order: MoveOrder| described(&format!("[search]\norder = \"{}\"\nfirst = \"{}\"\n", order.lines, order.first));
    let asked = MoveOrder::all().last().expect("eight orders");
    let own = assignment(asked);
    let names: Vec<String> = Mistake::of(&own).map(|mistake| mistake.to_string()).collect();
    assert!(!names.iter().any(|name| name == "column-order" || name == "reverse-order"));
    assert_eq!(names.iter().filter(|name| name.starts_with("order:")).count(), 7);
    for order in MoveOrder::all().filter(|order| *order != asked) {
        let files = right(&opening(&assignment(order), 2, 3));
        let job = opening(&own, 2, 3);
        let name = format!("order:{}:{}", order.lines, order.first);
        let mistake: Mistake = name.parse().expect("a mistake");
        assert_eq!(written(&job, mistake), files, "{name}");
        let cases = [("only", job, files)];
        let checked = Student::new().check(&cases, EFFORT);
        assert!(sets(&checked.common.explained_by).contains(&mistake.into()), "{name}");
    }
    assert_eq!(
        Mistake::of(&Assignment::usual()).filter(|mistake| mistake.to_string().starts_with("order:")).count(),
        0
    );
}

#[test]
fn law_9_a_mistake_in_the_moves_reaches_features_that_count_moves() {
    let job = opening(&valued("mobility"), 1, 1);
    let [_, log] = written(&job, Mistake::NoDiagonals);
    // After d3, whose row is the third line, counted by hand along rows and columns alone.
    let board = job.task.start.after("d3".parse().expect("a square"));
    let count = |color| {
        let (own, other) = (board.discs(color), board.discs(color.opponent()));
        let at = |row: i8, column: i8| {
            let coordinate = |number: i8| u8::try_from(number).ok();
            Square::new(coordinate(row)?, coordinate(column)?)
        };
        let captures = |square: &Square| {
            [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().any(|(down, right)| {
                let place = |steps: i8| at(square.row() as i8 + steps * down, square.column() as i8 + steps * right);
                let is_in = |squares: Bitboard, steps| place(steps).is_some_and(|place| squares.contains(place));
                let end = (1..8).find(|&steps| !is_in(other, steps)).unwrap_or(8);
                end > 1 && is_in(own, end)
            })
        };
        board.empty().into_iter().filter(captures).count() as f64
    };
    let value = count(Color::Black) - count(Color::White);
    let row = log.lines().find(|line| line.starts_with("d3")).expect("a row of d3");
    assert_eq!(row.split(' ').nth(2), Some(format!("{value:.1}").as_str()), "{log}");
}

#[test]
fn law_11_a_moves_file_is_read_where_the_column_of_the_nodes_has_the_name_of_a_step() {
    let words = "[log]\nheader = \"Move,Depth,Value,Alpha,Beta\"\n[moves]\nstep = \"Move {}\"\n";
    let job = opening(&described(words), 2, 2);
    let [moves, _] = written(&job, Mistake::PlaysFirstMove);
    assert!(moves.starts_with("Move 1"));
    let cases = [("only", job.clone(), [moves, right(&job)[1].clone()])];
    let checked = Student::new().check(&cases, EFFORT);
    assert!(sets(&checked.common.explained_by).contains(&Mistake::PlaysFirstMove.into()), "{:?}", checked.common);
}

#[test]
fn law_12_an_open_reading_is_named_as_such_and_right_where_it_is_accepted() {
    let assignment = Assignment::named("usc2014").expect("a built-in assignment");
    let path = "fixtures/next/usc2014-minimax-full-board.txt";
    let job = Job::read(&assignment, path.as_ref(), Asked::default()).expect("a job");
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("output.txt");
    fs::write(&file, &written(&job, Mistake::FullBoardIsALeaf)[1]).expect("a file");
    let check = |arguments: &[&str]| {
        let mut check = crate::reversi();
        check.args(["check", "--assignment", "usc2014", "-i", path, "-o"]).arg(&file).args(arguments);
        let output = check.output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    let (code, said) = check(&[]);
    assert_eq!(code, Some(1));
    assert!(said.contains("open reading, not a mistake") && !said.contains("The assignment: A full"), "{said}");
    let (_, json) = check(&["--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let at =
        json["explained_by"].as_array().and_then(|sets| sets.iter().position(|set| set[0] == "full-board-is-a-leaf"));
    assert_eq!(json["open"][at.expect("the name")], true);
    assert_eq!(check(&["--accept", "full-board-is-a-leaf"]).0, Some(0));
    assert_eq!(check(&["--accept", "wipe-out-goes-on"]).0, Some(2));
}

#[test]
fn law_20_the_location_is_what_wrong_cases_share_and_right_cases_do_not() {
    let boards = ["midgame-early", "midgame-wide"];
    let minimax = boards.map(|board| fixture(1, 3, board));
    let alpha_beta = boards.map(|board| fixture(2, 3, board));
    let names = ["one", "two", "three", "four"];
    let wrong = alpha_beta.iter().map(|job| (job, written(job, Mistake::RowShowsChild)));
    let files = minimax.iter().map(|job| (job, right(job))).chain(wrong);
    let cases: Vec<Case> =
        names.into_iter().zip(files).map(|(name, (job, files))| (name, job.clone(), files)).collect();
    let checked = Student::new().check(&cases, EFFORT);
    let location = serde_json::to_value(&checked.common.location).expect("JSON");
    assert_eq!(location["only"], serde_json::json!({"algorithm": "alphabeta", "file": "log"}));
    assert!(location["first"].as_array().expect("a list").contains(&"after-child".into()), "{location}");
    let said = text(&checked);
    for sentence in
        ["Only your alpha-beta is affected", "Only the log is affected", "the first wrong place is a row after a child"]
    {
        assert!(said.contains(sentence), "{sentence}: {said}");
    }
}

#[test]
fn law_21_missing_and_surplus_rows_are_wrong_rows_and_the_others_are_not() {
    let job = fixture(2, 3, "midgame-early");
    let [moves, log] = right(&job);
    let mut lines: Vec<&str> = log.lines().collect();
    lines.remove(20);
    lines.insert(9, "a1 3 5.0 -Infinity Infinity");
    lines[40] = "a1 3 5.0 -Infinity Infinity";
    let cases = [("only", job, [moves, lines.join("\n")])];
    let checked = Student::new().check(&cases, EFFORT);
    let diagnosis = checked.cases[0].report().and_then(|report| report.diagnosis.as_ref());
    assert_eq!(diagnosis.and_then(|found| found.wrong_rows.as_ref()).map(|rows| rows.count), Some(3));
}

#[test]
fn law_22_the_input_with_its_colours_swapped_is_another_job() {
    let job = fixture(2, 2, "midgame-early");
    let discs = Color::ALL.map(|color| job.task.start.discs(color));
    let swapped = Position::new(Size::EIGHT, Color::Black, discs[1], discs[0]);
    let letters = |text: &str| -> String {
        let swap = |letter| match letter {
            'X' => 'O',
            'O' => 'X',
            letter => letter,
        };
        text.lines()
            .map(|line| if line.len() == 8 { line.chars().map(swap).collect() } else { line.to_owned() } + "\n")
            .collect()
    };
    let [moves, log] = right(&usual(2, 2, swapped));
    let cases = [("only", job, [letters(&moves), log])];
    let checked = Student::new().check(&cases, EFFORT);
    assert_eq!(all_named(&checked), []);
    assert!(text(&checked).contains("right for the input with its colours swapped"), "{}", text(&checked));
}
