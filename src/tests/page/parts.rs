//! Tests each part of the page by clicks, keys and dropped files.

use std::{
    env, fs,
    io::{Read as _, Write as _},
    net::TcpListener,
    path::{Path, PathBuf},
    thread,
};

use reversi_testing::by_profile;
use serde_json::json;
use tempfile::TempDir;

use crate::{Lack, browser::Browser, not_tested, reversi};

/// The program as a WebAssembly module, named by `REVERSI_WASM`. Without `REVERSI_WASM`, prints a message.
pub fn module() -> Option<PathBuf> {
    let module = env::var_os("REVERSI_WASM").map(PathBuf::from).filter(|module| module.exists());
    if module.is_none() {
        not_tested(Lack::Tool, "the page with the program inside: REVERSI_WASM names no module of WebAssembly");
    }
    module
}

pub fn page(module: &Path, folder: &Path, arguments: &[&str]) -> PathBuf {
    let path = folder.join("reversi.html");
    reversi().arg("page").arg(module).arg("-o").arg(&path).args(arguments).assert().success().stdout("").stderr("");
    assert!(fs::metadata(&path).expect("a page").len() <= 1_300_000);
    path
}

/// A folder with a page, and files to drop on it.
struct Desk {
    folder: TempDir,
    page: PathBuf,
}

impl Desk {
    /// A folder with the fixtures `files`; `None` if there is no module.
    fn with(files: &[&str], arguments: &[&str]) -> Option<Self> {
        let folder = TempDir::new().expect("a folder");
        let page = page(&module()?, folder.path(), arguments);
        for file in files {
            let name = Path::new(file).file_name().expect("a name");
            fs::copy(Path::new("fixtures").join(file), folder.path().join(name)).expect("a copy");
        }
        Some(Self { folder, page })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn open(&self) -> Option<Browser> {
        let mut browser = Browser::open(&self.page, 1280, 900)?;
        is_ready(&mut browser);
        Some(browser)
    }

    /// A folder with the fixtures `files`, and its page in a browser.
    fn opened(files: &[&str], arguments: &[&str]) -> Option<(Self, Browser)> {
        let desk = Self::with(files, arguments)?;
        let browser = desk.open()?;
        Some((desk, browser))
    }

    /// The output of the native program in the desk's folder.
    fn printed(&self, arguments: &str) -> String {
        let arguments = arguments.split(' ');
        let output = reversi().current_dir(&self.folder).args(arguments).output().expect("the program");
        String::from_utf8(output.stdout).expect("text").trim_end_matches('\n').to_owned()
    }
}

fn is_ready(browser: &mut Browser) {
    browser.wait_until("document.body.dataset.ready !== undefined");
}

fn part(browser: &mut Browser, name: &str) {
    browser.click(&format!("nav a[href='#{name}']"));
    browser.wait_until(&format!("document.title === 'reversi: {name}'"));
}

fn choose(browser: &mut Browser, list: &str, value: &str) {
    browser.value(&format!(
        "(() => {{ const list = document.querySelector({}); list.value = {}; for (const name of ['input', 'change']) list.dispatchEvent(new Event(name, {{ bubbles: true }})); }})()",
        json!(list),
        json!(value)
    ));
}

pub fn fill(browser: &mut Browser, field: &str, text: &str) {
    browser.value(&format!("document.querySelector({}).select()", json!(field)));
    browser.write(text);
}

/// Runs the chosen command and waits for its end. The click is the page's own, because the browser may handle a click of the
/// mouse later than the next question.
pub fn run(browser: &mut Browser) {
    browser.value("document.getElementById('run').click()");
    browser.wait_until("document.getElementById('stop').hidden");
}

/// The first headline of the answer to a check.
fn headline(browser: &mut Browser) -> String {
    browser.wait_until("document.querySelector('#answer-check h2') !== null && document.getElementById('stop').hidden");
    browser.text("#answer-check h2")
}

pub fn job(browser: &mut Browser, task: &str, depth: &str) {
    if browser.value("document.getElementById('fields').hidden") == true {
        browser.click("#change");
    }
    choose(browser, "#task", task);
    fill(browser, "#depth", depth);
}

/// Drops files, and waits until the page shows their roles.
fn drop_files(browser: &mut Browser, on: &str, files: &[PathBuf]) {
    browser.value("page.tell('')");
    browser.drop_files(on, &files.iter().map(PathBuf::as_path).collect::<Vec<_>>());
    browser.wait_until("document.getElementById('notice').textContent !== ''");
}

#[test]
fn a_dropped_log_is_shown_beside_the_expected_log() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt", "check/wrong-log.txt"], &[]) else { return };
    drop_files(&mut browser, "#files", &[desk.path("opening.txt"), desk.path("wrong-log.txt")]);
    assert_eq!(browser.text("#notice"), "opening.txt is the board.\nwrong-log.txt is the log.");
    // The check runs by itself: the files show the job.
    browser.wait_until("document.querySelector('#answer-check .watch') !== null");
    assert_eq!(browser.text("#job-line"), "usc2013, task 2, depth 3, board opening.txt");
    let proposed = "Task 2 and depth 3, as read from wrong-log.txt. Does your assignment ask for that?";
    assert_eq!(browser.text("#proposed"), proposed);
    assert_eq!(headline(&mut browser), "wrong-log.txt: line 16 (log row 15): missing CUT-OFF");
    assert_eq!(browser.text(".cause"), "The program cuts off a node only if alpha > beta.");
    let lines = "expectede3 3 3.0 3.0 3.0 CUT-OFFfounde3 3 3.0 3.0 3.0";
    assert_eq!(browser.text("#answer-check .lines"), lines);
    assert_eq!(browser.text(".lines mark"), " CUT-OFF");
    let printed = desk.printed("check -t 2 -d 3 -i opening.txt -ol wrong-log.txt --json");
    let report: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    let shown = browser.text("#answer-check .report");
    for field in ["place", "rule", "fault"] {
        assert!(shown.contains(report["files"][0][field].as_str().expect("a text")), "{field}: {shown}");
    }
    browser.wait_until_in_frame("document.getElementById('student-found')?.textContent === 'e3 3 3.0 3.0 3.0'");
    assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
}

