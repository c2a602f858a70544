//! Properties of two ways to one answer: log and rows, writer and reader.

use std::{fs, ops::ControlFlow};

use reversi::{
    assignment::{Assignment, Job, Task},
    check::{self, Equality},
    files::LineEnding,
    log::{Columns, CutWindow, LogColumn, RowFormat, RowNumbers, RowRange},
};
use tempfile::TempDir;

use super::source::Source;

fn log(task: &Task, format: &RowFormat, line_ending: LineEnding) -> Vec<u8> {
    let mut log = Vec::new();
    task.search().write_log(format, line_ending, &mut log).expect("room");
    log
}

/// All columns in any order, or a part of the columns with the node and the value.
fn columns(source: &mut Source) -> Columns {
    let mut columns = LogColumn::ALL;
    for place in 1..columns.len() {
        columns.swap(place, source.index(place + 1));
    }
    let shown = 2 + source.index(4);
    Columns::new(&columns[..shown]).or_else(|| Columns::new(&columns)).unwrap_or(Columns::ALL)
}

/// A row format with any texts: short texts, and texts that are too long for the fast writer.
fn row_format(source: &mut Source) -> RowFormat {
    RowFormat {
        columns: columns(source),
        header: "Node,Depth,Value,Alpha,Beta".into(),
        header_separator: source.one_of(&[",", " | "]).into(),
        separator: source.one_of(&[",", " ", "; ", " | ", " ::::::::: "]).into(),
        infinity: source.one_of(&["Infinity", "inf", "\u{221e}", "9999999999", "neverEndingNumber"]).into(),
        root: source.one_of(&["root", "r", "the/root/of/the/whole/tree"]).into(),
        pass: source.one_of(&["pass", "p", "nobody/captures/anything"]).into(),
        cut_marker: source.one_of(&["", " CUT-OFF", "!", " (and here the search leaves out all other moves)"]).into(),
        decimals: source.index(7),
        root_depth: source.one_of(&[0, 1, 9]),
        cut_window: source.one_of(&[CutWindow::Narrowed, CutWindow::AsSearched]),
        last_line_end: source.one_of(&[false, true]),
        numbers: Vec::new(),
    }
}

/// Checks that a log, its rows by number, its size and its number of nodes agree.
pub fn written(bytes: &[u8]) {
    let mut source = Source(bytes);
    let (_, task) = source.task(&Assignment::built_in().collect::<Vec<_>>());
    let (row_format, line_ending) = (row_format(&mut source), source.one_of(&LineEnding::ALL));
    let search = task.search();
    let size = search.log_size(&row_format, line_ending, &mut |_| ()).expect("a thread");
    let log = log(&task, &row_format, line_ending);
    assert_eq!((size.rows, size.bytes), (task.count().1.rows(), log.len() as u64));
    assert!(search.estimated_rows().may_fit(size.bytes));
    let log = String::from_utf8(log).expect("text");
    let lines: Vec<&str> = log.split(line_ending.text()).skip(1).filter(|line| !line.is_empty()).collect();
    let first = source.index(lines.len());
    let last = first + source.index(200);
    let range = RowRange::Numbers(RowNumbers { first: first as u64 + 1, last: Some(last as u64 + 1) });
    let mut rows = Vec::new();
    search.each_row_of(&range, &mut |row| {
        rows.push(row_format.write(&row_format.line(row)));
        ControlFlow::Continue(())
    });
    assert_eq!(rows, lines[first..lines.len().min(last + 1)]);
}

/// Checks that `check` finds a changed line of a log, and finds nothing in a correct log.
pub fn spoilt(bytes: &[u8]) {
    let mut source = Source(bytes);
    let (assignment, task) = source.task(&[Assignment::usual()]);
    let job = Job::new(&assignment, task);
    let right = String::from_utf8(log(&job.task, job.row_format(), LineEnding::Lf)).expect("text");
    let mut lines: Vec<String> = right.lines().map(str::to_owned).collect();
    for _ in 0..source.byte() % 3 {
        let place = source.index(lines.len());
        let other = lines[source.index(lines.len())].clone();
        match source.byte() % 6 {
            0 if lines.len() > 1 => drop(lines.remove(place)),
            1 => lines.insert(place, other),
            2 => lines[place] = other,
            3 => lines[place].push_str(" CUT-OFF"),
            4 => lines[place] = lines[place].replacen(".0", ".5", 1),
            _ => {
                let letter = source.index(lines[place].len().max(1));
                let graphic = char::from(b'!' + source.byte() % 94);
                if letter < lines[place].len() {
                    lines[place].replace_range(letter..=letter, &graphic.to_string());
                }
            }
        }
    }
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("log.txt");
    fs::write(&path, lines.join("\n") + "\n").expect("a file");
    let common = right.lines().zip(&lines).take_while(|(one, other)| one == *other).count();
    let is_same = common == lines.len() && common == right.lines().count();
    let checked = check::batch(&job, None, Some(&path), Equality::Lines).expect("a file that can be read");
    let found = checked.report.files[0].first().map(|first| first.line);
    assert_eq!(found, (!is_same).then_some(common as u64 + 1));
    check::write_report(&checked.report, &job, check::Detail::Full, &mut Vec::new()).expect("room");
}
