//! The document of a page, put together from its parts: `page.html`, the style, the scripts and the data.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};

use super::{FirstRow, Page};
use crate::files::html::escape;

/// The document, with the names of what belongs in it in braces.
const DOCUMENT: &str = include_str!("page/page.html");
/// The style.
const STYLE: &str = include_str!("page/page.css");
/// The script, in three files: each uses those before it.
const SCRIPT: &str =
    concat!(include_str!("page/search.js"), include_str!("page/views.js"), include_str!("page/page.js"),);

impl Page {
    /// The document.
    pub fn html(&self) -> String {
        let FirstRow { row, sentences, board } = &self.first_row;
        let sentences: Vec<String> = sentences.iter().map(ToString::to_string).collect();
        let value = |name: &str| match name {
            "title" => escape(&self.title),
            "first-row" => escape(row),
            "first-sentences" => escape(&sentences.join(" ")),
            "first-board" => escape(board),
            "style-hash" => hash(STYLE),
            "script-hash" => hash(SCRIPT),
            "style" => STYLE.to_owned(),
            "script" => SCRIPT.to_owned(),
            // Without `<`, no text of the data ends the script that holds them.
            "data" => self.data.to_string().replace('<', "\\u003c"),
            _ => unreachable!("the document has no other names"),
        };
        let pieces = DOCUMENT.split("{{").map(|piece| match piece.split_once("}}") {
            Some((name, after)) => value(name) + after,
            None => piece.to_owned(),
        });
        pieces.collect()
    }
}

/// The hash by which the page's security policy names the one script, or style, that the browser may use.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
