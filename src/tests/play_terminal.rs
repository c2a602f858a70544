//! Tests interactive play at a terminal: line editing, colors, interrupts, and the restored terminal.

use std::{
    fs::File,
    io::Write as _,
    process::{Child, Command},
};

use rustix::{
    process::{Pid, Signal, kill_process},
    termios::{LocalModes, tcgetattr},
};

use crate::signals::{read_until, terminal, wait_until};

/// The prompt of the line editor for a move.
const QUESTION: &str = "Your move (? for help): ";

/// The terminal of a person, and the program that runs there.
struct Game {
    person: File,
    /// A copy of the program's end of the terminal, which keeps the shown text until it is read.
    program: File,
    child: Child,
}

impl Game {
    fn start(arguments: &[&str]) -> Self {
        let (person, program) = terminal();
        let end = || program.try_clone().expect("a descriptor");
        let mut command = Command::new(crate::program::BUILT);
        command.args(["play", "--no-times"]).args(arguments).env("TERM", "xterm").env_remove("NO_COLOR");
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("the program runs");
        Self { person, program, child }
    }

    /// Waits for a text on the terminal, and returns everything that appears up to this text.
    fn see(&mut self, text: &str) -> String {
        let shown = read_until(&mut self.person, text);
        assert!(shown.contains(text), "{text:?} in {shown:?}");
        shown
    }

    fn type_in(&mut self, keys: &str) {
        self.person.write_all(keys.as_bytes()).expect("a terminal");
    }

    /// Types keys and waits for a text. Returns everything that appears up to this text.
    fn ask(&mut self, keys: &str, text: &str) -> String {
        self.type_in(keys);
        self.see(text)
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the game goes on");
    }

    /// True if the terminal has its usual settings: it shows typed text and reads line by line.
    fn is_as_it_was(&self) -> bool {
        let settings = tcgetattr(&self.program).expect("a terminal");
        settings.local_modes.contains(LocalModes::ECHO | LocalModes::ICANON)
    }

    fn code(&mut self) -> Option<i32> {
        wait_until("the game ends", || self.child.try_wait().expect("a child"), Option::is_some)?.code()
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        // The program has usually ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_whole_game_is_lost_to_perfect_play() {
    let mut game = Game::start(&[]);
    for (question, answer) in [("Your choice? ", "1\r"), ("Your choice? ", "3\r"), ("LIGHT (o)? ", "x\r")] {
        game.see(question);
        game.type_in(answer);
    }
    // The person types a move with an error, and corrects the move. The history then shows the move again, but the move
    // is no longer legal.
    game.see(QUESTION);
    let shown = game.ask("a3\u{7f}2\r", QUESTION);
    assert!(shown.contains("x:a2\r\n"), "{shown:?}");
    assert!(shown.contains("\u{1b}[1m\u{1b}[36mx"), "{shown:?}");
    let mut valid = game.ask("\u{1b}[A\r", "Try again!");
    assert!(valid.contains("Invalid move!\r\nValid moves are: [x:"), "{valid:?}");
    // Plays the first valid move until a side has won. Text typed in advance is kept.
    loop {
        let (_, list) = valid.rsplit_once("Valid moves are: [x:").expect("a list");
        let first = list.split([',', ']']).next().expect("a move");
        game.type_in(&format!("{first}\r?\r"));
        valid.clear();
        while !valid.contains("leave the game\r\n") && !valid.contains("Total time:") {
            valid += &game.see("\n");
        }
        if valid.contains("Total time:") {
            break;
        }
    }
    assert!(valid.contains("Winner: LIGHT\r\nDiscs: DARK "), "{valid:?}");
    assert_eq!(game.code(), Some(0));
    assert!(game.is_as_it_was());
}

#[test]
fn ctrl_c_and_ctrl_d_leave_the_terminal_as_it_was() {
    for (key, farewell, code) in
        [("\u{3}", "Goodbye!", 130), ("\u{4}", "End of input: the game is left unfinished.", 0)]
    {
        let mut game = Game::start(&["--size", "4", "--opponent", "random", "--side", "x"]);
        game.see(QUESTION);
        assert!(!game.is_as_it_was());
        game.ask(key, farewell);
        assert_eq!(game.code(), Some(code));
        assert!(game.is_as_it_was());
    }
}

#[test]
fn ctrl_c_asks_once_more_before_a_game_is_lost() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("game.txt");
    let mut game = Game::start(&["--size", "4", "--opponent", "person"]);
    game.see(QUESTION);
    game.ask("a2\r", QUESTION);
    game.type_in("\u{3}");
    let warning = "The game is not saved: press Ctrl-C again to leave";
    assert!(game.see(QUESTION).contains(warning));
    // After any other input, the next Ctrl-C asks again.
    game.ask("?\r", QUESTION);
    assert!(game.ask("\u{3}", QUESTION).contains(warning));
    assert!(game.ask(&format!("save {}\r", file.display()), QUESTION).contains("Saved in "));
    game.ask("\u{3}", "Goodbye!");
    assert_eq!(game.code(), Some(130));
    assert!(game.is_as_it_was());
}

#[test]
fn the_second_ctrl_c_leaves_an_unsaved_game() {
    let mut game = Game::start(&["--size", "4", "--opponent", "person"]);
    game.see(QUESTION);
    let shown = game.ask("a2\r", QUESTION);
    assert!(shown.contains("\r\nMove 2. Discs: DARK 4, LIGHT 1\r\nNext to play: LIGHT\r\n"), "{shown:?}");
    assert!(game.ask("\u{3}", QUESTION).contains("The game is not saved"));
    game.ask("\u{3}", "Goodbye!");
    assert_eq!(game.code(), Some(130));
}

#[test]
fn signal_at_a_question_restores_the_terminal() {
    let mut game = Game::start(&["--size", "4", "--opponent", "random", "--side", "x"]);
    game.see(QUESTION);
    game.signal(Signal::TERM);
    game.see("Goodbye!");
    assert_eq!(game.code(), Some(143));
    assert!(game.is_as_it_was());
}

#[test]
fn an_interrupt_makes_an_agent_move_that_thinks() {
    let mut game = Game::start(&["--size", "8", "--opponent", "depth", "--depth", "40", "--side", "x"]);
    game.see(QUESTION);
    game.ask("d3\r", "(Ctrl-C: move now)");
    game.signal(Signal::INT);
    let shown = game.see(QUESTION);
    assert!(shown.contains("Elapsed time: 0.000 secs\r\no:"), "{shown:?}");
    game.ask("quit\r", "Goodbye!");
    assert_eq!(game.code(), Some(0));
    assert!(game.is_as_it_was());
}

#[test]
fn an_interrupt_ends_a_game_between_agents() {
    let mut game = Game::start(&["--size", "8", "--agents", "depth:40,random"]);
    game.see("nodes, ");
    game.signal(Signal::INT);
    game.see("Goodbye!");
    assert_eq!(game.code(), Some(130));
}
