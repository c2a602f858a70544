//! Tests this program as an agent by each protocol, under the referee of this program.

use proptest::{prelude::*, sample::select, test_runner::TestRunner};
use reversi::{
    agents::{AgentName, Endgame},
    games::reversi::ByColor,
    matches::{Contestant, PlayedGame},
};

use super::Class;

const AGENTS: &[&str] = &["depth:1", "depth:2", "depth:2:pieces", "depth:3", "depth:2:weights + 10 mobility"];

#[test]
fn engine_under_the_referee_plays_the_games_of_match() {
    let inputs =
        (select(&["gtp", "caltech", "columbia"][..]), select(AGENTS), select(AGENTS), 1..4_usize, any::<bool>());
    let program = crate::program::BUILT.to_owned();
    let tried = TestRunner::new(crate::random(60)).run(&inputs, |(protocol, own, engine, games, passes)| {
        let Some(class) = Class::new() else { return Ok(()) };
        class.write("class/nobody/notes.txt", "");
        let no_move = if passes || protocol == "caltech" { "pass" } else { "end" };
        let run = format!("{program} engine --protocol {protocol} --agent '{engine}'");
        class
            .play(&format!(
                "protocol = \"gtp\"\ngames = {games}\nopponents = [\"{own}\"]\n[rules]\nno_move = \"{no_move}\"\n\
                 [[programs]]\nname = \"engine\"\nrun = \"{run}\"\nprotocol = \"{protocol}\"\n"
            ))
            .success();
        let agent = |name: &str| if name == "engine" { engine } else { own }.parse::<AgentName>().expect("an agent");
        let records = class.records();
        let records = records.iter().filter(|(players, _)| !players.contains(&"nobody".to_owned()));
        let mut count = 0;
        for (players, record) in records {
            count += 1;
            let opening = if protocol == "caltech" || no_move == "end" { 0 } else { 8 };
            let start = *record.up_to(opening).expect("an opening").position();
            let [black, white] = [0, 1].map(|color| agent(&players[color]).agent(&start, Endgame::NONE, 0, 0));
            let sides = ByColor { black: Contestant::First, white: Contestant::Second };
            let played = PlayedGame::play(start, sides, ByColor { black, white });
            let mut expected: Vec<_> = played.record.plies().collect();
            let end = expected.iter().position(|(before, _)| before.legal_moves().is_empty());
            expected.truncate(end.filter(|_| no_move == "end").unwrap_or(expected.len()));
            prop_assert_eq!(record.plies().skip(opening).collect::<Vec<_>>(), expected);
        }
        prop_assert_eq!(count, if protocol == "caltech" || no_move == "end" { 2 } else { 2 * games });
        Ok(())
    });
    tried.expect("the same games");
}
