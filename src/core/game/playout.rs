//! Playouts: games played to their end by choices that take no search.

use super::Game;

/// One ply of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<G: Game> {
    /// The number of moves to choose from, 1 or more.
    pub choices: usize,
    pub played: G::Move,
    pub after: G,
}

/// Plays a game on, ply by ply, to its end. `choose` gets the moves, at least one, and returns one of them.
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
