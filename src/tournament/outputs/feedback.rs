//! The feedback of a student: points, checks, and forfeits with their positions.

use std::fmt::Write as _;

use reversi_core::games::reversi::Color;
use reversi_grade::escape;
use reversi_io::names::count;

use crate::{
    configuration::Configuration,
    standings::Standing,
    tournament::{Played, Tournament},
};

pub fn feedback(tournament: &Tournament, played: &Played, standing: &Standing) -> String {
    let name = |agent: usize| escape::span(&tournament.agents[agent].name);
    let Standing { agent, points, games, .. } = standing;
    let Configuration { checks, ladder, .. } = &tournament.configuration;
    let all = ladder.iter().map(|rung| rung.points).chain(checks.values().copied()).sum::<f64>();
    let of = if ladder.is_empty() { String::new() } else { format!(" of {all}") };
    let mut text = format!("# {}\n\n{points}{of} points; {} played.\n", name(*agent), count(*games as u64, "game"));
    if !checks.is_empty() {
        text += "\n## Checks\n\n";
    }
    for (check, points) in checks {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "- {}",
            check.of(*points, &played.games, *agent, &|agent| tournament.agents[agent].name.clone()).sentence
        );
    }
    for game in &played.games {
        let Some(own) = Color::ALL.into_iter().find(|color| game.players[*color] == *agent) else { continue };
        let other = name(game.players[own.opponent()]);
        let stolen = game.outcome.conduct[own as usize].stolen.as_millis();
        if let Some(forfeit) = game.forfeit(own) {
            let details = escape::block(&forfeit.details);
            let _ = write!(text, "\n## Forfeit against {other} as {own}: {}\n\n{details}", forfeit.cause);
        }
        if stolen > 0 {
            let _ = writeln!(
                text,
                "\nAgainst {other} as {own} the program took {stolen} ms of CPU time while its opponent was to move. \
                 These milliseconds count as its own time."
            );
        }
    }
    text
}
