//! Decides which commands build and start a submission. If the recipe has no commands, the files of the submission
//! decide. The files can be a Makefile, sources in C++, C, Java or Python, or a script.

pub mod build;
pub mod execution;
mod projects;

use std::{
    collections::{BTreeSet, HashSet},
    ffi::OsString,
    fs::File,
    io::{self, Read as _},
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use anyhow::Result;

pub use projects::{Undecided, has_build, projects};

use self::projects::{asks_for_main, has_makefile};
use super::{
    configuration::{Recipe, command_line::CommandLine},
    submissions::{Contents, executables},
};
use crate::sandbox::{Folder, Unusable};

/// The commands of one way to build a submission, and their product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildPlan {
    /// The name of this build plan in the results.
    pub name: &'static str,
    pub commands: Vec<CommandLine>,
    pub product: Product,
}

/// The kind of program that a build makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Product {
    /// The program that the command of a case starts, or words that replace it: an interpreter and a submitted script, or
    /// a program with another name.
    Started(Option<CommandLine>),
    /// The expected program, a program that `make run` starts, or a program with another name.
    OfMake,
    /// Java classes; one of the named classes is the main program.
    Classes(Vec<String>),
    /// Python scripts, one of which is the main program.
    Scripts(Vec<String>),
}

/// The words that start the program of a Makefile with a target `run`. The arguments are in the variable `ARGS`.
const MAKE_RUN: [&str; 3] = ["make", "-s", "run"];

/// The folder for compiled Java classes.
const CLASSES: &str = "java-classes";

const MAKEFILES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

const CPP_SOURCES: &[&str] = &["cpp", "cc", "cxx", "c++", "C"];
const C_SOURCES: &[&str] = &["c"];

/// The largest class file and Makefile to read, in bytes.
const MOST_READ: u64 = 8 << 20;

impl BuildPlan {
    /// A build plan with the commands of a recipe.
    pub fn fixed(commands: &[CommandLine]) -> Self {
        Self { name: "the commands of the course", commands: commands.to_vec(), product: Product::Started(None) }
    }

    /// The build plans that fit the files of a submission: the submitted Makefile first, then the usual commands of the
    /// language. `program` is the path of the program that the cases start; the path is empty for a program of the
    /// system. The error is a sentence for the feedback on something that is missing or ambiguous.
    pub fn candidates(contents: &Contents, program: &Path) -> Result<Vec<Self>, String> {
        if !has_makefile(contents) {
            return Self::of_language(contents, program).map(|plan| vec![plan]);
        }
        let make = Self { name: "make", commands: vec![CommandLine::of(["make"])], product: Product::OfMake };
        let of_language = Some(program).filter(|program| !program.as_os_str().is_empty());
        let of_language = of_language.and_then(|program| Self::of_language(contents, program).ok());
        Ok([make].into_iter().chain(of_language).collect())
    }

    fn of_language(contents: &Contents, program: &Path) -> Result<Self, String> {
        let plan = |name, command: CommandLine, product| Ok(Self { name, commands: vec![command], product });
        let as_it_is = |name, product| Ok(Self { name, commands: Vec::new(), product });
        let is_submitted = |name: &Path| contents.names().any(|path| path == name);
        if program.as_os_str().is_empty() {
            return as_it_is("as submitted", Product::Started(None));
        }
        for (name, compiler, extensions) in [("C++", &["g++", "-O2"], CPP_SOURCES), ("C", &["gcc", "-O2"], C_SOURCES)] {
            let mut sources = sources(contents, extensions);
            let included = included(contents, &sources);
            sources.retain(|source| source.file_name().is_some_and(|name| !included.contains(name)));
            if !sources.is_empty() {
                // If the sources lie in a folder with the program's name, the program gets another name.
                let is_folder = contents.names().any(|path| path != program && path.starts_with(program));
                let made = if is_folder { Path::new(".").join(program.with_extension("out")) } else { program.into() };
                let words = compiler.iter().copied().chain(["-o", text(&made)?]).chain(texts(&sources)?);
                // For a linker, libraries must come after the files that need them.
                let command = CommandLine::of(words.chain(["-lm"]));
                let started = CommandLine::of([text(&made)?]);
                return plan(name, command, Product::Started(is_folder.then_some(started)));
            }
        }
        let java = sources(contents, &["java"]);
        if !java.is_empty() {
            let words = ["javac", "-d", CLASSES].into_iter().chain(texts(&java)?);
            return plan("Java", CommandLine::of(words), Product::Classes(main_classes(contents, &java)));
        }
        if is_submitted(program) {
            return as_it_is("as submitted", Product::Started(None));
        }
        let scripts = [program.with_extension("sh"), PathBuf::from("run.sh")];
        if let Some(script) = scripts.iter().find(|name| is_submitted(name)) {
            return as_it_is("a script", Product::Started(Some(shell_script(contents, script)?)));
        }
        let python = sources(contents, &["py"]);
        if !python.is_empty() {
            let scripts = texts(&main_scripts(contents, &python, program))?;
            return as_it_is("Python", Product::Scripts(scripts.into_iter().map(str::to_owned).collect()));
        }
        let program = program.display();
        Err(format!("there is no Makefile, no source in C++, C, Java or Python, and no program called {program}"))
    }

