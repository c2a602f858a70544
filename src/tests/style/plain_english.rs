//! Checks that users and programmers read plain English: short sentences, subjects, one term for each thing.

use std::{fs, iter};

use crate::{files, in_repository};

const EXCEPTIONS: [&str; 1] = [
    "Where to look", // the label of a line in a report
];

/// Words that open a comment or a text without a clear subject.
const OPENINGS: [&str; 12] =
    ["What", "Whatever", "Whether", "Where", "How", "It", "Its", "Those", "Who", "Whoever", "Whose", "That"];

/// Words that the project replaces by better terms.
const WORDS: [&str; 20] = [
    "dialect",
    "habit",
    "open window",
    "closed window",
    "hand down",
    "hands down",
    "handed down",
    "max's side",
    "hardly chance",
    "lay a disc",
    "lays a disc",
    "laid a disc",
    "lays discs",
    "laid discs",
    "cut-off depth",
    "colour",
    "points a game",
    "processor time",
    "real time",
    "side to move",
];

struct Paragraph {
    line: usize,
    text: String,
    /// True if the paragraph is the first of a comment or a text.
    opens: bool,
}

#[test]
fn texts_and_comments_are_plain_english() {
    let mut faults = Vec::new();
    for file in files("src").into_iter().chain([crate::path("README.md")]) {
        let name = in_repository(&file);
        let kind = name.rsplit_once('.').map_or("", |(_, kind)| kind);
        // The text of the licence is not ours.
        if name.ends_with("/licence.md") || !["rs", "md", "txt", "toml", "json", "js", "css", "html"].contains(&kind) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a text file");
        let mut all = match kind {
            "rs" => paragraphs(text.lines().map(comment)),
            "json" => Vec::new(),
            "js" | "css" => paragraphs(text.lines().map(script_comment)),
            "html" => paragraphs(without_tags(&text).lines().map(|line| Some(line.trim()))),
            "toml" => paragraphs(text.lines().map(|line| line.strip_prefix('#').map(str::trim))),
            _ => paragraphs(text.lines().map(|line| Some(line.trim()))),
        };
        let is_commented = ["rs", "js"].contains(&kind);
        if is_commented && all.first().is_none_or(|first| first.line > 1) {
            faults.push(format!("{name}:1: no line says what the file does"));
        } else if is_commented && words(all[0].text.split_once(". ").map_or(&all[0].text, |(first, _)| first)) > 20 {
            faults.push(format!("{name}:1: more than 20 words say what the file does"));
        }
        if kind == "rs" && name.contains("tests/") {
            let names = test_names(&text).filter(|(_, name)| name.len() > 60);
            faults.extend(
                names.map(|(line, test)| format!("{name}:{line}: a name of {} characters: {test}", test.len())),
            );
        } else if ["rs", "json", "js"].contains(&kind) {
            all.extend(literals(&text));
        }
        for paragraph in all {
            let found = faults_of(&paragraph).into_iter();
            faults.extend(found.map(|fault| format!("{name}:{}: {fault}", paragraph.line)));
        }
    }
    assert!(faults.is_empty(), "{} places:\n{}\n", faults.len(), faults.join("\n"));
}

fn faults_of(paragraph: &Paragraph) -> Vec<String> {
    let mut faults = Vec::new();
    let text = without_code(&paragraph.text);
    if EXCEPTIONS.iter().any(|exception| text.contains(exception)) {
        return faults;
    }
    let first = text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    if paragraph.opens && OPENINGS.contains(&first) {
        faults.push(format!("opens with {first}: {}", shown(&text)));
    }
    let lower = text.to_lowercase();
    faults
        .extend(WORDS.iter().filter(|word| lower.contains(**word)).map(|word| format!("\"{word}\": {}", shown(&text))));
    let sentences = text.split_inclusive(['.', '!', '?']).fold(vec![String::new()], |mut sentences, part| {
        // A period inside a word, as in "log.txt", does not end a sentence.
        let last = sentences.last_mut().expect("a sentence");
        if part.starts_with(char::is_whitespace) && last.ends_with(['.', '!', '?']) {
            sentences.push(part.to_owned());
        } else {
            *last += part;
        }
        sentences
    });
    let long = sentences.iter().filter(|sentence| words(sentence) > 30);
    faults.extend(long.map(|sentence| format!("{} words: {}", words(sentence), shown(sentence))));
    faults
}

fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

fn shown(text: &str) -> String {
    text.trim().chars().take(80).collect()
}

