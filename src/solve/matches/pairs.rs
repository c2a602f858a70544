//! A match: pairs of games from one start, in which the two agents swap sides.

use std::collections::HashMap;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::PlayedGame;
use crate::agents::{AgentName, Endgame};
use reversi_core::games::reversi::{ByColor, Color, Position};

/// Two agents, and the start positions.
#[derive(Clone, Debug)]
pub struct Match {
    /// The two agents. The first agent plays black in the first game of each pair.
    pub agents: [AgentName; 2],
    /// The number of empty squares from which depth-limited agents play perfectly.
    pub endgame: Endgame,
    pub starts: Vec<Position>,
    /// The number of pairs. If there are more pairs than start positions, the start positions are used again in order.
    pub pairs: usize,
    pub seed: u64,
}

/// Two games from the same start position, in which each agent plays each side once.
#[derive(Clone, Debug)]
pub struct Pair {
    pub start: usize,
    pub games: [PlayedGame; 2],
    /// The index of the first pair with the same start and the same moves, if the pair is a repetition. A pair that
    /// repeats an earlier pair is not counted.
    pub repeats: Option<usize>,
}

impl Match {
    /// Plays all pairs; the number of parallel games is the number of threads. The moves do not depend on the number of
    /// threads. `finished` is called after each game.
    pub fn play(&self, finished: impl Fn() + Sync) -> Vec<Pair> {
        let games = (0..2 * self.pairs).into_par_iter().map(|index| self.play_game(index));
        self.pair(games.inspect(|_| finished()).collect())
    }

    /// Makes pairs of all games of the match. The two games of a pair follow each other in the list.
    pub fn pair(&self, games: Vec<PlayedGame>) -> Vec<Pair> {
        let mut games = games.into_iter();
        let mut known = HashMap::new();
        let mut pairs = Vec::with_capacity(self.pairs);
        while let (Some(first), Some(second)) = (games.next(), games.next()) {
            let index = pairs.len();
            let start = index % self.starts.len();
            let moves = [&first, &second].map(|game| game.record.to_string());
            let original = *known.entry((self.starts[start], moves)).or_insert(index);
            let repeats = (original != index).then_some(original);
            pairs.push(Pair { start, games: [first, second], repeats });
        }
        pairs
    }

    fn play_game(&self, index: usize) -> PlayedGame {
        let start = self.starts[index / 2 % self.starts.len()];
        let first = Color::ALL[index % 2];
        let agent = |color| {
            let number = usize::from(color != first);
            self.agents[number].agent(&start, self.endgame, self.seed, (2 * index + number) as u64)
        };
        let agents = ByColor { black: agent(Color::Black), white: agent(Color::White) };
        PlayedGame::play(start, first, agents)
    }
}
