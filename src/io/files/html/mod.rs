//! Text inside HTML and SVG, and pages of one file: the style and the parts that all pages share.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

/// The colours of all pages and plots, as a style sheet.
pub const COLORS: &str = include_str!("colors.css");

/// The style sheet of all pages. A page may add rules of its own.
pub const STYLE: &str = concat!(include_str!("colors.css"), include_str!("base.css"));

/// The script that all pages with a script begin with.
pub const PARTS: &str = include_str!("parts.js");

/// A page to read, without a script. `style` is added to the [`STYLE`]; `body` is HTML.
pub fn article(title: &str, style: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{style}</style>\n</head>\n<body>\n<main class=\"article\">\n<h1>{title}</h1>\n\
         {body}</main>\n</body>\n</html>\n"
    )
}

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
