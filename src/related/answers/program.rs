//! Programs with mistakes that answer requests.

use super::{
    Request, System,
    awari::{MistakenAwari, Stones},
    request::{Awari, Flag, Function, named},
    reversi::{MistakenReversi, Played},
    tree,
};
use crate::nxn;
use reversi_core::{
    game::{Game as _, Turn},
    games::{
        awari::Player as Side,
        reversi::{Color, Position, Square, one_line},
    },
    search::{Algorithm, Counts},
};
use reversi_course::{
    log::FieldValue,
    mistakes::{
        Bounds, MistakenGame, MistakenSearch, Mistakes, NodeBudget, PlainMistake, PlainMistakes, SearchedGame,
        SearchedNode, Step, Stopped,
    },
};

/// Prints what a program with mistakes prints.
pub fn printed(request: &Request, mistakes: Mistakes, budget: &mut NodeBudget) -> Result<String, Stopped> {
    let mut program = Program { mistakes, made: mistakes.plain(), budget };
    let lines = match request {
        Request::Tiny { flag, position } => program.tiny(*flag, position)?,
        Request::Nxn { function, position, square, stats } => program.nxn(*function, position, *square, *stats)?,
        Request::Awari { question, position } => {
            let player = usize::from(position.side_to_move() == Side::Two);
            program.awari(*question, player, Stones::from(position))?
        }
        Request::Tree { algorithm, tree, root } => {
            tree::printed(tree, *algorithm, *root, program.made, program.budget)?
        }
    };
    Ok(lines.into_iter().map(|line| line + "\n").collect())
}

type Lines = Result<Vec<String>, Stopped>;

struct Program<'a> {
    mistakes: Mistakes,
    made: PlainMistakes,
    budget: &'a mut NodeBudget,
}

struct Solved<M> {
    value: FieldValue,
    best: Option<M>,
    counts: Counts,
}

fn number(FieldValue(value): FieldValue) -> String {
    value.to_string()
}

/// Counts a step as a program with mistakes counts its states.
fn count<M>(made: PlainMistakes, counts: &mut Counts, node: &SearchedNode<M>, turn: Turn, step: &Step<M>) {
    let has = |mistake| made.contains(mistake);
    let moves = match step {
        Step::Child { is_cut_off, .. } => {
            counts.cut_offs += u64::from(*is_cut_off);
            return;
        }
        Step::Leaf { .. } => 0,
        // The only child of a dead end is the position after the pass.
        Step::DeadEnd { .. } => 1,
        Step::Inner { moves, .. } => *moves as u64,
    };
    counts.leaves += u64::from(moves == 0);
    if has(PlainMistake::PrunedCounted) {
        counts.nodes += moves + u64::from(node.ply == 0);
        return;
    }
    let is_left_out = node.ply == 0 && has(PlainMistake::RootNotCounted)
        || moves == 0 && has(PlainMistake::LeavesNotCounted)
        || node.passes > 0 && has(PlainMistake::PassNotCounted)
        || turn == Turn::Max && has(PlainMistake::MaxNotCounted)
        || turn == Turn::Min && has(PlainMistake::MinNotCounted);
    counts.nodes += u64::from(!is_left_out);
}

