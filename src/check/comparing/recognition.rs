//! Recognises the files of a student by their content: each file's role, and the job that the files belong to.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::Serialize;

use crate::{
    kind::{is_board_row, squares_of},
    lines::Part,
    play::parse_rows,
};
use reversi_core::{
    game::Depth,
    games::reversi::{Color, Position, Size},
    search::Algorithm,
};
use reversi_course::{
    assignment::{Assignment, AssignmentName, Heading, Job, JobInput, OutputForm, TaskAlgorithm, TaskNumber},
    log::{Line, LogColumn, NodeName, RowFormat},
};
use reversi_io::{
    files::{diagnostic, stream::TextStream},
    names::names,
};

/// The files, and the job that they belong to. A part of the job that no file shows is `None`.
#[derive(Clone, Debug, Serialize)]
pub struct Recognition {
    pub files: Vec<RecognisedFile>,
    /// The name of a built-in assignment, or the path of its file.
    pub assignment: Finding<String>,
    /// The path of the board's file.
    pub board: Option<Finding<PathBuf>>,
    pub task: Option<Finding<u8>>,
    pub depth: Option<Finding<u32>>,
    /// The position of the board, or of the first board of the moves file, or the opening.
    #[serde(skip)]
    pub start: Option<Position>,
    /// The reason why the log does not belong to the opening position, if there is no board.
    pub problem: Option<String>,
}

/// A file with its role, or the reason why the file has none.
#[derive(Clone, Debug, Serialize)]
pub struct RecognisedFile {
    pub path: PathBuf,
    pub role: Option<FileRole>,
    /// The reason for the role.
    pub why: Option<&'static str>,
    pub problem: Option<String>,
    /// False if no program of a student writes such a file: it is empty, a picture, or another kind of document.
    pub is_text: bool,
}

names! {
    /// The content of a recognised file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum FileRole {
        Board => "board",
        Moves => "moves",
        Log => "log",
        /// The board and the log of `reversi next`.
        Output => "output",
        Assignment => "assignment",
        /// A list of cases.
        Cases => "cases",
        /// A table that another file names.
        Table => "table",
    }
}

/// A part of a job, and the reason for its value.
#[derive(Clone, Debug, Serialize)]
pub struct Finding<T> {
    pub value: T,
    pub why: String,
}

/// The number of bytes of a file that are read.
const BEGINNING: usize = 1 << 20;

/// The first bytes of files that no program of a student writes as its output.
const STRANGE: [(&[u8], &str); 9] = [
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x7fELF", "a compiled program"),
    (b"MZ", "a compiled program"),
    (b"\xca\xfe\xba\xbe", "a compiled program"),
    (b"PK\x03\x04", "an archive or an office document"),
    (b"Rar!", "an archive"),
];

const SOURCES: &[&str] =
    &["py", "java", "class", "c", "cc", "cpp", "h", "hpp", "rs", "js", "ts", "cs", "go", "kt", "ipynb", "sh"];

/// The text of a file, with the rows that it has in the format of some assignment.
struct Read {
    path: PathBuf,
    role: FileRole,
    text: Vec<u8>,
}