#[test]
fn an_answer_has_no_words_of_the_command_line() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt", "check/wrong-log.txt"], &[]) else { return };
    for (name, line) in [
        ("log.txt", "-t 2 -d 4 -i opening.txt -op unused.txt -ol log.txt"),
        ("moves.txt", "-t 1 -d 2 -i opening.txt -op moves.txt -ol unused.txt"),
    ] {
        desk.printed(line);
        drop_files(&mut browser, "#files", &[desk.path(name)]);
        job(&mut browser, "2", "3");
        run(&mut browser);
        let shown = browser.text("#answer-check .report");
        assert!(!shown.contains("--") && !shown.contains('`') && !shown.contains("-d "), "{shown}");
    }
}

#[test]
fn a_role_can_be_changed_and_a_file_removed() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt", "check/wrong-log.txt"], &[]) else { return };
    drop_files(&mut browser, "#files", &[desk.path("opening.txt"), desk.path("wrong-log.txt")]);
    let roles = "[...document.querySelectorAll('#roles select')].map(({ value }) => value).join()";
    browser.wait_until(&format!("{roles} === 'board,log'"));
    browser.click("[data-remove='opening.txt']");
    browser.wait_until(&format!("{roles} === 'log'"));
    job(&mut browser, "1", "3");
    choose(&mut browser, "#roles select", "moves");
    browser.wait_until("document.querySelector('#roles [data-role=moves]') !== null");
    run(&mut browser);
    assert_eq!(headline(&mut browser), "wrong-log.txt is a log: change its role above.");
    browser.click("[data-remove='wrong-log.txt']");
    browser.wait_until("document.querySelector('#roles li') === null");
    run(&mut browser);
    assert_eq!(browser.text("#notice"), "Choose or paste your log first.");
}

