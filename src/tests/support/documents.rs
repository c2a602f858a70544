//! Markdown files as tests: some blocks are commands or inputs, others are expected results.

use std::{env, fs, path::Path};

use rayon::prelude::*;

/// Replaces the content of each code block by the result of `renew`, a function of the block's kind and content.
pub fn with_blocks(text: &str, mut renew: impl FnMut(&str, &str) -> String) -> String {
    let parts = text.split("```").enumerate().map(|(place, part)| match part.split_once('\n') {
        Some((kind, content)) if place % 2 == 1 => [kind, "\n", &renew(kind, content)].concat(),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("```")
}

/// Compares each Markdown file of a folder with its renewed text. `INSTA_UPDATE=always` writes the renewed text.
pub fn compare(folder: &str, renewed: impl Fn(&str) -> String + Sync) {
    let files = fs::read_dir(crate::path(folder)).expect("a folder").map(|file| file.expect("a file").path());
    let files: Vec<_> = files.filter(|file| file.extension().is_some_and(|kind| kind == "md")).collect();
    let is_renewed = env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always");
    let compare = |file: &Path| {
        let text = fs::read_to_string(file).expect("a text").replace("\r\n", "\n");
        let renewed = renewed(&text);
        if is_renewed {
            fs::write(file, &renewed).expect("a file");
        }
        let is_wrong = renewed != text && !is_renewed;
        is_wrong.then(|| format!("{}: {}", file.display(), difference(&text, &renewed)))
    };
    let wrong: Vec<String> = files.par_iter().filter_map(|file| compare(file)).collect();
    assert!(wrong.is_empty(), "INSTA_UPDATE=always accepts these:\n{}", wrong.join("\n"));
}

/// Shows two texts from the first line that differs.
fn difference(expected: &str, found: &str) -> String {
    let same = expected.lines().zip(found.lines()).take_while(|(one, other)| one == other).count();
    let from =
        |text: &str| text.lines().skip(same).take(12).map(|line| ["    ", line, "\n"].concat()).collect::<String>();
    format!("line {}:\n{}  is now\n{}", same + 1, from(expected), from(found))
}
