//! Recipes: what builds and starts a submission. Without commands in the configuration, the files of the submission
//! decide: make, g++ or javac.

pub mod build;
pub mod execution;

use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use super::{configuration::command_line::CommandLine, submissions::Contents};

/// The commands that build a submission, and the script that starts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The commands, in order.
    pub commands: Vec<CommandLine>,
    /// A script that starts the program; `None` if the build makes an executable.
    pub launcher: Option<Launcher>,
}

/// A script that starts a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher {
    /// Its name.
    pub name: PathBuf,
    /// The script.
    pub script: String,
}

/// The folder for the classes of Java.
const CLASSES: &str = "java-classes";

/// The largest source file that is looked into, in bytes.
const MOST_SOURCE: u64 = 1 << 20;

impl Recipe {
    /// The commands of the configuration.
    pub fn fixed(commands: &[CommandLine]) -> Self {
        Self { commands: commands.to_vec(), launcher: None }
    }

    /// Chooses a recipe by the files of a submission. `program` is the path of the program that the cases start; it is
    /// empty if that is a program of the system, such as an interpreter.
    ///
    /// # Errors
    /// What is missing or ambiguous, as a sentence for the feedback.
    pub fn choose(contents: &Contents, program: &Path) -> Result<Self, String> {
        let is_there = |name: &str| contents.names.iter().any(|path| path == Path::new(name));
        if ["Makefile", "makefile", "GNUmakefile"].into_iter().any(is_there) {
            return Ok(Self::fixed(&[CommandLine::of(["make"])]));
        }
        // A program of the system, such as an interpreter, starts what was handed in as it is.
        if program.as_os_str().is_empty() {
            return Ok(Self::default());
        }
        let sources = sources(contents, &["cpp", "cc", "cxx", "C"]);
        if !sources.is_empty() {
            let words = ["g++", "-O2", "-o", text(program)?].into_iter().chain(texts(&sources)?);
            return Ok(Self::fixed(&[CommandLine::of(words)]));
        }
        let sources = self::sources(contents, &["java"]);
        if !sources.is_empty() {
            let main = main_class(contents, &sources)?;
            let compile = CommandLine::of(["javac", "-d", CLASSES].into_iter().chain(texts(&sources)?));
            // A name of classes and packages has nothing that a shell would change.
            let script = format!("#!/bin/sh\nexec java -cp {CLASSES} '{main}' \"$@\"\n");
            let launcher = Some(Launcher { name: program.to_path_buf(), script });
            return Ok(Self { commands: vec![compile], launcher });
        }
        if contents.names.iter().any(|name| name == program) {
            return Ok(Self::default());
        }
        Err(format!("there is neither a Makefile nor a *.cpp nor a *.java file, and no {}", program.display()))
    }
}

/// The source files in the top folder, or those of all folders if it has none.
fn sources<'a>(contents: &'a Contents, extensions: &[&str]) -> Vec<&'a Path> {
    let is_source =
        |name: &&PathBuf| name.extension().is_some_and(|found| extensions.iter().any(|wanted| found == *wanted));
    let all: Vec<&Path> = contents.names.iter().filter(is_source).map(PathBuf::as_path).collect();
    let top: Vec<&Path> = all.iter().copied().filter(|name| name.components().count() == 1).collect();
    if top.is_empty() { all } else { top }
}

fn text(name: &Path) -> Result<&str, String> {
    name.to_str().ok_or_else(|| format!("the name {} is not UTF-8", name.display()))
}

/// The names as arguments of a compiler. A name that begins with a hyphen is refused, because the compiler would take it
/// for an option.
fn texts<'a>(names: &[&'a Path]) -> Result<Vec<&'a str>, String> {
    let hyphen = |name: &str| format!("the name {name} begins with a hyphen");
    names
        .iter()
        .map(|name| text(name).and_then(|name| if name.starts_with('-') { Err(hyphen(name)) } else { Ok(name) }))
        .collect()
}

/// The full name of the one class that has a `main`.
fn main_class(contents: &Contents, sources: &[&Path]) -> Result<String, String> {
    let mut found = Vec::new();
    for source in sources {
        let mut bytes = Vec::new();
        if let Ok(file) = contents.open(source) {
            // A file that cannot be read here counts as empty; the compiler will say why it cannot be read.
            let _ = file.take(MOST_SOURCE).read_to_end(&mut bytes);
        }
        let code = without_comments(&String::from_utf8_lossy(&bytes));
        let words: Vec<&str> = code.split(|letter: char| letter.is_whitespace() || "({[;".contains(letter)).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let has_main = words.windows(3).any(|words| words == ["static", "void", "main"]);
        let class = source.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let is_name = |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || "._$".contains(letter));
        if has_main && is_name(class) {
            let package = words.iter().position(|word| *word == "package").and_then(|place| words.get(place + 1));
            let package = package.filter(|package| is_name(package));
            found.push(package.map_or(class.to_owned(), |package| format!("{package}.{class}")));
        }
    }
    match &found[..] {
        [one] => Ok(one.clone()),
        [] => Err("no class has a `public static void main`".to_owned()),
        several => Err(format!("several classes have a main: {}; expected one", several.join(", "))),
    }
}

/// Java code without its comments.
fn without_comments(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(start) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        kept.push_str(&rest[..start]);
        let end = if rest[start..].starts_with("/*") { "*/" } else { "\n" };
        rest = rest[start + 2..].split_once(end).map_or("", |(_, after)| after);
        kept.push('\n');
    }
    kept + rest
}