#[test]
fn a_pasted_log_is_checked_anywhere_and_in_its_field() {
    let Some((desk, mut browser)) = Desk::opened(&["check/wrong-log.txt"], &[]) else { return };
    let log = fs::read_to_string(desk.path("wrong-log.txt")).expect("a log");
    browser.value(&format!(
        "(() => {{ const data = new DataTransfer(); data.setData('text', {});
           document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }})); }})()",
        json!(log)
    ));
    browser.wait_until("document.querySelector('#answer-check .watch') !== null");
    assert_eq!(headline(&mut browser), "pasted.txt: line 16 (log row 15): missing CUT-OFF");
    browser.click("#paste-open");
    fill(&mut browser, "#pasted", &log.replace(" CUT-OFF", ""));
    browser
        .wait_until("document.querySelector('#answer-check .report')?.textContent.includes('does not end in CUT-OFF')");
}

#[test]
fn the_order_on_a_phone_is_the_order_in_the_document() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt", "check/wrong-log.txt"], &[]) else { return };
    browser.resize(390, 844);
    drop_files(&mut browser, "#files", &[desk.path("opening.txt"), desk.path("wrong-log.txt")]);
    browser.wait_until("document.querySelector('#answer-check .watch') !== null");
    browser.click("#change");
    let order = "(() => { const seen = [...document.querySelectorAll('main section, main .run, #notice')].filter((part) => part.checkVisibility());
        return seen.every((part, place) => place === 0 || part.compareDocumentPosition(seen[place - 1]) & 8
            || part.getBoundingClientRect().top >= seen[place - 1].getBoundingClientRect().top || part.matches('.run')); })()";
    assert_eq!(browser.value(order), true);
    let small = "[...document.querySelectorAll('button, .button, select, textarea, summary, .tabs a')].filter((part) => part.checkVisibility() && part.getBoundingClientRect().height < 44).map((part) => part.outerHTML.slice(0, 80))";
    assert_eq!(browser.value(small), json!([]));
    let tip = "document.querySelectorAll('.of-mouse').length > 0 && [...document.querySelectorAll('.of-mouse')].every((part) => !part.checkVisibility())";
    assert_eq!(browser.value(tip), true);
}

#[test]
fn files_that_come_before_the_assignment_are_read_again() {
    let input = "next/usc2014-alphabeta-midgame.txt";
    let Some((desk, mut browser)) = Desk::opened(&[input], &[]) else { return };
    let name = "usc2014-alphabeta-midgame.txt";
    desk.printed(&format!("next --assignment usc2014 -i {name} -o output.txt"));
    drop_files(&mut browser, "#files", &[desk.path(name), desk.path("output.txt")]);
    choose(&mut browser, "#assignment", "usc2014");
    browser.wait_until("document.querySelector('#answer-check h2')?.textContent === 'output.txt is right'");
    assert_eq!(browser.text("#set-by-input"), "The input file sets task and depth.");
}

#[test]
fn an_output_is_checked_if_its_input_sets_task_and_depth() {
    let input = "next/usc2014-alphabeta-midgame.txt";
    let Some((desk, mut browser)) = Desk::opened(&[input, "check/spelled-output.txt"], &[]) else { return };
    choose(&mut browser, "#assignment", "usc2014");
    let files = [desk.path("usc2014-alphabeta-midgame.txt"), desk.path("spelled-output.txt")];
    drop_files(&mut browser, "#files", &files);
    choose(&mut browser, "#equality", "lenient");
    run(&mut browser);
    assert_eq!(browser.text("#set-by-input"), "The input file sets task and depth.");
    let line = "check --assignment usc2014 -i usc2014-alphabeta-midgame.txt -o spelled-output.txt --lenient";
    let is_right = desk.printed(line).contains(": right");
    assert_eq!(headline(&mut browser).starts_with("spelled-output.txt is right"), is_right);
}

#[test]
fn a_search_is_watched_from_a_painted_board_and_from_a_tree() {
    let Some((_desk, mut browser)) = Desk::opened(&[], &[]) else { return };
    part(&mut browser, "watch");
    // d3 becomes black.
    browser.click("#board [data-square='19']");
    fill(&mut browser, "#evaluation", "weights + 10 mobility");
    fill(&mut browser, "#depth", "2");
    run(&mut browser);
    browser.wait_until_in_frame("document.getElementById('row-number')?.textContent.startsWith('Row 1 of')");
    browser.click("#change");
    browser.click("#tree-field summary");
    fill(&mut browser, "#tree", "(A (B b1=3 b2=12) (C 2 4))");
    run(&mut browser);
    browser.wait_until_in_frame("document.querySelector('h1')?.textContent.includes('the tree')");
    assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
}

