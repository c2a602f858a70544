//! Programs with mistakes that answer requests.

use super::{
    Mistakes, Request,
    awari::{MistakenAwari, Stones},
    mistakes::makes,
    request::{Awari, Flag, Function, named},
    reversi::{Board, MistakenReversi},
    search::{Bounds, MistakenGame as _, MistakenSearch, OutOfNodes, Player},
};
use reversi_core::games::{
    awari::Player as Side,
    reversi::{Color, Square},
};

/// Prints what a program with mistakes prints, and takes the visited nodes away from `left`.
///
/// # Errors
/// Returns an error if the program's searches would visit more than `left` nodes.
pub fn printed(request: &Request, mistakes: Mistakes, left: &mut u64) -> Result<String, OutOfNodes> {
    let mut program = Program { mistakes, left };
    let lines = match request {
        Request::Tiny { flag, position } => {
            program.tiny(*flag, player(position.side_to_move()), &Board::from(position))?
        }
        Request::Nxn { function, position, square, stats } => {
            let asked = Asked { function: *function, square: *square, stats: *stats };
            program.nxn(asked, player(position.side_to_move()), Board::from(position))?
        }
        Request::Awari { question, position } => {
            let player = usize::from(position.side_to_move() == Side::Two);
            program.awari(*question, player, &Stones::from(position))?
        }
    };
    Ok(lines.into_iter().map(|line| line + "\n").collect())
}

type Lines = Result<Vec<String>, OutOfNodes>;

struct Program<'a> {
    mistakes: Mistakes,
    left: &'a mut u64,
}

/// A question of n x n Reversi.
#[derive(Clone, Copy)]
struct Asked {
    function: Function,
    square: Option<Square>,
    stats: bool,
}

/// The value, the best square, and the counts of a search.
struct Solved {
    value: i32,
    best: Option<u8>,
    nodes: u64,
    leaves: u64,
    cut_offs: u64,
}

