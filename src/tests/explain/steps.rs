//! Tests the parts of a page in a browser: keys, slider, address, tree, log, quiz, and a student's log.

use std::fs;

use reversi_testing::by_profile;
use serde_json::json;
use tempfile::TempDir;

use super::page;
use crate::browser::Browser;

const ALPHA_BETA: &str = "explain -t 2 -d 3 -i fixtures/opening.txt -o {page}";
/// A search with many moves at every node.
const WIDE: &str = "explain -t 3 -d 4 -i fixtures/midgame-wide.txt -o {page}";

/// The pages of the test, each with a window width.
const ALL_WIDTHS: [(&str, u32); 6] =
    [(ALPHA_BETA, 1360), (ALPHA_BETA, 800), (ALPHA_BETA, 375), (WIDE, 1360), (WIDE, 800), (WIDE, 375)];

/// The displayed row, which the log must also mark.
fn row(browser: &mut Browser) -> u64 {
    let heading = browser.text("#row-number");
    let number = heading.split(' ').nth(1).expect("a number").parse().expect("a number");
    let marked = browser.text("#log-rows [aria-current] > :first-child");
    assert_eq!(marked, format!("{number}"), "the log marks another row");
    number
}

/// Opens a page in a large window. If there is no browser, prints a message.
fn in_browser(arguments: &str, watch: impl FnOnce(&mut Browser, &str)) {
    in_window(arguments, (1280, 900), watch);
}

fn in_window(arguments: &str, (width, height): (u32, u32), watch: impl FnOnce(&mut Browser, &str)) {
    let folder = TempDir::new().expect("a folder");
    let path = page(folder.path(), arguments);
    let Some(mut browser) = Browser::open(&path, width, height) else { return };
    watch(&mut browser, &format!("file://{}", path.display()));
    assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
}

#[test]
fn keys_go_from_row_to_row() {
    in_browser(ALPHA_BETA, |browser, _| {
        // Rows 2 and 3 enter d3 and c3. Row 12 is d3 after c3, row 21 the root after d3, row 15 the first cut-off.
        for (key, expected) in [
            ("ArrowRight", 2),
            ("ArrowLeft", 1),
            ("ArrowLeft", 1),
            ("i", 2),
            ("o", 12),
            ("u", 21),
            ("Home", 1),
            ("v", 5),
            ("v", 12),
            ("c", 15),
            ("c", 19),
            ("End", 73),
            ("ArrowRight", 73),
            ("u", 73),
        ] {
            browser.key(key);
            assert_eq!(row(browser), expected, "after {key}");
        }
        browser.key("?");
        assert_eq!(browser.value("document.querySelector('dialog').open"), json!(true));
        assert_eq!(
            browser.value("document.activeElement.id"),
            json!("help-title"),
            "the help is read from its beginning"
        );
        browser.key("ArrowLeft");
        browser.key("Escape");
        assert_eq!(row(browser), 73, "no steps behind the help");
        browser.click("#help-open");
        browser.click("#keys-on");
        browser.key("Escape");
        browser.key("Home");
        assert_eq!(row(browser), 73, "keys that are off do nothing");
    });
}

#[test]
fn buttons_slider_address_and_search_lead_to_the_same_rows() {
    in_browser(ALPHA_BETA, |browser, address| {
        browser.click("[data-step=cut-off]");
        assert_eq!(row(browser), 15);
        browser.wait_until("location.hash === '#row=15'");
        browser.value("location.hash = '#row=40'");
        browser.wait_until("document.getElementById('row-number').textContent.startsWith('Row 40 ')");
        assert_eq!(row(browser), 40);
        browser.click("#slider");
        let middle = row(browser);
        assert!((35..40).contains(&middle), "the middle of the slider is row {middle}");
        browser.key("ArrowRight");
        assert_eq!(row(browser), middle + 1, "a key of the slider is one step");
        browser.value("document.getElementById('find').value = 'cut-off'");
        browser.click("#log button[type=submit]");
        assert!(browser.text("#row-text").ends_with("CUT-OFF"));
        browser.value("document.getElementById('find').value = '7'");
        browser.click("#log button[type=submit]");
        assert_eq!(row(browser), 7);
        browser.click("#log-rows [data-row='8']");
        assert_eq!(row(browser), 9);
        browser.go("about:blank");
        browser.go(&format!("{address}#row=21"));
        assert_eq!(row(browser), 21);
    });
}

