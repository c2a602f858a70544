//! The lenient reading of rows.

use reversi::log::lenient::{LenientLine, Number, says_the_same};

#[test]
fn a_row_says_the_same_in_every_spelling() {
    let row = LenientLine::read(b"d3 2 25.0 -Infinity Infinity CUT-OFF").expect("a row");
    for spelling in [
        "d3,2,25,-inf,inf,cut-off",
        "  D3\t2 , +25.00\t-INFINITY infinity Cut-Off ",
        "d3 2.0 2.5e1 -inf +Infinity CUT-OFF,",
    ] {
        assert_eq!(LenientLine::read(spelling.as_bytes()).as_ref(), Some(&row), "{spelling}");
        assert!(says_the_same(spelling.as_bytes(), b"d3 2 25.0 -Infinity Infinity CUT-OFF"), "{spelling}");
    }
    assert_eq!(LenientLine::read(b"d3 1 -0.0"), LenientLine::read(b"d3 1 0"));
}

#[test]
fn another_number_is_never_an_infinity() {
    for number in ["1e400", "2147483647", "1.7976931348623157E308"] {
        assert!(matches!(Number::read(number.as_bytes()), Some(Number::Finite(_))), "{number}");
    }
}

#[test]
fn what_has_no_node_or_something_else_than_numbers_is_no_row() {
    for line in ["", "d0 1 2", "i3 1 2", "d3 1 x", "d3 1 Infini", "d3 1 nan", "d3 1 --2", "d3 CUT-OFF 2", "Node"] {
        assert_eq!(LenientLine::read(line.as_bytes()), None, "{line}");
    }
}
