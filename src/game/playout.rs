//! Playouts: games played on by somebody who chooses among the moves without a search.

use super::Game;

/// One ply of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<G: Game> {
    /// The number of moves there was to choose from, 1 or more.
    pub choices: usize,
    /// The move chosen.
    pub played: G::Move,
    /// The game after it.
    pub after: G,
}

/// Plays a game on, ply by ply, to its end. `choose` is shown the moves, of which there is always one at least, and
/// returns one of them.
pub fn playout<G: Game>(mut game: G, mut choose: impl FnMut(&[G::Move]) -> G::Move) -> impl Iterator<Item = Ply<G>> {
    std::iter::from_fn(move || {
        let moves: Vec<_> = game.moves().collect();
        if moves.is_empty() {
            return None;
        }
        let played = choose(&moves);
        game = game.after(played);
        Some(Ply { choices: moves.len(), played, after: game })
    })
}
