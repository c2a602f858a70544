//! `readme.txt`: plain text, and its tables hold what the program finds.

#![allow(clippy::format_push_string)] // tables of a few rows, easier to read so

use std::{fs, ops::RangeInclusive, path::Path};

use reversi::{
    assignment::{Action, Step},
    files::diagnostic,
    game::{Depth, Evaluation, Value},
    games::reversi::{Bitboard, Color, NoPass, Pieces, Position, Size, Square, Weights, text::Alphabet},
    search::{AlphaBeta, Counts, Open, Search, Window},
};

use crate::batch::boards;

/// The depths of the tables.
const DEPTHS: RangeInclusive<u32> = 1..=5;

/// a1, h1, a8 and h8.
const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// Finds the best move of a position, and counts what that takes.
type Task = fn(Position, Depth, &mut Counts) -> Option<Square>;

fn task_1(position: Position, depth: Depth, counts: &mut Counts) -> Option<Square> {
    best(position, depth, Open, &Pieces, counts)
}

fn task_2(position: Position, depth: Depth, counts: &mut Counts) -> Option<Square> {
    best(position, depth, AlphaBeta::FULL, &Pieces, counts)
}

fn task_3(position: Position, depth: Depth, counts: &mut Counts) -> Option<Square> {
    best(position, depth, AlphaBeta::FULL, &Weights::default(), counts)
}

/// Task 2 without the cut-offs at alpha = beta.
fn strict_task_2(position: Position, depth: Depth, counts: &mut Counts) -> Option<Square> {
    best(position, depth, Strict(AlphaBeta::FULL), &Pieces, counts)
}

/// Task 3 without the cut-offs at alpha = beta.
fn strict_task_3(position: Position, depth: Depth, counts: &mut Counts) -> Option<Square> {
    best(position, depth, Strict(AlphaBeta::FULL), &Weights::default(), counts)
}

fn best(
    position: Position,
    depth: Depth,
    window: impl Window,
    evaluation: &impl Evaluation<NoPass>,
    counts: &mut Counts,
) -> Option<Square> {
    let Ok(outcome) = Search { root: NoPass(position), depth, window, evaluation }.run(counts);
    outcome.best
}

/// A window that closes only where alpha exceeds beta.
#[derive(Clone, Copy)]
struct Strict(AlphaBeta);

impl Window for Strict {
    const PRUNES: bool = true;

    fn raise(self, value: Value) -> Self {
        Self(self.0.raise(value))
    }

    fn lower(self, value: Value) -> Self {
        Self(self.0.lower(value))
    }

    fn is_closed(self) -> bool {
        self.0.alpha > self.0.beta
    }

    fn bounds(self) -> Option<AlphaBeta> {
        Some(self.0)
    }
}

/// The steps of the game that a task plays from a board.
fn play(board: &Path, depth: Depth, task: Task, counts: &mut Counts) -> Vec<Step> {
    let text = fs::read_to_string(board).expect("a fixture");
    let start = Alphabet::STARS.parse(&diagnostic::lines(&text), Size::EIGHT, Color::Black).expect("a board");
    let mut steps = Vec::new();
    let mut next = Some(start);
    for number in 1.. {
        let Some(position) = next else { break };
        let step = Step::new(number, position, task(position, depth, counts));
        next = step.result();
        steps.push(step);
    }
    steps
}

fn readme() -> String {
    fs::read_to_string("readme.txt").expect("the file is there")
}

/// Compares the lines between a table's caption and the next empty line with what they should be.
fn assert_table(caption: &str, expected: &str) {
    let readme = readme();
    let table = readme.lines().skip_while(|&line| line != caption).skip(1).take_while(|line| !line.is_empty());
    let table = table.collect::<Vec<_>>().join("\n") + "\n";
    assert!(table == expected, "below `{caption}`, readme.txt should have\n{expected}and has\n{table}");
}

#[test]
fn it_is_plain_ascii_of_at_most_80_columns() {
    for (index, line) in readme().lines().enumerate() {
        let is_plain = line.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        assert!(is_plain && line.len() <= 80, "line {}: {line:?}", index + 1);
    }
}

