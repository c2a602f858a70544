//! Tests jobs with mistakes. A job without mistakes equals the right job; a job with mistakes equals the plain
//! reference.

use std::{iter, ops::ControlFlow, sync::Arc};

use flate2::Crc;
use proptest::prelude::*;
use reversi_core::{
    game::Game as _,
    games::reversi::{Color, Continuation, MoveOrder, NoMove},
};
use reversi_course::{
    assignment::{Assignment, Job, MaxPlayer, OpenReading, OutputForm, SearchRules},
    cases::ExpectedFile,
    log::Line,
    mistakes::{
        Captures, JobFiles, JobWriter as _, Mistake, MistakeText, MistakenGame, MistakenJob, Mistakes, NodeBudget,
        PlainMistake, WrongTerm,
    },
};
use reversi_io::files::{LineEnding, input::Input};

use reversi_testing::positions;

use crate::jobs::{job, reference_job, reference_jobs};

/// A strategy for jobs with any rules, including rules that no built-in assignment has.
fn job_of_any_rules() -> impl Strategy<Value = Job> {
    let max = prop::sample::select(MaxPlayer::ALL.to_vec());
    let order = prop::sample::select(MoveOrder::all().collect::<Vec<_>>());
    (job(), max, order, [prop::bool::ANY; 3]).prop_map(|(job, max, order, [leaf, ends, full])| {
        let mut assignment = (*job.assignment).clone();
        assignment.rules = SearchRules {
            max,
            no_move: if leaf { NoMove::Leaf } else { NoMove::Pass },
            wipe_out: if ends { Continuation::Ends } else { Continuation::GoesOn },
            full_board: if full { Continuation::Ends } else { Continuation::GoesOn },
            lines: order.lines,
            first: order.first,
        };
        let number = job.number.expect("a numbered task");
        let of_these_rules = Job::numbered(&Arc::new(assignment), number, job.task.start, job.named_depth);
        of_these_rules.expect("a task of the assignment")
    })
}

/// The files of a job, produced by the real search.
fn files(job: &Job) -> JobFiles {
    let text = |file: ExpectedFile| {
        let mut text = Vec::new();
        file.write(job, &mut text).expect("room in memory");
        String::from_utf8(text).expect("text")
    };
    match job.assignment.output {
        OutputForm::Game => JobFiles::Game { moves: text(ExpectedFile::Moves), log: text(ExpectedFile::Log) },
        OutputForm::Next => JobFiles::Next { output: text(ExpectedFile::Output) },
    }
}

proptest! {
    #![proptest_config(reversi_testing::random(300))]

    #[test]
    fn a_job_under_a_reading_writes_what_the_mistake_writes(job in job_of_any_rules()) {
        for reading in OpenReading::ALL {
            let mistake: Mistake = reading.name().parse().expect("a mistake");
            let mut open = job.clone();
            Arc::make_mut(&mut open.assignment).open_readings = vec![reading];
            if mistake.is_possible_in(&job.assignment) {
                let mistaken = JobFiles::new(&job, &MistakenJob::new(&job, mistake.into(), &[]));
                let other = open.accepting(&[reading]).expect("an open reading");
                prop_assert_eq!(mistaken.as_ref(), Ok(&files(&other)));
                prop_assert_eq!(other.assignment.open_readings.len(), 1);
            }
        }
    }

    /// An unusual order of moves selects the slow captures, although the order does not change the captures.
    #[test]
    fn slow_captures_without_a_mistake_equal_the_game(position in positions::standard()) {
        let captures = Captures::new(PlainMistake::ColumnOrder.into(), position.size(), MoveOrder::ROWS_FROM_A1);
        let slow = MistakenGame::new(&position, Color::Black, captures);
        let mut moves: Vec<_> = slow.moves().collect();
        moves.sort();
        prop_assert_eq!(&moves, &position.legal_moves().into_iter().collect::<Vec<_>>());
        for played in moves {
            prop_assert_eq!(slow.after(played).position(), position.after(played));
        }
    }

    #[test]
    fn job_without_a_mistake_equals_the_search(job in job_of_any_rules(), is_crlf in prop::bool::ANY) {
        let job = Job { line_ending: if is_crlf { LineEnding::Crlf } else { LineEnding::Lf }, ..job };
        let mistaken = MistakenJob::new(&job, Mistakes::NONE, &[]);
        prop_assert_eq!(JobFiles::new(&job, &mistaken), Ok(files(&job)));
    }

    #[test]
    fn row_is_read_as_it_is_written(job in job(), names in prop::collection::vec(prop::sample::select(PlainMistake::ALL), 0..3)) {
        let mistakes = names.into_iter().filter(|mistake| mistake.is_possible_in(&job.assignment)).collect();
        let mut read = true;
        let mut row = |row: &Line| {
            read &= job.row_format().read(job.row_format().write(row).as_bytes()) == Ok(*row);
            ControlFlow::Continue(())
        };
        // Some mistakes make the search endless, so the test only reads the first rows.
        let _ = MistakenJob::new(&job, mistakes, &[]).log(&mut { NodeBudget::ANY }, &mut row);
        prop_assert!(read);
    }
}

