//! Checks the pages with axe-core: no fault such as low contrast or a missing name. The environment variable
//! `REVERSI_AXE` names the script of axe-core.

use std::{env, fs, path::Path};

use tempfile::TempDir;

use crate::{Lack, browser::Browser, not_tested, page::parts, reversi};

/// Reads the script of axe-core. If there is no script, prints a message.
fn axe() -> Option<String> {
    let script = env::var_os("REVERSI_AXE").and_then(|path| fs::read_to_string(path).ok());
    if script.is_none() {
        not_tested(Lack::Tool, "pages by axe-core: REVERSI_AXE names no script");
    }
    script
}

/// Opens a page on a laptop and on a phone, and checks that axe-core finds no fault.
fn assert_accessible(page: &Path, axe: &str, prepare: impl Fn(&mut Browser)) {
    for (width, height) in [(1280, 800), (390, 844)] {
        let Some(mut browser) = Browser::open(page, width, height) else { return };
        prepare(&mut browser);
        let violations = browser.violations(axe);
        assert!(violations.is_empty(), "{} at {width}: {violations:#?}", page.display());
    }
}

#[test]
fn pages_of_logs_and_reports_have_no_violation_of_axe() {
    let Some(axe) = axe() else { return };
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let job = "-t 2 -d 3 -i fixtures/opening.txt";
    for (name, line) in [
        ("search.html", format!("explain {job} -o")),
        ("tree.html", "explain --tree fixtures/tree/deep-cuts.txt -o".to_owned()),
        ("compared.html", format!("check {job} -ol fixtures/check/wrong-log.txt --html")),
        ("cases/index.html", "check --cases fixtures/cases/cases.csv fixtures --html".to_owned()),
        (
            "report/report.html",
            "report fixtures/midgame-late.txt --depths 1,2 --openings 2 --no-times --out".to_owned(),
        ),
    ] {
        let page = path(name);
        let output = if name.contains('/') { page.parent().expect("a folder") } else { &page };
        // A check makes a page even if the check finds a difference.
        let run = reversi().args(line.split(' ')).arg(output).output().expect("the program");
        assert!(page.exists(), "{line}: {}", String::from_utf8_lossy(&run.stderr));
        assert_accessible(&page, &axe, |_| ());
    }
}

#[test]
fn the_parts_of_the_page_have_no_violation_of_axe() {
    let (Some(axe), Some(module)) = (axe(), parts::module()) else { return };
    let folder = TempDir::new().expect("a folder");
    let page = parts::page(&module, folder.path(), &[]);
    for part in ["check", "watch", "expected", "printed"] {
        assert_accessible(&page, &axe, |browser| {
            browser.wait_until("document.body.dataset.ready !== undefined");
            browser.value(&format!("location.hash = '{part}'"));
            browser.wait_until(&format!("document.title === 'reversi: {part}'"));
            if part == "printed" {
                parts::fill(browser, "#answer-text", "0000021001200000");
            } else {
                parts::job(browser, "2", "2");
            }
            parts::run(browser);
        });
    }
}
