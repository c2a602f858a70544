//! Chooses the number of pairs to play, with notes if this number differs from the user's request.

/// The number of pairs of a match, at least 1, and sentences on a changed number of games and on start positions that are
/// used more than once. `starts` is the number of start positions, at least 1, and `games` the even number of games that
/// the user requested. If the user requested no number, each start position is played once from each side.
pub fn schedule(starts: usize, games: Option<u32>, anything_is_random: bool) -> (usize, Vec<String>) {
    let mut notes = Vec::new();
    let Some(games) = games else { return (starts, notes) };
    let mut pairs = games as usize / 2;
    if pairs > starts && !anything_is_random {
        pairs = starts;
        let games = 2 * starts;
        notes.push(format!("Neither agent is random: {games} games are played, and more would repeat them."));
    }
    let once_more = pairs % starts;
    if pairs > starts && once_more > 0 {
        let first = if once_more == 1 { "the first is".to_owned() } else { format!("the first {once_more} are") };
        notes.push(format!("Of {starts} starts {first} played once more than the others."));
    }
    (pairs, notes)
}
