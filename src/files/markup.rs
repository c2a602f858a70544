//! Text inside HTML, SVG and XML.

/// The text with everything escaped that means something in an element or in a quoted attribute.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
