//! Tests assignments from files: jobs, error messages, and the built-in assignments.

use std::{fs, path::Path};

use proptest::prelude::*;
use reversi::{
    assignment::{Assignment, Heading, MaxPlayer, OpenReading, OutputForm},
    files::input::Input,
    games::reversi::{Continuation, MoveOrder, NoMove, Size, text::Alphabet},
    log::{Columns, CutWindow, LogColumn},
    mistakes::Mistake,
};
use tempfile::TempDir;

/// The arguments of each job: the assignment's file, and the values that the input lacks.
fn jobs() -> impl Iterator<Item = (String, Vec<String>)> {
    let entries = fs::read_dir("fixtures/assignment").expect("a folder").map(|entry| entry.expect("an entry").path());
    let named = entries.filter(|path| path.extension().is_some_and(|extension| extension == "arguments"));
    named.map(|path| {
        let arguments = fs::read_to_string(&path).expect("text");
        let name = path.with_extension("").display().to_string();
        (name, format!("fixtures/assignment/{arguments}").split_whitespace().map(str::to_owned).collect())
    })
}

#[test]
fn a_file_that_gives_the_key_of_an_open_reading_decides_it() {
    let read = |text: &str| Assignment::parse(&Input { name: String::new(), text: format!("name = \"own\"\n{text}") });
    let open = |text: &str| read(text).expect("an assignment").open_readings;
    assert_eq!(open("like = \"usc2017\""), [OpenReading::FullBoardIsALeaf]);
    assert_eq!(open("like = \"usc2017\"\n[search]\nfull_board = \"goes-on\""), []);
    assert_eq!(open("like = \"usc2017\"\n[search]\nno_move = \"leaf\""), []);
    for (text, problem) in
        [("[\"full-bord\"]", "full-board-is-a-leaf"), ("[\"full-board-is-a-leaf\"]", "makes no difference")]
    {
        let error = read(&format!("open_readings = {text}")).expect_err("a wrong name");
        assert!(error.to_string().contains(problem), "{error}");
    }
}

#[test]
fn a_described_job_writes_what_the_plain_reference_writes() {
    let mut count = 0;
    for (name, arguments) in jobs() {
        let folder = TempDir::new().expect("a temporary folder");
        let file = |name: &str| folder.path().join(name);
        let assignment = Assignment::read(Path::new(&arguments[0])).expect("an assignment");
        let mut command = crate::reversi();
        let outputs = match assignment.output {
            OutputForm::Game => vec!["moves", "log"],
            OutputForm::Next => vec!["output"],
        };
        if assignment.output == OutputForm::Next {
            command.arg("next");
        }
        command.arg("--assignment").args(&arguments).args(["-i", &format!("{name}.txt")]);
        for output in &outputs {
            command.arg(format!("--{output}")).arg(file(output));
        }
        command.assert().success();
        let written: String = outputs.iter().map(|output| fs::read_to_string(file(output)).expect("a file")).collect();
        assert!(written == fs::read_to_string(format!("{name}.expected")).expect("a fixture"), "{name}");
        let mut check = crate::reversi();
        check.args(["check", "--assignment"]).args(&arguments).args(["-i", &format!("{name}.txt")]);
        for output in &outputs {
            check.arg(format!("--{output}")).arg(file(output));
        }
        check.assert().success();
        count += 1;
    }
    assert!(count >= 12, "only {count} jobs");
}

#[test]
fn built_in_assignment_is_printed_complete() {
    for name in Assignment::BUILT_IN {
        let built_in = Assignment::named(name).expect("its own name");
        let text = fs::read_to_string(format!("src/course/assignment/built_in/{name}.toml")).expect("a file");
        assert!(text.contains("\nlike = ") || built_in.text() == text, "{name}");
        let shown = crate::stdout(&crate::reversi().args(["assignments", "--show", name]).assert().success());
        assert_eq!(shown, built_in.text());
        for key in ["weights = [", "first = ", "columns = [", "header_separator = ", "end = ", "algorithm = "] {
            assert!(shown.contains(&format!("\n{key}")), "{name}: {key}");
        }
    }
}