#[test]
fn a_move_that_was_not_searched_leads_to_its_cut_off() {
    in_browser(ALPHA_BETA, |browser, address| {
        browser.go("about:blank");
        browser.go(&format!("{address}#row=14"));
        assert_eq!(browser.value("document.querySelectorAll('#tree .levels .pruned').length"), json!(0));
        browser.key("ArrowRight");
        let pruned =
            "[...document.querySelectorAll('#tree button.pruned b')].map((name) => name.textContent).join(' ')";
        assert_eq!(browser.value(pruned), json!("f3 f4 f5 f6"));
        browser.click("#tree ol:nth-of-type(2) li:nth-child(1) button");
        assert_eq!(row(browser), 2, "a node on the way leads to its first row");
        browser.go("about:blank");
        browser.go(&format!("{address}#row=16"));
        browser.click("#tree ol:nth-of-type(3) li:nth-child(2) button");
        assert_eq!(row(browser), 15, "a node that has been searched leads to its last row");
        browser.click("#tree button.pruned");
        assert_eq!(row(browser), 15);
        assert_eq!(browser.text("#why"), "Why was f3 not searched?");
        let sentence = browser.text("#sentence");
        assert!(
            sentence.contains("At d3, white can already get 3.0 by playing c3 (log row 12; this is beta)."),
            "{sentence}"
        );
        assert!(sentence.ends_with("f3, f4, f5 and f6 are not searched."), "{sentence}");
        for link in ["#sentence .link", "#window .link"] {
            browser.click(link);
            assert_eq!(row(browser), 12, "beta comes from d3 after c3");
            browser.value("history.back()");
            browser.wait_until("document.getElementById('row-number').textContent.startsWith('Row 15 ')");
            assert_eq!(row(browser), 15, "the browser's own way back");
        }
    });
}

#[test]
fn the_log_keeps_in_the_document_what_is_visible() {
    in_browser(WIDE, |browser, _| {
        for key in ["Home", "End"] {
            browser.key(key);
            let now = row(browser);
            assert_eq!(
                browser.value("document.querySelector('#log-rows').getAttribute('aria-rowcount')"),
                json!("3203")
            );
            let rows = browser.value("document.querySelectorAll('#log-rows [role=row]').length");
            assert!(rows.as_u64().is_some_and(|rows| rows < 60), "{rows} rows");
            let index =
                browser.value("document.querySelector('#log-rows [aria-current]').getAttribute('aria-rowindex')");
            assert_eq!(index, json!(now.to_string()));
        }
    });
}

