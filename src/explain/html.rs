//! The document of a page: its parts, put together.

use std::io::{self, Write};

use super::Page;
use crate::files::html;

/// The document, with the names of what belongs in it in braces.
const DOCUMENT: &str = include_str!("page/page.html");
/// The style. Its hash stands in the document.
const STYLE: &str = include_str!("page/page.css");
/// The script, in four files, each of which speaks of those before it. Its hash stands in the document.
const SCRIPT: &str = concat!(
    include_str!("page/search.js"),
    include_str!("page/words.js"),
    include_str!("page/views.js"),
    include_str!("page/page.js"),
);

/// Writes a page.
pub(super) fn write(page: &Page, sink: &mut impl Write) -> io::Result<()> {
    // A text of the data that looks like the end of the script is none.
    let data = serde_json::to_string(&page.data)?.replace('<', "\\u003c");
    let mut rest = DOCUMENT;
    while let Some((before, name, after)) = rest.split_once("{{").and_then(|(before, rest)| {
        let (name, after) = rest.split_once("}}")?;
        Some((before, name, after))
    }) {
        sink.write_all(before.as_bytes())?;
        match name {
            "title" => write_escaped(&page.title, sink)?,
            "first-row" => write_escaped(&page.still.row, sink)?,
            "first-sentences" => write_escaped(&page.still.sentences, sink)?,
            "first-board" => write_escaped(&page.still.board, sink)?,
            "style" => sink.write_all(STYLE.as_bytes())?,
            "script" => sink.write_all(SCRIPT.as_bytes())?,
            "data" => sink.write_all(data.as_bytes())?,
            _ => unreachable!("the document has no other names"),
        }
        rest = after;
    }
    sink.write_all(rest.as_bytes())
}

fn write_escaped(text: &str, sink: &mut impl Write) -> io::Result<()> {
    sink.write_all(html::escape(text).as_bytes())
}
