//! The document of a page: its parts, put together.

use std::io::{self, Write};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};

use super::Page;
use crate::files::markup::escape;

/// The document, with the names of what belongs in it in braces.
const DOCUMENT: &str = include_str!("page/page.html");
/// The style.
const STYLE: &str = include_str!("page/page.css");
/// The script, in four files, each of which speaks of those before it.
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
        let value = match name {
            "title" => &escape(&page.title),
            "first-row" => &escape(&page.still.row),
            "first-sentences" => &escape(&page.still.sentences),
            "first-board" => &escape(&page.still.board),
            "style-hash" => &hash(STYLE),
            "script-hash" => &hash(SCRIPT),
            "style" => STYLE,
            "script" => SCRIPT,
            "data" => &data,
            _ => unreachable!("the document has no other names"),
        };
        sink.write_all(before.as_bytes())?;
        sink.write_all(value.as_bytes())?;
        rest = after;
    }
    sink.write_all(rest.as_bytes())
}

/// What the page's security policy calls a text that may run, or style: no other text does.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