#[test]
fn the_quiz_asks_before_it_shows() {
    in_browser(ALPHA_BETA, |browser, address| {
        browser.key("q");
        let future = browser.value("document.querySelector('#log-rows [data-row=\"4\"]').textContent");
        assert_eq!(future, json!("5?"), "what is to come is hidden");
        // The quiz asks about the first rows; the test answers all questions but the first correctly.
        let (mut values, mut cut_offs) = (0, 0);
        for number in 2..=20 {
            browser.key("ArrowRight");
            browser.wait_until(&format!(
                "!document.getElementById('quiz').hidden
                 || document.getElementById('row-number').textContent.startsWith('Row {number} ')"
            ));
            if browser.value("document.getElementById('quiz').hidden") == json!(true) {
                assert_eq!(row(browser), number);
                continue;
            }
            assert_eq!(row(browser), number - 1, "not shown before the answer");
            if browser.value("document.getElementById('quiz-value').hidden") == json!(false) {
                values += 1;
                let answer = if values == 1 { "17" } else { "3" };
                browser.value(&format!("document.getElementById('quiz-number').value = '{answer}'"));
                browser.key("Enter");
                let result = browser.text("#quiz-result");
                assert!(result.starts_with(if values == 1 { "Wrong" } else { "Right" }), "row {number}: {result}");
            } else {
                cut_offs += 1;
                let cuts = [15, 19].contains(&number);
                browser.click(if cuts { "#quiz-yes" } else { "#quiz-no" });
                let result = browser.text("#quiz-result");
                assert!(result.starts_with("Right"), "row {number}: {result}");
            }
            assert_eq!(row(browser), number);
        }
        assert!(values > 1 && cut_offs > 1, "{values} questions of values, {cut_offs} of cut-offs");
        browser.click("#quiz-toggle");
        browser.go("about:blank");
        browser.go(address);
        browser.key("End");
        assert_eq!(row(browser), 73);
    });
}

#[test]
fn a_page_fits_into_every_width() {
    // The default profile only tests the larger page; the profile "all" tests both pages.
    let windows = by_profile(&[(WIDE, 800), (WIDE, 375)][..], &ALL_WIDTHS);
    for (arguments, width) in windows {
        in_window(arguments, (*width, 900), |browser, _| {
            for key in ["c", "End", "Home"] {
                browser.key(key);
                row(browser);
                let overflow = browser.value("document.documentElement.scrollWidth - innerWidth");
                assert!(overflow.as_i64().is_some_and(|overflow| overflow <= 0), "{width}: {overflow} too wide");
            }
            browser.click("[data-step=next]");
            assert_eq!(row(browser), 2);
        });
    }
}

/// The elements that lie partly outside the window or outside a scrolling box. If the page is higher than the window,
/// the list also contains `page`.
const UNSEEN: &str = r"(async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const inside = (box, of) => box.top >= of.top - 1 && box.bottom <= of.bottom + 1 && box.left >= of.left - 1 && box.right <= of.right + 1;
  const screen = { top: 0, left: 0, right: innerWidth, bottom: innerHeight };
  const parts = ['#sentence', '#window svg', '#window table', '#tree button.now', '#log-rows [aria-current]', '#log-rows [aria-current] > :last-child'];
  if (!document.getElementById('board').hidden) parts.push('#board table');
  const unseen = parts.filter((part) => {
    const box = document.querySelector(part).getBoundingClientRect();
    const around = document.querySelector(part).closest('.levels, #log-rows')?.getBoundingClientRect() ?? screen;
    return !box.height || !inside(box, screen) || !inside(box, around);
  });
  if (document.documentElement.scrollHeight > innerHeight) unseen.push('page');
  const cut = [...document.querySelectorAll('#student-expected, #log-rows [aria-current] span:nth-child(2)')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1);
  return [...unseen, ...cut.map((cell) => cell.textContent)].join(', ');
})()";

/// A page with a student's log beside the expected log.
const CHECK: &str = "check -t 2 -d 3 -i fixtures/opening.txt -ol fixtures/check/wrong-log.txt --html {page}";

#[test]
fn all_of_a_row_is_on_the_screen_of_a_laptop() {
    // The page with most content beside its tree, and the page with the widest tree.
    let tree = "explain --tree fixtures/tree/deep-cuts.txt -o {page}";
    let (small, large) = ((1280, 768), (1440, 900));
    let pages = [(CHECK, small), (WIDE, small), (tree, small), (ALPHA_BETA, small), (ALPHA_BETA, large)];
    for &(arguments, (width, height)) in by_profile(&pages[..2], &pages) {
        in_window(arguments, (width, height), |browser, _| {
            for key in ["", "Home", "c", "i", "End"] {
                browser.key(key);
                // The diagnosis is above the search, which fills the window.
                browser.value("document.querySelector('main').scrollIntoView()");
                let expected = if arguments == CHECK { "page" } else { "" };
                assert_eq!(browser.value(UNSEEN), json!(expected), "{width}x{height} after {key:?}: {arguments:?}");
            }
        });
    }
}

