//! Digests of the sources of a submission, for finding copies.

use std::{collections::HashMap, path::Path};

use serde::{Deserialize, Serialize};

use super::Contents;
use crate::digest::{Digest, Digester};

/// The extensions of sources.
const SUFFIXES: [&str; 13] = ["c", "C", "c++", "cc", "cpp", "cxx", "h", "hh", "hpp", "java", "py", "rs", "sh"];

/// The largest number of bytes of a source that the digest includes.
const MOST_READ: u64 = 8 << 20;

/// True if a file has the name of a source file.
pub(crate) fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|end| SUFFIXES.iter().any(|suffix| end == *suffix))
}

/// The extension for a script without an extension, by the interpreter in its first line.
pub(crate) fn extension_of_script(contents: &Contents, path: &Path) -> Option<&'static str> {
    let text = contents.text(path, 256).ok().filter(|_| path.extension().is_none())?;
    let interpreter = text.lines().next()?.strip_prefix("#!")?;
    Some(if interpreter.contains("python") { "py" } else { "sh" })
}

/// A digest of all sources together, which does not depend on their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceDigests {
    pub exact: Digest,
    /// A digest that is also equal for sources that differ only in spaces and names of variables.
    pub renamed: Digest,
}

impl SourceDigests {
    /// Computes the digests; `None` if there are no sources.
    pub fn of(contents: &Contents) -> Option<Self> {
        let texts = contents
            .names()
            .filter(|path| is_source(path))
            .map(|path| contents.text(path, MOST_READ).unwrap_or_default());
        let texts: Vec<String> = texts.collect();
        let digest = |form: fn(&str) -> String| {
            let mut digests: Vec<Digest> =
                texts.iter().map(|text| Digester::default().add(form(text)).finish()).collect();
            digests.sort();
            let mut all = Digester::default();
            for one in digests {
                all.add(one.to_string());
            }
            all.finish()
        };
        (!texts.is_empty()).then(|| Self { exact: digest(str::to_owned), renamed: digest(renamed) })
    }
}

/// The text without spaces, in which the number of its first occurrence replaces each word.
fn renamed(text: &str) -> String {
    let (mut numbers, mut shown) = (HashMap::new(), String::new());
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(end);
        if first.is_alphabetic() || first == '_' {
            let next = numbers.len();
            shown.push('\0');
            shown += &numbers.entry(word).or_insert(next).to_string();
            shown.push(' ');
        } else if !first.is_whitespace() {
            shown += word;
        }
        rest = after;
    }
    shown
}
