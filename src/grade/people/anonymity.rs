//! Numbers in place of names. They follow from a random key beside the configuration: without it, the list of the class does
//! not tell whose they are.

use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use anyhow::{Context as _, Result};

use crate::digest::Digester;

/// The name of the file with the key.
pub const FILE: &str = "anonymous.key";

/// The key of a class.
#[derive(Clone, Debug)]
pub struct AnonymousKey(String);

impl AnonymousKey {
    /// Reads the key in the folder of a configuration; makes one, which its owner alone may read, if there is none.
    ///
    /// # Errors
    /// A file that cannot be read or made.
    pub fn of_folder(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let fresh = format!("{:032x}{:032x}\n", rand::random::<u128>(), rand::random::<u128>());
        let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
        match made.and_then(|mut file| file.write_all(fresh.as_bytes())) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(error).with_context(|| format!("cannot write {}", path.display()));
            }
            _ => {}
        }
        Ok(Self(fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?))
    }

    /// The numbers of the students of a class, in an order that says nothing of their names.
    pub fn numbers(&self, class: &[String]) -> BTreeMap<String, String> {
        let mut names: Vec<&String> = class.iter().collect();
        names.sort_by_cached_key(|name| Digester::default().add(&self.0).add(name).finish());
        let width = names.len().to_string().len();
        (1..).zip(names).map(|(number, name)| (name.clone(), format!("{number:0width$}"))).collect()
    }
}
