//! A student's log beside the true one: which line stands in the place of each row.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    ops::{ControlFlow, Range},
};

use serde_json::json;

use super::Page;
use reversi_core::games::reversi::Move;
use reversi_course::{assignment::Job, log::Spelling};
use reversi_io::names::count;

/// The most surplus rows that are shown.
const MOST_SURPLUS: usize = 10_000;

/// The longest line that is shown, in characters.
const LONGEST: usize = 200;

/// A student's log, as far as it has been read.
#[derive(Clone, Debug)]
pub struct StudentLog {
    /// The name of the file.
    pub name: String,
    /// Its lines, with that of the column names if there is one.
    pub lines: Vec<String>,
    pub are_all: bool,
    /// The row of the search, from 1, at which the check has found the first difference that is not one of spelling.
    pub first_difference: Option<u64>,
    /// What the check says of the whole submission.
    pub report: String,
}

/// Puts a student's log beside the true one: line by line up to the first difference that the check has found; after it
/// by the paths of its rows as far as these can be read, then by line again.
pub fn beside_student(mut page: Page, student: &StudentLog, job: &Job) -> Page {
    let spelling = job.spelling();
    let mut lines = StudentRows::read(spelling, &student.lines, student.first_difference.unwrap_or(u64::MAX));
    let numbers = page.numbers.clone();
    let (mut differing, mut spelled, mut missing) = (Vec::new(), Vec::new(), 0_usize);
    let mut out_of_place = None;
    job.task.search().each_row(&mut |row| {
        if row.number >= numbers.end {
            return ControlFlow::Break(());
        }
        if numbers.contains(&row.number) {
            let expected = spelling.write(&spelling.line(row));
            let in_its_place = lines.line(row.number);
            match lines.take(row.number, row.path) {
                // The row is there, and something else stands in its place.
                Some(text)
                    if text == expected
                        && Some(row.number) == student.first_difference
                        && in_its_place.is_some_and(|other| other != text) =>
                {
                    out_of_place = Some((row.number, in_its_place.map(shown)));
                }
                Some(text) if text == expected => {}
                Some(text) => {
                    let read = |line: &str| spelling.read(line.as_bytes());
                    if read(text) == read(&expected) { &mut spelled } else { &mut differing }
                        .push((row.number, Some(shown(text))));
                }
                None if student.are_all => {
                    missing += 1;
                    differing.push((row.number, None));
                }
                None => {}
            }
        }
        ControlFlow::Continue(())
    });
    let surplus = lines.surplus(&numbers);
    if let Some(row) = out_of_place.filter(|row| surplus.iter().all(|(after, _)| *after + 1 != row.0)) {
        let place = differing.partition_point(|other| other.0 < row.0);
        differing.insert(place, row);
    }
    let verdict = verdict(&differing, &spelled, missing, &surplus);
    let rows = if differing.is_empty() && surplus.is_empty() { spelled } else { differing };
    let first = rows.first().map(|row| row.0).into_iter().chain(surplus.first().map(|row| row.0)).min();
    page.data["student"] = json!({
        "name": student.name,
        "verdict": format!("{}: {verdict}", student.name),
        "report": student.report,
        "first": first.map(|first| first.max(numbers.start)),
        "rows": rows,
        "surplus": surplus,
    });
    page
}

/// Puts what the check says of another file than the log above the search that the file is about.
pub fn with_report(mut page: Page, name: &str, verdict: &str, report: &str) -> Page {
    page.data["student"] = json!({
        "name": name,
        "verdict": format!("{name}: {verdict}"),
        "report": report,
        "first": null,
        "rows": null,
        "surplus": [],
    });
    page
}

/// How the rows of the page and the lines of the student's log differ, in one sentence.
fn verdict(
    differing: &[(u64, Option<String>)],
    spelled: &[(u64, Option<String>)],
    missing: usize,
    surplus: &[(u64, String)],
) -> String {
    let rows = |number: usize, what: &str| (number > 0).then(|| format!("{} {what}", count(number, "row")));
    let too_many = match surplus {
        [(after, text)] => Some(format!("1 row too many, after row {after}: {text}")),
        _ => rows(surplus.len(), if surplus.len() == MOST_SURPLUS { "or more too many" } else { "too many" }),
    };
    let parts = [
        rows(differing.len() - missing, "different"),
        rows(missing, "missing"),
        too_many,
        rows(spelled.len(), "in another format"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "every row here is as expected.".to_owned() } else { format!("{}.", parts.join(", ")) }
}

/// A line as it is shown: not too long.
fn shown(line: &str) -> String {
    match line.char_indices().nth(LONGEST) {
        None => line.to_owned(),
        Some((end, _)) => format!("{}\u{2026}", &line[..end]),
    }
}

/// The lines of a student's log, by the paths of their nodes.
struct StudentRows<'a> {
    lines: Vec<&'a str>,
    /// The line of each row: its node's path, and how many rows of that node come before it.
    places: HashMap<(u64, u32), usize>,
    /// How many rows of each path have been asked for.
    asked: HashMap<u64, u32>,
    /// How many lines, from the first, could be read as rows. The lines after them are found by their number.
    readable: usize,
    /// The first row that is found by its path; those before it are found by their number.
    first_by_path: u64,
    /// The number of the row in whose place each line stands; none where it is a row too many.
    rows: Vec<Option<u64>>,
}

