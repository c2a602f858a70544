//! Sentences on a difference: the assignment's rule for the line, with the line's numbers.

use std::ops::ControlFlow;

use crate::reasons::{
    RowContext, Sentence, StaticValue, Template, Words, list, moves_after, plies, position_after, row_contexts,
};
use crate::{Difference, FoundMove, Kind, Play, Subject};
use reversi_core::{
    game::Value,
    games::reversi::{Color, Move, NoMove, Position, Square},
    search::Algorithm,
};
use reversi_course::{
    assignment::{Action, Job, Step},
    log::{Event, FieldValue, NodeName, RowFormat, RowRange},
};
use reversi_io::visible;

/// Makes sentences about the differences in one job's files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DifferenceText<'a> {
    pub(crate) job: &'a Job,
    /// The name of the file's encoding, if the encoding is not accepted. ASCII and UTF-8 with LF or CR LF are accepted.
    pub(crate) encoding: Option<&'static str>,
    /// True if the difference is a number that stands for infinity.
    pub(crate) has_number_for_infinity: bool,
}

impl DifferenceText<'_> {
    fn words(&self) -> Words<'_> {
        Words(self.job)
    }

    /// Sentences with the assignment's rule for the expected line, and on the student's line.
    pub(crate) fn of(&self, difference: &Difference) -> Vec<Sentence> {
        // The excerpt ignores only spaces at the end of a line.
        let trim =
            |line: &'_ str| line.trim_start_matches('\u{feff}').trim_end_matches([' ', '\t', '\r', '\n']).to_owned();
        let (expected, found) = (difference.expected.as_deref().map(trim), difference.found.as_deref().map(trim));
        if expected.is_some() && expected == found {
            return vec![match self.encoding {
                Some(encoding) => Sentence::new(Template::Encoding).with("encoding", encoding),
                None => Sentence::new(Template::LineEnd),
            }];
        }
        let (expected, found) = (expected.unwrap_or_default(), found.unwrap_or_default());
        match &difference.subject {
            Subject::Row(context) => self.of_row(difference.kind, context, &expected, &found),
            Subject::Play(play) => self.of_play(difference.kind, play, &expected, &found),
            Subject::None => self.of_log(difference.kind, &found),
        }
    }

    fn of_log(&self, kind: Kind, found: &str) -> Vec<Sentence> {
        let task = &self.job.task;
        let row_format = self.job.row_format();
        let is_row = row_format.is_row(found.as_bytes());
        let is_alpha_beta = task.algorithm == Algorithm::AlphaBeta;
        let columns_of_other = row_format.column_names(!is_alpha_beta);
        vec![match kind {
            Kind::MissingRow => Sentence::new(Template::LogEmpty),
            Kind::ExtraRow => {
                let moves = moves_after(task, &[]);
                let template = if moves.is_empty() { Template::SearchOverLeaf } else { Template::SearchOver };
                let value = self.words().number(task.search().solve().value);
                Sentence::new(template).with("moves", self.moves(moves)).with("value", value)
            }
            _ if is_row => Sentence::new(Template::HeaderMissing),
            _ if !row_format.says_the_same(columns_of_other.as_bytes(), found.as_bytes()) => {
                Sentence::new(Template::Header)
            }
            _ => Sentence::new(Template::HeaderOfOtherSearch).with("search", a_search(!is_alpha_beta)),
        }]
    }

    fn of_row(&self, kind: Kind, context: &RowContext, expected: &str, found: &str) -> Vec<Sentence> {
        let words = self.words();
        let first = match kind {
            Kind::MissingRow => Some(Sentence::new(Template::LogEnds)),
            Kind::Header => return vec![Sentence::new(Template::HeaderSurplus)],
            Kind::Value | Kind::Window if self.has_number_for_infinity => {
                return vec![row_format(self.job.row_format(), Template::InfinityAsNumber, expected, found)];
            }
            Kind::Format => return vec![row_format(self.job.row_format(), Template::Format, expected, found)],
            Kind::Columns => return vec![self.columns(found)],
            Kind::Unreadable => Some(self.unreadable(found)),
            Kind::Node => self.node(context, found),
            Kind::Depth => return vec![self.depth(context)],
            Kind::CutOff if !context.event.is_cut_off() => return vec![self.no_cut_off(context)],
            Kind::CutOff if self.job.row_format().cut_marker.is_empty() => {
                Some(Sentence::new(Template::NoCutOffMarker))
            }
            Kind::Value | Kind::Window | Kind::CutOff | Kind::ExtraRow | Kind::Step | Kind::Board => None,
        };
        // The place of the row already tells a window that is right.
        let of_window = [Template::WindowFull, Template::WindowOfParent];
        let is_told = |sentence: &Sentence| kind == Kind::Window || !of_window.contains(&sentence.templates[0]);
        let of_row = words.row(context).into_iter().filter(is_told);
        self.of_own_row(kind, context, found).into_iter().chain(first).chain(of_row).collect()
    }

    /// A sentence on the student's row, if the row's value shows how the program treated the node.
    fn of_own_row(&self, kind: Kind, context: &RowContext, found: &str) -> Option<Sentence> {
        let row_format = self.job.row_format();
        let found = row_format.read(found.as_bytes()).ok().filter(|_| kind == Kind::Value)?.value();
        let number = |value: Value| FieldValue::from(value);
        let template = match context.event {
            // If a program searches the children, its rows do not show the node's own evaluation.
            Event::Enter if found == number(Value::new(StaticValue::of(&self.job.task, &context.position).total)) => {
                Template::OwnWithoutChildren
            }
            Event::Enter if is_like_leaf(context, found) => Template::OwnAsLeaf,
            Event::Leaf if !found.0.is_finite() => Template::OwnInfinite,
            Event::Update { improved: true, .. } if found == number(context.value_before) => Template::OwnKeeps,
            Event::Update { improved: false, child_value, .. }
                if found == number(child_value) && child_value != context.value =>
            {
                Template::OwnTakesChild
            }
            Event::Enter | Event::Leaf | Event::Update { .. } => return None,
        };
        let child = if let Event::Update { child, .. } = context.event { Some(child) } else { None };
        let name = row_format.name(context.path.last().copied());
        let sentence = Sentence::new(template).with("name", name).with("found", row_format.number(found));
        Some(child.map_or(sentence.clone(), |child| sentence.with("child", row_format.name(Some(child)))))
    }

    /// A sentence that says why a line is not a log row.
    fn unreadable(&self, found: &str) -> Sentence {
        let row_format = self.job.row_format();
        let field = |index: usize| {
            row_format.fields(found.as_bytes()).nth(index).map(|(_, field)| shown(field)).unwrap_or_default()
        };
        let has_passes = self.job.task.rules.no_move == NoMove::Pass;
        match row_format.unreadable_field(found.as_bytes()) {
            Some(0) => {
                let template = if has_passes { Template::UnreadableNode } else { Template::UnreadableNodeWithoutPass };
                let sentence = Sentence::new(template).with("field", field(0)).with("root", &row_format.root);
                if has_passes { sentence.with("pass", &row_format.pass) } else { sentence }
            }
            Some(index) => Sentence::new(Template::UnreadableNumber).with("field", field(index)),
            None => Sentence::new(Template::UnreadableLong),
        }
    }

    fn columns(&self, found: &str) -> Sentence {
        let row_format = self.job.row_format();
        let count = row_format.fields(found.as_bytes()).filter(|(_, field)| !row_format.is_marker(field)).count();
        let algorithm = self.job.task.algorithm;
        let columns = row_format.columns(algorithm == Algorithm::AlphaBeta);
        let names: Vec<String> = columns.iter().map(ToString::to_string).collect();
        Sentence::new(Template::Columns)
            .with("search", a_search(algorithm == Algorithm::AlphaBeta))
            .with("number", columns.len())
            .with("columns", names.join(", "))
            .with("count", count)
    }

    fn depth(&self, context: &RowContext) -> Sentence {
        let root_depth = self.job.row_format().root_depth as usize;
        let template = if context.path.is_empty() { Template::DepthRoot } else { Template::DepthColumn };
        Sentence::new(template)
            .with("root_depth", root_depth)
            .with("name", self.words().node(&context.path))
            .with("plies", plies(context.path.len()))
            .with("depth", root_depth + context.path.len())
    }

    fn no_cut_off(&self, context: &RowContext) -> Sentence {
        let words = self.words();
        match context.window {
            Some(window) if !self.job.row_format().cut_marker.is_empty() => Sentence::new(Template::NoCutOff)
                .with("alpha", words.number(window.alpha))
                .with("beta", words.number(window.beta))
                .with("marker", self.job.row_format().marker()),
            _ => Sentence::new(Template::NoCutOffMarker),
        }
    }

    /// A sentence that explains why the expected node comes next, not the student's node.
    fn node(&self, context: &RowContext, found: &str) -> Option<Sentence> {
        let (words, row_format) = (self.words(), self.job.row_format());
        let read = row_format.read(found.as_bytes()).ok();
        if let Event::Update { child, .. } = context.event {
            let is_closed = read.is_some_and(|read| self.is_closed_above(context, child, read.name));
            if is_closed && let Some(found) = read {
                let (child, found) = (row_format.name(Some(child)), row_format.name(found.name));
                return Some(Sentence::new(Template::ClosedAbove).with("child", child).with("found", found));
            }
            let child = row_format.name(Some(child));
            let depth = FieldValue(f64::from(row_format.root_depth) + 1.0 + context.path.len() as f64);
            let legal = moves_after(&self.job.task, &context.path);
            let sentence = match read.map(|read| (read.name, read.depth())) {
                Some((NodeName::Square(square), at)) if at == Some(depth) && !legal.contains(&Move::Place(square)) => {
                    self.why_illegal(&context.path, square)
                        .then(Template::RowAfterChild)
                        .with("found", square)
                        .with("who", words.player(context.position.side_to_move()))
                }
                _ => Sentence::new(Template::RowAfterChild),
            };
            return Some(sentence.with("child", child).with("name", words.node(&context.path)));
        }
        let Some((played, parent)) = context.path.split_last() else { return Some(Sentence::new(Template::RootFirst)) };
        let found = read?;
        let moves = moves_after(&self.job.task, parent);
        let depth = f64::from(row_format.root_depth + u32::try_from(parent.len()).ok()?);
        let goes_back = found.name == parent.last().copied().into() && found.depth() == Some(FieldValue(depth));
        let is_ancestor = |plies: &usize| {
            let depth = FieldValue(depth - (parent.len() - plies) as f64);
            found.name == parent[..*plies].last().copied().into() && found.depth() == Some(depth)
        };
        let ancestor = (1..parent.len()).find(is_ancestor).map(|plies| words.node(&parent[..plies]));
        let template = match (*played, found.name) {
            _ if goes_back => Template::ParentTooEarly,
            (Move::Pass, _) => Template::TurnOfPass,
            _ if ancestor.is_some() => Template::AncestorTooEarly,
            (_, NodeName::Square(square)) if !moves.contains(&Move::Place(square)) => Template::TurnOfIllegal,
            _ => Template::TurnOf,
        };
        let sentence = match (template, found.name) {
            (Template::TurnOfIllegal, NodeName::Square(square)) => self.why_illegal(parent, square).then(template),
            _ => Sentence::new(template),
        };
        Some(
            sentence
                .with("parent", words.node(parent))
                .with("ancestor", ancestor.unwrap_or_default())
                .with("who", words.player(context.position.side_to_move().opponent()))
                .with("moves", self.moves(moves))
                .with("name", words.node(&context.path))
                .with("found", row_format.name(found.name))
                .with("order", self.job.task.rules.order().in_words()),
        )
    }

    /// True if the child was cut off in the row above, but the student's file continues with a move of the child.
    fn is_closed_above(&self, parent: &RowContext, child: Move, found: NodeName) -> bool {
        let path: Vec<Move> = parent.path.iter().copied().chain([child]).collect();
        let above = row_contexts(&self.job.task, &[parent.number - 1]).pop();
        let is_closed = above.is_some_and(|above| above.path == path && above.event.is_cut_off());
        is_closed && moves_after(&self.job.task, &path).into_iter().any(|played| NodeName::from(Some(played)) == found)
    }

    /// A sentence that says why a square is not a legal move after a path.
    fn why_illegal(&self, path: &[Move], square: Square) -> Sentence {
        let position = position_after(self.job.task.start, path);
        Sentence::new(if !position.empty().contains(square) {
            Template::IllegalOccupied
        } else if position.passed().legal_moves().contains(square) {
            Template::IllegalOfOpponent
        } else {
            Template::IllegalFlipsNothing
        })
        .with("opponent", self.words().player(position.side_to_move().opponent()))
    }

    fn of_play(&self, kind: Kind, play: &Play, expected: &str, found: &str) -> Vec<Sentence> {
        match (play.step, kind) {
            (Some(step), Kind::ExtraRow) => vec![Sentence::new(Template::GameOver).with("number", step.number)],
            (None, Kind::ExtraRow) => {
                let template = if self.job.is_logged { Template::BoardOver } else { Template::NoLog };
                vec![Sentence::new(template).with("rows", self.job.assignment.size.rows())]
            }
            (Some(step), Kind::MissingRow) => {
                let words = &self.job.assignment.moves;
                let next = match expected {
                    _ if expected == words.end => Template::GameEnd,
                    _ if step.action == Action::End && expected == words.step(step.number) => Template::StepLastMissing,
                    _ => Template::GameGoesOn,
                };
                let next = Sentence::new(next).with("number", step.number).with("end", &words.end);
                vec![Sentence::new(Template::FileEnds), next]
            }
            (Some(step), Kind::Step) => self.of_step(play, &step, expected, found),
            _ => self.of_board(play),
        }
    }

    fn of_step(&self, play: &Play, step: &Step, expected: &str, found: &str) -> Vec<Sentence> {
        let Step { number, position, action } = *step;
        let is_other_board =
            |board: &Position| Color::ALL.into_iter().any(|color| board.discs(color) != position.discs(color));
        let board = play.found.as_ref().filter(|board| is_other_board(board)).map(|_| self.of_board(play));
        let (words, moves) = (self.words(), &self.job.assignment.moves);
        let about = |template| {
            Sentence::new(template).with("number", number).with("pass", moves.pass_word()).with("end", &moves.end)
        };
        let says_pass = found.to_lowercase().contains(&moves.pass_word().to_lowercase());
        let side_to_move = position.side_to_move();
        let who = words.player(side_to_move);
        let player = match action {
            Action::Place(_) => about(if says_pass { Template::StepPlayer } else { Template::StepTurn })
                .with("who", who)
                .with("moves", list(position.legal_moves())),
            Action::Pass => {
                about(Template::StepPass).with("who", who).with("opponent", words.player(side_to_move.opponent()))
            }
            Action::End if says_pass => about(Template::StepOver),
            Action::End => about(Template::StepLastTurn).with("who", who),
        };
        match expected {
            "" => vec![Sentence::new(Template::StepEmptyLine)],
            _ if expected == moves.end => vec![about(Template::GameEnd)],
            // The wrong board below this line explains the wrong player.
            _ if expected != moves.step(number) => board.into_iter().flatten().chain([player]).collect(),
            _ if !found.eq_ignore_ascii_case(&moves.end) => vec![about(Template::StepNumber)],
            _ if action == Action::End => vec![about(Template::StepLastMissing)],
            _ => vec![about(Template::GameGoesOn), player],
        }
    }

    fn moves(&self, moves: Vec<Move>) -> String {
        list(moves.into_iter().map(|played| self.job.row_format().name(Some(played))))
    }

    /// Sentences on the expected move, and on the move in the student's file.
    fn of_board(&self, play: &Play) -> Vec<Sentence> {
        let Some((before, played)) = &play.before else { return vec![Sentence::new(Template::FirstBoard)] };
        let who = self.words().player(before.side_to_move());
        let task = self.job.task.from(*before);
        let search = task.search();
        let value_of = |played: Move| search.value_after(&[played]).map(|value| self.words().number(value));
        let found = play.found_move();
        let expected = match *played {
            None => return vec![Sentence::new(Template::SameBoardOver)],
            Some(Move::Pass) => return vec![Sentence::new(Template::SameBoardPass).with("who", &who)],
            Some(expected) => expected,
        };
        let value = value_of(expected).unwrap_or_default();
        let plain = Sentence::new(Template::Move).with("who", &who).with("expected", expected).with("value", &value);
        match found {
            FoundMove::Legal(square) if Move::Place(square) != expected => {
                let found_value = value_of(square.into()).unwrap_or_default();
                // After a cut-off below a move, the search knows only a bound of the move's value.
                let in_search = || {
                    let mut child_values = Vec::new();
                    search.each_row_of(&RowRange::Path(Vec::new()), &mut |row| {
                        if let Event::Update { child, child_value, .. } = row.event {
                            child_values.push((child, self.words().number(child_value)));
                        }
                        ControlFlow::Continue(())
                    });
                    child_values
                };
                let template = match () {
                    () if found_value == value => Template::MoveTie,
                    () if in_search().contains(&(square.into(), value.clone())) => Template::MoveTieByCutOff,
                    () if before.side_to_move() == task.max() => Template::MoveBetterMax,
                    () => Template::MoveBetterMin,
                };
                let sentence = Sentence { templates: vec![template], ..plain };
                vec![sentence.with("found", square).with("found_value", found_value)]
            }
            FoundMove::Legal(_) => vec![plain],
            FoundMove::Illegal(square, turned) => {
                let template = if turned.is_empty() { Template::MoveIllegal } else { Template::MoveIllegalFlips };
                vec![plain, Sentence::new(template).with("found", square).with("squares", list(turned))]
            }
            FoundMove::WrongFlips(square, turned) => {
                let flips = Sentence::new(Template::MoveFlips)
                    .with("found", square)
                    .with("squares", list(before.flips(square)))
                    .with("found_squares", list(turned));
                vec![plain, flips]
            }
            FoundMove::Occupied(square) => vec![plain, Sentence::new(Template::MoveOccupied).with("found", square)],
            FoundMove::OfOpponent(square) => {
                let opponent = self.words().player(before.side_to_move().opponent());
                vec![plain, Sentence::new(Template::MoveOfOpponent).with("found", square).with("opponent", opponent)]
            }
            FoundMove::Nothing => vec![plain, Sentence::new(Template::MoveNone)],
            FoundMove::Unclear(squares) => {
                let few = Some(list(squares)).filter(|_| squares.len() <= 8);
                let squares = few.unwrap_or_else(|| format!("{} squares", squares.len()));
                vec![plain, Sentence::new(Template::MoveUnclear).with("squares", squares)]
            }
            FoundMove::NoBoard => {
                vec![plain, Sentence::new(Template::BoardIncomplete).with("rows", before.size().rows())]
            }
        }
    }
}

