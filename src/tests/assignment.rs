//! Tests assignments from files: jobs, error messages, and the built-in assignments.

use std::{fs, path::Path};

use proptest::prelude::*;
use reversi::{
    assignment::{Assignment, Heading, MaxPlayer, OpenReading, OutputForm},
    files::input::Input,
    games::reversi::{FullBoard, MoveOrder, NoMove, Size, WipeOut, text::Alphabet},
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

/// Checks the report on a wrong log. The assignment comes from a file.
#[test]
fn wrong_row_is_explained_in_the_words_of_its_assignment() {
    let folder = TempDir::new().expect("a temporary folder");
    let output = folder.path().join("output.txt");
    let right = fs::read_to_string("fixtures/assignment/printemps.expected").expect("a fixture");
    let wrong = right.replacen("8.000 ; d7 ; -2.000", "8.000 ; d7 ; 2.000", 1);
    assert_ne!(wrong, right);
    fs::write(&output, wrong).expect("a new file");
    let job = ["--assignment", "fixtures/assignment/printemps.toml", "-t", "2", "-d", "4"];
    let mut check = crate::reversi();
    check.arg("check").args(job).args(["-i", "fixtures/assignment/printemps.txt", "-o"]).arg(&output);
    let said = check.assert().code(1);
    let said = crate::stdout(&said).replace(&output.display().to_string(), "output.txt");
    let _settings = crate::snapshots("assignment");
    insta::assert_snapshot!("wrong-row", said);
}

fn files(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a new file");
    }
    folder
}

#[test]
fn error_in_the_base_of_an_assignment_names_its_place() {
    let _settings = crate::snapshots("assignment");
    let like = |path: &str| format!("name = \"mine\"\nlike = \"{path}\"\n");
    let own = [
        files(&[("mine.toml", &like("years/base.toml")), ("years/base.toml", "name = \"base\"\n[log]\ndecimal = 1\n")]),
        files(&[("mine.toml", &like("years/base.toml")), ("years/base.toml", "like = \"usc2014\"\n")]),
        files(&[("mine.toml", &like("./mine.toml"))]),
        files(&[
            ("mine.toml", &like("years/a.toml")),
            ("years/a.toml", &like("b.toml")),
            ("years/b.toml", &like("../mine.toml")),
        ]),
        files(&[("mine.toml", &like("years/none.toml"))]),
        files(&[
            ("mine.toml", &like("years/base.toml")),
            ("years/base.toml", "name = \"base\"\n[tasks.7]\nalgorithm = \"minimax\"\nevaluation = \"pieces\"\n"),
        ]),
    ];
    let said: Vec<String> = own
        .iter()
        .map(|folder| {
            let board = fs::canonicalize("fixtures/opening.txt").expect("a fixture");
            let mut command = crate::reversi();
            command.current_dir(folder.path()).args("rows 1 --assignment mine.toml -t 2 -d 1 -i".split(' '));
            crate::stderr(&command.arg(board).assert().code(2))
        })
        .collect();
    insta::assert_snapshot!("refused-like", said.join("\n"));
}

#[test]
fn the_copy_of_an_assignment_needs_no_file_that_it_is_like() {
    let table = "1,2,3,4,5,6,7,8\n".repeat(8);
    let base = "name = \"base\"\n[search]\nfirst = \"h8\"\n[tasks.1]\nalgorithm = \"minimax\"\nevaluation = \"2 \\\"w.csv\\\" + win\"\n";
    let folder = files(&[
        (
            "course/mine.toml",
            "name = \"mine\"\nlike = \"../years/base.toml\"\n[log]\ncolumns = [\"value\", \"node\"]\nheader = \"V,N\"\n",
        ),
        ("years/base.toml", base),
        ("years/w.csv", &table),
    ]);
    let path = |name: &str| folder.path().join(name);
    fs::copy("fixtures/opening.txt", path("board.txt")).expect("a fixture");
    let expected = |assignment: &str, out: &str| {
        fs::write(path("cases.csv"), format!("name,assignment,depth,input\none,{assignment},2,board.txt\n"))
            .expect("a list");
        let run = ["cases", "expected", "cases.csv", "--out", out];
        crate::reversi().current_dir(folder.path()).args(run).assert().success();
        fs::read_to_string(path(out).join("one-log.txt")).expect("a log")
    };
    let log = expected("course/mine.toml", "set");
    assert!(log.starts_with("V,N\n-Infinity root\n") && path("set/w.csv").exists(), "{log}");
    for moved in ["course", "years"] {
        fs::remove_dir_all(path(moved)).expect("a folder");
    }
    assert_eq!(expected("set/mine.toml", "again"), log);
    let copy = fs::read_to_string(folder.path().join("again/mine.toml")).expect("a copy");
    assert!(!copy.contains("\nlike = ") && copy.contains("columns = [\"value\", \"node\"]"), "{copy}");
}