impl Program<'_> {
    const fn has(&self, mistake: PlainMistake) -> bool {
        self.made.contains(mistake)
    }

    fn search<G: SearchedGame>(
        &mut self,
        game: G,
        root: G::State,
        algorithm: Algorithm,
        bounds: Bounds,
    ) -> Result<Solved<G::Move>, Stopped> {
        let (made, mut counts) = (self.made, Counts::default());
        let mut observe = |node: &SearchedNode<G::Move>, turn, step| {
            count(made, &mut counts, node, turn, &step);
            Ok(())
        };
        let prunes = algorithm == Algorithm::AlphaBeta || self.has(PlainMistake::AlwaysPrunes);
        let (value, best) = MistakenSearch::new(game, prunes, self.budget, &mut observe).run(root, bounds)?;
        Ok(Solved { value, best, counts })
    }

    fn value(&self, value: FieldValue, root: &MistakenGame) -> String {
        let is_negated = root.side_to_move() == Color::White && self.has(PlainMistake::ValueFromPlayer);
        number(if is_negated { -value } else { value })
    }

    fn tiny(&mut self, flag: Flag, position: &Position) -> Lines {
        let rules = MistakenReversi::new(System::Tiny, self.made);
        let mut root = rules.root(position, self.mistakes);
        let digits = |game: &MistakenGame| one_line::digits(&game.position());
        let mut choices = rules.choices(&root, 0);
        if flag == Flag::TerminalValue {
            let is_over = if self.has(PlainMistake::NonTerminalIfPlayerCanMove) {
                rules.moves(&root).is_empty()
            } else {
                rules.is_over(&root)
            };
            return Ok(vec![if is_over { rules.value(&root).to_string() } else { "non-terminal".to_owned() }]);
        }
        if matches!(flag, Flag::Successors | Flag::MinimaxMove | Flag::AlphaBetaMove) {
            let answers_pass = self.has(PlainMistake::PassAnsweredByOpponent) && flag == Flag::Successors;
            if choices == [Played::Pass] && answers_pass {
                (root, choices) = (root.passed(), rules.choices(&root.passed(), 0));
            }
            let repeats = match choices.first() {
                None => Some(self.has(PlainMistake::TerminalPrintsBoard)),
                Some(first) => rules.is_pass(*first).then(|| !self.has(PlainMistake::PassPrintsNothing)),
            };
            if let Some(repeats) = repeats {
                return Ok(if repeats { vec![digits(&root)] } else { Vec::new() });
            }
            if flag == Flag::Successors {
                return Ok(choices.iter().map(|&played| digits(&rules.after(&root, played))).collect());
            }
        }
        let algorithm = flag.algorithm().unwrap_or(Algorithm::Minimax);
        let prunes = algorithm == Algorithm::AlphaBeta || self.has(PlainMistake::AlwaysPrunes);
        let bounds = if prunes && self.has(PlainMistake::StopsAtProvenValue) {
            Bounds { alpha: FieldValue(-1.0), beta: FieldValue(1.0) }
        } else {
            Bounds::FULL
        };
        let Solved { value, best, counts } = self.search(rules, root, algorithm, bounds)?;
        if matches!(flag, Flag::Minimax | Flag::AlphaBeta) {
            return Ok(vec![self.value(value, &root), counts.nodes.to_string()]);
        }
        let best = if self.has(PlainMistake::PlaysFirstMove) { choices.first().copied() } else { best };
        let square = best.and_then(Played::square);
        let played = choices.iter().find(|played| played.square() == square);
        Ok(played.map(|&played| digits(&rules.after(&root, played))).into_iter().collect())
    }

    fn nxn(&mut self, function: Function, position: &Position, square: Option<Square>, stats: bool) -> Lines {
        let rules = MistakenReversi::new(System::Nxn, self.made);
        let root = rules.root(position, self.mistakes);
        let slashes = |game: &MistakenGame| one_line::slashes(&game.position());
        let Some(algorithm) = function.algorithm() else {
            return Ok(vec![match (function, square) {
                (Function::CountPieces, _) => {
                    let mut discs = [Color::Black, Color::White].map(|color| root.discs(color).len());
                    if self.has(PlainMistake::PiecesSwapped) {
                        discs.reverse();
                    }
                    format!("({}, {})", discs[0], discs[1])
                }
                (Function::GetMoveValue, Some(square)) => self.move_value(&root, square).to_string(),
                (Function::ExecuteMove, Some(square)) => slashes(&root.after(square)),
                _ => if rules.is_over(&root) { "True" } else { "False" }.to_owned(),
            }]);
        };
        let swapped = self.has(PlainMistake::NamesTransposed);
        let shown = |square: Square| if swapped { Square::new(square.column(), square.row()) } else { Some(square) };
        let solved = self.best(rules, root, algorithm)?;
        let value = self.value(solved.value, &root);
        let answer = if function.is_full() {
            let (mut game, mut line, mut passes) = (root, Vec::new(), 0);
            let mut next = Some(solved.best);
            while passes < 2 && !rules.is_over(&game) {
                let chosen = match next.take() {
                    Some(chosen) => chosen,
                    None => self.best(rules, game, algorithm)?.best,
                };
                if chosen.is_some() || self.has(PlainMistake::PassListed) {
                    line.push((game.side_to_move(), chosen.and_then(shown)));
                }
                game = chosen.map_or_else(|| game.passed(), |square| game.after(square));
                passes = if chosen.is_some() { 0 } else { passes + 1 };
            }
            if !self.has(PlainMistake::EndNotListed) {
                let is_wrong = self.has(PlainMistake::EndNamesOpponent);
                line.push((if is_wrong { game.passed() } else { game }.side_to_move(), None));
            }
            nxn::line(value, &line)
        } else {
            let answers_pass = self.has(PlainMistake::PassAnsweredByOpponent) && !rules.is_over(&root);
            let is_pass = solved.best.is_none() && answers_pass;
            let best = if is_pass { self.best(rules, root.passed(), algorithm)?.best } else { solved.best };
            format!("({value}, {})", nxn::place(best.and_then(shown)))
        };
        let Counts { nodes, leaves, cut_offs } = solved.counts;
        let counts =
            [format!("terminal states: {leaves}"), format!("truncations: {cut_offs}"), format!("nodes: {nodes}")];
        Ok([answer].into_iter().chain(counts.into_iter().filter(|_| stats)).collect())
    }

    /// The result of a search of n x n Reversi, with the square that the program plays.
    fn best(
        &mut self,
        rules: MistakenReversi,
        game: MistakenGame,
        algorithm: Algorithm,
    ) -> Result<Solved<Square>, Stopped> {
        let is_max = self.has(PlainMistake::PlayerToMoveIsMax);
        let game = if is_max { game.with_max(game.side_to_move()) } else { game };
        let Solved { value, best, counts } = self.search(rules, game, algorithm, Bounds::FULL)?;
        let plays_first = best.is_some() && self.has(PlainMistake::PlaysFirstMove);
        let best = if plays_first { rules.moves(&game).first().copied() } else { best };
        Ok(Solved { value, best: best.and_then(Played::square), counts })
    }

    fn move_value(&self, game: &MistakenGame, square: Square) -> i64 {
        let is_asked = game.empty().contains(square) || self.has(PlainMistake::TakenSquareHasValue);
        match game.lines(square).filter(|_| is_asked).map(|line| i64::from(line.len())).sum() {
            0 if self.has(PlainMistake::IllegalIsMinusOne) => -1,
            value if value > 0 && self.has(PlainMistake::MoveValueCountsDisc) => value + 1,
            value => value,
        }
    }

    fn awari(&mut self, question: Awari, player: usize, stones: Stones) -> Lines {
        let made = self.made;
        let more = i64::from(self.has(PlainMistake::DepthPlusOne)) - i64::from(self.has(PlainMistake::DepthMinusOne));
        let game = |limit: u32| MistakenAwari { made, limit: i64::from(limit) + more };
        let rules = game(0);
        Ok(match question {
            Awari::Moves => vec![crate::awari::in_one_line(rules.legal(&stones, player))],
            Awari::Status => vec![rules.status(&stones, player).to_owned()],
            Awari::Apply(house) => {
                let Stones { houses, scores } = rules.sown(&stones, player, usize::from(house.index()));
                let line = |numbers: &[i32]| crate::awari::in_one_line(numbers);
                let drawn: Vec<i32> = houses[6..].iter().rev().copied().collect();
                vec![line(&scores), line(&drawn), line(&houses[..6])]
            }
            Awari::Search { depth } => {
                let found = self.search(game(depth), (stones, player), Algorithm::AlphaBeta, Bounds::FULL)?;
                vec![format!("{} {}", named(found.best), number(found.value))]
            }
            Awari::Node { plies, depth, bounds: (alpha, beta) } => {
                let limit = if self.has(PlainMistake::DepthCountsDown) { depth } else { plies };
                let bounds = Bounds { alpha: FieldValue(alpha.into()), beta: FieldValue(beta.into()) };
                let found = self.search(game(limit), (stones, player), Algorithm::AlphaBeta, bounds)?;
                vec![number(found.value)]
            }
        })
    }
}
