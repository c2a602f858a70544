//! Tests that `check` uses an assignment's own words: each mistake is named, without words of another assignment.

use std::sync::Arc;

use reversi_course::{assignment::Assignment, mistakes::Mistake};
use reversi_io::files::input::Input;

use crate::cases::Submission;

const GAME: &str = r#"
name = "own"
like = "usc2013"
[log]
header = "Knoten,Tiefe,Wert,von,bis"
separator = "; "
infinity = "unendlich"
root = "der Anfang"
pass = "--"
cut_marker = " (Schnitt)"
[moves]
step = "Zug {}:"
black = "Schwarz"
white = "Weiß"
pass = " setzt aus"
end = "Ende des Spiels."
"#;

const ONE_OUTPUT: &str = r#"
name = "own"
like = "usc2017"
[log]
header = "N,D,V,A,B"
separator = "|"
infinity = "999999999"
root = "R"
pass = "none"
"#;

/// Words of the built-in assignments that the assignments in this test replace.
const FOREIGN: &[&str] = &["root 1", "Infinity", "CUT-OFF", "PASS", "Game End", "STEP"];

#[test]
fn mistakes_are_named_in_the_words_of_the_assignment() {
    let inputs = ["fixtures/pass-inside-search.txt", "fixtures/next/usc2017-pass-inside.txt"];
    for (words, input) in [GAME, ONE_OUTPUT].into_iter().zip(inputs) {
        let text = words.to_owned();
        let assignment = Arc::new(Assignment::parse(&Input { name: String::new(), text }).expect("an assignment"));
        let mut named = 0;
        for mistake in Mistake::of(&assignment).filter(|mistake| !mistake.is_rare()) {
            let keys = toml::toml! { task = 3 depth = 2 };
            let keys = keys.into_iter().chain([
                ("assignment".to_owned(), words.into()),
                ("input".to_owned(), input.into()),
                ("mistakes".to_owned(), mistake.to_string().into()),
            ]);
            let Some(submission) = Submission::new(keys.collect()) else { continue };
            let json = submission.json_report();
            let explained_by = json["explained_by"].as_array().expect("a list");
            assert_eq!(
                explained_by.contains(&serde_json::json!([mistake.name()])),
                json["same"] == false,
                "{mistake}: {json}"
            );
            named += usize::from(!explained_by.is_empty());
            let report = submission.report();
            for word in FOREIGN {
                assert!(!report.contains(word), "{mistake}: {word} in\n{report}");
            }
        }
        assert!(named > 25, "{named}");
    }
}
