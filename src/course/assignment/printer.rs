//! Prints an assignment's file with all keys and a comment for each key.

use serde_json::{Value as Json, json};

use super::{Assignment, TaskDefinition, keys::Keys};

impl Assignment {
    /// Writes the assignment's file with all keys and a comment for each key; [`parse`](Self::parse) reads the text
    /// back.
    ///
    /// The text of a built-in assignment is the template, into which the values and tasks of this assignment are put.
    pub fn text(&self) -> String {
        let [like, ..] = Self::TEXTS;
        let (keys, tasks) = like.split_once("[tasks.1]\n").expect("tasks come last");
        let values = serde_json::to_value(Keys::from(self)).expect("JSON has all values of an assignment");
        let (mut lines, mut table) = (Vec::new(), &values);
        for line in keys.lines() {
            if let Some(name) = line.strip_prefix('[') {
                table = &values[name.trim_end_matches(']')];
            }
            match line.split_once(" = ").filter(|_| !line.starts_with('#')) {
                // A copy of an assignment whose boards have another size than the weights is read without the weights.
                Some(("weights", _)) if !self.has_weights() => {}
                Some((name @ "weights", _)) => lines.push(format!("{name} = {}", self.weights_as_toml())),
                Some((name, _)) => lines.push(format!("{name} = {}", as_toml(&table[name]))),
                // These lines continue the value of `weights`.
                None if line.starts_with([' ', ']']) => {}
                None => lines.push(line.to_owned()),
            }
        }
        let mut comment: Vec<String> =
            tasks.lines().take_while(|line| line.starts_with('#')).map(str::to_owned).collect();
        for (number, TaskDefinition { algorithm, evaluation }) in &self.tasks {
            lines.push(format!("[tasks.{number}]"));
            lines.append(&mut comment);
            lines.push(format!("algorithm = {}", as_toml(&algorithm.name().into())));
            lines.push(format!("evaluation = {}\n", as_toml(&evaluation.to_string().into())));
        }
        lines.join("\n")
    }

    fn weights_as_toml(&self) -> String {
        let row = |row: &Vec<i16>| row.iter().map(|weight| format!("{weight:3}")).collect::<Vec<_>>().join(", ");
        let rows: Vec<_> = self.weights.iter().map(|weights| format!("    [{}],", row(weights))).collect();
        format!("[\n{}\n]", rows.join("\n"))
    }

    /// The parts of the assignment that a user needs to run a job: the output, the heading of the input, and the tasks.
    pub fn json(&self) -> Json {
        let tasks = self.tasks.iter().map(|(number, TaskDefinition { algorithm, evaluation })| {
            json!({ "number": number.to_string(), "algorithm": algorithm.name(), "evaluation": evaluation.to_string() })
        });
        json!({
            "name": self.name,
            "title": self.title,
            "output": self.output.name(),
            "size": self.size.rows(),
            "heading": self.heading.iter().map(|heading| heading.name()).collect::<Vec<_>>(),
            "tasks": tasks.collect::<Vec<_>>(),
        })
    }
}

/// Writes a JSON value as TOML. All escapes of JSON also exist in TOML.
fn as_toml(value: &Json) -> String {
    match value {
        Json::Array(values) => format!("[{}]", values.iter().map(as_toml).collect::<Vec<_>>().join(", ")),
        value => value.to_string().replace('\u{7f}', "\\u007f"),
    }
}