#[test]
fn the_files_of_a_job_are_shown_and_can_be_saved() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt"], &[]) else { return };
    part(&mut browser, "expected");
    job(&mut browser, "3", "3");
    run(&mut browser);
    desk.printed("-t 3 -d 3 -i opening.txt -op expected-moves.txt -ol expected-log.txt");
    for (place, name) in ["expected-moves.txt", "expected-log.txt"].into_iter().enumerate() {
        let expected = fs::read_to_string(desk.path(name)).expect("a file");
        let shown = format!("document.querySelectorAll('#answer-expected .text')[{place}].textContent");
        assert_eq!(browser.value(&shown), expected, "{name}");
        let link = format!("document.querySelector('#answer-expected [download=\"{name}\"]').href.startsWith('blob:')");
        assert_eq!(browser.value(&link), true);
    }
}

#[test]
fn the_parts_have_addresses_and_keys_and_are_as_wide_as_a_phone() {
    let Some((_desk, mut browser)) = Desk::opened(&[], &[]) else { return };
    for (key, name) in [("2", "watch"), ("3", "expected"), ("4", "printed"), ("1", "check")] {
        browser.key(key);
        browser.wait_until(&format!("location.hash === '#{name}'"));
        for width in [1280, 390] {
            browser.resize(width, 844);
            let wide = browser.value("document.documentElement.scrollWidth");
            assert!(wide.as_u64().expect("a number") <= u64::from(width), "{name} is {wide} wide at {width}");
        }
    }
    browser.click("#change");
    // Arrows move between squares, letters set discs.
    browser.value("document.querySelector('#board [tabindex=\"0\"]').focus()");
    for key in ["ArrowRight", "ArrowDown", "x"] {
        browser.key(key);
    }
    assert_eq!(browser.value("document.querySelector('[data-square=\"9\"]').className"), "black");
}

#[test]
fn a_long_search_is_stopped_and_the_next_one_runs() {
    let Some((_desk, mut browser)) = Desk::opened(&[], &[]) else { return };
    part(&mut browser, "expected");
    job(&mut browser, "1", "14");
    browser.click("#run");
    browser.wait_until(r"/^Running expected: \d/.test(document.getElementById('status').textContent)");
    browser.click("#stop");
    browser.wait_until("document.getElementById('status').textContent.startsWith('stopped after')");
    job(&mut browser, "1", "1");
    run(&mut browser);
    assert!(browser.text("#answer-expected .text").starts_with("STEP = 1\n"));
    assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
}

#[test]
fn an_answer_is_marked_as_old_while_what_is_asked_differs() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt", "check/wrong-log.txt"], &[]) else { return };
    let is_old = "!document.getElementById('old').hidden";
    job(&mut browser, "2", "3");
    drop_files(&mut browser, "#files", &[desk.path("wrong-log.txt")]);
    run(&mut browser);
    let hint = "document.querySelector('#answer-check .hint')?.textContent";
    browser.wait_until(&format!("({hint}) === 'No board given; using the start position.'"));
    assert_eq!(browser.value(is_old), false);
    // From depth 8 on, the check waits for a press of the button.
    fill(&mut browser, "#depth", "8");
    assert_eq!(browser.text("#old"), "The input has changed. To update the result, press Check.");
    assert_eq!((browser.value(is_old), browser.text("#status")), (true.into(), String::new()));
    fill(&mut browser, "#depth", "3");
    browser.wait_until("document.getElementById('status').textContent.startsWith('done in ')");
    assert_eq!(browser.value(is_old), false);
    part(&mut browser, "watch");
    assert_eq!((browser.value(is_old), browser.text("#status")), (false.into(), String::new()));
    part(&mut browser, "check");
    drop_files(&mut browser, "#files", &[desk.path("opening.txt")]);
    browser.wait_until(&format!("({hint}) === undefined && !({is_old})"));
}