    /// The command that would build a submission; `None` if its files can run as they are, or if `make` builds them.
    pub fn missing(contents: &Contents, recipe: &Recipe) -> Option<&'static str> {
        let run = recipe.run.as_ref().filter(|run| run.program_of_system().is_some() && recipe.build.is_none())?;
        let starts_source =
            run.words().iter().any(|word| Path::new(word).extension().is_some_and(|suffix| suffix == "java"));
        let commands = [
            (&["java"][..], "sh -c 'javac *.java'"),
            (CPP_SOURCES, "sh -c 'g++ -O2 -o reversi *.cpp'"),
            (C_SOURCES, "sh -c 'gcc -O2 -o reversi *.c -lm'"),
        ];
        let command = commands.into_iter().find(|(endings, _)| !sources(contents, endings).is_empty());
        command.filter(|_| !has_makefile(contents) && !starts_source).map(|(_, command)| command)
    }

    /// The system's programs that the commands start.
    pub fn programs<'a>(&'a self, recipe: &'a Recipe) -> impl Iterator<Item = &'a str> {
        let interpreter = match &self.product {
            Product::Classes(_) => Some("java"),
            Product::Scripts(_) => Some(recipe.python()),
            Product::Started(words) => words.as_ref().and_then(CommandLine::program_of_system),
            Product::OfMake => None,
        };
        self.commands.iter().filter_map(CommandLine::program_of_system).chain(interpreter)
    }
}

impl Product {
    /// The words that replace the program in the command of a case, after the build in a folder of the submission; `None`
    /// for the folder if no build was necessary. The inner error is a sentence for the feedback. The outer error is
    /// [`Undecided`], if several Java classes or Python scripts can be the main program.
    fn start(
        self,
        recipe: &Recipe,
        (place, folder): (&Path, Option<&Folder>),
    ) -> Result<Result<Option<CommandLine>, String>> {
        let program = &recipe.program();
        // A folder with the program's name does not count as the program.
        let is_missing = |folder: &Folder| {
            !program.as_os_str().is_empty()
                && matches!(folder.open(program), Err(Unusable::Missing | Unusable::NotAFile))
        };
        let (mains, interpreter) = match (self, folder) {
            (Self::Classes(mut classes), folder) => {
                // A source in which a text or a comment has the words of a `main` may not have made such a class.
                let file = |class: &str| Path::new(CLASSES).join(class.replace('.', "/") + ".class");
                classes.retain(|class| folder.is_some_and(|folder| folder.open(&file(class)).is_ok()));
                (classes, &["java", "-cp", CLASSES][..])
            }
            (Self::Scripts(scripts), _) => (scripts, &[recipe.python()][..]),
            (Self::Started(None), Some(folder)) if is_missing(folder) => {
                return Ok(Err(format!("the build did not create {}", program.display())));
            }
            (Self::OfMake, Some(folder)) if is_missing(folder) => {
                let has_arguments = recipe.run.as_ref().is_some_and(|run| run.words().len() > 1);
                return Ok(make_run(program, has_arguments, folder).map(Some));
            }
            (Self::Started(words), _) => return Ok(Ok(words)),
            (Self::OfMake, _) => return Ok(Ok(None)),
        };
        match &recipe.main.clone().map_or(mains, |main| vec![main])[..] {
            [] => Ok(Err("no class has a `public static void main(String[])`".to_owned())),
            [one] => Ok(Ok(Some(CommandLine::of(interpreter.iter().copied().chain([one.as_str()]))))),
            mains => {
                let mains = mains.iter().map(|name| (name.clone(), format!("main = {name:?}\n"))).collect();
                Err(Undecided::mains(place, mains).into())
            }
        }
    }
}

