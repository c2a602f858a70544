//! The document of a page, put together from its parts: `page.html`, the style, the scripts and the data.

use std::io::{self, Write};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};

use super::Page;
use crate::files::html::escape;

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
    // Without `<`, no text of the data ends the script that holds them.
    let data = serde_json::to_string(&page.data)?.replace('<', "\\u003c");
    let mut rest = DOCUMENT;
    while let Some((before, name, after)) = rest.split_once("{{").and_then(|(before, rest)| {
        let (name, after) = rest.split_once("}}")?;
        Some((before, name, after))
    }) {
        let value = match name {
            "title" => &escape(&page.title),
            "first-row" => &escape(&page.first_row.row),
            "first-sentences" => &escape(&page.first_row.sentences),
            "first-board" => &escape(&page.first_row.board),
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

/// The hash by which the page's security policy names the one script, or style, that the browser may use.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
