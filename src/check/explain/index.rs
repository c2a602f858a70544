//! A page with links to the pages of several cases.

use std::fmt::Write as _;

use reversi_io::files::html::{article, escape};

/// A page with the name of each case, a link to its page if it has one, and then the report on all cases.
pub fn index(title: &str, cases: &[(&str, Option<String>)], report: &str) -> String {
    let mut items = String::new();
    for (name, file) in cases {
        let name = escape(name);
        let item = match file {
            Some(file) => format!("<a href=\"{}\">{name}</a>", escape(file)),
            None => name,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(items, "<li>{item}</li>");
    }
    let report = escape(report);
    article(title, "", &format!("<ul>\n{items}</ul>\n<pre class=\"fixed\">{report}</pre>\n"))
}
