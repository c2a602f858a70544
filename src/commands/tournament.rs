//! `reversi tournament`: lets the agents of a class play each other.

use std::{fmt::Write as _, num::NonZeroUsize, path::PathBuf, process::ExitCode, thread};

use anyhow::{Result, bail};
use clap::Args;

use super::arguments;
use crate::{
    grade::{
        outputs::{Kind, check_class, check_folder, check_outside},
        recipes::execution::Runner,
    },
    names::count,
    sandbox::{Level, Settings},
    terminal::say,
    tournament::{
        configuration::{Configuration, ProtocolName},
        folder,
        outputs::{FEEDBACK, write_all},
        standings::{Standing, standings},
        tournament::Tournament,
    },
};

#[derive(Debug, Args)]
#[command(
    override_usage = "reversi tournament <CLASS> --config <FILE.toml> --out <DIR> [OPTIONS]\n       \
        reversi tournament --example <PROTOCOL>",
    after_help = include_str!("tournament.txt")
)]
pub struct Arguments {
    /// Take the agents from this folder: a folder or a .zip archive for each student
    #[arg(required_unless_present = "example", conflicts_with = "example")]
    class: Option<PathBuf>,
    /// Read the protocol, the clock, the rules and the opponents from this file
    #[arg(long, value_name = "FILE.toml", required_unless_present = "example", conflicts_with = "example")]
    config: Option<PathBuf>,
    /// Write the results into this folder; a second run plays only what changed
    #[arg(long, value_name = "DIR", required_unless_present = "example", conflicts_with = "example")]
    out: Option<PathBuf>,
    /// Play this many games in parallel [default: one per processor]
    #[arg(long, value_name = "N", conflicts_with = "example")]
    jobs: Option<NonZeroUsize>,
    /// Run the agents without a sandbox, with limits only
    #[arg(long, conflicts_with = "example")]
    unconfined: bool,
    /// Print a commented configuration for a protocol
    #[arg(long, value_name = "PROTOCOL", value_parser = arguments::named(ProtocolName::ALL, ProtocolName::name))]
    example: Option<ProtocolName>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(protocol) = arguments.example {
        return super::print(protocol.example());
    }
    let (Some(class), Some(path), Some(out)) = (&arguments.class, &arguments.config, &arguments.out) else {
        bail!("expected the folder of the class, --config FILE.toml and --out DIR")
    };
    let configuration = Configuration::read(path)?;
    check_outside(out, class)?;
    check_folder(out, Kind::Tournament)?;
    let settings = Settings {
        private: vec![class.clone(), out.clone(), path.to_owned()],
        level: arguments.unconfined.then_some(Level::Unconfined),
        ..Settings::default()
    };
    let runner = Runner::open(configuration.settings.clone(), settings)?;
    let tournament = Tournament::find(configuration, class, runner)?;
    check_class(out, FEEDBACK, tournament.students())?;
    let _lock = folder::lock(out)?;
    Kind::Tournament.claim(out, tournament.students())?;
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let wanted = arguments.jobs.map_or(cores, NonZeroUsize::get);
    if wanted > cores {
        say(format_args!(
            "{cores} games are played at a time, not {wanted}: each running agent needs a core of its own"
        ));
    }
    let played = tournament.play(out, wanted.min(cores))?;
    let standings = standings(&tournament, &played);
    write_all(&tournament, &played, &standings, out)?;
    let mut text = format!("{:>8}  {:<24} {:>7} {:>6} {:>9}\n", "rank", "name", "points", "games", "forfeits");
    for standing in &standings.rows {
        let Standing { agent, points, games, forfeits, stolen, .. } = standing;
        let name = &tournament.agents[*agent].name;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:>8}  {name:<24} {points:>7} {games:>6} {forfeits:>9}", standing.rank);
        if *stolen > 0 {
            say(format_args!("{name} took {stolen} ms of CPU time while its opponents were to move"));
        }
    }
    for note in standings.notes.iter().chain(&tournament.notes) {
        text += &[note, "\n"].concat();
    }
    if played.kept > 0 {
        let all = played.games.len();
        say(format_args!("{} of {all} games have not changed: they keep their results", played.kept));
    }
    if played.repeated > 0 {
        let games = count(played.repeated as u64, "game");
        say(format_args!("{games} played again alone, because time ran out beside other games"));
    }
    for failure in &played.not_played {
        say(format_args!("not played: {failure}"));
    }
    let code = super::print(text)?;
    Ok(if played.not_played.is_empty() { code } else { ExitCode::from(2) })
}
