//! Tests the sentences of reasons: templates, and lists of names.

use std::collections::HashMap;

use reversi::reasons::{SENTENCES, Sentence, list};

#[test]
fn a_template_is_filled_by_names() {
    let sentence = Sentence::new("move").with("who", "black").with("expected", "c4").with("value", "3.0");
    assert_eq!(sentence.to_string(), "Black must play c4, which has value 3.0.");
}

#[test]
fn templates_are_sentences_of_ascii() {
    let templates: HashMap<&str, &str> = serde_json::from_str(SENTENCES).expect("an object of texts");
    for (name, template) in templates {
        assert!(template.is_ascii(), "{name}");
        assert!(template.ends_with('.') || name.starts_with("cut-"), "{name}: {template}");
    }
}

#[test]
fn a_list_reads_like_a_sentence() {
    assert_eq!(list(["a1"; 0]), "nothing");
    assert_eq!(list(["a1"]), "a1");
    assert_eq!(list(["a1", "b2"]), "a1 and b2");
    assert_eq!(list(["a1", "b2", "c3"]), "a1, b2 and c3");
}