fn checksum(job: &Job, mistaken: &MistakenJob) -> [String; 2] {
    let texts = match JobFiles::new(job, mistaken).expect("it ends") {
        JobFiles::Game { moves, log } => moves + &log,
        JobFiles::Next { output } => output,
    };
    let mut checksum = Crc::new();
    checksum.update(texts.as_bytes());
    [texts.len().to_string(), format!("{:08x}", checksum.sum())]
}

/// For all reference jobs, compares the checksum of all files.
#[test]
fn mistakes_write_the_files_of_the_reference() {
    let mut seen = std::collections::HashSet::new();
    for (mistakes, job, expected) in reference_jobs() {
        seen.extend(mistakes.iter().map(|mistake| (mistake, job.assignment.name.clone())));
        let found = checksum(&job, &MistakenJob::new(&job, mistakes, &[]));
        assert_eq!(found, expected, "{mistakes} in {}: {:?}", job.assignment, job.task.start);
    }
    for mistake in Mistake::all_plain() {
        for sided in mistake.on_each_side().filter(|_| Assignment::built_in().any(|one| mistake.is_possible_in(&one))) {
            let is_seen = Assignment::built_in().any(|assignment| seen.contains(&(sided, assignment.name.clone())));
            assert!(is_seen, "no job of the reference has {sided}");
        }
        for assignment in Assignment::built_in().filter(|assignment| mistake.is_possible_in(assignment)) {
            let pair = (mistake, assignment.name.clone());
            assert!(seen.contains(&pair), "no job of the reference has {mistake} in {assignment}");
        }
    }
}

/// Compares the files with the files of an assignment that has the mistaken order or coefficient.
#[test]
fn wrong_orders_and_terms_write_the_files_of_the_reference() {
    let mut reader =
        csv::Reader::from_path(reversi_testing::path("fixtures/mistakes-described.csv")).expect("a fixture");
    let mut count = 0;
    for record in reader.records() {
        let record = record.expect("a record");
        let field = |index| record.get(index).expect("seven fields");
        let (order, first) = field(0).split_once(':').expect("an order");
        let text = format!(
            "name = \"own\"\nsearch = {{ order = \"{order}\", first = \"{first}\" }}\n\
             tasks.1 = {{ algorithm = \"alphabeta\", evaluation = \"{}\" }}\n",
            field(1)
        );
        let assignment = Assignment::parse(&Input { name: String::new(), text }).expect("an assignment");
        let job = reference_job(&Arc::new(assignment), "1", "X", field(3), field(4));
        let term = match field(2).split(':').collect::<Vec<_>>()[..] {
            ["missing-term", feature] => Some(WrongTerm { feature: feature.to_owned(), coefficient: 0 }),
            ["wrong-coefficient", feature, coefficient] => {
                let coefficient = coefficient.parse().expect("a number");
                Some(WrongTerm { feature: feature.to_owned(), coefficient })
            }
            _ => None,
        };
        let mistakes = if term.is_some() { Mistakes::NONE } else { field(2).parse().expect("a mistake") };
        let program = MistakenJob::new(&job, mistakes, &[]).with_term(term.as_ref());
        assert_eq!(checksum(&job, &program), [field(5), field(6)], "{record:?}");
        count += 1;
    }
    assert!(count > 20, "only {count} jobs");
}

/// Some mistakes allow a move that changes no disc, which can be repeated forever.
#[test]
fn every_game_with_a_mistake_ends() {
    let assignment = Assignment::named("usc2013").expect("an assignment");
    let opening = "********/********/********/***OX***/***XO***/********/********/********";
    let job = reference_job(&assignment, "2", "X", "2", opening);
    for mistake in Mistake::of(&assignment) {
        let mut budget = NodeBudget { most_nodes: 1_000_000, ..NodeBudget::ANY };
        let mistakes = Mistakes::from(mistake).with(PlainMistake::LogOfEveryStep);
        let _ = MistakenJob::new(&job, mistakes, &[]).log(&mut budget, &mut |_| ControlFlow::Continue(()));
        assert!(budget.nodes < budget.most_nodes, "{mistake}");
    }
}

#[test]
fn mistakes_have_unique_names_and_sentences() {
    let mistakes: Vec<Mistake> =
        Mistake::all_plain().flat_map(|plain| iter::once(plain).chain(plain.on_each_side())).collect();
    let mut names: Vec<_> = mistakes.iter().map(|mistake| mistake.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), mistakes.len());
    for mistake in mistakes {
        assert_eq!(mistake.name().parse(), Ok(mistake));
        for assignment in Assignment::built_in() {
            let MistakeText { done, rule, look, .. } = mistake.text([&assignment]);
            for sentence in [done, rule, look] {
                let is_sentence = sentence.ends_with(['.', '?']) && !sentence.starts_with(char::is_lowercase);
                assert!(is_sentence && !sentence.contains(['{', '}']), "{mistake}: {sentence}");
            }
        }
    }
}