/// Recognises files. If `chosen` is an assignment, the files belong to this assignment.
pub fn recognise(paths: &[PathBuf], chosen: Option<&Arc<Assignment>>) -> Recognition {
    let (mut files, mut read) = (Vec::new(), Vec::new());
    for path in paths {
        let (role, why, problem, is_text) = match role_of(path) {
            Ok((role, why, text)) => {
                read.push(Read { path: path.clone(), role, text });
                (Some(role), Some(why), None, true)
            }
            Err((problem, is_text)) => (None, None, Some(problem), is_text),
        };
        files.push(RecognisedFile { path: path.clone(), role, why, problem, is_text });
    }
    // Programs that only choose a move write only a board. Inputs have further lines.
    if let Some(chosen) = chosen.filter(|chosen| chosen.output == OutputForm::Next && !chosen.heading.is_empty()) {
        let outputs = read.iter_mut().filter(|file| file.role == FileRole::Board && input_of(file, chosen).is_none());
        for file in outputs {
            file.role = FileRole::Output;
            for told in files.iter_mut().filter(|told| told.path == file.path) {
                (told.role, told.why) = (Some(FileRole::Output), Some("it is a board without the lines of an input"));
            }
        }
    }
    let of = |role| read.iter().find(|file| file.role == role);
    let boards = || read.iter().filter(|file| file.role == FileRole::Board);
    let with_output = of(FileRole::Output);
    let file = of(FileRole::Assignment).filter(|_| chosen.is_none());
    let (assignment, assignment_why) = match chosen {
        Some(chosen) => (Arc::clone(chosen), "you chose it".to_owned()),
        None => assignment_of(file, boards(), with_output.is_some()),
    };
    let input = boards().find_map(|file| Some((file, input_of(file, &assignment)?)));
    let moves = of(FileRole::Moves);
    let position = match (&input, moves) {
        (Some((_, input)), _) => Some(input.position),
        (None, Some(moves)) => first_board(&moves.text, &assignment),
        (None, None) => (assignment.output == OutputForm::Game).then(|| Position::opening(assignment.size)),
    };
    let mut recognition = Recognition {
        files,
        assignment: Finding {
            value: file.map_or_else(|| assignment.name.clone(), |file| file.path.display().to_string()),
            why: assignment_why,
        },
        board: input.as_ref().map(|(file, _)| Finding { value: file.path.clone(), why: "it is a board".to_owned() }),
        task: input.as_ref().and_then(|(file, input)| {
            Some(Finding { value: input.task?.get(), why: format!("{} sets it", file.path.display()) })
        }),
        depth: input.as_ref().and_then(|(file, input)| {
            Some(Finding { value: input.depth?.plies(), why: format!("{} sets it", file.path.display()) })
        }),
        start: position,
        problem: None,
    };
    for file in read.iter().filter(|file| !matches!(file.role, FileRole::Board | FileRole::Assignment)) {
        let named = |word| number_in_name(&file.path, word);
        let why = || format!("as the name of {} says", file.path.display());
        recognition.task = recognition.task.or_else(|| Some(Finding { value: named("task")?, why: why() }));
        recognition.depth = recognition.depth.or_else(|| Some(Finding { value: named("depth")?.into(), why: why() }));
    }
    let Some(log) = of(FileRole::Log).or(with_output) else { return recognition };
    let rows = log_rows(&log.text, &assignment.row_format);
    if is_of_another_game(&log.text, &assignment) {
        let problem = "the log of another game: its nodes are not named like squares, such as d3";
        recognition.problem = Some(format!("{} is {problem}", log.path.display()));
        recognition.start = None;
        return recognition;
    }
    if recognition.depth.is_none() {
        recognition.depth = depth_of(&rows).map(|value| Finding { value, why: read_from(&log.path) });
    }
    if let Some(start) = position
        && input.is_none()
        && moves.is_none()
        && !begins_at(&rows, &start)
    {
        recognition.problem = Some(format!(
            "{} is the log of another board than the start position: give its board, too",
            log.path.display()
        ));
        recognition.start = None;
        return recognition;
    }
    let depth = recognition.depth.as_ref().map(|depth| Depth::new(depth.value));
    if let (None, Some(start), Some(depth)) = (&recognition.task, position, depth) {
        let task = task_of(&assignment, start, depth, &log.text, &rows);
        recognition.task = task.map(|task| Finding { value: task.get(), why: read_from(&log.path) });
    }
    if let (None, Some((board, _)), Some(start)) = (&recognition.task, &input, position)
        && !begins_at(&rows, &start)
    {
        let (log, board) = (log.path.display(), board.path.display());
        recognition.problem = Some(format!("{log} is not the log of {board}: its first rows are not moves there"));
    }
    recognition
}

fn read_from(path: &Path) -> String {
    format!("as read from {}", path.display())
}