#[test]
fn a_page_takes_the_first_file_of_each_kind_that_it_knows() {
    let Some(desk) = Desk::with(&["opening.txt", "check/wrong-log.txt"], &[]) else { return };
    fs::copy(desk.path("wrong-log.txt"), desk.path("other-log.txt")).expect("a copy");
    fs::write(desk.path("essay.txt"), "An essay about a game.\nIt has two lines.\n").expect("a file");
    fs::write(desk.path("picture.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").expect("a file");
    let Some(mut browser) = desk.open() else { return };
    drop_files(&mut browser, "#files", &[desk.path("opening.txt")]);
    fs::write(desk.path("empty.txt"), "").expect("a file");
    for (name, told) in [
        (
            "essay.txt",
            "essay.txt is not used: it has neither boards nor log rows; expected a text file that your program writes.",
        ),
        ("picture.png", "picture.png is not used: it is a picture; expected a text file that your program writes."),
        ("empty.txt", "empty.txt is not used: it is empty: your program wrote nothing, or did not close the file."),
    ] {
        drop_files(&mut browser, "#files", &[desk.path(name)]);
        assert_eq!(browser.text("#notice"), told);
    }
    let large = fs::File::create(desk.path("large.txt")).expect("a file");
    large.set_len(100_000_001).expect("a file without bytes on the disk");
    fs::write(desk.path("Cargo.toml"), "[package]\nname = \"homework\"\n").expect("a file");
    for (name, told) in
        [("large.txt", "large.txt has 100.0 MB. This page accepts at most"), ("Cargo.toml", "Cargo.toml is not used: ")]
    {
        drop_files(&mut browser, "#files", &[desk.path(name)]);
        assert!(browser.text("#notice").starts_with(told), "{}", browser.text("#notice"));
    }
    browser.wait_until("document.getElementById('board-source').textContent === 'The board is opening.txt.'");
    drop_files(&mut browser, "#files", &[desk.path("wrong-log.txt"), desk.path("other-log.txt")]);
    let told = "wrong-log.txt is the log.\nother-log.txt is ignored, because wrong-log.txt is already the log.";
    assert_eq!(browser.text("#notice"), told);
    let log = fs::read_to_string(desk.path("wrong-log.txt")).expect("a log");
    let utf_16: Vec<u8> = format!("\u{feff}{log}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files =
        [("wide.txt", utf_16), ("log.txt.gz", b"\x1f\x8b\x08\0".to_vec()), ("log-of-first-move.txt", log.into_bytes())];
    for (name, bytes) in files {
        fs::write(desk.path(name), bytes).expect("a file");
        drop_files(&mut browser, "#files", &[desk.path(name)]);
        assert_eq!(browser.text("#notice"), format!("{name} is the log."));
    }
}

#[test]
fn two_tabs_of_the_page_do_not_know_each_other() {
    let Some(desk) = Desk::with(&["opening.txt", "check/wrong-log.txt"], &[]) else { return };
    let (Some(mut one), Some(mut other)) = (desk.open(), desk.open()) else { return };
    choose(&mut one, "#task", "2");
    drop_files(&mut one, "#files", &[desk.path("wrong-log.txt")]);
    part(&mut other, "expected");
    job(&mut one, "2", "3");
    job(&mut other, "1", "3");
    one.click("#run");
    other.click("#run");
    for browser in [&mut one, &mut other] {
        browser.wait_until("document.getElementById('stop').hidden");
    }
    assert_eq!(headline(&mut one), "wrong-log.txt: line 16 (log row 15): missing CUT-OFF");
    assert!(other.text("#answer-expected .text").starts_with("STEP = 1\n"));
    assert_eq!(other.value("document.querySelector('#roles li')"), serde_json::Value::Null);
}

/// The address of a server that sends a document with a policy of its own.
fn served(document: Vec<u8>, policy: &str) -> String {
    let server = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/reversi.html", server.local_addr().expect("an address"));
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nContent-Security-Policy: {policy}\r\n\
         Connection: close\r\n\r\n",
        document.len()
    );
    thread::spawn(move || {
        for connection in server.incoming() {
            let mut connection = connection.expect("a connection");
            let _ = connection.read(&mut [0; 4096]);
            let _ = connection.write_all(&[head.as_bytes(), &document].concat());
        }
    });
    address
}

#[test]
fn a_site_that_forbids_the_program_is_named() {
    let Some(desk) = Desk::with(&[], &[]) else { return };
    let address = served(fs::read(&desk.page).expect("a page"), "default-src 'self' 'unsafe-inline' blob:");
    let Some(mut browser) = desk.open() else { return };
    browser.go(&address);
    browser.wait_until("document.getElementById('blocked').textContent.startsWith('This site does not allow pages')");
    assert_eq!(browser.value("document.getElementById('job').hidden"), true);
}

#[test]
fn the_page_comes_from_a_server_as_well_as_from_a_disk() {
    let Some(desk) = Desk::with(&["opening.txt", "check/wrong-log.txt"], &[]) else { return };
    let address =
        served(fs::read(&desk.page).expect("a page"), "default-src 'self' 'unsafe-inline' blob: 'wasm-unsafe-eval'");
    let Some(mut browser) = desk.open() else { return };
    browser.go(&address);
    is_ready(&mut browser);
    choose(&mut browser, "#task", "2");
    drop_files(&mut browser, "#files", &[desk.path("wrong-log.txt")]);
    run(&mut browser);
    assert_eq!(headline(&mut browser), "wrong-log.txt: line 16 (log row 15): missing CUT-OFF");
}

#[test]
fn the_cases_of_a_course_have_their_boards() {
    let Some((_desk, mut browser)) = Desk::opened(&[], &["--cases", "fixtures/cases/cases.csv"]) else { return };
    browser.click("#change");
    let first = browser.text("#case option:nth-child(2)");
    choose(&mut browser, "#case", &first);
    browser.wait_until(&format!(
        "document.getElementById('board-source').textContent === 'The board is cases/{first}.txt.'"
    ));
}

#[test]
fn a_file_that_has_gone_since_it_was_dropped_is_asked_for_again() {
    let Some((desk, mut browser)) = Desk::opened(&["check/wrong-log.txt"], &[]) else { return };
    job(&mut browser, "2", "3");
    drop_files(&mut browser, "#files", &[desk.path("wrong-log.txt")]);
    headline(&mut browser);
    fs::remove_file(desk.path("wrong-log.txt")).expect("a file");
    run(&mut browser);
    let message = "cannot read wrong-log.txt: the file was changed or removed after it was dropped; drop it again";
    browser.wait_until("document.querySelector('#answer-check .wrong') !== null");
    assert_eq!(browser.text("#answer-check .wrong"), message);
}

#[test]
fn a_long_log_is_checked() {
    let (depth, at_least) = by_profile(("7", 1_000_000), ("9", 50_000_000));
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt"], &[]) else { return };
    desk.printed(&format!("-t 1 -d {depth} -i opening.txt -op moves.txt -ol log.txt"));
    assert!(fs::metadata(desk.path("log.txt")).expect("a log").len() >= at_least);
    job(&mut browser, "1", depth);
    drop_files(&mut browser, "#files", &[desk.path("log.txt")]);
    run(&mut browser);
    assert_eq!(headline(&mut browser), "log.txt is right");
}

#[test]
fn a_page_asks_for_task_and_depth_if_no_file_says_them() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt"], &[]) else { return };
    desk.printed("-t 3 -d 4 -i opening.txt -op moves.txt -ol log.txt");
    drop_files(&mut browser, "#files", &[desk.path("moves.txt")]);
    run(&mut browser);
    assert_eq!(browser.text("#notice"), "Choose the task of your assignment: no file names it.");
    drop_files(&mut browser, "#files", &[desk.path("opening.txt"), desk.path("log.txt")]);
    let proposed = "Task 3 and depth 4, as read from log.txt.";
    browser.wait_until(&format!("document.getElementById('proposed').textContent.startsWith('{proposed}')"));
    run(&mut browser);
    let headlines = "[...document.querySelectorAll('#answer-check h2')].map((line) => line.textContent).join()";
    browser.wait_until(&format!("{headlines} === 'log.txt is right,moves.txt is right'"));
    browser.click("#change");
    fill(&mut browser, "#depth", "3");
    let told = "These are the right files for depth 4, not for depth 3";
    browser.wait_until(&format!("document.querySelector('#answer-check .report')?.textContent.includes('{told}')"));
}

