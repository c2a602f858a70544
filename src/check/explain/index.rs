//! The page that leads to those of several cases.

use std::fmt::Write as _;

use reversi_io::files::html::escape;

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
    let (title, report) = (escape(title), escape(report));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n</head>\n<body>\n\
         <h1>{title}</h1>\n<ul>\n{items}</ul>\n<pre>{report}</pre>\n</body>\n</html>\n"
    )
}
