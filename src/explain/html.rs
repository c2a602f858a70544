//! The document of a page, put together from its parts: `page.html`, the style, the scripts and the data.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};

use super::Page;
use crate::files::html::escape;

/// The document, with the names of what belongs in it in braces.
const DOCUMENT: &str = include_str!("page/page.html");
/// The style.
const STYLE: &str = include_str!("page/page.css");
/// The script, in three files, each of which speaks of those before it.
const SCRIPT: &str =
    concat!(include_str!("page/search.js"), include_str!("page/views.js"), include_str!("page/page.js"),);

impl Page {
    /// The document.
    ///
    /// # Panics
    /// Never: `page.html` names parts that there are.
    pub fn html(&self) -> String {
        let mut pieces = DOCUMENT.split("{{");
        let mut html = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (name, after) = piece.split_once("}}").expect("a name ends");
            let value: &str = match name {
                "title" => &escape(&self.title),
                "first-row" => &escape(&self.first_row.row),
                "first-sentences" => &escape(&self.first_row.sentences),
                "first-board" => &escape(&self.first_row.board),
                "style-hash" => &hash(STYLE),
                "script-hash" => &hash(SCRIPT),
                "style" => STYLE,
                "script" => SCRIPT,
                // Without `<`, no text of the data ends the script that holds them.
                "data" => &self.data.to_string().replace('<', "\\u003c"),
                _ => unreachable!("the document has no other names"),
            };
            html += value;
            html += after;
        }
        html
    }
}

/// The hash by which the page's security policy names the one script, or style, that the browser may use.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
