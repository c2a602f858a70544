//! Tests this program as an agent of the Go Text Protocol.

use std::iter;

use proptest::{prelude::*, sample::select, test_runner::TestRunner};
use reversi::{
    agents::{AgentName, Endgame},
    games::reversi::{ByColor, Color, Position, Size},
    matches::{Contestant, PlayedGame},
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
        let sides = ByColor { black: Contestant::First, white: Contestant::Second };
        let played = PlayedGame::play(start, sides, ByColor { black, white }).record;
        let questions = played.moves().map(|played| format!("genmove {}\n", played.0));
        let before = [format!("boardsize {rows}\n"), "clear_board\n".to_owned()];
        let input: String = before.into_iter().chain(questions).chain(iter::once("quit\n".to_owned())).collect();
        let assert = crate::reversi().args(["engine", "--agent", agent]).write_stdin(input).assert().success();
        let answers = played.moves().map(|played| format!("= {}\n\n", played.1));
        prop_assert_eq!(crate::stdout(&assert), ["=\n\n=\n\n", &answers.collect::<String>(), "=\n\n"].concat());
        Ok(())
    });
    tried.expect("the same games");
    let input = format!("play {} a1\nfoo\nknown_command foo\n", Color::Black);
    let refused = crate::reversi().args(["engine", "--agent", "random"]).write_stdin(input).assert().success();
    assert_eq!(crate::stdout(&refused), "? illegal move\n\n? unknown command\n\n= false\n\n");
}
