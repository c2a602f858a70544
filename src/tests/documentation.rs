//! Public items of modules have documentation. Fields and methods need it only if it says more than their name.

use std::{fs, path::Path};

/// The public items of a source file without a doc comment, as `file:line`.
fn undocumented(file: &Path) -> Vec<String> {
    const ITEMS: [&str; 6] = ["fn ", "const ", "struct ", "enum ", "trait ", "type "];
    let text = fs::read_to_string(file).expect("a source file");
    let lines: Vec<&str> = text.lines().collect();
    let is_public =
        |line: &str| line.strip_prefix("pub ").is_some_and(|item| ITEMS.iter().any(|word| item.starts_with(word)));
    let is_bare = |&at: &usize| {
        let above = lines[..at].iter().rev().find(|line| !(line.starts_with("#[") || line.ends_with(")]")));
        is_public(lines[at]) && !above.is_some_and(|above| above.starts_with("///") || above.starts_with("#[doc"))
    };
    (0..lines.len()).filter(is_bare).map(|at| format!("{}:{}", file.display(), at + 1)).collect()
}

#[test]
fn public_items_have_documentation() {
    let mut folders = vec![Path::new("src").to_owned()];
    let mut missing = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() && !["tests", "benches", "fuzz", "commands", "cli"].iter().any(|name| path.ends_with(name))
            {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                missing.extend(undocumented(&path));
            }
        }
    }
    assert!(missing.is_empty(), "public items without a doc comment:\n{}", missing.join("\n"));
}
