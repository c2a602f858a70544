//! Tests that a comparison finds the same first difference as a plain comparison of lines.

use proptest::prelude::*;
use reversi_testing::random;
use serde_json::Value;

use crate::cases::Submission;

#[derive(Clone, Debug)]
enum Edit {
    Drop,
    Repeat,
    Replace(&'static str),
    Append(&'static str),
}

fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, Edit)>> {
    let edit = prop_oneof![
        Just(Edit::Drop),
        Just(Edit::Repeat),
        prop::sample::select(&["", "root 1 5.0 5.0 5.0", "a1", "Node", "x\u{0}y"]).prop_map(Edit::Replace),
        prop::sample::select(&[" ", "\t ", "\r", ".", " CUT-OFF"]).prop_map(Edit::Append),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), edit), 0..3)
}

proptest! {
    #![proptest_config(random(600))]

    #[test]
    fn first_difference_is_the_first_unequal_line(edits in edits(), end in "[\n]{0,3}") {
        let keys = "task = 2\ndepth = 3\ninput = \"fixtures/midgame-early.txt\"\nfiles = [\"log\"]\neffort = 0\n";
        let submission = Submission::new(keys.parse().expect("keys")).expect("a program that ends");
        let right = submission.written("log");
        let mut lines: Vec<String> = right.lines().map(str::to_owned).collect();
        for (index, edit) in edits {
            let at = index.index(lines.len());
            match edit {
                Edit::Drop => drop(lines.remove(at)),
                Edit::Repeat => lines.insert(at, lines[at].clone()),
                Edit::Replace(text) => text.clone_into(&mut lines[at]),
                Edit::Append(text) => lines[at].push_str(text),
            }
        }
        let found = lines.join("\n") + &end;
        let plain = |text: &str| {
            let mut lines: Vec<String> = text.split('\n').map(|line| line.trim_end().to_owned()).collect();
            lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
            lines
        };
        let (expected, given) = (plain(&right), plain(&found));
        let common = expected.iter().zip(&given).take_while(|(one, other)| one == other).count();
        let submission = submission.with("log", &found);
        let json = submission.json_report();
        let first = &json["files"][0]["first"];
        if expected == given {
            prop_assert_eq!(first, &Value::Null);
        } else {
            prop_assert_eq!(first["line"].as_u64(), Some(common as u64 + 1));
            let kind = match (expected.get(common), given.get(common)) {
                (None, _) => Some("extra-row"),
                (_, None) => Some("missing-row"),
                _ => None,
            };
            prop_assert!(kind.is_none_or(|kind| first["kind"] == kind), "{}", json);
        }
    }
}
