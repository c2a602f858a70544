//! This program as an agent, under the referee of this program.

use std::time::Duration;

use proptest::{prelude::*, test_runner::TestRunner};
use reversi::{
    agents::{AgentName, Endgame},
    games::reversi::{ByColor, Color, Position, Record, Size},
    matches::{Contestant, PlayedGame},
    openings,
    tournament::{
        engine::Engine,
        game::Game,
        player::{Player, Program, Trusted},
        protocols::CodecName,
        referee::play,
        rules::NoMove,
    },
};

use super::{rules, terms};

const AGENTS: [&str; 4] = ["depth:1", "depth:2", "depth:2:pieces", "depth:3"];

fn agent(name: &str) -> AgentName {
    name.parse().expect("an agent")
}

/// A game between `reversi engine` and an agent in this process.
fn engine_game(protocol: CodecName, no_move: NoMove, opening: Record, names: [&str; 2], engine: Color) -> Game {
    let codec = protocol.codec();
    let program = assert_cmd::cargo::cargo_bin!("reversi").display().to_string();
    let engine_name = names[usize::from(engine == Color::White)];
    let launch = |arguments: Vec<String>| {
        let words = [&program, "engine", "--protocol", protocol.name(), "--agent", engine_name].map(str::to_owned);
        Ok(Trusted::start(&words.into_iter().chain(arguments).collect::<Vec<_>>())?)
    };
    let mut players: [Box<dyn Player>; 2] = names.map(|name| Box::new(Engine::new(agent(name), 0)) as Box<dyn Player>);
    players[usize::from(engine == Color::White)] =
        Box::new(Program::new(&*codec, Duration::from_secs(20), Box::new(launch)));
    let [black, white] = players;
    let size = opening.start().size();
    play(&terms(rules(size, no_move)), opening, &mut ByColor { black, white }).expect("a game")
}

#[test]
fn engine_under_the_referee_plays_the_games_of_match() {
    let openings = openings::balanced();
    let inputs = (0..openings.len(), 0..AGENTS.len(), 0..AGENTS.len(), any::<bool>(), 0..CodecName::ALL.len());
    let tried = TestRunner::new(crate::random(60)).run(&inputs, |(opening, black, white, is_black, protocol)| {
        let protocol = CodecName::ALL[protocol];
        // Caltech's programs know no other start.
        let start = Record::new(Position::opening(Size::EIGHT));
        let opening = if protocol.codec().starts_anywhere() { openings[opening].clone() } else { start };
        let names = [AGENTS[black], AGENTS[white]];
        let no_move = if protocol == CodecName::Columbia { NoMove::End } else { NoMove::Pass };
        let color = if is_black { Color::Black } else { Color::White };
        let game = engine_game(protocol, no_move, opening.clone(), names, color);
        prop_assert_eq!(&game.forfeit, &None);
        let agents = names.map(|name| agent(name).agent(opening.position(), Endgame::NONE, 0, 0));
        let [black, white] = agents;
        let sides = ByColor { black: Contestant::First, white: Contestant::Second };
        let played = PlayedGame::play(*opening.position(), sides, ByColor { black, white });
        let mut expected: Vec<_> = played.record.plies().collect();
        if no_move == NoMove::End {
            let end = expected.iter().position(|(before, _)| before.legal_moves().is_empty());
            expected.truncate(end.unwrap_or(expected.len()));
        }
        let moves: Vec<_> = game.record.plies().skip(game.opening).collect();
        prop_assert_eq!(moves, expected);
        Ok(())
    });
    tried.expect("the same games");
}
