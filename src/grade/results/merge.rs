//! Merges the results of parts of a class that were graded apart.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use super::{ClassResults, records::Records};
use crate::grade::outputs::RESULTS;

/// Merges the results in several folders, and copies the records of their students.
///
/// # Errors
/// A folder without results, parts of different classes, and a student who is in two parts with different results.
pub fn merge(folders: &[PathBuf], records: &Records) -> Result<ClassResults> {
    let mut merged: Option<(&Path, ClassResults)> = None;
    for folder in folders {
        let part = read(folder)?;
        let theirs = Records::open(folder)?;
        for student in &part.students {
            let record = theirs.find(&student.name);
            let record = record.with_context(|| format!("{} has no record of {}", folder.display(), student.name))?;
            records.keep(&student.name, &record, None)?;
        }
        records.add_times(&theirs)?;
        let Some((first, merged)) = &mut merged else {
            merged = Some((folder, part));
            continue;
        };
        if part.program != merged.program {
            bail!("{} is by {}, and {} by {}", folder.display(), part.program, first.display(), merged.program);
        }
        if part.assignment != merged.assignment || part.class_size != merged.class_size {
            bail!(
                "{} and {} are of different classes: expected the same cases, configuration and submissions",
                first.display(),
                folder.display()
            );
        }
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
    Ok(merged)
}

fn read(folder: &Path) -> Result<ClassResults> {
    let path = folder.join(RESULTS);
    let context =
        || format!("cannot read {}: expected the folder of a part that was graded to its end", path.display());
    let bytes = fs::read(&path).with_context(context)?;
    serde_json::from_slice(&bytes).with_context(context)
}