#[test]
fn a_log_that_does_not_show_its_depth_needs_a_depth() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt"], &[]) else { return };
    desk.printed("-t 2 -d 3 -i opening.txt -op moves.txt -ol log.txt");
    let log = fs::read_to_string(desk.path("log.txt")).expect("a log");
    let column = |line: &str| {
        let fields = line.split(' ').enumerate().map(|(at, field)| if at == 1 { "0" } else { field });
        fields.collect::<Vec<_>>().join(" ")
    };
    fs::write(desk.path("log.txt"), log.lines().map(column).collect::<Vec<_>>().join("\n")).expect("a file");
    drop_files(&mut browser, "#files", &[desk.path("opening.txt"), desk.path("log.txt")]);
    browser.wait_until("document.querySelectorAll('#roles li').length === 2");
    run(&mut browser);
    let notice = browser.text("#notice");
    assert!(notice.starts_with("Choose the "), "{notice}");
    assert_ne!(browser.value("document.getElementById('depth').value"), "0");
}

#[test]
fn a_log_of_another_board_is_not_checked_against_the_opening() {
    let Some((desk, mut browser)) = Desk::opened(&["midgame-late.txt"], &[]) else { return };
    desk.printed("-t 2 -d 2 -i midgame-late.txt -op moves.txt -ol log.txt");
    drop_files(&mut browser, "#files", &[desk.path("log.txt")]);
    run(&mut browser);
    let told = "log.txt is the log of another board than the start position: give its board, too.";
    browser.wait_until(&format!("document.getElementById('notice').textContent === '{told}'"));
    assert_eq!(browser.text("#answer-check"), "");
    drop_files(&mut browser, "#files", &[desk.path("midgame-late.txt")]);
    assert_eq!(headline(&mut browser), "log.txt is right");
}

