//! Playouts: plays games to the end without a search.

use super::Game;

/// A position in a playout, with its number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<G: Game> {
    /// The number of possible moves, which is at least 1.
    pub choices: usize,
    pub played: G::Move,
    pub after: G,
}

/// Plays a game to its end, one ply at a time. `choose` gets one or more moves, and returns one move.
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
