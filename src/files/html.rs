//! Text inside HTML and SVG.

/// The text with entities for the characters that would begin a tag or an entity, or end an attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
