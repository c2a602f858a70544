//! Tests the document of the page without a browser; bytes with a module's mark replace the program.

use std::fs;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use reversi::{page::ask, reasons::Template};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use crate::{reversi, snapshots};

/// The bytes of a module with the given version.
fn module(version: &str) -> Vec<u8> {
    [b"\0asm\x01\0\0\0".as_slice(), b"the reversi of a page, version ", version.as_bytes(), b";"].concat()
}

fn document(arguments: &[&str]) -> String {
    let folder = TempDir::new().expect("a folder");
    let [module_path, page] = ["reversi.wasm", "reversi.html"].map(|name| folder.path().join(name));
    fs::write(&module_path, module(env!("CARGO_PKG_VERSION"))).expect("a module");
    reversi().arg("page").arg(&module_path).arg("-o").arg(&page).args(arguments).assert().success();
    fs::read_to_string(page).expect("a page")
}

fn element<'a>(document: &'a str, id: &str) -> &'a str {
    let (_, rest) = document.split_once(&format!(" id=\"{id}\">")).expect("an element");
    rest.split_once("</script>").expect("its end").0
}

fn data(document: &str) -> Value {
    serde_json::from_str(element(document, "data")).expect("data")
}

#[test]
fn a_page_allows_only_its_scripts_and_those_of_explain() {
    let page = document(&[]);
    let (_, policy) = page.split_once("Content-Security-Policy\" content=\"").expect("a policy");
    let policy = policy.split('"').next().expect("a policy");
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    for directive in ["connect-src", "img-src", "font-src", "unsafe-inline", "http", "*"] {
        assert!(!policy.contains(directive), "{policy}");
    }
    let folder = TempDir::new().expect("a folder");
    let explained = folder.path().join("search.html");
    let job = ["explain", "-t", "2", "-d", "1", "-i", "fixtures/opening.txt", "-o"];
    reversi().args(job).arg(&explained).assert().success();
    for document in [page.clone(), fs::read_to_string(explained).expect("a page")] {
        for tag in ["style", "script"] {
            let (_, part) = document.rsplit_once(&format!("<{tag}>")).expect("a part");
            let part = part.split_once(&format!("</{tag}>")).expect("its end").0;
            let hash = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(part)));
            assert!(policy.contains(&hash), "the hash of a {tag} is not in {policy}");
        }
    }
}

#[test]
fn a_file_is_refused_if_it_is_not_a_module_of_this_version() {
    let folder = TempDir::new().expect("a folder");
    let page = folder.path().join("reversi.html");
    let mut said = String::new();
    let wrong: [(&str, &[u8]); 4] = [
        ("other.wasm", &module("9.9.9")),
        ("program.wasm", b"\0asm\x01\0\0\0another program"),
        ("text.wasm", b"the reversi of a page, version 0.2.0;"),
        ("empty.wasm", b""),
    ];
    for (name, bytes) in wrong {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    for (name, _) in wrong {
        let assert =
            reversi().current_dir(&folder).args(["page", name, "-o", "reversi.html"]).assert().code(2).stdout("");
        said += &crate::stderr(&assert);
        assert!(!page.exists());
    }
    let without_module = &mut reversi();
    let assert =
        without_module.current_dir(&folder).env("CARGO_TARGET_DIR", "target").arg("page").assert().code(2).stdout("");
    said += &crate::stderr(&assert);
    let _snapshots = snapshots("page");
    insta::assert_snapshot!("refused", said);
}

#[test]
fn a_page_has_the_visible_cases_of_a_list_alone() {
    let folder = TempDir::new().expect("a folder");
    let board = |discs: &str| format!("{}{discs}\n{}", "********\n".repeat(3), "********\n".repeat(4));
    for (name, discs) in [("seen", "***XO***"), ("secret", "**OXXX**")] {
        fs::write(folder.path().join(format!("{name}.txt")), board(discs)).expect("an input");
    }
    let list = "name,assignment,task,depth,input,visibility\n\
        first,usc2013,2,3,seen.txt,visible\nsecond,usc2013,1,2,secret.txt,hidden\nthird,usc2013,3,4,seen.txt,\n";
    let path = folder.path().join("cases.csv");
    fs::write(&path, list).expect("a list");
    let page = document(&["--cases", path.to_str().expect("a path")]);
    let data = data(&page);
    let case = |name: &str, task: &str, depth: &str| json!({ "name": name, "assignment": "usc2013", "task": task, "depth": depth, "input": format!("cases/{name}.txt") });
    assert_eq!(data["cases"], json!([case("first", "2", "3"), case("third", "3", "4")]));
    let boards = json!({ "cases/first.txt": board("***XO***"), "cases/third.txt": board("***XO***") });
    assert_eq!(data["files"], boards);
    for hidden in ["second", "secret", "OXXX"] {
        assert!(!element(&page, "data").contains(hidden), "{hidden}");
    }
}

#[test]
fn a_page_has_the_title_of_its_course() {
    let page = document(&["--title", "CS 561 <2>"]);
    assert!(page.contains("<title>CS 561 &lt;2&gt;</title>") && page.contains("<h1>CS 561 &lt;2&gt;</h1>"));
    assert!(document(&[]).contains("<h1>reversi</h1>"));
}

/// The script of the page only shows texts of reports: it neither writes nor reads them.
#[test]
fn the_script_of_the_page_holds_no_words_of_a_report() {
    let script = fs::read_to_string("src/page/page.js").expect("a script");
    let mut runs = 0;
    for template in Template::ALL {
        let words: Vec<&str> = template.text().split_whitespace().collect();
        for run in words.windows(4).filter(|run| !run.concat().contains('{')) {
            assert!(!script.contains(&run.join(" ")), "{}", run.join(" "));
            runs += 1;
        }
    }
    assert!(runs > 100, "{runs}");
}

#[test]
fn a_page_begins_with_the_assignment_of_its_course() {
    let page = document(&["--assignment", "fixtures/assignment/next-year.toml"]);
    let data = data(&page);
    assert_eq!(data["assignment"], "next-year.toml");
    assert!(data["files"]["next-year.toml"].as_str().expect("a text").contains("cut_marker = \" PRUNED\""));
    assert_eq!(self::data(&document(&["--assignment", "usc2014"]))["assignment"], "usc2014");
    assert_eq!(self::data(&document(&[]))["assignment"], Value::Null);
    assert_eq!(self::data(&document(&["--assignment", "tiny"]))["printed"], "tiny");
}

#[test]
fn a_page_knows_assignments_by_name_and_file() {
    let asked = |files: &[&str]| -> Value {
        let request = json!({ "ask": "assignments", "files": files });
        serde_json::from_str(&ask(&request.to_string(), &mut |_| ())).expect("JSON")
    };
    let built_in = &asked(&[])["answer"];
    let names: Vec<&Value> = built_in.as_array().expect("a list").iter().map(|known| &known["name"]).collect();
    assert_eq!(names, ["usc2013", "usc2014", "usc2017a", "usc2017"]);
    let of_file = &asked(&["fixtures/assignment/next-year.toml"])["answer"][0];
    assert_eq!((&of_file["heading"], &of_file["output"]), (&json!(["task", "player", "depth"]), &json!("next")));
    assert_eq!(of_file["tasks"][0], json!({ "number": "1", "algorithm": "greedy", "evaluation": "weights" }));
}