#[test]
fn keys_are_steps_whatever_has_the_focus() {
    in_browser(ALPHA_BETA, |browser, _| {
        browser.key("/");
        browser.key("Escape");
        browser.key("ArrowRight");
        assert_eq!(row(browser), 2, "after the field of the search");
        for place in ["#slider", "#play", "#log-rows", "#tree button", "summary, #keys-on"] {
            browser.value(&format!("document.querySelector('{place}').focus()"));
            let before = row(browser);
            browser.key("ArrowRight");
            assert_eq!(row(browser), before + 1, "{place}");
        }
        browser.key("Home");
        browser.key("q");
        let mut asked = 0;
        for _ in 0..40 {
            if asked == 3 {
                break;
            }
            browser.key("ArrowRight");
            let choice = "!document.getElementById('quiz').hidden && document.getElementById('quiz-value').hidden";
            if browser.value(choice) == json!(true) {
                let before = row(browser);
                browser.key(["y", "n", "s"][asked]);
                assert_eq!(row(browser), before + 1);
                asked += 1;
            } else if browser.value("!document.getElementById('quiz').hidden") == json!(true) {
                browser.key("Escape");
                browser.key("s");
            }
        }
        assert_eq!(asked, 3, "questions of cut-offs");
        browser.key("End");
        assert_eq!(browser.value("document.getElementById('quiz').hidden"), json!(true));
        browser.key("q");
        browser.key("q");
        assert!(browser.text("#quiz-result").contains("last row"));
    });
}

#[test]
fn a_wrong_log_is_shown_beside_the_expected_log() {
    in_browser(CHECK, |browser, _| {
        let text = fs::read_to_string("fixtures/check/wrong-log.txt").expect("a log");
        let first = row(browser);
        let expected = browser.text("#student-expected");
        let found = browser.text("#student-found");
        assert_ne!(expected, found);
        assert_eq!(text.lines().nth(usize::try_from(first).expect("small")), Some(found.as_str()));
        assert_eq!(browser.text("#row-text"), expected);
        assert_eq!(browser.text("#moving h1"), "wrong-log.txt: line 16 (log row 15): missing CUT-OFF");
        assert!(browser.text("#student-said").contains("The program cuts off a node only if alpha > beta."));
        browser.key("d");
        assert!(row(browser) > first);
        browser.click("[data-step=first-difference]");
        assert_eq!(row(browser), first);
    });
}

#[test]
fn a_long_wrong_log_is_shown_by_its_first_wrong_subtree() {
    in_browser(&format!("{CHECK} --most-rows 20"), |browser, _| {
        assert_eq!(row(browser), 15);
        assert!(browser.text("#student-verdict").contains("from d3: "));
        assert_eq!(browser.text("#student-found"), "e3 3 3.0 3.0 3.0");
        for (key, expected) in [("Home", 2), ("d", 15), ("End", 20)] {
            browser.key(key);
            assert_eq!(row(browser), expected, "after {key}");
        }
    });
}

#[test]
fn a_tag_in_a_log_is_only_text() {
    let folder = TempDir::new().expect("a folder");
    let log = folder.path().join("log.txt");
    let line = "d3 2 <img src=x onerror=alert(1)> <b>";
    fs::write(&log, format!("Node,Depth,Value,Alpha,Beta\nroot 1 -Infinity -Infinity Infinity\n{line}\n"))
        .expect("a log");
    let check = format!("check -t 2 -d 1 -i fixtures/opening.txt -ol {log:?} --html {{page}}");
    in_browser(&check, |browser, _| {
        assert_eq!(row(browser), 2);
        assert_eq!(browser.text("#student-found"), line);
        assert_eq!(browser.value("document.images.length"), json!(0));
    });
}
