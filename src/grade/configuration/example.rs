//! The commented configuration that `reversi grade --example` prints.

use super::command_line::CommandLine;
use reversi_course::assignment::{Assignment, Heading, OutputForm, SourceFile};

/// Returns a configuration with comments that works for an assignment.
pub fn example(assignment: &Assignment) -> String {
    let is_game = assignment.output == OutputForm::Game;
    let option = |heading, option| if assignment.input_says(heading) { "" } else { option };
    let [task, depth] = [option(Heading::Task, " -t {task}"), option(Heading::Depth, " -d {depth}")];
    let (run, files) = if is_game {
        (format!("./reversi{task}{depth} -i {{input}} -op {{moves}} -ol {{log}}"), ["input", "moves", "log"].as_slice())
    } else {
        ("./reversi".to_owned(), ["input", "output"].as_slice())
    };
    let named_assignment = match assignment.files.first() {
        None => assignment.name.clone(),
        Some(SourceFile { path, .. }) => path.to_string_lossy().into_owned(),
    };
    // The hand-out of 2013 gives 30 points to the first task, and 25 to each other one.
    let points = assignment.tasks.keys().enumerate();
    let points: Vec<String> =
        points.map(|(place, number)| format!("{number}:{}", if place == 0 { 30 } else { 25 })).collect();
    let points = points.join(",");
    let make = CommandLine::of(["reversi", "cases", "new", "--assignment", &named_assignment, "--out", "cases"]);
    let files: Vec<String> = files.iter().map(|file| format!("{file} = \"{file}.txt\"")).collect();
    let text = include_str!("example.toml")
        .replace("@NAME@", &assignment.name)
        .replace("@MAKE_CASES@", &format!("{make} --points {points}"))
        .replace("@RUN@", &run)
        .replace("@FILES@", &files.join("\n"));
    if is_game { text } else { text.replacen("\nmoves = ", "\nboard = ", 1) }
}
