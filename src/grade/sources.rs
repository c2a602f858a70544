//! `--sources` writes the sources of all submissions in the folders that `JPlag` and Dolos expect.

use std::{
    collections::BTreeMap,
    fs, io, iter,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use super::{
    escape::{cell, file_name, line, short, table, word},
    submissions::{
        Contents, Submission,
        sources::{extension_of_script, is_source},
    },
};
use reversi_io::files::output;

/// For each language: its names in `JPlag` and Dolos, and the extensions of its source files.
const LANGUAGES: [(&str, &str, &[&str]); 6] = [
    ("c", "c", &["c"]),
    ("cpp", "cpp", &["C", "c++", "cc", "cpp", "cxx", "hh", "hpp"]),
    ("java", "java", &["java"]),
    ("python3", "python", &["py"]),
    ("rust", "rust", &["rs"]),
    ("text", "bash", &["sh"]),
];

/// Writes the sources: a folder for each student in `submissions`, the code of the course in `starter`, and a list for
/// each language in `dolos`. Files that equal a file of the course are left out. Returns the command lines that start
/// `JPlag` and Dolos. The folder `out` must be empty or new.
pub fn write_sources(
    submissions: &Path,
    starter: Option<&Path>,
    out: &Path,
    mut remark: impl FnMut(String),
) -> Result<String> {
    if fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("{} is not empty; expected a new folder for the sources", out.display());
    }
    let mut of_course = Vec::new();
    if let Some(folder) = starter {
        let starter = Submission::new("starter".to_owned(), Some(folder.to_owned()));
        let contents = starter.open().with_context(|| format!("cannot read {}", folder.display()))?;
        for (path, bytes) in sources(&contents)? {
            write(&out.join("starter").join(path), &bytes)?;
            of_course.push(bytes);
        }
    }
    // For each language: the source files, with the names of their students.
    let mut files: BTreeMap<usize, Vec<(String, String)>> = BTreeMap::new();
    for submission in Submission::all(submissions)?.0 {
        let contents = match submission.open() {
            Ok(contents) => contents,
            Err(problem) => {
                remark(format!("{} has no sources: {}", submission.name, line(&format!("{problem:#}"))));
                continue;
            }
        };
        let folder = Path::new("submissions").join(file_name(&submission.name, ""));
        let written = sources(&contents).and_then(|sources| {
            let own = sources.into_iter().filter(|(_, bytes)| !of_course.contains(bytes));
            own.map(|(path, bytes)| write(&out.join(folder.join(&path)), &bytes).map(|()| folder.join(path)))
                .collect::<Result<Vec<_>>>()
        });
        let paths = written.unwrap_or_else(|problem| {
            remark(format!("the sources of {} are not complete: {}", submission.name, short(&format!("{problem:#}"))));
            Vec::new()
        });
        for path in paths {
            let end = path.extension().unwrap_or_default();
            let language = LANGUAGES.iter().position(|(.., ends)| ends.iter().any(|known| end == *known));
            if let Some(language) = language {
                let name = path.to_string_lossy().into_owned();
                files.entry(language).or_default().push((name, submission.name.clone()));
            }
        }
    }
    let shown = |path: PathBuf| word(&path.to_string_lossy());
    let mut commands = String::new();
    for (language, files) in files {
        let (jplag, dolos, _) = LANGUAGES[language];
        let mut list = table();
        list.write_record(["filename", "full_name"])?;
        for (path, student) in files {
            list.write_record([cell(&format!("../../{path}")), cell(&student)])?;
        }
        let info = out.join("dolos").join(dolos).join("info.csv");
        write(&info, &list.into_inner()?)?;
        let base = starter.map(|_| format!("--base-code {} ", shown(out.join("starter")))).unwrap_or_default();
        let all = shown(out.join("submissions"));
        commands.extend([
            format!("java -jar jplag.jar --language {jplag} {base}{all}\n"),
            format!("dolos run --language {dolos} --output-format web {}\n", shown(info)),
        ]);
    }
    Ok(commands)
}

/// The sources of a submission, by their paths. A script without an extension gets an extension, because `JPlag` and
/// Dolos need extensions.
fn sources(contents: &Contents) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let read = |path: &Path, name: PathBuf| -> Result<_> {
        let mut bytes = Vec::new();
        let file = contents.open(path).map_err(|unusable| anyhow::anyhow!("{}: {unusable}", path.display()))?;
        io::Read::read_to_end(&mut &file, &mut bytes)?;
        Ok((name, bytes))
    };
    let is_free = |name: &PathBuf| !contents.names().any(|other| other.starts_with(name));
    let script = |path: &Path| {
        let (end, stem) = (extension_of_script(contents, path)?, path.file_name()?.to_string_lossy());
        let numbers = iter::once(String::new()).chain((2..).map(|number| format!("-{number}")));
        let mut names = numbers.map(|number| path.with_file_name(file_name(&stem, &format!(".script{number}.{end}"))));
        names.find(is_free)
    };
    let name = |path: &Path| if is_source(path) { Some(path.to_owned()) } else { script(path) };
    contents.names().filter_map(|path| Some(read(path, name(path)?))).collect()
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    output::create_folder(path.parent().unwrap_or(Path::new("")))?;
    output::write(path, bytes)
}