#[test]
fn mistakes_of_a_described_assignment_have_its_name_alone() {
    let list = ["mistakes", "list", "--assignment", "fixtures/assignment/herbst.toml"];
    let list = crate::stdout(&crate::reversi().args(list).assert().success());
    let (list, _) = list.split_once("\n\n").expect("a note on sides below the list");
    assert!(list.lines().count() > 50);
    assert!(list.lines().all(|line| line.contains(" herbst ") && !line.contains("usc20")), "{list}");
}

#[test]
fn described_job_is_right_and_has_the_rows_of_the_log() {
    let arguments = ["--assignment", "fixtures/assignment/next-year.toml", "-i", "fixtures/assignment/next-year.txt"];
    let check =
        crate::reversi().arg("check").args(arguments).args(["-o", "fixtures/assignment/next-year.expected"]).assert();
    check.success();
    let rows = crate::reversi().args(["rows", "1.."]).args(arguments).assert().success();
    let expected = fs::read_to_string("fixtures/assignment/next-year.expected").expect("a fixture");
    let expected: Vec<&str> = expected.lines().skip(9).collect();
    let rows = crate::stdout(&rows);
    assert_eq!(rows.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_program_that_still_does_last_years_job_is_told_so() {
    let folder = TempDir::new().expect("a temporary folder");
    let output = folder.path().join("output.txt");
    let input = "fixtures/assignment/next-year-alphabeta.txt";
    let this_year = "fixtures/assignment/next-year.toml";
    let is_told = |sentence: &str| {
        let checked =
            crate::reversi().args(["check", "--assignment", this_year, "-i", input, "-o"]).arg(&output).assert();
        let said = crate::stdout(&checked.code(1));
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(sentence), "{said}");
    };
    // The log differs in the order of moves, the decimals and the marker.
    crate::reversi().args(["next", "--assignment", "usc2014", "-i", input, "-o"]).arg(&output).assert().success();
    is_told("output.txt, log: right for `--assignment usc2014`");
    let by_rows = fs::read_to_string(this_year).expect("text").replace(r#"order = "columns""#, r#"order = "rows" "#);
    let path = folder.path().join("by-rows.toml");
    fs::write(&path, by_rows).expect("a new file");
    crate::reversi().args(["next", "-i", input, "-o"]).arg(&output).arg("--assignment").arg(path).assert().success();
    is_told("output.txt, log: right for the rules of `--assignment usc2014` in the log format of next-year");
}

#[test]
fn another_word_for_a_pass_is_a_format_deviation() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("mine.toml"), "name = \"mine\"\nlike = \"usc2014\"\n[log]\npass = \"skip\"\n").expect("a new file");
    let board = fs::read_to_string("fixtures/pass-inside-search.txt").expect("text");
    fs::write(file("input.txt"), format!("2\nX\n3\n{board}")).expect("a new file");
    let job = |command: &str, assignment: &str| {
        let mut job = crate::reversi();
        job.current_dir(folder.path()).args([command, "--assignment", assignment]);
        job.args(["-i", "input.txt", "-o", "output.txt"]);
        job
    };
    job("next", "usc2014").assert().success();
    assert!(fs::read_to_string(file("output.txt")).expect("text").contains("\npass,"));
    let checked = job("check", "mine.toml").arg("--lenient").assert();
    checked.success();
    let said = crate::stdout(&job("check", "mine.toml").assert().code(1));
    assert!(said.contains("with another name for root or skip in Node."), "{said}");
    assert!(said.contains("Apart from the format, the log is right."), "{said}");
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

/// The message about an invalid assignment, with the place of the error.
fn refusal(text: &str) -> String {
    parse(text).map_or_else(|error| error.to_string(), |assignment| format!("no refusal: {assignment:?}"))
}

#[test]
fn wrong_assignment_is_refused_with_place_and_expectation() {
    let _settings = crate::snapshots("assignment");
    let texts = [
        "",
        "name = \"\"",
        "name = 3",
        "name = \"two\\nlines\"",
        "name = \"mine\"\nlike = \"usc2018\"",
        "name = \"mine\"\nlike = 2013",
        "name = \"mine\"\nlike = \"svensk\"",
        "name = \"mine\"\ntitel = \"a course\"",
        "name = \"mine\"\nseparator = \",\"",
        "name = \"mine\"\noutput = \"games\"",
        "name = \"mine\"\n[log",
        "name = \"mine\"\ninput = 3",
        "name = \"mine\"\n[input]\nheading = [\"task\", \"depth\", \"task\"]",
        "name = \"mine\"\n[input]\nheading = \"task\"",
        "name = \"mine\"\n[input]\nheading = [\"tasks\"]",
        "name = \"mine\"\n[input]\nsquares = \"*X\"",
        "name = \"mine\"\n[input]\nsquares = \" XO\"",
        "name = \"mine\"\n[input]\nsquares = \"*X*\"",
        "name = \"mine\"\n[search]\nmax = \"Black\"",
        "name = \"mine\"\n[search]\nno_move = true",
        "name = \"mine\"\n[search]\nwipeout = \"ends\"",
        "name = \"mine\"\n[search]\norder = \"column\"",
        "name = \"mine\"\n[search]\norder = \"x\"\nmax = \"y\"",
        "name = \"mine\"\n[tasks]",
        "name = \"mine\"\ntasks = 3",
        "name = \"mine\"\n[tasks.0]\nalgorithm = \"minimax\"\nevaluation = \"pieces\"",
        "name = \"mine\"\n[tasks.100]\nalgorithm = \"minimax\"\nevaluation = \"pieces\"",
        "name = \"mine\"\n[tasks.1]\nalgorithm = \"minimax\"",
        "name = \"mine\"\n[tasks.1]\nevaluation = \"pieces\"",
        "name = \"mine\"\n[tasks.1]\nalgorithm = \"negamax\"\nevaluation = \"pieces\"",
        "name = \"mine\"\n[tasks.1]\nalgorithm = \"minimax\"\nevaluation = \"pieces\"\ndepth = 3",
        "name = \"mine\"\n[tasks.1]\nalgorithm = \"greedy\"\nevaluation = \"pieces\"",
        "name = \"mine\"\nlike = \"usc2014\"\noutput = \"game\"",
        "name = \"mine\"\nweights = [[1, 2]]",
        "name = \"mine\"\nweights = [[1, 2, 3, 4, 5, 6, 7, 40000]]",
        "name = \"mine\"\nweights = [[1, 2, 3, 4, 5, 6, 7, 8]]",
        "name = \"mine\"\nweights = [\n[1, 2],\n[3, 4]\n]\nheight = 8",
        "name = \"mine\"\n[search]\nfirst = \"d4\"",
        "name = \"mine\"\nlike = \"no/such/file.toml\"",
        "name = \"mine\"\n[log]\nheader = \"Node,Depth,Value\"",
        "name = \"mine\"\n[log]\ncolumns = [\"node\", \"depht\", \"value\"]\nheader = \"N,D,V\"",
        "name = \"mine\"\n[log]\nheader = \"N,D\"\ncolumns = [\"node\", \"depth\"]",
        "name = \"mine\"\n[log]\ncolumns = [\"value\", \"node\", \"value\"]\nheader = \"V,N,V\"",
        "name = \"mine\"\n[log]\ncolumns = [\"value\", \"node\", \"depth\", \"depth\"]\nheader = \"V,N,D,D\"",
        "name = \"mine\"\n[log]\ncolumns = [\"value\", \"node\", \"depth\"]",
        "name = \"mine\"\n[log]\ncolumns = [\"value\", \"node\"]\nheader = \"Value\"",
        "name = \"mine\"\n[log]\nheader_separator = \"\"",
        "name = \"mine\"\n[log]\nseparator = \"\"",
        "name = \"mine\"\n[log]\nseparator = \" - \"",
        "name = \"mine\"\n[log]\nroot = \"the root\"",
        "name = \"mine\"\n[log]\nroot = \"A1\"",
        "name = \"mine\"\n[log]\npass = \"1.5\"",
        "name = \"mine\"\n[log]\npass = \"root\"",
        "name = \"mine\"\n[log]\ninfinity = \"no end\"",
        "name = \"mine\"\n[log]\ninfinity = \"99999999\"",
        "name = \"mine\"\n[log]\ncut_marker = \"-cut\"",
        "name = \"mine\"\n[log]\ncut_marker = \"\\r\"",
        "name = \"mine\"\n[log]\ndecimals = 7",
        "name = \"mine\"\n[log]\ndecimals = \"1\"",
        "name = \"mine\"\n[log]\nroot_depth = -1",
        "name = \"mine\"\n[log]\ncut_window = \"closed\"",
        "name = \"mine\"\n[log]\nlast_line_end = 1",
        "name = \"mine\"\n[moves]\nstep = \"{} of {}\"",
        "name = \"mine\"\n[moves]\nend = 1",
        "name = \"mine\"\n[moves]\nwhite = \"BLACK\"",
    ];
    insta::assert_snapshot!("refused", texts.map(refusal).join("\n\n"));
}

/// The greedy task searches one ply for any depth, so the depth can be left out.
#[test]
fn a_greedy_task_needs_no_depth() {
    let folder = files(&[("mine.toml", "name = \"mine\"\nlike = \"usc2014\"\n[input]\nheading = []\n")]);
    let board = fs::canonicalize("fixtures/opening.txt").expect("a board");
    let next = |arguments: &[&str]| {
        let mut command = crate::reversi();
        command.current_dir(folder.path()).args(["next", "--assignment", "mine.toml", "-o", "-", "-i"]).arg(&board);
        command.args(arguments).assert()
    };
    let written = |arguments: &[&str]| next(arguments).success().get_output().stdout.clone();
    assert_eq!(written(&["-t", "1"]), written(&["-t", "1", "-d", "4"]));
    let refused = next(&["-t", "2"]).code(2);
    assert!(crate::stderr(&refused).contains("the depth is missing"));
}

#[test]
fn a_wrong_file_touches_no_output_and_is_named() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("mine.toml"), "name = \"mine\"\n[log]\nseperator = \",\"\n").expect("room");
    let mut command = crate::reversi();
    command.args(["-t", "2", "-d", "2", "-i", "fixtures/opening.txt", "--assignment"]).arg(file("mine.toml"));
    command.arg("--moves").arg(file("moves")).arg("--log").arg(file("log"));
    let message = crate::stderr(&command.assert().code(2));
    assert!(message.contains("mine.toml:3:1: ") && message.contains("separator"), "{message}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
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
    let weights =
        (4..=8_usize).prop_flat_map(|rows| prop::collection::vec(prop::collection::vec(any::<i16>(), rows), rows));
    (built_in, weights, rules, heading, log, texts).prop_filter_map(
        "root, pass and infinity are three words",
        |(like, weights, (max, leaf, ends, order), heading, log, (root, pass, infinity, title))| {
            let ((columns, header), separator, decimals, root_depth, flag) = log;
            let size = Size::new(weights.len() as u8).expect("4 to 8 rows");
            let mut assignment = Assignment { size, weights, heading, title: title.clone(), ..(*like).clone() };
            assignment.name.clone_from(&root);
            assignment.squares = Alphabet { empty: '.', black: 'é', white: '"' };
            assignment.rules.max = max;
            assignment.rules.no_move = if leaf { NoMove::Leaf } else { NoMove::Pass };
            assignment.rules.wipe_out = if ends { WipeOut::Ends } else { WipeOut::GoesOn };
            (assignment.rules.lines, assignment.rules.first) = (order.lines, order.first);
            assignment.rules.full_board = if flag { FullBoard::Ends } else { FullBoard::GoesOn };
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

#[test]
fn the_name_of_a_built_in_year_is_that_of_no_other_assignment() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, "name = \"usc2014\"\n").expect("a file");
    let assert = crate::reversi().args(["assignments", "--show"]).arg(&file).assert().code(2).stdout("");
    let message = crate::stderr(&assert);
    assert!(
        message.contains("mine.toml:1:8: this is the name of a built-in assignment, which is another one"),
        "{message}"
    );
    // A printed built-in assignment is a valid file.
    let shown =
        crate::reversi().args(["assignments", "--show", "usc2014"]).assert().success().get_output().stdout.clone();
    std::fs::write(&file, shown).expect("a file");
    crate::reversi().args(["assignments", "--show"]).arg(&file).assert().success();
}
