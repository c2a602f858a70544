//! Facts about a row of any game (with names instead of moves), and sentences from these facts.

use super::{BoundRow, Sentence, Template, list};
use reversi_core::{
    game::{Turn, Value},
    search::AlphaBeta,
};
use reversi_course::log::{CutWindow, Event, RowFormat};

/// Facts about a row, from which its sentences are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFacts {
    /// The event of the row, with the child's name.
    pub event: Event<String>,
    /// The node's name in a sentence.
    pub name: String,
    /// The parent's name; `None` for the root.
    pub parent: Option<String>,
    /// The player to move: the name of a color, or else `max` or `min`.
    pub who: String,
    pub opponent: String,
    /// The player to move as MAX or MIN.
    pub turn: Turn,
    /// True if the players have names other than max and min.
    pub has_players: bool,
    /// The names of the legal moves, in search order.
    pub moves: Vec<String>,
    pub value: Value,
    pub value_before: Value,
    /// The node's current window; `None` in minimax.
    pub window: Option<AlphaBeta>,
    /// The opponent's best choice at a node above, if there is one.
    pub elsewhere: Option<Elsewhere>,
    /// Sentences on a leaf: the reason why the node is a leaf, and its value; empty for an inner node.
    pub leaf: Vec<Sentence>,
}

/// A player's choice at a node above, whose value is the bound that causes a cut-off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The number of the row that set the bound.
    pub row: u64,
    /// The name of the node at which the player has the choice.
    pub parent: String,
    /// The name of the child whose value is the bound.
    pub best: String,
    /// The name of the child on the path to the current node.
    pub instead: String,
}

impl Elsewhere {
    /// Converts a row that set a bound to names. `name` returns the name of a node; `None` is the root.
    pub fn new<M: Copy>(source: BoundRow<M>, path: &[M], name: impl Fn(Option<M>) -> String) -> Self {
        let BoundRow { row, ply, best } = source;
        let parent = name(path[..ply].last().copied());
        Self { row, parent, best: name(Some(best)), instead: name(Some(path[ply])) }
    }
}

impl RowFacts {
    /// The sentences that explain the row, with numbers in the log's format.
    pub fn sentences(&self, row_format: &RowFormat) -> Vec<Sentence> {
        match &self.event {
            Event::Enter => [self.enter(row_format)].into_iter().chain(self.window_on_entry(row_format)).collect(),
            Event::Leaf => self.leaf.iter().cloned().chain(self.window_on_entry(row_format)).collect(),
            Event::Update { child, child_value, improved, before, cut } => {
                let mut sentences = vec![self.update(row_format, child, *child_value, *improved)];
                if let (Some(before), Some(after)) = (*before, self.window) {
                    if *cut {
                        sentences.extend(self.why_cut(row_format, after));
                    }
                    sentences.push(self.window(row_format, before, after, *cut, child));
                }
                if !cut {
                    sentences.push(self.what_next(row_format, child));
                }
                sentences
            }
        }
    }

    fn enter(&self, row_format: &RowFormat) -> Sentence {
        let template = match (self.turn, self.has_players) {
            (Turn::Max, true) => Template::EnterMax,
            (Turn::Min, true) => Template::EnterMin,
            (Turn::Max, false) => Template::EnterNodeMax,
            (Turn::Min, false) => Template::EnterNodeMin,
        };
        Sentence::new(template)
            .with("who", &self.who)
            .with("name", &self.name)
            .with("value", row_format.number(self.value))
            .with("first", list(self.moves.first()))
    }

    fn window_on_entry(&self, row_format: &RowFormat) -> Option<Sentence> {
        let sentence = match &self.parent {
            None => Sentence::new(Template::WindowFull),
            Some(parent) => Sentence::new(Template::WindowOfParent).with("parent", parent),
        };
        self.window.map(|window| with_window(sentence, window, row_format))
    }

    fn update(&self, row_format: &RowFormat, child: &str, child_value: Value, improved: bool) -> Sentence {
        let is_first = self.value_before.finite().is_none();
        let template = match (self.turn, improved) {
            (_, true) if is_first => Template::UpdateFirst,
            (Turn::Max, true) => Template::UpdateRises,
            (Turn::Min, true) => Template::UpdateFalls,
            (Turn::Max, false) => Template::UpdateStaysMax,
            (Turn::Min, false) => Template::UpdateStaysMin,
        };
        Sentence::new(template)
            .with("child", child)
            .with("child_value", row_format.number(child_value))
            .with("who", &self.who)
            .with("before", row_format.number(self.value_before))
            .with("value", row_format.number(self.value))
    }

    /// The reason for a cut-off: the opponent has a better choice at another node.
    fn why_cut(&self, row_format: &RowFormat, window: AlphaBeta) -> Option<Sentence> {
        let (template, bound) = match self.turn {
            Turn::Max => (Template::CutWhyMax, window.beta),
            Turn::Min => (Template::CutWhyMin, window.alpha),
        };
        let sentence = |elsewhere: &Elsewhere| {
            Sentence::new(template)
                .with("parent", &elsewhere.parent)
                .with("opponent", &self.opponent)
                .with("bound", row_format.number(bound))
                .with("best", &elsewhere.best)
                .with("row", elsewhere.row)
                .with("who", &self.who)
                .with("value", row_format.number(self.value))
                .with("instead", &elsewhere.instead)
        };
        self.elsewhere.as_ref().map(sentence)
    }

    fn window(&self, row_format: &RowFormat, before: AlphaBeta, after: AlphaBeta, cut: bool, child: &str) -> Sentence {
        let as_searched = cut && row_format.cut_window == CutWindow::AsSearched;
        let marker = row_format.marker();
        let template = match self.turn {
            Turn::Max if as_searched => Template::CutAsSearchedMax,
            Turn::Min if as_searched => Template::CutAsSearchedMin,
            _ if cut && marker.is_empty() => Template::CutNarrowedUnmarked,
            _ if cut => Template::CutNarrowed,
            Turn::Max if after != before => Template::AlphaRises,
            Turn::Min if after != before => Template::BetaFalls,
            Turn::Max | Turn::Min => Template::WindowStays,
        };
        let sentence = with_window(Sentence::new(template), if as_searched { before } else { after }, row_format);
        if cut {
            let skipped = self.moves_after(child);
            let end = match skipped {
                [] => Template::SkippedNone,
                [_] => Template::SkippedOne,
                _ => Template::SkippedMany,
            };
            sentence
                .then(end)
                .with("value", row_format.number(self.value))
                .with("moves", list(skipped))
                .with("marker", marker)
        } else {
            sentence
        }
    }

    fn what_next(&self, row_format: &RowFormat, child: &str) -> Sentence {
        match self.moves_after(child).first() {
            Some(next) => Sentence::new(Template::GoesOn).with("next", next),
            None => {
                Sentence::new(Template::IsDone).with("name", &self.name).with("value", row_format.number(self.value))
            }
        }
    }

    fn moves_after(&self, child: &str) -> &[String] {
        let place = self.moves.iter().position(|known| known == child);
        place.map_or(&[], |place| &self.moves[place + 1..])
    }
}

fn with_window(sentence: Sentence, window: AlphaBeta, row_format: &RowFormat) -> Sentence {
    sentence.with("alpha", row_format.number(window.alpha)).with("beta", row_format.number(window.beta))
}
