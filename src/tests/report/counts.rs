//! Compares the counts of the data files with logs, plain searches and `reversi match`.

use std::{
    collections::{BTreeSet, HashMap},
    path::Path,
};

use reversi::{
    assignment::{Assignment, JobInput, SearchRules, Task},
    files::LineEnding,
    game::Depth,
    games::reversi::{Expression, Square},
    search::Algorithm,
};

use super::{
    REPORT, Row,
    plain::{self, AlphaBeta},
    report, rows,
};

fn evaluation(name: &str) -> Expression {
    let read = Expression::read(name, Path::new(""));
    read.unwrap_or_else(|_| Expression::table(name, plain::weights(name).expect("a table")))
}

/// The counts of a search from its log.
#[derive(Debug, Default, PartialEq)]
struct Read {
    rows: u64,
    nodes: u64,
    leaves: u64,
    cut_offs: u64,
    value: String,
    best: Option<String>,
}

/// Reads a log row by row. A row deeper than the previous row is a new node. A new node is a leaf if the next row is
/// not deeper.
fn read(log: &str) -> Read {
    let rows: Vec<Vec<&str>> = log.lines().skip(1).map(|row| row.split(' ').collect()).collect();
    let depth = |row: &[&str]| -> u32 { row[1].parse().expect("a depth") };
    let mut read = Read { rows: rows.len() as u64, ..Read::default() };
    let mut of_root = String::new();
    for (number, row) in rows.iter().enumerate() {
        let is_new = number == 0 || depth(&rows[number - 1]) < depth(row);
        let is_inner = rows.get(number + 1).is_some_and(|next| depth(next) > depth(row));
        read.nodes += u64::from(is_new);
        read.leaves += u64::from(is_new && !is_inner);
        read.cut_offs += u64::from(row.last() == Some(&"CUT-OFF"));
        if depth(row) == 1 {
            if !is_new && row[2] != of_root {
                // The last node one ply deeper is the child that changed the value.
                let child = rows[..number].iter().rev().find(|row| depth(row) == 2).expect("a child");
                read.best = Some(child[0].to_owned());
            }
            row[2].clone_into(&mut of_root);
        }
    }
    read.value = of_root;
    read
}

fn log(row: &Row) -> String {
    let algorithm: Algorithm = row.text("search").parse().expect("an algorithm");
    let depth = Depth::new(row.depth());
    let task = Task::new(row.position(), SearchRules::NO_PASS, algorithm, evaluation(row.text("evaluation")), depth);
    let mut log = Vec::new();
    task.search().write_log(&Assignment::usual().row_format, LineEnding::Lf, &mut log).expect("memory");
    String::from_utf8(log).expect("text")
}

fn squares(row: &Row, column: &str) -> Vec<Square> {
    row.text(column).split_whitespace().filter_map(|name| name.parse().ok()).collect()
}

#[test]
fn the_counts_are_those_of_the_logs() {
    let mut seen = 0;
    for row in &rows(REPORT.path(), "data.csv") {
        let log = log(row);
        let expected = Read {
            rows: row.number("log_rows"),
            nodes: row.number("nodes"),
            leaves: row.number("leaves"),
            cut_offs: row.number("cut_offs"),
            value: format!("{}.0", row.text("value")),
            best: squares(row, "move").first().map(Square::to_string),
        };
        assert_eq!(read(&log), expected, "{:?}", row.0);
        assert_eq!(log.len() as u64, row.number("log_bytes"), "{:?}", row.0);
        seen += 1;
    }
    assert!(seen > 1000, "only {seen} searches");
}

#[test]
fn ties_and_best_moves_equal_those_of_plain_searches() {
    for row in rows(REPORT.path(), "data.csv").iter().filter(|row| row.depth() < 3) {
        let weights = plain::weights(row.text("evaluation"));
        let search = || AlphaBeta { weights: weights.as_ref(), nodes: 0, leaves: 0, cut_offs: 0 };
        let position = row.position();
        if row.text("search") == "alphabeta" {
            let mut whole = search();
            let (value, best) = whole.search(&position, row.depth(), i32::MIN, i32::MAX);
            assert_eq!((value.to_string().as_str(), best.as_slice()), (row.text("value"), &squares(row, "move")[..]));
            let counts = ["nodes", "leaves", "cut_offs"].map(|column| row.number(column));
            assert_eq!([whole.nodes, whole.leaves, whole.cut_offs], counts);
            let mut each = search();
            let moves = position.legal_moves().into_iter();
            let values: Vec<(i32, Square)> = moves
                .map(|square| (each.search(&position.after(square), row.depth() - 1, i32::MIN, i32::MAX).0, square))
                .collect();
            let best = values.iter().filter(|(value, _)| value.to_string() == row.text("value"));
            assert_eq!(best.map(|(_, square)| *square).collect::<Vec<_>>(), squares(row, "best_moves"));
            assert_eq!(each.nodes, row.number("root_nodes"));
            assert_eq!(position.legal_moves().len().to_string(), row.text("legal_moves"));
        }
    }
}