#[test]
fn swapped_files_with_a_mistake_are_told_apart() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt", "check/wrong-log.txt"], &[]) else { return };
    desk.printed("-t 2 -d 3 -i opening.txt -op moves.txt -ol unused.txt");
    drop_files(&mut browser, "#files", &[desk.path("opening.txt"), desk.path("moves.txt"), desk.path("wrong-log.txt")]);
    browser.wait_until("document.querySelector('#answer-check .watch') !== null");
    choose(&mut browser, "#roles [data-role=log] select", "moves");
    let swapped = "The moves file and the log are swapped: change their roles above.";
    browser.wait_until(&format!("document.querySelector('#answer-check h2')?.textContent === '{swapped}'"));
    browser.wait_until("document.querySelector('#answer-check .cause') !== null");
    assert!(browser.text("#answer-check .report").contains("line 16 (log row 15): missing CUT-OFF"));
}

#[test]
fn a_wrong_board_is_explained_where_it_is_typed() {
    let Some((_desk, mut browser)) = Desk::opened(&[], &[]) else { return };
    browser.click("#change");
    fill(&mut browser, "#position", "f5d6zz");
    browser.wait_until("document.getElementById('board-table').hidden");
    assert_eq!(browser.text("#board-problem pre"), "1 | f5d6zz\n  |     ^");
    fill(&mut browser, "#position", "f5d6");
    browser.wait_until("!document.getElementById('board-table').hidden");
    assert_eq!(browser.text("#board-problem"), "");
}

#[test]
fn a_page_without_a_log_asks_for_one_and_has_an_example() {
    let Some((_desk, mut browser)) = Desk::opened(&[], &[]) else { return };
    assert_eq!(browser.text("#job-line"), "usc2013: your files show the task and the depth");
    run(&mut browser);
    assert_eq!(browser.text("#notice.wrong"), "Choose or paste your log first.");
    browser.click("#paste-open");
    fill(&mut browser, "#pasted", "hello");
    let told = "The pasted text is neither a log nor a moves file: it has neither boards nor log rows; expected a text file that your program writes.";
    browser.wait_until(&format!("document.getElementById('notice').textContent === {}", json!(told)));
    browser.click("#example");
    assert_eq!(headline(&mut browser), "example-log.txt: line 16 (log row 15): missing CUT-OFF");
    let shown = browser.text("#answer-check .report");
    assert!(shown.contains("The assignment: Cut off a node if alpha >= beta"), "{shown}");
    assert!(shown.contains("Name of the mistake: strict-cut-off"), "{shown}");
}