#[test]
fn copy_of_a_built_in_assignment_equals_it() {
    for built_in in Assignment::built_in() {
        let copy = parse(&built_in.text()).expect("an assignment");
        assert_eq!(copy, *built_in);
        let like = parse(&format!("name = {0:?}\nlike = {0:?}\n", built_in.name)).expect("an assignment");
        assert_eq!(like, *built_in);
        assert!(Mistake::of(&copy).eq(Mistake::of(&built_in)));
    }
}

fn parse(text: &str) -> anyhow::Result<Assignment> {
    Assignment::parse(&Input { name: "mine.toml".to_owned(), text: text.to_owned() })
}

/// A word without the characters that separate fields.
fn word() -> impl Strategy<Value = String> {
    "[A-Z][A-Z#\"\\\\]{2,6}"
}

pub fn columns() -> impl Strategy<Value = Columns> {
    prop::sample::subsequence(LogColumn::ALL.to_vec(), 2..=5)
        .prop_shuffle()
        .prop_filter_map("the node and the value are needed", |columns| Columns::new(&columns))
}

fn assignments() -> impl Strategy<Value = Assignment> {
    let max = prop::sample::select(MaxPlayer::ALL.to_vec());
    let order = prop::sample::select(MoveOrder::all().collect::<Vec<_>>());
    let rules = (max, prop::bool::ANY, prop::bool::ANY, order);
    let heading = prop::sample::subsequence(Heading::ALL.to_vec(), 0..=3).prop_shuffle();
    let header = (columns(), [word(), word(), word(), word(), word()]);
    let log = (header, "[,; |\t]{1,3}", 0..=6_usize, 0..=9_u32, prop::bool::ANY);
    let texts = (word(), word(), word(), "[^\r\n]{0,9}");
    let built_in = prop::sample::select(Assignment::built_in().collect::<Vec<_>>());
    let weights = (4..=8_u8).prop_flat_map(|rows| {
        let row = prop::collection::vec(any::<i16>(), usize::from(rows));
        (Just(rows), prop::collection::vec(row, usize::from(rows)))
    });
    (built_in, weights, rules, heading, log, texts).prop_filter_map(
        "root, pass and infinity are three words",
        |(like, (rows, weights), (max, leaf, ends, order), heading, log, (root, pass, infinity, title))| {
            let ((columns, header), separator, decimals, root_depth, flag) = log;
            let size = Size::new(rows).expect("4 to 8 rows");
            let mut assignment = Assignment { size, weights, heading, title: title.clone(), ..(*like).clone() };
            assignment.name.clone_from(&root);
            assignment.squares = Alphabet { empty: '.', black: 'é', white: '"' };
            assignment.rules.max = max;
            assignment.rules.no_move = if leaf { NoMove::Leaf } else { NoMove::Pass };
            assignment.rules.wipe_out = if ends { Continuation::Ends } else { Continuation::GoesOn };
            (assignment.rules.lines, assignment.rules.first) = (order.lines, order.first);
            assignment.rules.full_board = if flag { Continuation::Ends } else { Continuation::GoesOn };
            assignment.open_readings = if !flag && !leaf { vec![OpenReading::FullBoardIsALeaf] } else { Vec::new() };
            let are_three = root != pass && root != infinity && pass != infinity;
            let row_format = &mut assignment.row_format;
            row_format.header = header[..columns.of(true).len()].join(",").into();
            row_format.header_separator = title.chars().next().map_or("; ".to_owned(), String::from).into();
            row_format.columns = columns;
            (row_format.separator, row_format.decimals, row_format.root_depth) =
                (separator.into(), decimals, root_depth);
            (row_format.root, row_format.pass, row_format.infinity) =
                (root.into(), pass.clone().into(), infinity.into());
            row_format.last_line_end = flag;
            row_format.cut_window = if flag { CutWindow::Narrowed } else { CutWindow::AsSearched };
            assignment.moves.step = format!("{pass} {{}}");
            assignment.moves.end = pass;
            are_three.then_some(assignment)
        },
    )
}

proptest! {
    #![proptest_config(crate::random(100))]

    #[test]
    fn an_assignment_is_read_as_it_is_printed(assignment in assignments()) {
        let text = assignment.text();
        prop_assert_eq!(parse(&text).map_err(|error| error.to_string()), Ok(assignment));
    }
}