fn row_format(row_format: &RowFormat, template: Template, expected: &str, found: &str) -> Sentence {
    if found.is_empty() {
        return Sentence::new(Template::EmptyLine);
    }
    let pairs = row_format.fields(expected.as_bytes()).zip(row_format.fields(found.as_bytes()));
    let differing =
        pairs.map(|((_, expected), (_, found))| (expected, found)).find(|(expected, found)| expected != found);
    if let Some((expected, found)) = differing {
        let (expected, found) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(found));
        return Sentence::new(template).with("expected", expected).with("found", found);
    }
    let separator = match &*row_format.separator {
        "," => "a comma",
        " " => "a space",
        other => &format!("`{other}`"),
    };
    Sentence::new(Template::FormatSeparators).with("separator", separator)
}

/// A word from a student's file for a sentence: short, without control characters.
fn shown(field: &[u8]) -> String {
    let text = String::from_utf8_lossy(field);
    let short: String = text.chars().take(24).collect();
    let more = if short.len() < text.len() { "..." } else { "" };
    format!("`{}{more}`", visible::line(&short))
}

/// True if the start value in an inner node's row may be an evaluation of the node. Start values that cannot be
/// evaluations are bounds, 0, and numbers that stand for infinity.
fn is_like_leaf(context: &RowContext, found: FieldValue) -> bool {
    let bounds = context.window.map_or([context.value; 2], |window| [window.alpha, window.beta]);
    let is_bound = bounds.into_iter().any(|bound| found == FieldValue::from(bound));
    !FieldValue::from(context.value).0.is_finite() && !is_bound && (1.0..999.0).contains(&found.0.abs())
}

const fn a_search(is_alpha_beta: bool) -> &'static str {
    if is_alpha_beta { "an alpha-beta" } else { "a minimax" }
}