/// A log of which each seventh row has a wrong value.
fn spoilt(log: &str) -> String {
    let rows = log.lines().enumerate();
    rows.map(|(at, row)| if at % 7 == 6 { row.replace(".0", "7.0") } else { row.to_owned() } + "\n").collect()
}

#[test]
fn changed_logs_have_their_verdicts() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt"], &[]) else { return };
    desk.printed("-t 2 -d 3 -i opening.txt -op moves.txt -ol log.txt");
    let log = fs::read_to_string(desk.path("log.txt")).expect("a log");
    let (names, rows) = log.split_once('\n').expect("a header");
    let (other_format, no_mistake) =
        ("log.txt is right, apart from its format", "No program that was tried writes this file.");
    for (changed, title, told) in [
        (format!("{}\n{rows}", names.to_lowercase()), other_format, "apart from its format"),
        (log.replace(".0", ""), other_format, "70 rows with too few decimals"),
        (spoilt(&log), "log.txt: line 7", no_mistake),
    ] {
        fs::write(desk.path("log.txt"), changed).expect("a file");
        drop_files(&mut browser, "#files", &[desk.path("log.txt")]);
        browser.wait_until(&format!("document.querySelector('#answer-check .report')?.textContent.includes('{told}')"));
        assert!(headline(&mut browser).starts_with(title));
        assert_eq!(browser.text("#job-line"), "usc2013, task 2, depth 3, the start position");
    }
}

#[test]
fn a_stopped_check_says_that_it_does_not_know_the_cause() {
    let Some((desk, mut browser)) = Desk::opened(&["opening.txt"], &[]) else { return };
    desk.printed("-t 1 -d 6 -i opening.txt -op moves.txt -ol log.txt");
    let log = fs::read_to_string(desk.path("log.txt")).expect("a log");
    fs::write(desk.path("log.txt"), spoilt(&log)).expect("a file");
    drop_files(&mut browser, "#files", &[desk.path("log.txt")]);
    browser.wait_until("document.querySelector('#answer-check .pending') !== null");
    browser.click("#stop");
    browser.wait_until("document.getElementById('status').textContent.startsWith('stopped after')");
    assert_eq!(browser.text("#answer-check .pending"), "You stopped the page before it knew the cause.");
}

#[test]
fn a_printed_answer_is_checked_with_its_arguments() {
    let Some((_desk, mut browser)) = Desk::opened(&[], &[]) else { return };
    part(&mut browser, "printed");
    run(&mut browser);
    assert!(browser.text("#answer-printed .wrong").starts_with("The arguments are missing"));
    let headline = "document.querySelector('#answer-printed h2')?.textContent";
    for (assignment, arguments, printed, told) in [
        ("tiny", "reversi tiny 400 1 0000021001200000", "0100011001200000", "The answer is right."),
        ("tiny", "400 1 0000021001200000", "0100011001200000\n0", "Line 2 is wrong."),
        ("tiny", "300 1 0000021001200000", "9", "Line 1 is wrong."),
        ("nxn", "count_pieces '..../.WB./.BW./....'", "(2,2)", "The answer is right, but not its format:"),
        ("awari", "awari moves start 1", "0 1 2 3 4", "Line 1 is wrong."),
    ] {
        choose(&mut browser, "#course", assignment);
        fill(&mut browser, "#arguments", arguments);
        fill(&mut browser, "#answer-text", printed);
        run(&mut browser);
        browser.wait_until(&format!("({headline} ?? '').startsWith({})", json!(told)));
    }
    assert!(browser.text("#answer-printed pre").starts_with("The board, with player 1 to move:"));
    part(&mut browser, "check");
    let is_hidden = |browser: &mut Browser| browser.value("document.getElementById('printed').hidden");
    assert_eq!(is_hidden(&mut browser), true);
    assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
}
