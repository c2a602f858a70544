//! The page that leads to those of several cases.

use std::fmt::Write as _;

use reversi_io::files::html::{article, escape};

/// A page with the name of each case, and the file of its page where it has one, above what is said of all of them.
pub fn index(title: &str, cases: &[(&str, Option<String>)], report: &str) -> String {
    let mut items = String::new();
    for (name, file) in cases {
        let name = escape(name);
        let item = match file {
            Some(file) => format!("<a href=\"{}\">{name}</a>", escape(file)),
            None => name,
        };
        // Writing into a text does not fail.
        let _ = writeln!(items, "<li>{item}</li>");
    }
    article(title, "", &format!("<ul>\n{items}</ul>\n<pre class=\"report\">{}</pre>\n", escape(report)))
}