impl<'a> StudentRows<'a> {
    fn read(spelling: &Spelling, lines: &'a [String], first_by_path: u64) -> Self {
        let lines = lines.iter().map(|line| line.trim_start_matches('\u{feff}').trim_end());
        let lines: Vec<&str> = lines.skip_while(|line| spelling.is_column_names(line.as_bytes())).collect();
        let mut paths = Paths::default();
        let (mut places, mut seen) = (HashMap::new(), HashMap::new());
        let mut readable = 0;
        while let Some(path) = lines.get(readable).and_then(|line| paths.read(spelling, line)) {
            let before: &mut u32 = seen.entry(path).or_default();
            places.insert((path, *before), readable);
            *before += 1;
            readable += 1;
        }
        let rows = vec![None; lines.len()];
        Self { lines, places, asked: HashMap::new(), readable, first_by_path, rows }
    }

    /// The line of a row's number.
    fn line(&self, number: u64) -> Option<&'a str> {
        self.lines.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
    }

    /// The line in the place of a row of the truth. The rows of a path are asked for one after the other.
    fn take(&mut self, number: u64, path: &[Move]) -> Option<&'a str> {
        let path = path.iter().fold(ROOT, |above, &played| below(above, played));
        let before = self.asked.entry(path).or_default();
        let by_path = self.places.get(&(path, *before)).copied();
        *before += 1;
        let by_path = by_path.filter(|_| number >= self.first_by_path);
        let by_line = usize::try_from(number).ok().map(|number| number - 1).filter(|&line| line < self.lines.len());
        let is_by_line = |line: &usize| number < self.first_by_path || *line >= self.readable;
        let line = by_path.or(by_line.filter(is_by_line))?;
        self.rows[line] = Some(number);
        Some(self.lines[line])
    }

    /// The lines that stand in the place of no row, each with the number of the row that they follow.
    fn surplus(&self, numbers: &Range<u64>) -> Vec<(u64, String)> {
        let last = self.rows.iter().rposition(Option::is_some).unwrap_or(0);
        let is_whole = numbers.start == 1;
        let first = if is_whole { Some(0) } else { self.rows.iter().position(Option::is_some) };
        let mut after = numbers.start - 1;
        let mut surplus = Vec::new();
        for line in first.unwrap_or(self.lines.len())..self.lines.len() {
            match self.rows[line] {
                Some(row) => after = row,
                None if surplus.len() < MOST_SURPLUS && (is_whole || line < last) => {
                    surplus.push((after, shown(self.lines[line])));
                }
                None => {}
            }
        }
        // A row that comes too late in the file follows one that comes too early.
        surplus.sort_by_key(|(after, _)| *after);
        surplus
    }
}

/// The path without a move.
const ROOT: u64 = 0;

/// A path as a hash, from the hash of the path above it and the last move.
fn below(above: u64, played: Move) -> u64 {
    let mut hasher = DefaultHasher::new();
    (above, played).hash(&mut hasher);
    hasher.finish()
}

/// Finds the path of each row's node: a row names the last move alone, and the depth says below which node it was
/// played.
#[derive(Default)]
struct Paths {
    /// What the log calls the depth of the root.
    root_depth: f64,
    /// The move that leads to each node on the way to the last row's, and the path up to it.
    line: Vec<(Move, u64)>,
}

impl Paths {
    /// The path to the node of a line; `None` where the line is no row, or its depth leads nowhere.
    fn read(&mut self, spelling: &Spelling, line: &str) -> Option<u64> {
        let row = spelling.read(line.as_bytes()).ok()?;
        let depth = row.depth.map(|number| number.0).filter(|depth| depth.is_finite())?;
        let Some(played) = row.name.reached_by()? else {
            self.root_depth = depth;
            self.line.clear();
            return Some(ROOT);
        };
        // A depth that is no whole number is no place in the tree.
        #[allow(clippy::float_cmp)] // plies are few
        let above = (0..=self.line.len()).find(|&above| above as f64 == depth - self.root_depth - 1.0)?;
        if self.line.get(above).is_none_or(|&(known, _)| known != played) {
            self.line.truncate(above);
            let path = below(self.line.last().map_or(ROOT, |&(_, path)| path), played);
            self.line.push((played, path));
        }
        self.line.truncate(above + 1);
        Some(self.line[above].1)
    }
}
