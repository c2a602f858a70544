//! The text of an assignment's file, complete, with a comment at each key; and what a job of the assignment needs.

use serde_json::{Value as Json, json};

use super::{
    Assignment, TaskDefinition,
    keys::{KEYS, quoted},
};

impl Assignment {
    /// The text of the assignment's file, with all keys and a comment at each; [`parse`](Self::parse) is its inverse.
    ///
    /// It is the text of a built-in assignment with other values, and with the assignment's own tasks.
    ///
    /// # Panics
    /// Never.
    pub fn text(&self) -> String {
        let [like, ..] = Self::TEXTS;
        let (keys, tasks) = like.split_once("[tasks.1]\n").expect("tasks come last");
        let (mut lines, mut table) = (Vec::new(), "");
        for line in keys.lines() {
            if let Some(name) = line.strip_prefix('[') {
                table = name.trim_end_matches(']');
            }
            let name = line.split_once(" = ").map(|(name, _)| name);
            match KEYS.iter().find(|key| key.table == table && Some(key.name) == name) {
                Some(key) => lines.push(format!("{} = {}", key.name, (key.write)(self))),
                // The other lines of the value of `weights`.
                None if line.starts_with([' ', ']']) => {}
                None => lines.push(line.to_owned()),
            }
        }
        let mut comment: Vec<String> =
            tasks.lines().take_while(|line| line.starts_with('#')).map(str::to_owned).collect();
        for (number, TaskDefinition { algorithm, evaluation }) in &self.tasks {
            lines.push(format!("[tasks.{number}]"));
            lines.append(&mut comment);
            lines.push(format!("algorithm = {}", quoted(algorithm.name())));
            lines.push(format!("evaluation = {}\n", quoted(evaluation)));
        }
        lines.join("\n")
    }

    /// What is needed to ask for a job: what programs write, what an input says before the board, and the tasks.
    pub fn json(&self) -> Json {
        let tasks = self.tasks.iter().map(|(number, TaskDefinition { algorithm, evaluation })| {
            json!({ "number": number.to_string(), "algorithm": algorithm.name(), "evaluation": evaluation.to_string() })
        });
        json!({
            "name": self.name,
            "title": self.title,
            "output": self.output.name(),
            "heading": self.heading.iter().map(|heading| heading.name()).collect::<Vec<_>>(),
            "tasks": tasks.collect::<Vec<_>>(),
        })
    }
}
