//! Tests the reading of log rows in other formats.

use reversi_course::{
    assignment::Assignment,
    log::{FieldValue, Line, RowFormat},
};

/// A row format whose words differ from all assignments; two of the words contain spaces.
fn other_format() -> RowFormat {
    RowFormat {
        header: "Knoten,Tiefe,Wert,von,bis".into(),
        separator: "; ".into(),
        infinity: "9999".into(),
        root: "the start".into(),
        pass: "--".into(),
        cut_marker: "!".into(),
        decimals: 2,
        ..Assignment::usual().row_format.clone()
    }
}

fn read(line: &[u8]) -> Option<Line> {
    Assignment::usual().row_format.read(line).ok()
}

#[test]
fn the_words_are_those_of_the_assignment() {
    let (usual, other) = (Assignment::usual().row_format.clone(), other_format());
    for (line, in_other_words) in [
        ("root 1 25.0 -Infinity Infinity", "the start; 1; 25.00; -9999; 9999"),
        ("ROOT,1,25,-inf,+infinity", "THE START,1,25,-inf,+9999.0"),
        ("pass 3 -Infinity 0.0 3.0 CUT-OFF", "--; 3; -9999; 0.00; 3.00!"),
        ("pass 3 4.0 0 3 pruned", "--;3;4.00;0;3 pruned"),
        ("d3 2 1.0", "d3 2 1.0"),
        // The default names of the root and of a pass are also accepted.
        ("root 1 2.0", "Root; 1; 2.00"),
        ("pass 3 4.0", "pass; 3; 4.00"),
    ] {
        let read = usual.read(line.as_bytes());
        assert!(read.is_ok(), "{line}");
        assert_eq!(other.read(in_other_words.as_bytes()), read, "{in_other_words}");
    }
    for line in ["Knoten; 1; 2.00", "the; start; 1", "d3; 2; x"] {
        assert!(!other.is_row(line.as_bytes()), "{line}");
    }
    for names in ["Knoten,Tiefe,Wert", "KNOTEN;x", "Node,Depth", "knoten"] {
        assert!(other.is_column_names(names.as_bytes()), "{names}");
    }
    assert!(!other.is_column_names(b"Knotenpunkt") && !usual.is_column_names(b"Knoten,Tiefe,Wert"));
}

#[test]
fn a_row_says_the_same_in_every_spelling() {
    let row = read(b"d3 2 25.0 -Infinity Infinity CUT-OFF").expect("a row");
    for row_format in [
        "d3,2,25,-inf,inf,cut-off",
        "  D3\t2 , +25.00\t-INFINITY infinity Cut-Off ",
        "d3 2.0 2.5e1 -inf +Infinity CUT-OFF,",
    ] {
        assert_eq!(read(row_format.as_bytes()).as_ref(), Some(&row), "{row_format}");
        assert!(
            Assignment::usual()
                .row_format
                .says_the_same(row_format.as_bytes(), b"d3 2 25.0 -Infinity Infinity CUT-OFF"),
            "{row_format}"
        );
    }
    assert_eq!(read(b"d3 1 -0.0"), read(b"d3 1 0"));
}

#[test]
fn another_number_is_never_an_infinity() {
    for number in ["1e400", "2147483647", "1.7976931348623157E308"] {
        assert!(FieldValue::read(number.as_bytes()).is_some_and(|number| number.0.is_finite()), "{number}");
    }
}

#[test]
fn a_line_without_a_node_or_numbers_is_not_a_row() {
    for line in ["", "d0 1 2", "i3 1 2", "d3 1 x", "d3 1 Infini", "d3 1 nan", "d3 1 --2", "d3 CUT-OFF 2", "Node"] {
        assert!(!Assignment::usual().row_format.is_row(line.as_bytes()), "{line}");
    }
}
