//! Escapes text for HTML and SVG, and makes pages of one file with common styles and scripts.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

/// The colors of all pages and plots, as a style sheet.
pub const COLORS: &str = include_str!("colors.css");

/// The style sheet of all pages. A page may add rules.
pub const STYLE: &str = concat!(include_str!("colors.css"), include_str!("base.css"));

/// The common script that precedes each page's own script.
pub const PARTS: &str = include_str!("parts.js");

/// Scripts without comments and indentation: the readers of a page do not read its source. No text of a script may contain
/// `/**` or have several lines.
pub fn script(parts: &[&str]) -> String {
    let whole = parts.concat();
    let mut blocks = whole.split("/**");
    let first = blocks.next().unwrap_or_default();
    let after = blocks.map(|block| block.split_once("*/").map_or("", |(_, after)| after));
    let code: String = [first].into_iter().chain(after).collect();
    let lines = code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A page without a script. `style` is added to [`STYLE`]; `body` is HTML.
pub fn article(title: &str, style: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{style}</style>\n</head>\n<body>\n<main class=\"article\">\n<h1>{title}</h1>\n\
         {body}</main>\n</body>\n</html>\n"
    )
}

/// Replaces characters that would begin a tag or an entity, or end an attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Replaces each name in double braces by its value.
pub fn fill(document: &str, value: impl Fn(&str) -> String) -> String {
    let pieces = document.split("{{").map(|piece| match piece.split_once("}}") {
        Some((name, after)) => value(name) + after,
        None => piece.to_owned(),
    });
    pieces.collect()
}

/// Writes data as JSON for a script element; a `<` in the data cannot end the element.
pub fn data(data: &Json) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// The hash of a script or style, for the security policy of a page.
pub fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
