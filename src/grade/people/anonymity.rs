//! Numbers that replace students' names, computed from a random key beside the configuration.
//!
//! Without the key, nobody can find the student of a number from the list of names.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
    path::Path,
};

use anyhow::{Context as _, Result, ensure};
use tempfile::NamedTempFile;

use crate::digest::Digester;

pub const FILE: &str = "anonymous.key";

/// The smallest number of characters in a key.
const SHORTEST: usize = 32;

/// The secret key for the numbers of a class.
#[derive(Clone, Debug)]
pub struct AnonymousKey(String);

impl AnonymousKey {
    /// Reads the key in the folder of a configuration. If there is no key, makes a key file that only the owner can
    /// read. Returns an error if the key can be guessed.
    pub fn of_folder(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let cannot_write = || format!("cannot write {}", path.display());
        let fresh = format!("{:032x}{:032x}\n", rand::random::<u128>(), rand::random::<u128>());
        if !path.exists() {
            let mut file = NamedTempFile::new_in(folder).with_context(cannot_write)?;
            file.write_all(fresh.as_bytes()).and_then(|()| file.as_file().sync_all()).with_context(cannot_write)?;
            match file.persist_noclobber(&path) {
                Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(error.error).with_context(cannot_write);
                }
                // Another run that started at the same time has already made the key.
                _ => {}
            }
        }
        let key = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        // With a guessed key, anybody could compute the students' numbers.
        ensure!(
            key.trim().len() >= SHORTEST,
            "{} has fewer than {SHORTEST} characters; expected the key that this program wrote, or no file for a new key",
            path.display()
        );
        Ok(Self(key))
    }

    /// The numbers of the students of a class. The order of the numbers does not depend on the names.
    pub fn numbers(&self, class: &[String]) -> BTreeMap<String, String> {
        let mut names: Vec<&String> = class.iter().collect();
        names.sort_by_cached_key(|name| Digester::default().add(&self.0).add(name).finish());
        let width = names.len().to_string().len();
        (1..).zip(names).map(|(number, name)| (name.clone(), format!("{number:0width$}"))).collect()
    }
}
