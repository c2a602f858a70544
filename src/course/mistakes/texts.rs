//! Explains a mistake to a student in the words of the assignment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Group, Mistake, PlainMistake, Side, System};
use crate::{
    assignment::{Assignment, Heading, MaxPlayer, TaskAlgorithm, TaskDefinition},
    log::CutWindow,
};
use reversi_core::games::reversi::{Color, Continuation, MoveOrder, NoMove};
use reversi_io::names;

/// The explanation of a mistake.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MistakeText {
    pub done: String,
    /// The assignment's rule that the mistake breaks.
    pub rule: String,
    /// The place to look in the student's code.
    pub look: String,
    /// True if the assignment's text allows the mistake as an open reading.
    #[serde(default)]
    pub is_open: bool,
}

impl MistakeText {
    /// The sentences after the first sentence, which names the mistake.
    pub fn advice(&self) -> Vec<String> {
        let Self { rule, look, is_open, .. } = self;
        if *is_open {
            let open = "This is an open reading, not a mistake: the assignment's text can be read this way.";
            return vec![open.to_owned(), format!("This program reads the text differently. {rule}")];
        }
        vec![format!("The assignment: {rule}"), format!("Where to look: {look}")]
    }
}

impl Mistake {
    /// The explanation in the words of the first assignment in which the mistake is possible. If the mistake is not
    /// possible in any of these assignments, a built-in assignment is used.
    pub fn text<'a>(self, assignments: impl IntoIterator<Item = &'a Arc<Assignment>>) -> MistakeText {
        let known = assignments.into_iter().map(Arc::clone).chain(Assignment::built_in());
        let assignment =
            known.into_iter().find(|assignment| self.is_possible_in(assignment)).unwrap_or_else(Assignment::usual);
        let fill = |template: &str| names::fill(template, |name| word(name, &assignment));
        let [mut done, rule, mut look] = self.plain().texts(None).map(|template| fill(&template));
        if let Some([only, compare]) = self.side_templates() {
            done += &fill(only);
            look += &fill(compare);
        }
        MistakeText { done, rule, look, is_open: Self::open_in(&assignment).contains(self) }
    }

    /// The explanation in the words of a system whose programs print their answers.
    pub fn printed_text(self, system: System) -> MistakeText {
        let fill = |template: String| names::fill(&template, |name| system.word(name));
        let [done, rule, look] = self.plain().texts(Some(system)).map(fill);
        MistakeText { done, rule, look, is_open: false }
    }

    /// The sentences that a mistake on one side adds: to the mistake, and to the place to look in the program.
    fn side_templates(self) -> Option<[&'static str; 2]> {
        let is_capture = self.group() == Group::Captures;
        Some(match self.side()? {
            Side::Max => [" This happens at MAX nodes only.", " If MIN nodes have other code, compare the two."],
            Side::Min => [" This happens at MIN nodes only.", " If MAX nodes have other code, compare the two."],
            Side::Black if is_capture => {
                [" This happens only if {black} moves.", " If {white} has other code, compare the two."]
            }
            Side::White if is_capture => {
                [" This happens only if {white} moves.", " If {black} has other code, compare the two."]
            }
            Side::Black => [
                " This happens only in searches for {black}'s moves.",
                " If the searches for {white}'s moves have other code, compare the two.",
            ],
            Side::White => [
                " This happens only in searches for {white}'s moves.",
                " If the searches for {black}'s moves have other code, compare the two.",
            ],
        })
    }
}

/// The texts: a line with a name, then the mistake, the assignment's rule, and the place to look in the program. A name
/// with `*` stands for all mistakes that begin with it. After a name, there may be systems with other texts; there, `-`
/// stands for the text of logs. Names in braces stand for words of the assignment.
const TEXTS: &str = include_str!("mistakes.txt");