/// The names of the files that the sources include. An included source is not compiled separately.
fn included(contents: &Contents, sources: &[&Path]) -> HashSet<OsString> {
    let mut names = HashSet::new();
    for source in sources {
        let text = contents.text(source, MOST_READ).unwrap_or_default();
        let included = text.lines().filter_map(|line| line.trim().strip_prefix("#include")?.trim().strip_prefix('"'));
        let files = included.filter_map(|rest| rest.split('"').next()?.rsplit('/').next());
        names.extend(files.map(OsString::from));
    }
    names
}

/// The source files in the top folder or, if there are none, in all folders.
fn sources<'a>(contents: &'a Contents, extensions: &[&str]) -> Vec<&'a Path> {
    let is_source =
        |name: &&Path| name.extension().is_some_and(|found| extensions.iter().any(|wanted| found == *wanted));
    let all: Vec<&Path> = contents.names().filter(is_source).collect();
    let top: Vec<&Path> = all.iter().copied().filter(|name| name.components().count() == 1).collect();
    if top.is_empty() { all } else { top }
}

fn text(name: &Path) -> Result<&str, String> {
    name.to_str().ok_or_else(|| format!("the name {} is not UTF-8", name.display()))
}

/// The file names as arguments for a compiler. A name that begins with a hyphen is refused, because the compiler would
/// read it as an option.
fn texts<'a>(names: &[&'a Path]) -> Result<Vec<&'a str>, String> {
    let hyphen = |name: &str| format!("the name {name} begins with a hyphen");
    names
        .iter()
        .map(|name| text(name).and_then(|name| if name.starts_with('-') { Err(hyphen(name)) } else { Ok(name) }))
        .collect()
}

/// A command that runs a script with the shell of its first line, or else with `sh`. The script does not have to be
/// executable, because many archives lose this permission. `env` starts the shell. A missing shell counts as the
/// student's fault, not as a fault of the machine.
fn shell_script(contents: &Contents, script: &Path) -> Result<CommandLine, String> {
    let lines = contents.text(script, MOST_READ).map_err(|error| error.to_string())?;
    let named = lines.lines().next().and_then(|first| first.strip_prefix("#!"));
    let shell = named.map_or("sh".to_owned(), |named| format!("env {named}"));
    Ok(CommandLine::of(shell.split_whitespace().chain([text(script)?])))
}

/// The Python scripts that are likely main programs; several scripts if no rule decides between them. The rules are in
/// order of importance.
fn main_scripts<'a>(contents: &Contents, scripts: &[&'a Path], program: &Path) -> Vec<&'a Path> {
    let stem = |script: &Path| script.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = |script: &Path| contents.text(script, MOST_READ).unwrap_or_default();
    let is_test = |script: &Path| stem(script).starts_with("test") || stem(script).ends_with("test");
    let texts: Vec<String> = scripts.iter().filter(|script| !is_test(script)).map(|script| text(script)).collect();
    let imported: HashSet<&str> = texts.iter().flat_map(|text| imported(text)).collect();
    let signs = |script: &Path| {
        let (name, asks) = (stem(script), asks_for_main(&text(script)));
        let is_named = ["main", "__main__", &stem(program)].contains(&&*name);
        let likely = ["main", "hw", "homework", "reversi"];
        let is_likely = likely.iter().any(|start| name.to_lowercase().starts_with(start));
        (!is_test(script), is_named && asks, !imported.contains(&*name), asks, is_named, is_likely)
    };
    let all: Vec<_> = scripts.iter().map(|script| signs(script)).collect();
    let best = all.iter().max();
    scripts.iter().zip(&all).filter(|(_, signs)| Some(*signs) == best).map(|(script, _)| *script).collect()
}