const fn player(color: Color) -> Player {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

impl Program<'_> {
    fn player(&self, player: Player) -> Player {
        if makes!(self.mistakes, "player-is-always-black") { 0 } else { player }
    }

    fn solve(
        &mut self,
        game: &MistakenReversi,
        root: (Player, &Board),
        prune: bool,
        bounds: Bounds,
    ) -> Result<Solved, OutOfNodes> {
        let mut search = MistakenSearch::new(game, prune, *self.left);
        let found = search.run(root.0, root.1, bounds);
        *self.left = search.left();
        let (value, best) = found?;
        Ok(Solved { value, best, nodes: search.nodes, leaves: search.leaves, cut_offs: search.cut_offs })
    }

    fn tiny(&mut self, flag: Flag, player: Player, board: &Board) -> Lines {
        let made = self.mistakes;
        let player = self.player(player);
        let game = MistakenReversi::new(super::System::Tiny, made, board.rows);
        let digits = |board: &Board| board.rows_with(['0', '1', '2']).concat();
        let successors = game.successors(player, board, 0);
        if flag == Flag::TerminalValue {
            let is_over = if makes!(made, "non-terminal-if-player-can-move") {
                game.moves(board, player).is_empty()
            } else {
                game.is_over(board)
            };
            let value = game.value(board, player).to_string();
            return Ok(vec![if is_over { value } else { "non-terminal".to_owned() }]);
        }
        if matches!(flag, Flag::Successors | Flag::MinimaxMove | Flag::AlphaBetaMove) {
            let is_pass = successors.first().is_some_and(|(played, _)| played.is_none());
            if successors.is_empty() {
                return Ok(if makes!(made, "terminal-prints-board") { vec![digits(board)] } else { Vec::new() });
            }
            if is_pass {
                return Ok(if makes!(made, "pass-prints-nothing") { Vec::new() } else { vec![digits(board)] });
            }
            if flag == Flag::Successors {
                return Ok(successors.iter().map(|(_, board)| digits(board)).collect());
            }
        }
        let prune = matches!(flag, Flag::AlphaBeta | Flag::AlphaBetaMove);
        let is_proven = makes!(made, "stops-at-proven-value") && (prune || makes!(made, "always-prunes"));
        let bounds = if is_proven { Bounds(-1, 1) } else { Bounds::FULL };
        let Solved { value, best, nodes, .. } = self.solve(&game, (player, board), prune, bounds)?;
        if matches!(flag, Flag::Minimax | Flag::AlphaBeta) {
            return Ok(vec![value.to_string(), nodes.to_string()]);
        }
        let best = if makes!(made, "plays-first-move") { successors[0].0 } else { best };
        Ok(successors.iter().find(|(played, _)| *played == best).map(|(_, board)| digits(board)).into_iter().collect())
    }

    fn nxn(&mut self, Asked { function, square, stats }: Asked, player: Player, mut board: Board) -> Lines {
        let made = self.mistakes;
        let mut player = self.player(player);
        let game = MistakenReversi::new(super::System::Nxn, made, board.rows);
        let rows = board.rows;
        let slashes = |board: &Board| board.rows_with(['.', 'B', 'W']).join("/");
        let Some(algorithm) = function.algorithm() else {
            let square = square.map_or(0, |square| square.row() * rows + square.column());
            return Ok(vec![match function {
                Function::CountPieces => {
                    let [black, white] = board.discs.map(u64::count_ones);
                    if makes!(made, "pieces-swapped") {
                        format!("({white}, {black})")
                    } else {
                        format!("({black}, {white})")
                    }
                }
                Function::IsTerminalState => if game.is_over(&board) { "True" } else { "False" }.to_owned(),
                Function::GetMoveValue => move_value(&game, &board, player, square).to_string(),
                _ => {
                    let is_empty = board.empty() >> square & 1 == 1;
                    let lines = if is_empty { game.lines(&board, player, square) } else { Vec::new() };
                    let flipped = lines.iter().fold(0, |all, line| all | line);
                    slashes(&game.play(&board, player, super::reversi::Flips { square, flipped }))
                }
            }]);
        };
        let prune = algorithm == reversi_core::search::Algorithm::AlphaBeta;
        let mut best = |player, board: &Board| -> Result<Solved, OutOfNodes> {
            let mut solved = self.solve(&game, (player, board), prune, Bounds::FULL)?;
            if solved.best.is_some() && makes!(made, "plays-first-move") {
                solved.best = game.moves(board, player).first().map(|first| first.square);
            }
            Ok(solved)
        };
        let place = |square: Option<u8>| match square {
            None => "-1, -1".to_owned(),
            Some(square) if makes!(made, "names-transposed") => format!("{}, {}", square % rows, square / rows),
            Some(square) => format!("{}, {}", square / rows, square % rows),
        };
        let solved = best(player, &board)?;
        let Solved { value, leaves, cut_offs, nodes, .. } = solved;
        let answer = if function.is_full() {
            let letter = |player: Player| if player == 0 { 'B' } else { 'W' };
            let (mut line, mut passes) = (Vec::new(), 0);
            let mut next = Some(solved.best);
            while passes < 2 && !game.is_over(&board) {
                let chosen = match next.take() {
                    Some(chosen) => chosen,
                    None => best(player, &board)?.best,
                };
                if chosen.is_some() || makes!(made, "pass-listed") {
                    line.push(format!("('{}', {})", letter(player), place(chosen)));
                }
                let flips =
                    chosen.and_then(|square| game.moves(&board, player).into_iter().find(|one| one.square == square));
                board = flips.map_or(board, |flips| game.play(&board, player, flips));
                (player, passes) = (1 - player, if chosen.is_some() { 0 } else { passes + 1 });
            }
            if !makes!(made, "end-not-listed") {
                line.push(format!("('{}', -1, -1)", letter(player)));
            }
            format!("({value}, [{}])", line.join(", "))
        } else {
            format!("({value}, {})", place(solved.best))
        };
        let counts =
            [format!("terminal states: {leaves}"), format!("truncations: {cut_offs}"), format!("nodes: {nodes}")];
        Ok([answer].into_iter().chain(counts.into_iter().filter(|_| stats)).collect())
    }

    fn awari(&mut self, question: Awari, player: Player, stones: &Stones) -> Lines {
        let made = self.mistakes;
        let more = i64::from(makes!(made, "depth-plus-one")) - i64::from(makes!(made, "depth-minus-one"));
        let game = |limit: u32| MistakenAwari { mistakes: made, limit: i64::from(limit) + more };
        let rules = game(0);
        Ok(match question {
            Awari::Moves => vec![crate::awari::in_one_line(rules.legal(stones, player))],
            Awari::Status => vec![rules.status(stones, player).to_owned()],
            Awari::Apply(house) => {
                let Stones { houses, scores } = rules.after(stones, player, usize::from(house.index()));
                let line = |numbers: &[i32]| crate::awari::in_one_line(numbers);
                let drawn: Vec<i32> = houses[6..].iter().rev().copied().collect();
                vec![line(&scores), line(&drawn), line(&houses[..6])]
            }
            Awari::Search { depth } => {
                let (value, best) = self.search(&game(depth), player, stones, Bounds::FULL)?;
                vec![format!("{} {value}", named(best))]
            }
            Awari::Node { plies, depth, bounds: (alpha, beta) } => {
                let limit = if makes!(made, "depth-counts-down") { depth } else { plies };
                vec![self.search(&game(limit), player, stones, Bounds(alpha, beta))?.0.to_string()]
            }
        })
    }

    fn search(
        &mut self,
        game: &MistakenAwari,
        player: Player,
        stones: &Stones,
        bounds: Bounds,
    ) -> Result<(i32, Option<usize>), OutOfNodes> {
        let mut search = MistakenSearch::new(game, true, *self.left);
        let found = search.run(player, stones, bounds);
        *self.left = search.left();
        found
    }
}

fn move_value(game: &MistakenReversi, board: &Board, player: Player, square: u8) -> i64 {
    let made = game.mistakes;
    let is_asked = board.empty() >> square & 1 == 1 || makes!(made, "taken-square-has-value");
    let lines = if is_asked { game.lines(board, player, square) } else { Vec::new() };
    match lines.iter().map(|line| i64::from(line.count_ones())).sum() {
        0 if makes!(made, "illegal-is-minus-one") => -1,
        value if value > 0 && makes!(made, "move-value-counts-disc") => value + 1,
        value => value,
    }
}