impl PlainMistake {
    /// The templates of the three texts.
    fn texts(self, system: Option<System>) -> [String; 3] {
        let (family, value) = self.name().split_once(':').unwrap_or((self.name(), ""));
        let is_meant = |heading: &str, system: Option<System>| {
            let mut words = heading.split(' ');
            let name = words.next().unwrap_or_default();
            let is_named = name == self.name() || name.strip_suffix(":*") == Some(family);
            is_named
                && match system {
                    None => words.next().is_none(),
                    Some(system) => words.any(|word| word == system.name()),
                }
        };
        let texts = |system| {
            let mut blocks = TEXTS.split("\n\n").map(str::lines);
            let lines = blocks.find_map(|mut lines| is_meant(lines.next()?, system).then_some(lines));
            lines.map(|mut lines| [(); 3].map(|()| lines.next().unwrap_or_default()))
        };
        let usual = texts(None).expect("the file has texts of every mistake");
        let own = system.and_then(|system| texts(Some(system))).unwrap_or(usual);
        let steps = [("up", "row - 1"), ("down", "row + 1"), ("left", "column - 1"), ("right", "column + 1")];
        let steps = steps.iter().filter(|(way, _)| value.split('-').any(|part| part == *way)).map(|(_, step)| *step);
        let steps = steps.collect::<Vec<_>>().join(", ");
        let value = self.order().map_or_else(|| value.to_owned(), MoveOrder::in_words);
        [0, 1, 2].map(|place| {
            let text = if own[place] == "-" { usual[place] } else { own[place] };
            text.replace("{value}", &value).replace("{steps}", &steps)
        })
    }
}

/// The text that replaces a name in braces; `None` if the name is unknown.
fn word(name: &str, assignment: &Assignment) -> Option<String> {
    let Assignment { moves, row_format, squares, rules, .. } = assignment;
    let max = rules.max(Color::Black);
    let (marker, is_narrowed) = (row_format.marker(), row_format.cut_window == CutWindow::Narrowed);
    Some(match name {
        "black" => moves.name(Color::Black),
        "white" => moves.name(Color::White),
        "black_letter" => squares.black.to_string(),
        "white_letter" => squares.white.to_string(),
        "max_color" => moves.name(max),
        "min_color" => moves.name(max.opponent()),
        "max" => match rules.max {
            MaxPlayer::ToMove if assignment.input_says(Heading::Player) => {
                "the player named in the input (who moves at the root)".to_owned()
            }
            MaxPlayer::ToMove => "the player who moves at the root".to_owned(),
            MaxPlayer::Black | MaxPlayer::White => moves.name(max),
        },
        "order" => rules.order().in_words(),
        "whole_order" => rules.order().in_full(assignment.size),
        "evaluations" => {
            let task = |(number, task): (_, &TaskDefinition)| format!("`{}` in task {number}", task.evaluation);
            names::list(assignment.tasks.iter().map(task), "and")
        }
        "greedy" => assignment.numbers(|task| task.algorithm == TaskAlgorithm::Greedy),
        "no_move" => match rules.no_move {
            NoMove::Leaf => "A node without legal moves is a leaf, with its evaluation as its value.",
            NoMove::Pass => "The player passes, and the position after the pass is the only child.",
        }
        .to_owned(),
        "wipe_out" => if rules.wipe_out == Continuation::Ends { ", a color without discs" } else { "" }.to_owned(),
        "pass" => row_format.pass.to_string(),
        "pass_word" => moves.pass_word().to_owned(),
        "black_passes" => moves.player(Color::Black, true),
        "infinity" => row_format.infinity.to_string(),
        "root_depth" => row_format.root_depth.to_string(),
        "whole_marker" if row_format.cut_marker.starts_with(' ') => format!("a space and {marker}"),
        "marker" | "whole_marker" => marker.to_owned(),
        "marked" if marker.is_empty() => " of the cut-off".to_owned(),
        "marked" => format!(" that ends in {marker}"),
        "bounds_at_cut_off" if is_narrowed => String::new(),
        "bounds_at_cut_off" => " (a cut-off alone leaves the bounds as they were)".to_owned(),
        // The hand-outs of these years contain a log that their sample files contradict.
        "printed" if assignment.files.is_empty() => {
            " The hand-out prints the other form; the sample files do not.".to_owned()
        }
        "printed" => String::new(),
        "not_taken" => match (marker.is_empty(), is_narrowed) {
            (false, true) => format!("its row has no {marker}"),
            (false, false) => format!("its row has no {marker}, and shows the window after the child"),
            (true, false) => "its row shows the window after the child".to_owned(),
            (true, true) => "the node goes on".to_owned(),
        },
        _ => return None,
    })
}
