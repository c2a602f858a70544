//! Escapes students' text for terminals, Markdown, CSV and shells.

use std::ffi::OsStr;

use super::digest::Digester;
use reversi_io::visible::is_special;
pub use reversi_io::visible::{line, text};

/// Quotes a word, so that it can be pasted into a shell. Invisible characters are escaped in `$'...'`, which most
/// shells know.
pub fn word(word: &str) -> String {
    if let Some(quoted) = shlex::try_quote(word).ok().filter(|_| line(word) == word) {
        return quoted.into_owned();
    }
    let mut quoted = "$'".to_owned();
    for letter in word.chars() {
        if matches!(letter, '#' | '\'' | '\\') || is_special(letter) {
            quoted.extend(letter.to_string().bytes().map(|byte| format!("\\{byte:03o}")));
        } else {
            quoted.push(letter);
        }
    }
    quoted + "'"
}

/// The first `lines` lines of a printed text; each line is cut after 160 characters, and `...` replaces the rest.
pub fn beginning(printed: &[u8], lines: usize) -> String {
    const WIDTH: usize = 160;
    let printed = text(&String::from_utf8_lossy(printed).replace("\r\n", "\n"));
    let mut shown: Vec<String> = Vec::new();
    let mut rest = printed.trim_end().lines();
    for line in rest.by_ref().take(lines) {
        let mut letters = line.chars();
        let mut line: String = letters.by_ref().take(WIDTH).collect();
        if letters.next().is_some() {
            line.push_str(" ...");
        }
        shown.push(line);
    }
    if rest.next().is_some() {
        shown.push("...".to_owned());
    }
    shown.join("\n")
}

/// Returns a command as one line, cut after 4,000 characters. Names in a submission may be very long.
pub fn start(text: &str) -> String {
    line(&cut(text, 4_000))
}

/// Returns a stranger's text for a message, as one line that is cut after 200 characters.
pub fn short(text: &str) -> String {
    line(&cut(text, 200))
}

/// Returns a stranger's name in quotation marks for a message, cut after 200 characters.
pub fn quoted(name: impl AsRef<OsStr>) -> String {
    format!("{:?}", cut(&name.as_ref().to_string_lossy(), 200))
}

/// The first characters of a text; ` ...` replaces the rest.
fn cut(text: &str, most: usize) -> String {
    text.char_indices().nth(most).map_or_else(|| text.to_owned(), |(end, _)| text[..end].to_owned() + " ...")
}

/// The length of the longest sequence of backquotes in a text.
fn longest_run(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

/// A fenced code block of Markdown that shows a text unchanged.
pub fn block(shown: &str) -> String {
    let text = text(shown);
    let fence = "`".repeat(longest_run(&text).max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}text\n{text}{end}{fence}\n")
}

/// A code span of Markdown that shows a text unchanged.
pub fn span(text: &str) -> String {
    let text = line(text);
    let fence = "`".repeat(longest_run(&text) + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// A cell of a CSV table, quoted if a comma or a semicolon could split the cell. If a spreadsheet would calculate the
/// text, the cell begins with an apostrophe.
pub fn cell(text: &str) -> String {
    let mut text = line(text);
    // Spreadsheets skip spaces before a formula, and also accept full-width forms of a formula's first character.
    if text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        text.insert(0, '\'');
    }
    if text.contains([',', ';', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// A writer for a CSV table; each text in the table must be a [`cell`].
pub fn table() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().quote_style(csv::QuoteStyle::Never).from_writer(Vec::new())
}

/// A file name for a student, at most 255 bytes long: a long name is cut and ends in a part of its digest.
pub fn file_name(name: &str, suffix: &str) -> String {
    const LONGEST: usize = 200;
    if name.len() <= LONGEST {
        return format!("{name}{suffix}");
    }
    let end = (0..=LONGEST).rev().find(|&end| name.is_char_boundary(end)).unwrap_or(0);
    let rest = Digester::default().add(name).finish().to_string();
    format!("{}~{}{suffix}", &name[..end], &rest[..16])
}
