//! The text of an assignment's file, complete, with a comment at each key.

use super::{Assignment, TaskDefinition};

/// A text in quotes. TOML knows every escape of JSON.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default().replace('\u{7f}', "\\u007f")
}

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
        let (mut lines, mut values) = (Vec::new(), self.values().into_iter());
        for line in keys.lines() {
            match line.split_once(" = ") {
                Some((key, _)) if !line.starts_with('#') => {
                    lines.push(format!("{key} = {}", values.next().expect("a value for each key")));
                }
                // The other lines of the value of `weights`.
                None if line.starts_with([' ', ']']) => {}
                _ => lines.push(line.to_owned()),
            }
        }
        let mut comment = tasks.lines().next();
        for (number, TaskDefinition { algorithm, evaluation }) in &self.tasks {
            lines.push(format!("[tasks.{number}]"));
            lines.extend(comment.take().map(str::to_owned));
            lines.push(format!("algorithm = {}", quoted(algorithm.name())));
            lines.push(format!("evaluation = {}\n", quoted(&evaluation.to_string())));
        }
        lines.join("\n")
    }

    /// The values of all keys before the tasks, in the order of the file.
    fn values(&self) -> [String; 25] {
        let Self { name, title, output, heading, squares, rules, weights, spelling, moves, .. } = self;
        let rows = weights.map(|row| format!("    [{}],\n", row.map(|weight| format!("{weight:3}")).join(", ")));
        let heading: Vec<String> = heading.iter().map(|heading| quoted(heading.name())).collect();
        [
            quoted(name),
            quoted(title),
            quoted(output.name()),
            format!("[\n{}]", rows.concat()),
            format!("[{}]", heading.join(", ")),
            quoted(&String::from_iter([squares.empty, squares.black, squares.white])),
            quoted(rules.max.name()),
            quoted(rules.no_move.name()),
            quoted(rules.wipe_out.name()),
            quoted(rules.order.name()),
            quoted(&spelling.header.join(",")),
            quoted(&spelling.separator),
            spelling.decimals.to_string(),
            quoted(&spelling.infinity),
            quoted(&spelling.root),
            quoted(&spelling.pass),
            spelling.root_depth.to_string(),
            quoted(spelling.cut_window.name()),
            quoted(&spelling.cut_marker),
            spelling.last_line_end.to_string(),
            quoted(&moves.step),
            quoted(&moves.black),
            quoted(&moves.white),
            quoted(&moves.pass),
            quoted(&moves.end),
        ]
    }
}
