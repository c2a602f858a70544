//! Searches a new game, tic-tac-toe: its rules, perfect play, and a count of the nodes.
//!
//! A search asks a [game](crate::game::Game) three questions: which player is to move, which moves are legal, and which
//! position each move leads to. A search asks an [evaluation](crate::game::Evaluation) for the value of a leaf, from
//! MAX's point of view. Minimax, alpha-beta and their observers work with every game.
//!
//! A position is a small `Copy` value: [`after`](crate::game::Game::after) returns a new one, and no move is taken back.
//! Here a position is two sets of squares with a bit for each square, so a row of the board is a digit of an octal number.
//! A game that is won has no legal moves, and **a position without moves is a leaf**: this is how the search finds the end.
//!
//! [Observers](crate::search::Observer) see each step of a search. Some observers are [ready](crate::search) to use. An
//! observer of your own implements the steps that it needs: it counts, prints, draws or stops the search.
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
//! // The value of the end of a game.
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
//! // Minimax is a search without a window. It searches all 255168 games.
//! let mut counts = Counts::default();
//! let (root, depth, evaluation) = (TicTacToe::START, Depth::UNLIMITED, &Winner);
//! let Ok(minimax) = Search { root, depth, window: NoWindow, evaluation }.run(&mut counts);
//! assert_eq!(minimax.value, Value::new(0));
//! assert_eq!((counts.nodes, counts.leaves), (549_946, 255_168));
//!
//! // Alpha-beta is the same search with bounds. It finds the same value with a thirtieth of the nodes.
//! // A pair of observers is an observer. Here one counts nodes, and one keeps the principal variation.
//! let (mut counts, mut line) = (Counts::default(), PrincipalVariation::new());
//! let by_alpha_beta = Search { root, depth, window: AlphaBeta::FULL, evaluation };
//! let Ok(alpha_beta) = by_alpha_beta.run(&mut (&mut counts, &mut line));
//! assert_eq!(alpha_beta, minimax);
//! assert_eq!(counts.nodes, 18_297);
//! assert_eq!(line.moves(), [0, 4, 1, 2, 6, 3, 5, 7, 8]);
//!
//! // An observer of your own: the deepest ply at which the search cut off.
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