#[test]
fn the_positions_are_those_of_a_game_of_the_first_evaluation() {
    let rows = rows(REPORT.path(), "data.csv");
    let mut games: HashMap<(&str, u32), Vec<&Row>> = HashMap::new();
    for row in rows.iter().filter(|row| (row.text("search"), row.text("evaluation")) == ("alphabeta", "pieces")) {
        games.entry((row.text("board"), row.depth())).or_default().push(row);
    }
    assert_eq!(games.len(), 4 * 3);
    for ((board, _), steps) in games {
        let start = JobInput::read(&Assignment::usual(), board.as_ref()).expect("a board").position;
        assert_eq!(steps[0].position(), start);
        for pair in steps.windows(2) {
            let after = match squares(pair[0], "move")[..] {
                [square] => pair[0].position().after(square),
                _ => pair[0].position().passed(),
            };
            assert_eq!(pair[1].position(), after, "{board}");
        }
        assert_eq!(steps.last().map(|row| row.text("move")), Some("end"));
    }
}

#[test]
fn the_games_are_those_of_matches() {
    let games = rows(REPORT.path(), "games.csv");
    let player = |row: &Row, side: &str| {
        let evaluation = match row.text(side) {
            "mine" => ":fixtures/weights/own.csv",
            "weights" => "",
            _ => ":pieces",
        };
        format!("depth:{}{evaluation}", row.text(&format!("{side}_depth")))
    };
    // Every 22nd game is the first game of a pairing.
    for first in games.iter().step_by(22) {
        let agents = ["black", "white"].map(|side| player(first, side));
        let assert =
            crate::reversi().arg("match").args(agents).args(["--games", "22", "--csv", "-"]).assert().success();
        let contest = Row::all(csv::Reader::from_reader(&assert.get_output().stdout[..]));
        for row in &contest {
            let (black, white) = (row.text("black"), row.text("white"));
            let same = games.iter().find(|game| {
                game.text("position") == row.text("position")
                    && (player(game, "black"), player(game, "white")) == (black.to_owned(), white.to_owned())
            });
            let same = same.unwrap_or_else(|| panic!("{black} against {white} is missing"));
            for column in ["moves", "black_discs", "white_discs", "black_nodes", "white_nodes"] {
                assert_eq!(same.text(column), row.text(column), "{black} against {white}");
            }
        }
        assert_eq!(contest.len(), 22);
    }
    assert_eq!(games.len(), 22 * (3 * 3 + 3 * 2));
}

#[test]
fn the_report_of_an_assignment_searches_by_its_rules_and_values() {
    let folder = report("--assignment fixtures/assignment/herbst.toml --depths 1-2 --openings 2 --no-times");
    let assignment = Assignment::read(Path::new("fixtures/assignment/herbst.toml")).expect("an assignment");
    let data = rows(folder.path(), "data.csv");
    for row in &data {
        let algorithm: Algorithm = row.text("search").parse().expect("an algorithm");
        let evaluation = assignment.evaluation(&evaluation(row.text("evaluation")));
        let task = Task::new(row.position(), assignment.rules, algorithm, evaluation, Depth::new(row.depth()));
        let (outcome, counts) = task.count();
        assert_eq!((outcome.value.to_string().as_str(), counts.nodes), (row.text("value"), row.number("nodes")));
        assert_eq!(
            task.search().log_size(&assignment.row_format, LineEnding::Lf, &mut |_| ()).expect("a thread").bytes,
            row.number("log_bytes")
        );
    }
    let tasks: BTreeSet<&str> = data.iter().map(|row| row.text("task")).collect();
    assert_eq!(tasks, BTreeSet::from(["", "4", "9"]), "task 4 is minimax by discs, task 9 alpha-beta by the sum");
}