/// Replaces each piece of code by `x`, because code counts as one word. A template in braces is a word of its own.
fn without_code(text: &str) -> String {
    text.replace('{', " {").split('`').enumerate().map(|(at, part)| if at % 2 == 0 { part } else { "x" }).collect()
}

fn comment(line: &str) -> Option<&str> {
    let line = line.trim();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim)
}

/// The text of a comment line in a script or a style, without types.
fn script_comment(line: &str) -> Option<&str> {
    let line = line.trim();
    let text = ["/**", "/*", "* ", "//"].iter().find_map(|start| line.strip_prefix(start))?;
    text.trim_end_matches("*/").split('@').next().map(str::trim)
}

/// A page without tags. The text of each element ends with a period, unless it is part of a sentence.
fn without_tags(page: &str) -> String {
    let text = |part: &str| {
        let (tag, text) = part.split_once('>').unwrap_or(("", part));
        let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
        if ["b", "code", "kbd", "span"].contains(&name) { text.to_owned() } else { [". ", text].concat() }
    };
    page.split('<').map(text).collect()
}

/// The paragraphs of comments or texts, without code, tables and headings. `None` stands for a line of another kind.
fn paragraphs<'a>(lines: impl Iterator<Item = Option<&'a str>>) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let (mut is_code, mut opens, mut continues) = (false, true, false);
    for (number, line) in (1..).zip(lines) {
        let Some(line) = line else {
            (is_code, opens, continues) = (false, true, false);
            continue;
        };
        is_code ^= line.starts_with("```");
        if is_code || ["```", "|", "#", "!"].iter().any(|mark| line.starts_with(mark)) || line.is_empty() {
            continues = false;
            continue;
        }
        let is_item =
            line.starts_with("- ") || line.split_once(". ").is_some_and(|(item, _)| item.parse::<u8>().is_ok());
        match paragraphs.last_mut().filter(|_| continues && !is_item) {
            Some(paragraph) => paragraph.text += &[" ", line].concat(),
            None => paragraphs.push(Paragraph { line: number, text: line.to_owned(), opens }),
        }
        (opens, continues) = (false, true);
    }
    paragraphs
}

/// The texts in quotation marks with more than one word.
fn literals(source: &str) -> Vec<Paragraph> {
    let mut literals = Vec::new();
    let (mut rest, mut line) = (source, 1);
    while let Some(place) = rest.find(['"', '\'', '/', '`']) {
        let raw = rest[..place].len() - rest[..place].trim_end_matches('#').len();
        let is_raw = rest[..place - raw].ends_with('r');
        line += rest[..place].matches('\n').count();
        rest = &rest[place..];
        let end = match rest.as_bytes() {
            [b'/', b'/', ..] => rest.find('\n'),
            [b'/', b'*', ..] => rest.find("*/"),
            [b'`', ..] => rest[1..].find('`').map(|end| end + 2),
            [b'\'', b'\\', ..] => rest[2..].find('\'').map(|end| end + 3),
            [b'\'', ..] if rest.chars().nth(2) == Some('\'') => rest[1..].find('\'').map(|end| end + 2),
            [b'"', ..] if is_raw => rest[1..].find(&["\"", &"#".repeat(raw)].concat()).map(|end| end + 2 + raw),
            [b'"', ..] => closing_quote(rest),
            _ => Some(1),
        };
        let (literal, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        let first_line = line;
        line += literal.matches('\n').count();
        if literal.starts_with(['"', '`']) && literal.contains(' ') {
            let text = literal.trim_matches(['"', '#', '`']).replace("\\n", "\n").replace("\\\n", " ");
            // Indented lines are examples, tables or output.
            let of_lines =
                paragraphs(text.lines().map(|line| Some(if line.starts_with("  ") { "" } else { line.trim() })));
            literals.extend(
                of_lines.into_iter().map(|paragraph| Paragraph { line: first_line + paragraph.line - 1, ..paragraph }),
            );
        }
    }
    literals
}

fn closing_quote(literal: &str) -> Option<usize> {
    let mut letters = literal.char_indices().skip(1);
    iter::from_fn(|| {
        let (place, letter) = letters.next()?;
        if letter == '\\' {
            letters.next();
        }
        Some((place, letter))
    })
    .find(|(_, letter)| *letter == '"')
    .map(|(place, _)| place + 1)
}

/// The names of tests, with their line numbers.
fn test_names(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_test = false;
    (1..).zip(source.lines()).filter_map(move |(number, line)| {
        let line = line.trim();
        is_test |= line == "#[test]";
        let name = line.strip_prefix("fn ").filter(|_| is_test)?;
        is_test = false;
        Some((number, name.split_once('(').map_or(name, |(name, _)| name)))
    })
}