/// The names of the modules that a Python script imports, and of the packages that contain them.
fn imported(script: &str) -> impl Iterator<Item = &str> {
    let modules = script.lines().filter_map(|line| match line.trim().split_once(' ')? {
        ("import", modules) => Some(modules),
        ("from", rest) => rest.split(" import").next(),
        _ => None,
    });
    modules.flat_map(|modules| modules.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
}

/// The largest number of submitted files to name in a message.
const NAMED: usize = 8;

/// Reads the beginning of a file, at most `most` bytes.
fn beginning(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// `make run` if the Makefile has this target, or else the only program that the Makefile builds with another name. If
/// the cases have arguments and the Makefile does not use `ARGS`, `grade` runs the built program instead.
fn make_run(program: &Path, has_arguments: bool, folder: &Folder) -> Result<CommandLine, String> {
    let open = |name| folder.open(Path::new(name)).ok();
    let makefile = MAKEFILES.into_iter().find_map(open).map_or(Ok(Vec::new()), |file| beginning(file, MOST_READ));
    let makefile = String::from_utf8_lossy(&makefile.map_err(|error| error.to_string())?).into_owned();
    let is_run = |line: &str| {
        let rule = line.split_once(':').filter(|(_, rest)| !line.starts_with('\t') && !rest.starts_with('='));
        rule.is_some_and(|(targets, _)| targets.split_whitespace().any(|target| target == "run"))
    };
    let has_run = makefile.lines().any(is_run);
    let takes_arguments = !has_arguments || makefile.contains("ARGS");
    match made_program(folder).filter(|_| !(has_run && takes_arguments)) {
        Some(made) => return Ok(CommandLine::of([text(&made)?])),
        None if has_run => return Ok(CommandLine::of(MAKE_RUN)),
        None => {}
    }
    let program = program.display();
    let crlf = if makefile.contains("\r\n") { "; its lines end in CR LF, which make does not know" } else { "" };
    Err(format!(
        "`make` built neither {program} nor exactly one other program, and the Makefile has no target `run`{crlf}"
    ))
}

/// The only executable program for Linux in the top folder; `None` if there are several.
fn made_program(folder: &Folder) -> Option<PathBuf> {
    let top = Path::new(".");
    let is_program = |name: &PathBuf| {
        let is_executable = |file: File| {
            let mode = file.metadata().map_or(0, |facts| facts.mode());
            let is_program = |bytes: Vec<u8>| executables::kind(&bytes).is_some();
            mode & 0o111 != 0 && beginning(file, executables::BEGINNING).is_ok_and(is_program)
        };
        name.parent() == Some(top) && folder.open(name).is_ok_and(is_executable)
    };
    let mut programs = folder.files(top).ok()?.into_iter().filter(is_program);
    programs.next().filter(|_| programs.next().is_none())
}

/// The full names of the Java classes that seem to have a `main`. The class with the name of its source counts. If there
/// is none, all classes of the source count.
fn main_classes(contents: &Contents, sources: &[&Path]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for source in sources {
        let text = contents.text(source, MOST_READ).unwrap_or_default();
        let code: Vec<&str> = text.lines().filter_map(|line| line.split("//").next()).collect();
        if !code.iter().any(|line| line.contains("void main")) {
            continue;
        }
        let package = code.iter().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next());
        let words = code.iter().flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let classes = words.windows(2).filter(|pair| pair[0] == "class").map(|pair| pair[1]).collect::<Vec<_>>();
        let named = classes.iter().position(|class| source.file_stem().is_some_and(|stem| stem == *class));
        let classes = named.map_or(&classes[..], |place| &classes[place..=place]);
        let full = |class: &&str| package.map_or((*class).to_owned(), |package| format!("{}.{class}", package.trim()));
        found.extend(classes.iter().map(full));
    }
    found.into_iter().collect()
}
