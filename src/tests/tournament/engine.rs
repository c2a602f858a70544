//! Tests this program as an agent of the Go Text Protocol.

use std::iter;

use proptest::{prelude::*, sample::select, test_runner::TestRunner};
use reversi::{
    agents::{AgentName, Endgame},
    games::reversi::{ByColor, Color, Position, Size},
    matches::PlayedGame,
};

const AGENTS: &[&str] = &["depth:1", "depth:2", "depth:2:pieces", "depth:3", "depth:2:weights + 10 mobility"];

#[test]
fn engine_plays_the_games_of_match() {
    let inputs = (select(AGENTS), select(&[4_u8, 6, 8][..]));
    let tried = TestRunner::new(crate::random(60)).run(&inputs, |(agent, rows)| {
        let start = Position::opening(Size::new(rows).expect("a size"));
        let name: AgentName = agent.parse().expect("an agent");
        let players = [0, 1].map(|_| name.agent(&start, Endgame::NONE, 0, 0));
        let [black, white] = players;
        let played = PlayedGame::play(start, Color::Black, ByColor { black, white }).record;
        let questions = played.moves().map(|played| format!("genmove {}\n", played.0));
        let before = [format!("boardsize {rows}\n"), "clear_board\n".to_owned()];
        let input: String = before.into_iter().chain(questions).chain(iter::once("quit\n".to_owned())).collect();
        let assert = crate::reversi().args(["engine", "--agent", agent]).write_stdin(input).assert().success();
        let answers = played.moves().map(|played| format!("= {}\n\n", played.1));
        prop_assert_eq!(crate::stdout(&assert), ["=\n\n=\n\n", &answers.collect::<String>(), "=\n\n"].concat());
        Ok(())
    });
    tried.expect("the same games");
}

/// Commands with the answers of the engine; the games begin from a position.
const ANSWERS: [(&str, &str); 16] = [
    ("play white a1", "? illegal move"),
    ("play B", "? syntax error"),
    ("genmove", "? syntax error"),
    ("foo", "? unknown command"),
    ("known_command foo", "= false"),
    ("known_command undo", "= true"),
    ("undo", "? cannot undo"),
    ("final_score", "? cannot score: the game is not over"),
    ("play x a1", "="),
    ("final_score", "= B+3"),
    ("undo", "="),
    ("boardsize 4", "="),
    ("clear_board", "="),
    ("genmove x", "= a1"),
    ("boardsize 6", "="),
    ("play x a1", "? illegal move"),
];

#[test]
fn engine_answers_each_command_from_a_given_position() {
    let input = ANSWERS.map(|(command, _)| format!("{command}\n")).concat();
    let position = "-OX-/----/----/----".replace('/', "") + " X";
    let engine = ["engine", "--agent", "depth:1", "-i", &position];
    let assert = crate::reversi().args(engine).write_stdin(input).assert().success();
    let answers = ANSWERS.map(|(_, answer)| format!("{answer}\n\n")).concat();
    assert_eq!(crate::stdout(&assert), answers);
}
