//! Recognises programs that need Python 2, and copies a Python 2 interpreter to a folder that submissions can read.

use std::{
    env, fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use crate::escape;

/// The error message of Python 3 for a program that may need Python 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub line: String,
    /// True if a Python 3 program never fails with this message.
    pub is_sure: bool,
}

/// The beginnings of Python 3's error messages for code that is right in Python 2.
const MARKS: [&str; 29] = [
    "TabError: ",
    "SyntaxError: Missing parentheses in call to ",
    "SyntaxError: multiple exception types must be parenthesized",
    "SyntaxError: leading zeros in decimal integer literals",
    "TypeError: unsupported operand type(s) for >>: 'builtin_function_or_method'",
    "TypeError: 'cmp' is an invalid keyword argument for sort",
    "AttributeError: 'dict' object has no attribute 'has_key'",
    "AttributeError: 'dict' object has no attribute 'iter",
    "AttributeError: module 'string' has no attribute '",
    "AttributeError: module 'sys' has no attribute 'maxint'",
    "AttributeError: module 'itertools' has no attribute 'i",
    "NameError: name 'basestring'",
    "NameError: name 'cmp'",
    "NameError: name 'execfile'",
    "NameError: name 'long'",
    "NameError: name 'raw_input'",
    "NameError: name 'reduce'",
    "NameError: name 'reload'",
    "NameError: name 'unichr'",
    "NameError: name 'unicode'",
    "NameError: name 'xrange'",
    "ModuleNotFoundError: No module named 'ConfigParser'",
    "ModuleNotFoundError: No module named 'Queue'",
    "ModuleNotFoundError: No module named 'StringIO'",
    "ModuleNotFoundError: No module named 'Tkinter'",
    "ModuleNotFoundError: No module named 'cPickle'",
    "ModuleNotFoundError: No module named 'cStringIO'",
    "ModuleNotFoundError: No module named 'sets'",
    "ModuleNotFoundError: No module named 'urllib2'",
];

impl Refusal {
    /// Finds the error message in the output of Python 3; `None` if no message indicates Python 2.
    pub fn of(printed: &[u8]) -> Option<Self> {
        let printed = String::from_utf8_lossy(printed);
        let is_sure = |line: &&str| MARKS.iter().any(|mark| line.starts_with(mark));
        let sure = printed.lines().find(is_sure);
        let line = sure.or_else(|| printed.lines().find(|line| line.starts_with("SyntaxError: ")))?;
        Some(Self { line: escape::line(line), is_sure: sure.is_some() })
    }
}

/// Copies a Python 2 from this user's `PATH` into a folder, because other users may not read a home folder. Returns the
/// program that starts the copy, or a sentence on why there is none.
pub fn install(folder: &Path) -> Result<String, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&path).flat_map(|folder| ["python2", "python2.7"].map(|name| folder.join(name)));
    let mut problems = Vec::new();
    for python in places.filter(|place| place.is_file()) {
        match copy(&python, folder) {
            Ok(program) => return Ok(program.to_string_lossy().into_owned()),
            Err(error) => problems.push(escape::line(&format!("{}: {error}", python.display()))),
        }
    }
    Err(if problems.is_empty() { "no folder of PATH has a python2".to_owned() } else { problems.join("; ") })
}

fn copy(python: &Path, folder: &Path) -> io::Result<PathBuf> {
    const PLACES: &str = "import os, sys; print(sys.executable); print(os.path.dirname(os.__file__))";
    let places = output(Command::new(python).args(["-c", PLACES]))?;
    let [executable, library] = places.lines().collect::<Vec<_>>()[..] else {
        return Err(io::Error::other("it does not say where it lies"));
    };
    let [programs, libraries] = ["bin", "lib"].map(|name| folder.join(name));
    fs::create_dir_all(&programs)?;
    fs::create_dir_all(&libraries)?;
    // `ldd` fails if a program does not use shared libraries.
    let linked = output(Command::new("ldd").arg(executable)).unwrap_or_default();
    let linked = linked.lines().filter_map(|line| line.split_once("=> /")?.1.split(' ').next());
    let linked =
        linked.map(|path| format!("/{path}")).filter(|path| !path.starts_with("/lib") && !path.starts_with("/usr/"));
    output(Command::new("cp").arg("-RL").arg(library).args(linked).arg(&libraries))?;
    let [copied, start] = ["python2.7", "python2"].map(|name| programs.join(name));
    fs::copy(executable, &copied)?;
    let [libraries, copied] = [libraries, copied].map(|path| escape::word(&path.to_string_lossy()));
    fs::write(&start, format!("#!/bin/sh\nLD_LIBRARY_PATH={libraries} exec {copied} \"$@\"\n"))?;
    fs::set_permissions(&start, fs::Permissions::from_mode(0o755))?;
    output(Command::new("chmod").args(["-R", "a+rX"]).arg(folder))?;
    Ok(start)
}

/// The output of a command; an error if the command fails.
fn output(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    Err(io::Error::other(lines.collect::<Vec<_>>().join("; ")))
}
