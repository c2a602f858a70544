//! Tests the cross table in a browser: a cell leads to games, which are replayed on a board.

use std::path::Path;

use super::Class;
use crate::browser::Browser;

#[test]
fn cross_table_replays_games_at_both_sizes() {
    let Some(class) = Class::new() else { return };
    class.student("one", "columbia", "agent.py", "");
    class.student("<b>two", "columbia", "agent.py", "chosen = legal[-1]");
    class.student("three", "columbia", "agent.py", "chosen = (0, 0)");
    class
        .play("protocol = \"columbia\"\ngames = 1\nopponents = [\"depth:1\", \"depth:2\"]\n[rules]\nsize = 6\nno_move = \"pass\"\n")
        .success();
    let game = class.games().into_iter().find(|game| game[0] == *"one" && game[1] == *"depth:2").expect("a game");
    let page = class.path("results/tournament.html");
    for (width, height) in [(1280, 800), (390, 844)] {
        let Some(mut browser) = Browser::open(Path::new(&page), width, height) else { return };
        assert_eq!(browser.value("document.querySelectorAll('#cross tbody tr').length"), 5);
        let cell = "[...document.querySelectorAll('#cross tbody tr')].find((row) => row.cells[1].textContent === 'one')\
            .cells[5 + standings.findIndex(({ agent }) => names[agent] === 'depth:2')].querySelector('button')";
        browser.value(&format!("{cell}.id = 'cell'"));
        browser.click("#cell");
        assert_eq!(browser.text("#title"), "one against depth:2");
        browser.click("#last");
        let discs = format!("black {}, white {}", &game[4], &game[5]);
        assert!(browser.text("#place").ends_with(&discs), "{} {discs}", browser.text("#place"));
        let shown = browser.value("[...document.querySelectorAll('#board td[class]')].map((cell) => cell.className)");
        let count = |kind: &str| {
            shown
                .as_array()
                .expect("cells")
                .iter()
                .filter(|cell| cell.as_str().expect("a class").starts_with(kind))
                .count()
        };
        assert_eq!([count("black"), count("white")].map(|discs| discs.to_string()), [&game[4], &game[5]]);
        browser.click("#first");
        browser.click("#on");
        assert!(browser.text("#place").starts_with("1 of "), "{}", browser.text("#place"));
        assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true, "{width}");
        assert_eq!(browser.complaints(), [""; 0]);
    }
}
