//! How many pairs are played, and what there is to say where that is not what was asked for.

/// The pairs of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Their number, at least 1.
    pub pairs: usize,
    /// In sentences, why it is another than expected, or what the pairs do not cover.
    pub notes: Vec<String>,
}

impl Schedule {
    /// The schedule for so many starts, at least 1, and the games asked for, if any were. Without them, every start is
    /// played from both sides once.
    pub fn new(starts: usize, games: Option<u32>, anything_is_random: bool) -> Self {
        let mut notes = Vec::new();
        let Some(games) = games else { return Self { pairs: starts, notes } };
        let mut pairs = games.div_ceil(2) as usize;
        if games % 2 == 1 {
            notes.push(format!("--games {games} is odd: one more is played, so that both sides of each start are."));
        }
        if pairs > starts && !anything_is_random {
            pairs = starts;
            let games = 2 * starts;
            notes.push(format!(
                "Nothing here is random, so that {games} games are played: others would be the same again."
            ));
        }
        let (rounds, rest) = (pairs / starts, pairs % starts);
        let first = if rest == 1 { "the first is".to_owned() } else { format!("the first {rest} are") };
        match (rounds, rest) {
            (_, 0) => {}
            (0, _) => notes.push(format!("Of {starts} starts {first} played.")),
            _ => notes.push(format!("Of {starts} starts {first} played once more than the others.")),
        }
        Self { pairs, notes }
    }
}
