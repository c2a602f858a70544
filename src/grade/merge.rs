//! Merges the results of parts of a class that were graded separately.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use super::results::{ClassResults, RESULTS, records::Records};
use reversi_io::names::{list, more};

/// Merges the results of all parts of a class. Also returns the records of the students. Refuses parts that contradict
/// each other, and a class of which a part or a student is missing.
pub fn merge(folders: &[PathBuf]) -> Result<(ClassResults, Vec<Records>)> {
    let mut merged: Option<(&Path, ClassResults)> = None;
    let mut records = Vec::new();
    let mut shards = Vec::new();
    for folder in folders {
        let part = ClassResults::read(folder)?
            .with_context(|| format!("{} has no {RESULTS}; expected a completely graded part", folder.display()))?;
        records.push(Records::open(folder)?);
        shards.extend(part.shard.clone());
        let Some((first, merged)) = &mut merged else {
            merged = Some((folder, part));
            continue;
        };
        if part.program != merged.program {
            bail!("{} is by {}, and {} by {}", folder.display(), part.program, first.display(), merged.program);
        }
        if part.inputs != merged.inputs || part.class != merged.class {
            bail!(
                "{} and {} are of different classes: expected the same cases, configuration and submissions",
                first.display(),
                folder.display()
            );
        }
        merged.numbers = merged.numbers.take().filter(|_| part.numbers.is_some());
        merged.not_graded.extend(part.not_graded);
        merged.changes.extend(part.changes);
        for student in part.students {
            match merged.students.iter().find(|known| known.name == student.name) {
                None => merged.students.push(student),
                Some(known) if *known == student => {}
                Some(_) => bail!("{} is in {}, too, with other results", student.name, folder.display()),
            }
        }
    }
    let Some((_, mut merged)) = merged else { bail!("nothing to merge; expected the folders of some results") };
    merged.students.sort_by(|one, other| one.name.cmp(&other.name));
    merged.changes.sort_by(|one, other| one.student.cmp(&other.student));
    merged.shard = None;
    merged.not_graded.sort_by(|one, other| one.name.cmp(&other.name));
    let graded = merged.students.iter().map(|student| &student.name);
    let known: BTreeSet<&String> = graded.chain(merged.not_graded.iter().map(|failure| &failure.name)).collect();
    let missing: Vec<&str> = merged.class.iter().filter(|name| !known.contains(name)).map(String::as_str).collect();
    if !missing.is_empty() {
        let of = shards.first().and_then(|shard| shard.split_once('/')?.1.parse::<usize>().ok()).unwrap_or(0);
        let parts: Vec<String> =
            (1..=of).map(|number| format!("{number}/{of}")).filter(|part| !shards.contains(part)).collect();
        let parts = if parts.is_empty() { String::new() } else { format!(": part {}", list(parts, "and")) };
        let (number, all) = (missing.len(), merged.class.len());
        let first = missing.iter().take(3).copied();
        let names = list(first.map(str::to_owned).chain(more(number, 3)), "and");
        let are = if number == 1 { "is" } else { "are" };
        bail!("not all of the class is there{parts}; {number} of {all} students {are} missing: {names}");
    }
    Ok((merged, records))
}
