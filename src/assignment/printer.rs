//! The text of an assignment's file, complete, with a comment at each key.

use super::Assignment;

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
        let (mut text, mut values) = (String::new(), self.values().into_iter());
        for line in keys.lines() {
            match line.split_once(" = ") {
                Some((key, _)) if !line.starts_with('#') => {
                    let value = values.next().expect("a value for each key");
                    text += &format!("{key} = {value}\n");
                }
                // The other lines of the value of `weights`.
                None if line.starts_with([' ', ']']) => {}
                _ => text += &format!("{line}\n"),
            }
        }
        let mut comment = tasks.lines().next();
        for (number, task) in &self.tasks {
            let (algorithm, evaluation) = (task.algorithm.name(), quoted(&task.evaluation.to_string()));
            let comment = comment.take().map(|comment| format!("{comment}\n")).unwrap_or_default();
            text += &format!("[tasks.{number}]\n{comment}algorithm = \"{algorithm}\"\nevaluation = {evaluation}\n\n");
        }
        text.truncate(text.trim_end().len() + 1);
        text
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
