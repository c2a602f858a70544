//! A tournament: two agents play many games, sides alternating, each game from its own random numbers.

use std::{
    fmt, io,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Result;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::Serialize;

use crate::{
    agents::{AgentName, Thinking},
    games::reversi::{ByColor, Color, Position, Record, sides},
    terminal::clock::Clock,
};

/// Who plays what.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The two agents. The first is dark in the first game.
    pub agents: [AgentName; 2],
    /// The positions that games start from, in turn: each for two games, in which the agents change sides.
    pub starts: Vec<Position>,
    /// The number of games.
    pub games: u32,
    /// The seed of random agents.
    pub seed: u64,
}

/// One of the two agents of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// The one named first.
    First,
    /// The other.
    Second,
}

/// A game of a tournament.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Its number, from 1.
    pub number: u32,
    /// The number of the position it started from, from 1.
    pub start: usize,
    /// Who played which side.
    pub contestants: ByColor<Contestant>,
    /// Its moves.
    pub record: Record,
    /// The nodes each side searched.
    pub nodes: ByColor<u64>,
    /// The time each side took.
    pub times: ByColor<Duration>,
}

impl Tournament {
    /// Plays the games, as many at a time as there are threads; neither their number nor the order of events matters to
    /// the moves. `finished` is called after each game.
    #[must_use]
    pub fn play(&self, finished: impl Fn() + Sync) -> Vec<PlayedGame> {
        let play = |index| {
            let game = self.play_game(index);
            finished();
            game
        };
        (0..self.games).into_par_iter().map(play).collect()
    }

    fn play_game(&self, index: u32) -> PlayedGame {
        let start = (index / 2) as usize % self.starts.len();
        let contestants = match index % 2 {
            0 => ByColor { black: Contestant::First, white: Contestant::Second },
            _ => ByColor { black: Contestant::Second, white: Contestant::First },
        };
        let position = self.starts[start];
        let agent = |contestant: Contestant| {
            let stream = 2 * u64::from(index) + contestant as u64;
            self.agents[contestant as usize].agent(&position, self.seed, stream)
        };
        let mut agents = ByColor { black: agent(contestants.black), white: agent(contestants.white) };
        let mut game = PlayedGame {
            number: index + 1,
            start: start + 1,
            contestants,
            record: Record::new(position),
            nodes: ByColor::default(),
            times: ByColor::default(),
        };
        while !game.record.position().is_over() {
            let position = *game.record.position();
            let mover = position.mover();
            let mut show = |_| {};
            let mut thinking = Thinking::new(Arc::default(), &mut show);
            let clock = Instant::now();
            let played = agents[mover].choose(&position, &mut thinking);
            game.times[mover] += clock.elapsed();
            game.nodes[mover] += thinking.nodes();
            game.record.play(played);
        }
        game
    }
}

impl PlayedGame {
    /// The side that an agent played.
    fn side_of(&self, contestant: Contestant) -> Color {
        if self.contestants.black == contestant { Color::Black } else { Color::White }
    }

    /// The discs of a side at the end, less those of the other.
    fn difference(&self, side: Color) -> i32 {
        let discs = |side| self.record.position().discs(side).len().cast_signed();
        discs(side) - discs(side.opponent())
    }
}

/// A row of the results file.
#[derive(Serialize)]
struct Row {
    game: u32,
    start: usize,
    dark: String,
    light: String,
    winner: &'static str,
    dark_discs: u32,
    light_discs: u32,
    moves: String,
    dark_nodes: u64,
    light_nodes: u64,
    dark_seconds: String,
    light_seconds: String,
}

/// Writes the results as CSV with a header, a row for each game.
///
/// # Errors
/// Those of the sink.
pub fn write_results(tournament: &Tournament, games: &[PlayedGame], clock: Clock, sink: impl io::Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(sink);
    for game in games {
        let agent = |side| tournament.agents[game.contestants[side] as usize].to_string();
        let discs = |side| game.record.position().discs(side).len();
        let (dark, light) = (Color::Black, Color::White);
        writer.serialize(Row {
            game: game.number,
            start: game.start,
            dark: agent(dark),
            light: agent(light),
            winner: sides::winner(game.record.position()),
            dark_discs: discs(dark),
            light_discs: discs(light),
            moves: game.record.to_string(),
            dark_nodes: game.nodes[dark],
            light_nodes: game.nodes[light],
            dark_seconds: clock.seconds(game.times[dark]),
            light_seconds: clock.seconds(game.times[light]),
        })?;
    }
    Ok(writer.flush()?)
}

/// The results of both agents, as a table.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a> {
    /// The tournament.
    pub tournament: &'a Tournament,
    /// Its games.
    pub games: &'a [PlayedGame],
    /// How times are shown.
    pub clock: Clock,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tournament, games, clock } = *self;
        writeln!(formatter, "agent                 won  lost  tied  mean discs          nodes    seconds")?;
        for contestant in [Contestant::First, Contestant::Second] {
            let played = || games.iter().map(|game| (game, game.side_of(contestant)));
            let differences = || played().map(|(game, side)| game.difference(side));
            let count = |sign| differences().filter(|difference| difference.signum() == sign).count();
            let mean = f64::from(differences().sum::<i32>()) / f64::from(tournament.games);
            let nodes: u64 = played().map(|(game, side)| game.nodes[side]).sum();
            let time = played().map(|(game, side)| game.times[side]).sum();
            writeln!(
                formatter,
                "{} {:<17} {:>5} {:>5} {:>5} {mean:>+11.2} {nodes:>14} {:>10}",
                contestant as u8 + 1,
                tournament.agents[contestant as usize],
                count(1),
                count(-1),
                count(0),
                clock.seconds(time),
            )?;
        }
        writeln!(formatter, "seed {}", tournament.seed)
    }
}
