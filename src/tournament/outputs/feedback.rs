//! The feedback of a student: forfeits with their positions, and the discs that the last moves of lost games lost.

use std::fmt::Write as _;

use reversi_core::{
    fast::FastSearch,
    game::Depth,
    games::reversi::{Color, CourseNode, EndRules, Pieces},
};
use reversi_grade::escape;
use reversi_io::names::count;
use reversi_solve::endgame::{Goal, Score, Solver};

use crate::{
    configuration::Configuration,
    game::Game,
    rules::{EmptySquares, NoMove, Rules},
    standings::Standing,
    tournament::{Played, Tournament},
};

/// The largest number of empty squares for which the feedback shows the discs lost by a move.
const EMPTIES: u32 = 14;

pub fn feedback(tournament: &Tournament, played: &Played, standing: &Standing) -> String {
    let name = |agent: usize| escape::span(&tournament.agents[agent].name);
    let rules = tournament.rules();
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
        // Writing to a string cannot fail.
        let _ = match game.forfeit(own) {
            Some(forfeit) => {
                let details = escape::block(&forfeit.details);
                write!(text, "\n## Forfeit against {other} as {own}: {}\n\n{details}", forfeit.cause)
            }
            None if game.cause().is_empty() && game.half_points(rules, own) == 0 => {
                let discs = game.discs(rules);
                let [discs, others] = [discs[own], discs[own.opponent()]];
                match losses(rules, game, own) {
                    losses if losses.is_empty() => Ok(()),
                    losses => {
                        let heading = format!("Lost against {other} as {own}, {discs} to {others}");
                        write!(text, "\n## {heading}\n\nYour last moves, compared with perfect play:\n\n{losses}")
                    }
                }
            }
            None => Ok(()),
        };
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

/// The discs that each of a player's last moves lost, compared with perfect play.
fn losses(rules: Rules, game: &Game, own: Color) -> String {
    let score = match rules.empty_squares {
        EmptySquares::Nobody => Score::Discs,
        EmptySquares::Winner if rules.no_move == NoMove::End => {
            return "The exact loss of a move is not known if empty squares count and the game ends without a pass.\n"
                .to_owned();
        }
        EmptySquares::Winner => Score::WinnerTakesEmpties,
    };
    let mut solver = Solver::new(game.record.position().size(), score);
    let mut fast = FastSearch::new(&Pieces);
    let mut text = String::new();
    for (position, played) in game.record.plies().skip(game.opening_plies) {
        let empties = position.empty().len();
        let Some(square) = played.square().filter(|_| position.side_to_move() == own && empties <= EMPTIES) else {
            continue;
        };
        let (best, value, better) = if rules.no_move == NoMove::Pass {
            let solution = solver.solve(&position, Goal::AllMoves, &mut |_| ());
            let known = solution.moves.iter().find(|known| known.played == played);
            (solution.value.exact(), known.and_then(|known| known.bounds.exact()), solution.best())
        } else {
            let mut search = |position| {
                fast.search(&CourseNode::new(position, Color::Black, EndRules::default()), Depth::new(empties))
            };
            let (before, after) = (search(position), search(position.after(square)));
            (before.value.finite(), after.value.finite(), before.best)
        };
        if let Some(lost) = best.zip(value).map(|(best, value)| best.abs_diff(value)) {
            let better = better.map_or(String::new(), |better| format!("; {better} was better"));
            let (empties, discs) = (count(empties, "empty square"), count(lost, "disc"));
            let loss = if lost == 0 { "the best move".to_owned() } else { format!("{discs} lost{better}") };
            let _ = writeln!(text, "- {played} ({empties}): {loss}");
        }
    }
    text
}
