//! Makes the document of a page from its parts: `page.html`, the style, the scripts and the data.

use super::{FirstRow, Page};
use reversi_io::files::html::{self, escape, hash};

/// The document, with a name in braces in place of each part.
const DOCUMENT: &str = include_str!("page/page.html");
/// The CSS of the page, which comes after the common CSS of all pages.
const STYLE: &str = include_str!("page/page.css");
/// The script in three files; each file uses the files before it and the common scripts of all pages.
const SCRIPT: &str =
    concat!(include_str!("page/search.js"), include_str!("page/views.js"), include_str!("page/page.js"));

fn style_and_script() -> [String; 2] {
    [[html::STYLE, STYLE].concat(), html::script(&[html::PARTS, SCRIPT])]
}

impl Page {
    /// The whole document of the page.
    pub fn html(&self) -> String {
        let FirstRow { row, sentences, board } = &self.first_row;
        let sentences: Vec<String> = sentences.iter().map(ToString::to_string).collect();
        let [style, script] = style_and_script();
        html::fill(DOCUMENT, |name| match name {
            "title" => escape(&self.title),
            "first-row" => escape(row),
            "first-sentences" => escape(&sentences.join(" ")),
            "first-board" => escape(board),
            "style-hash" => hash(&style),
            "script-hash" => hash(&script),
            "style" => style.clone(),
            "script" => script.clone(),
            "data" => html::data(&self.data),
            _ => unreachable!("the document has no other names"),
        })
    }

    /// The hashes of the style and the script that every page has. A page that shows this page in a frame must allow
    /// these hashes in its security policy.
    pub fn hashes() -> [String; 2] {
        style_and_script().map(|text| hash(&text))
    }
}