/// The number after a word in a file's name, or after the first letter of the word: `log_t2_d3.txt`, `task2-log.txt`.
fn number_in_name(path: &Path, word: &str) -> Option<u8> {
    let name = path.file_stem()?.to_string_lossy().to_lowercase();
    let ends = |text: &str, word: &str| {
        text.strip_suffix(word).is_some_and(|before| !before.ends_with(|last: char| last.is_ascii_alphabetic()))
    };
    let starts = name.match_indices(|letter: char| letter.is_ascii_digit()).map(|(place, _)| place);
    let mut starts = starts.filter(|place| !name[..*place].ends_with(|last: char| last.is_ascii_digit()));
    let start = starts.find(|place| {
        let before = name[..*place].trim_end_matches(['-', '_', ' ']);
        ends(before, word) || ends(before, &word[..1])
    })?;
    let digits = name[start..].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(name.len() - start);
    name[start..start + digits].parse().ok().filter(|number| *number > 0)
}

/// The role of a file with the reason and the beginning of its text, or the reason why it has no role, with `true` if it
/// is a text.
fn role_of(path: &Path) -> Result<(FileRole, &'static str, Vec<u8>), (String, bool)> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let mut text = Vec::new();
    let mut stream = TextStream::open(path).map_err(|error| (error.to_string(), false))?;
    // Damaged compressed data is the end of the text.
    while text.len() < BEGINNING && stream.read_into(&mut text).is_ok_and(|count| count > 0) {}
    if text.is_empty() && ["gz", "zst"].contains(&&*extension) {
        let is_moves = path.to_string_lossy().to_lowercase().contains("move");
        return Ok((if is_moves { FileRole::Moves } else { FileRole::Log }, "its name says so", text));
    }
    if text.trim_ascii().is_empty() {
        return Err(("it is empty: your program wrote nothing, or did not close the file".to_owned(), false));
    }
    if let Some((_, what)) = STRANGE.iter().find(|(bytes, _)| text.starts_with(bytes)) {
        return Err((format!("it is {what}; expected a text file that your program writes"), false));
    }
    if extension == "toml" {
        let assignment = AssignmentName::File(path.to_owned()).read(Path::new(""));
        return assignment
            .map(|_| (FileRole::Assignment, "it is an assignment in TOML", text))
            .map_err(|error| (format!("it is not an assignment: {error:#}"), false));
    }
    let first = String::from_utf8_lossy(text.split(|&byte| byte == b'\n').next().unwrap_or_default()).to_lowercase();
    if extension == "csv" && first.split(',').any(|name| name.trim() == "input") {
        return Ok((FileRole::Cases, "its first row has a column named input", text));
    }
    if let Some((role, why)) = role_of_text(&text) {
        return Ok((role, why, text));
    }
    if extension == "csv" {
        return Ok((FileRole::Table, "it is a table", text));
    }
    let is_source = SOURCES.contains(&&*extension);
    let names = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let what = match () {
        () if is_source => "it is source code",
        () if Assignment::usual().row_format.is_column_names(names) => {
            "it is the log of another game: its nodes are not named like squares"
        }
        () => "it has neither boards nor log rows",
    };
    Err((format!("{what}; expected a text file that your program writes"), !is_source))
}

