//! Tests the sentences of reasons: templates, and lists of names.

use reversi::reasons::{Sentence, Template, list};

#[test]
fn a_template_is_filled_by_names() {
    let sentence = Sentence::new(Template::Move).with("who", "black").with("expected", "c4").with("value", "3.0");
    assert_eq!(sentence.to_string(), "Black must play c4, which has value 3.0.");
}

#[test]
fn templates_are_sentences_of_ascii() {
    for template in Template::ALL {
        let (name, text) = (format!("{template:?}"), template.text());
        assert!(text.is_ascii(), "{name}");
        assert!(text.ends_with('.') || name.starts_with("Cut"), "{name}: {text}");
    }
}

#[test]
fn a_list_reads_like_a_sentence() {
    assert_eq!(list(["a1"; 0]), "nothing");
    assert_eq!(list(["a1"]), "a1");
    assert_eq!(list(["a1", "b2"]), "a1 and b2");
    assert_eq!(list(["a1", "b2", "c3"]), "a1, b2 and c3");
}