#[test]
fn table_1_compares_the_searches_of_the_same_positions() {
    let mut table = concat!(
        "                                                      without ties\n",
        "                    nodes              cut-offs           nodes      other move\n",
        "depth steps   task 1 task 2 task 3  task 2 task 3   task 2 task 3   1/2   2/3\n",
    )
    .to_owned();
    for depth in DEPTHS {
        let plies = Depth::new(depth);
        let mut counts = [Counts::default(); 5];
        let (mut steps, mut one_not_two, mut two_not_three) = (0, 0, 0);
        for step in boards().iter().flat_map(|board| play(board, plies, task_2, &mut Counts::default())) {
            let tasks = [task_1 as Task, task_2, task_3, strict_task_2, strict_task_3];
            let best: Vec<_> =
                tasks.iter().zip(&mut counts).map(|(task, counts)| task(step.position, plies, counts)).collect();
            steps += 1;
            one_not_two += u32::from(best[0] != best[1]);
            two_not_three += u32::from(best[1] != best[2]);
        }
        let [nodes_1, nodes_2, nodes_3, strict_2, strict_3] = counts.map(|counts| counts.nodes);
        let [_, cuts_2, cuts_3, ..] = counts.map(|counts| counts.cut_offs);
        table += &format!("{depth:3}{steps:7}{nodes_1:10}{nodes_2:7}{nodes_3:7}{cuts_2:8}{cuts_3:7}");
        table += &format!("{strict_2:9}{strict_3:7}{one_not_two:6}{two_not_three:6}\n");
    }
    assert_table("Table 1. Every position of the games of task 2, searched by all three tasks", &table);
}

/// What was played.
#[derive(Default)]
struct Play {
    steps: u32,
    moves: u32,
    /// The legal moves of all the positions in which a move was made.
    choices: u32,
    corners_offered: u32,
    corners_taken: u32,
}

impl Play {
    fn add(&mut self, step: &Step) {
        self.steps += 1;
        if let Action::Place(square) = step.action {
            let choices = step.position.legal_moves();
            self.moves += 1;
            self.choices += choices.len();
            self.corners_offered += u32::from(!(choices & CORNERS).is_empty());
            self.corners_taken += u32::from(CORNERS.contains(square));
        }
    }
}

#[test]
fn table_2_compares_whole_games() {
    let mut table = concat!(
        "                                        legal moves        corners\n",
        "depth  task  steps     nodes  cut-offs    per move   offered    taken\n",
    )
    .to_owned();
    for depth in DEPTHS {
        for (name, task) in [("2", task_2 as Task), ("3", task_3)] {
            let mut counts = Counts::default();
            let mut total = Play::default();
            for step in boards().iter().flat_map(|board| play(board, Depth::new(depth), task, &mut counts)) {
                total.add(&step);
            }
            let Play { steps, moves, choices, corners_offered, corners_taken } = total;
            let Counts { nodes, cut_offs, .. } = counts;
            let choice = f64::from(choices) / f64::from(moves);
            table += &format!("{depth:3}{name:>7}{steps:8}{nodes:10}{cut_offs:10}");
            table += &format!("{choice:12.1}{corners_offered:10}{corners_taken:9}\n");
        }
    }
    assert_table("Table 2. The whole games of tasks 2 and 3", &table);
}

#[test]
fn table_3_lists_the_final_scores() {
    let mut table = format!("{:30}", "");
    table.extend(DEPTHS.map(|depth| format!("{:>10}", format!("depth {depth}"))));
    table += "\n";
    let (mut higher, mut lower) = ([0; 5], [0; 5]);
    for board in boards() {
        let mut scores = String::new();
        let mut is_played = false;
        for (index, depth) in DEPTHS.enumerate() {
            let [two, three] = [task_2 as Task, task_3].map(|task| {
                let steps = play(&board, Depth::new(depth), task, &mut Counts::default());
                is_played |= steps.len() > 1;
                let end = steps.last().expect("every game has an end").position;
                let [black, white] = [Color::Black, Color::White].map(|color| i64::from(end.discs(color).len()));
                black - white
            });
            higher[index] += u32::from(three > two);
            lower[index] += u32::from(three < two);
            scores += &format!("{two:4} /{three:4}");
        }
        if is_played {
            table += &format!("{:30}{scores}\n", board.file_stem().expect("a name").to_string_lossy());
        }
    }
    table += &format!("{:30}", "task 3 higher / lower");
    table.extend(higher.iter().zip(lower).map(|(higher, lower)| format!("{higher:4} /{lower:4}")));
    table += "\n";
    assert_table("Table 3. Final scores, discs of black less discs of white, task 2 / task 3", &table);
}
