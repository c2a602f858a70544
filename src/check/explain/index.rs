//! The page that leads to those of several cases.

use std::fmt::Write as _;

use reversi_io::files::html::{PARTS, article, escape};

/// Lets the report fill the width of the page.
const SCRIPT: &str = r#"byId("report").replaceWith(...reflowed(unbroken(byId("report").textContent)));"#;

/// A page with the name of each case, a link to its page if it has one, and the report on all cases below.
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
    let report = escape(report);
    article(
        title,
        "",
        &format!("<ul>\n{items}</ul>\n<pre id=\"report\">{report}</pre>\n<script>{PARTS}{SCRIPT}</script>\n"),
    )
}
