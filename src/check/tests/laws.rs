//! What may be said of a student's files: the laws of the diagnosis, of one case and of several.

use std::{fs, sync::Arc};

use proptest::prelude::*;
use reversi_check::{
    CaseFiles, CheckedCase, CheckedCases, Equality,
    diagnosis::{Explanation, Named},
    write_cases,
};
use reversi_core::{
    game::Depth,
    games::reversi::{Bitboard, Color, MoveOrder, Position, Size, Square},
};
use reversi_course::{
    assignment::{Asked, AskedTask, Assignment, Job, TaskNumber},
    mistakes::{JobFiles, Mistake, MistakenJob, Mistakes, NodeBudget},
};
use reversi_io::files::input::Input;
use reversi_testing::{by_profile, positions, random};
use tempfile::TempDir;

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
    Job::read(&Assignment::usual(), &reversi_testing::path(format!("fixtures/{board}.txt")), asked).expect("a job")
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
    #![proptest_config(ProptestConfig { cases: by_profile(6, 24), ..random(0) })]

    #[test]
    fn law_2_no_case_contradicts_a_name((boards, task, depth, number) in mistaken_jobs()) {
        let (depth, effort) = by_profile((depth.min(2), EFFORT), (depth, 60 * EFFORT));
        no_right_case_contradicts_a_name(boards, task, depth, number, effort)?;
    }

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
    #![proptest_config(ProptestConfig { cases: by_profile(6, 24), ..random(0) })]

    #[test]
    fn law_6_the_nearest_is_one_mistake_or_a_pair(
        board in positions::standard(),
        task in 1..=3_u8,
        numbers in prop::array::uniform3(0..1000_usize),
    ) {
        the_nearest_is_one_mistake_or_a_pair(board, task, numbers, by_profile(EFFORT / 3, 2 * EFFORT))?;
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
