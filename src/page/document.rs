//! Builds the page: one HTML file that contains the module.

use std::{collections::BTreeMap, hint::black_box, io::Write as _, path::Path};

use anyhow::{Context as _, Result, ensure};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value as Json, json};

use super::MARK;
use reversi_check::explain;
use reversi_course::{
    assignment::{Assignment, Heading},
    cases::{Case, CaseList, Visibility},
};
use reversi_io::files::{
    html::{self, escape, hash},
    input::{self, Input},
};

const DOCUMENT: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const WORKER: &str = include_str!("worker.js");

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub const LARGEST_MODULE: u64 = 1 << 26;

#[derive(Clone, Copy, Debug, Default)]
pub struct Course<'a> {
    pub title: Option<&'a str>,
    /// The only assignment of the page.
    pub assignment: Option<&'a Assignment>,
    /// The only assignment with printed answers, in place of all other parts.
    pub printed: Option<&'a str>,
    /// The list of cases; the page only gets the visible cases.
    pub cases: Option<&'a CaseList>,
}

pub fn html(module: &[u8], course: Course) -> Result<String> {
    let version = version(module)?;
    ensure!(version == VERSION, "it is reversi {version}; expected {VERSION}, the version of this program");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(module)?;
    let module = STANDARD.encode(gzip.finish()?);
    let data = course.data()?;
    let (style, script) = ([html::STYLE, STYLE].concat(), html::script(&[html::PARTS, SCRIPT]));
    let [style_of_explain, script_of_explain] = explain::Page::hashes();
    Ok(html::fill(DOCUMENT, |name| match name {
        "title" => escape(course.title.unwrap_or("reversi")),
        "version" => VERSION.to_owned(),
        "styles" => format!("'{}' '{style_of_explain}'", hash(&style)),
        "scripts" => format!("'{}' '{script_of_explain}'", hash(&script)),
        "style" => style.clone(),
        "script" => script.clone(),
        "worker" => html::script(&[WORKER]),
        "data" => html::data(&data),
        "module" => module.clone(),
        _ => unreachable!("the document has no other names"),
    }))
}

/// The version of a module; an error if the module is not this program.
fn version(module: &[u8]) -> Result<&str> {
    ensure!(
        module.starts_with(b"\0asm"),
        "it is not a WebAssembly module; expected the module of the page (see `reversi help page`)"
    );
    // `black_box` keeps the compiler from splitting the text.
    let mark = black_box(MARK).as_bytes();
    let known_by = &mark[..mark.len() - VERSION.len() - 1];
    let place = module.windows(known_by.len()).position(|bytes| bytes == known_by);
    let version = place.and_then(|place| module[place + known_by.len()..].split(|&byte| byte == b';').next());
    let version = version.and_then(|version| std::str::from_utf8(version).ok());
    version.context("it is another program; expected the module of the page (see `reversi help page`)")
}

impl Course<'_> {
    /// The course's data for the page: the assignment, the jobs of the cases, and their files.
    fn data(self) -> Result<Json> {
        let mut files = BTreeMap::new();
        let assignment = self.assignment.map(|assignment| put(assignment, "", &mut files));
        let visible = self.cases.map(|list| list.cases.iter().filter(|case| case.visibility == Visibility::Visible));
        let cases: Vec<Json> =
            visible.into_iter().flatten().map(|case| case_data(case, &mut files)).collect::<Result<_>>()?;
        Ok(json!({ "assignment": assignment, "printed": self.printed, "cases": cases, "files": files }))
    }
}

/// Adds an assignment's files at `place`, which ends in `/` or is empty. Returns the path of the first file, or the name
/// of a built-in assignment.
fn put(assignment: &Assignment, place: &str, files: &mut BTreeMap<String, String>) -> String {
    let path = |name: &Path| format!("{place}{}", name.display());
    files.extend(assignment.files.iter().map(|file| (path(&file.name), file.text.clone())));
    assignment.files.first().map_or_else(|| assignment.name.clone(), |file| path(&file.name))
}

/// The name, the job and the input of a case. Adds the case's files.
fn case_data(case: &Case, files: &mut BTreeMap<String, String>) -> Result<Json> {
    let Case { name, .. } = case;
    let Some(job) = case.job() else { anyhow::bail!("{name}: the page has no printed answers") };
    let assignment = &job.assignment;
    let input = format!("cases/{name}.txt");
    files.insert(input.clone(), Input::read(&case.input, input::LIMIT)?.text);
    let named_assignment = put(assignment, &format!("cases/{name}-assignment/"), files);
    let task = job.number.filter(|_| !assignment.input_says(Heading::Task)).map(|number| number.to_string());
    let depth = Some(job.named_depth).filter(|_| !assignment.input_says(Heading::Depth));
    Ok(json!({
        "name": name,
        "assignment": named_assignment,
        "task": task.unwrap_or_default(),
        "depth": depth.map(|depth| depth.to_string()).unwrap_or_default(),
        "input": input,
    }))
}