/// The role of a text by its lines.
fn role_of_text(text: &[u8]) -> Option<(FileRole, &'static str)> {
    let lines: Vec<&[u8]> =
        Part::whole(text).lines().trimmed().map(|(_, line)| line).filter(|line| !line.is_empty()).collect();
    let mut formats: Vec<Arc<Assignment>> = Assignment::built_in().collect();
    formats.dedup_by(|one, other| one.row_format == other.row_format && one.squares == other.squares);
    // The first row of a board shows its size.
    let length = |line: &&[u8]| {
        let rows = (Size::FOUR.rows()..=Size::EIGHT.rows()).filter_map(Size::new);
        let of_size =
            |size: &Size| formats.iter().any(|of| is_board_row(&squares_of(line, of.squares), of.squares, *size));
        rows.into_iter().find(of_size)
    };
    let size = lines.iter().find_map(length).unwrap_or(Size::EIGHT);
    let rows_of_board = usize::from(size.rows());
    let is_board = |line: &[u8]| formats.iter().any(|of| is_board_row(&squares_of(line, of.squares), of.squares, size));
    let is_row = |line: &[u8]| {
        // A line of a text may begin with the name of a square, but has no numbers.
        formats.iter().any(|of| of.row_format.is_row(line) || of.row_format.is_column_names(line))
    };
    let boards = lines.iter().filter(|line| is_board(line)).count();
    let rows = lines.iter().filter(|line| !is_board(line) && is_row(line)).count();
    let starts_with_board = lines.iter().take_while(|line| is_board(line)).count() >= rows_of_board;
    match () {
        () if boards == rows_of_board
            && lines.len() <= rows_of_board + 4
            && lines.iter().rev().take(rows_of_board).all(|line| is_board(line)) =>
        {
            Some((FileRole::Board, "it has the rows of one board"))
        }
        () if starts_with_board && 2 * rows >= lines.len() - rows_of_board && rows > 0 => {
            Some((FileRole::Output, "it has a board and log rows"))
        }
        () if boards >= rows_of_board && boards > rows => Some((FileRole::Moves, "it has several boards")),
        () if rows > 0 && 2 * rows >= lines.len() => Some((FileRole::Log, "most of its lines are log rows")),
        () => None,
    }
}

/// The assignment of a file, or the built-in assignment whose inputs have the form of a board. The reason comes second.
fn assignment_of<'f>(
    file: Option<&Read>,
    mut boards: impl Iterator<Item = &'f Read>,
    has_output: bool,
) -> (Arc<Assignment>, String) {
    let parsed = file.and_then(|file| Some((file, AssignmentName::File(file.path.clone()).read(Path::new("")).ok()?)));
    if let Some((file, assignment)) = parsed {
        return (assignment, format!("{} describes it", file.path.display()));
    }
    let of_board = boards.find_map(|board| {
        let own = Assignment::built_in().find(|assignment| input_of(board, assignment).is_some())?;
        let heading: Vec<String> = own.heading.iter().map(ToString::to_string).collect();
        let form = if heading.is_empty() { "no lines".to_owned() } else { format!("lines for {}", heading.join(", ")) };
        Some((own, format!("{} has {form} before the board", board.path.display())))
    });
    let usual = || {
        let form = if has_output { OutputForm::Next } else { OutputForm::Game };
        let own = Assignment::built_in().find(|assignment| assignment.output == form);
        (own.unwrap_or_else(Assignment::usual), "no file shows another".to_owned())
    };
    of_board.unwrap_or_else(usual)
}

fn input_of(file: &Read, assignment: &Assignment) -> Option<JobInput> {
    JobInput::parse(&diagnostic::lines(&String::from_utf8_lossy(&file.text)), assignment).ok()
}

/// The first board of a moves file.
fn first_board(text: &[u8], assignment: &Arc<Assignment>) -> Option<Position> {
    let lines = Part::whole(text).lines().trimmed().map(|(_, line)| String::from_utf8_lossy(line).into_owned());
    let is_row = |line: &String| {
        is_board_row(&squares_of(line.as_bytes(), assignment.squares), assignment.squares, assignment.size)
    };
    let rows: Vec<String> = lines.skip_while(|line| !is_row(line)).take(assignment.size.rows().into()).collect();
    let job =
        Job::numbered(assignment, *assignment.tasks.keys().next()?, Position::opening(assignment.size), Depth::new(1));
    parse_rows(&job.ok()?, &rows, Color::Black)
}

fn log_rows(text: &[u8], row_format: &RowFormat) -> Vec<Line> {
    let lines = Part::whole(text).lines().trimmed().filter(|(_, line)| !row_format.is_column_names(line));
    lines.filter_map(|(_, line)| row_format.read(line).ok()).collect()
}

