//! A game of one's own: tic-tac-toe, from its rules to perfect play, with the nodes counted.
//!
//! A search needs three answers from a [game](crate::game::Game): who is to move, which moves there are, and what each
//! leads to; and one from an [evaluation](crate::game::Evaluation): what a leaf is worth to max. Minimax,
//! alpha-beta, and whatever is to be seen of them are there already, for every game.
//!
//! A position is a small `Copy` value: [`after`](crate::game::Game::after) makes a new one, and no move is ever taken
//! back. Here it is two sets of squares, a bit a square, so that a row of the board is a digit of an octal number. A
//! game that is won has no moves left, and **no moves make a leaf**: the search asks for no other sign of the end.
//!
//! What a search does, its [observers](crate::search::Observer) see, step by step. Some are [ready](crate::search)
//! to use; one of one's own implements the steps it wants to see and counts, prints, draws or stops the search.
//!
//! ```
//! use std::convert::Infallible;
//!
//! use reversi::{
//!     game::{Depth, Evaluation, Game, Turn, Value},
//!     search::{AlphaBeta, Counts, Node, Observer, NoWindow, PrincipalVariation, Search, Update},
//! };
//!
//! // The rules.
//! #[derive(Clone, Copy)]
//! struct TicTacToe {
//!     turn: Turn,
//!     own: u16,   // the squares of the player to move
//!     other: u16, // the squares of the opponent, who moved last
//! }
//!
//! const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o111, 0o222, 0o444, 0o124, 0o421];
//!
//! impl TicTacToe {
//!     const START: Self = Self { turn: Turn::Max, own: 0, other: 0 };
//!
//!     fn is_won(&self) -> bool {
//!         LINES.iter().any(|&line| self.other & line == line)
//!     }
//! }
//!
//! impl Game for TicTacToe {
//!     type Move = u8; // the number of a square
//!
//!     fn turn(&self) -> Turn {
//!         self.turn
//!     }
//!
//!     fn moves(&self) -> impl Iterator<Item = u8> {
//!         let closed = if self.is_won() { 0o777 } else { self.own | self.other };
//!         (0..9).filter(move |square| closed >> square & 1 == 0)
//!     }
//!
//!     fn after(&self, square: u8) -> Self {
//!         Self { turn: self.turn.opponent(), own: self.other, other: self.own | 1 << square }
//!     }
//! }
//!
//! // What the end of a game is worth.
//! struct Winner;
//!
//! impl Evaluation<TicTacToe> for Winner {
//!     fn evaluate(&self, game: &TicTacToe) -> Value {
//!         Value::new(match game.turn {
//!             _ if !game.is_won() => 0,
//!             Turn::Max => -1, // min moved last, and won
//!             Turn::Min => 1,
//!         })
//!     }
//! }
//!
//! // Minimax is a search with the open window. It goes through all 255168 games there are.
//! let mut counts = Counts::default();
//! let (root, depth, evaluation) = (TicTacToe::START, Depth::UNLIMITED, &Winner);
//! let Ok(minimax) = Search { root, depth, window: NoWindow, evaluation }.run(&mut counts);
//! assert_eq!(minimax.value, Value::new(0));
//! assert_eq!((counts.nodes, counts.leaves), (549_946, 255_168));
//!
//! // Alpha-beta is the same search with bounds. It finds the same with a thirtieth of the nodes.
//! // A pair of observers is an observer: here one that counts, and one that keeps the line of best play.
//! let mut observers = (Counts::default(), PrincipalVariation::new());
//! let by_alpha_beta = Search { root, depth, window: AlphaBeta::FULL, evaluation };
//! let Ok(alpha_beta) = by_alpha_beta.run(&mut observers);
//! let (counts, line) = observers;
//! assert_eq!(alpha_beta, minimax);
//! assert_eq!(counts.nodes, 18_297);
//! assert_eq!(line.moves(), [0, 4, 1, 2, 6, 3, 5, 7, 8]);
//!
//! // An observer of one's own: the deepest ply at which a window closed.
//! #[derive(Default)]
//! struct DeepestCut(Depth);
//!
//! impl<M, W> Observer<M, W> for DeepestCut {
//!     type Error = Infallible; // it never stops the search
//!
//!     fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), Infallible> {
//!         if update.cut {
//!             self.0 = self.0.max(node.ply);
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let mut deepest = DeepestCut::default();
//! let Ok(_) = by_alpha_beta.run(&mut deepest);
//! assert_eq!(deepest.0, Depth::new(8));
//! ```
