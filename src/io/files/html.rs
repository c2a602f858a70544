//! Text inside HTML and SVG, and pages of one file: a document, its style, its script and its data.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

/// The text with entities for the characters that would begin a tag or an entity, or end an attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A document with a value for each name that stands in it in double braces.
pub fn fill(document: &str, value: impl Fn(&str) -> String) -> String {
    let pieces = document.split("{{").map(|piece| match piece.split_once("}}") {
        Some((name, after)) => value(name) + after,
        None => piece.to_owned(),
    });
    pieces.collect()
}

/// The text of data inside a script element, which no `<` in them ends.
pub fn data(data: &Json) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// The hash by which a page's security policy names a script, or a style, that the browser may use.
pub fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