/// The depth of the deepest row below the root. A log of one depth does not show the depth of its search.
fn depth_of(rows: &[Line]) -> Option<u32> {
    let root = rows.first().filter(|row| row.name == NodeName::Root)?.depth()?.0;
    let plies = rows.iter().filter_map(Line::depth).map(|depth| (depth.0 - root).abs()).fold(0.0, f64::max);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 1 to 64
    (plies.fract() == 0.0 && (1.0..=64.0).contains(&plies)).then_some(plies as u32)
}

/// True if the nodes of a log are named like the houses of Mancala: `A2` to `A9`, `B2` to `B9`, in capital letters.
fn is_of_another_game(text: &[u8], assignment: &Assignment) -> bool {
    let row_format = &assignment.row_format;
    let lines = Part::whole(text).lines().trimmed().map(|(_, line)| line);
    let names = lines.filter(|line| row_format.is_row(line)).filter_map(|line| Some(row_format.fields(line).next()?.1));
    let mut squares = names.filter(|name| name.len() == 2).peekable();
    squares.peek().is_some() && squares.all(|name| matches!(name[0], b'A' | b'B'))
}

/// True if the first child in a log is a legal move.
fn begins_at(rows: &[Line], start: &Position) -> bool {
    match rows.get(1).map(|row| row.name) {
        Some(NodeName::Square(square)) => start.legal_moves().contains(square),
        _ => true,
    }
}

/// The task whose log agrees longest with the rows; `None` if several tasks agree equally long.
fn task_of(
    assignment: &Arc<Assignment>,
    start: Position,
    depth: Depth,
    text: &[u8],
    rows: &[Line],
) -> Option<TaskNumber> {
    let row_format = &assignment.row_format;
    let has_window = rows.iter().any(|row| row.number(LogColumn::Alpha).is_some())
        || rows.is_empty() && row_format.is_column_names(text.split(|&byte| byte == b'\n').next()?);
    let algorithm = if has_window { Algorithm::AlphaBeta } else { Algorithm::Minimax };
    let tasks = assignment.tasks.iter().filter(|(_, task)| task.algorithm == TaskAlgorithm::Search(algorithm));
    let mut agreements: Vec<(usize, TaskNumber)> = tasks
        .filter_map(|(&number, _)| {
            let job = Job::numbered(assignment, number, start, depth).ok()?;
            let mut agreement = 0;
            job.task.search().each_row(&mut |row| {
                let is_same = rows.get(agreement) == Some(&row_format.line(row));
                agreement += usize::from(is_same);
                if is_same { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            Some((agreement, number))
        })
        .collect();
    agreements.sort_by_key(|(agreement, _)| std::cmp::Reverse(*agreement));
    match agreements[..] {
        [(_, only)] => Some(only),
        [(best, number), (next, _), ..] if best > next => Some(number),
        _ => None,
    }
}

impl Recognition {
    /// The path of the file with a role.
    pub fn path(&self, role: FileRole) -> Option<&Path> {
        self.files.iter().find(|file| file.role == Some(role)).map(|file| &*file.path)
    }

    /// The sentence that asks for confirmation of the task and the depth; `None` if the input sets both.
    pub fn question(&self, assignment: &Assignment) -> Option<String> {
        let task = self.task.as_ref().filter(|_| !assignment.input_says(Heading::Task));
        let depth = self.depth.as_ref().filter(|_| !assignment.input_says(Heading::Depth));
        let parts = [
            task.map(|task| (format!("-t {}", task.value), "task", &task.why)),
            depth.map(|depth| (format!("-d {}", depth.value), "depth", &depth.why)),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        let why = parts.first()?.2;
        let flags: Vec<&str> = parts.iter().map(|(flag, ..)| &**flag).collect();
        let names: Vec<&str> = parts.iter().map(|(_, name, _)| *name).collect();
        Some(format!("Checked for `{}`, {why}; is that your assignment's {}?", flags.join(" "), names.join(" and ")))
    }
}
