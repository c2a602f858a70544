//! Reads trees as text: `(A (B b1=3 b2=12) (C 2 4))`. Texts that begin with a bracket or a brace are [lists](super::lists).
//!
//! ```text
//! tree := NUMBER | NAME=NUMBER | '(' [NAME] tree+ ')'
//! ```
//! `#` starts a comment, and white space is free. A name is a sequence of other characters that does not begin as a
//! number.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use super::{NodeId, NodeKind, Tree, TreeNode, lists::Lists, numbers};
use crate::game::Depth;
use reversi_io::files::{diagnostic::Problem, scanner::Scanner};

/// Reads a tree whose leaves are at most `deepest` plies below the root.
pub fn parse(text: &str, deepest: Depth) -> Result<Tree<'_>> {
    let builder = Builder { deepest: deepest.plies() as usize, ..Builder::default() };
    let mut scanner = Scanner::new(text);
    let start = next_place(&mut scanner);
    match scanner.peek() {
        Some('[' | '{') => Lists::read(scanner)?.tree(builder),
        _ if is_drawing(scanner.text()) => Err(start.here(
            "this is a drawing for Graphviz (DOT), not a tree; expected a tree such as (A (B 3 12) (C 2 4)), or lists of JSON",
        )),
        _ => Parser { scanner, builder, brackets: Vec::new() }.tree(),
    }
}

/// True if a text begins as a graph of Graphviz.
fn is_drawing(text: &str) -> bool {
    let mut words = text.split(|letter: char| letter.is_whitespace() || letter == '{');
    text.contains('{') && matches!(words.next(), Some("digraph" | "graph" | "strict"))
}

/// If a text in place of a board is a tree, returns a hint that names the command for trees.
pub fn in_place_of_board(text: &str) -> Option<String> {
    let is_tree = text.contains(['(', '[', '{']) && parse(text, Depth::UNLIMITED).is_ok();
    is_tree.then(|| "this is a tree, which `reversi tree` searches".to_owned())
}

pub(super) type Result<T> = std::result::Result<T, Problem>;

const NEVER_OPENED: &str = "this bracket was never opened; expected a `(` before it";

/// Skips spaces and comments, and returns the place of the next character.
pub(super) fn next_place<'text>(scanner: &mut Scanner<'text>) -> Scanner<'text> {
    scanner.skip_blanks();
    while scanner.peek() == Some('#') {
        scanner.read_while(|letter| letter != '\n');
        scanner.skip_blanks();
    }
    scanner.clone()
}

/// Makes a tree node by node, depth first.
#[derive(Default)]
pub(super) struct Builder<'text> {
    deepest: usize,
    nodes: Vec<TreeNode<'text>>,
    /// The nodes whose children are read, each with the number of children so far.
    open: Vec<(NodeId, usize)>,
    names: HashMap<Cow<'text, str>, (usize, usize)>,
}

impl<'text> Builder<'text> {
    /// Begins an inner node.
    pub(super) fn open(&mut self, place: &Scanner, name: Option<Cow<'text, str>>) -> Result<()> {
        if self.open.len() == self.deepest {
            let message = format!("too many brackets are open here; expected at most {} levels", self.deepest);
            return Err(place.here(message));
        }
        let node = NodeId(self.nodes.len());
        // The end of the subtree is known only when the node is closed.
        self.push(name, Cow::Borrowed(""), NodeKind::Inner { end: node });
        self.open.push((node, 0));
        Ok(())
    }

    /// Ends the innermost open node.
    pub(super) fn close(&mut self, place: &Scanner) -> Result<()> {
        let end = NodeId(self.nodes.len());
        let (node, children) = self.open.pop().expect("an open node");
        if children == 0 {
            return Err(place.here("this node has no children; expected at least one child"));
        }
        self.nodes[node.0].kind = NodeKind::Inner { end };
        Ok(())
    }

    /// Adds a leaf. The kind of the leaf is known only when all numbers are.
    pub(super) fn leaf(&mut self, place: &Scanner, name: Option<Cow<'text, str>>, number: &'text str) -> Result<()> {
        if numbers::scaled(number).is_none() {
            return Err(place.here(format!("this is not a number; {}", numbers::EXPECTED)));
        }
        self.push(name, numbers::written(number), NodeKind::Leaf(0));
        Ok(())
    }

    /// Adds a node as the next child of the innermost open node.
    fn push(&mut self, name: Option<Cow<'text, str>>, number: Cow<'text, str>, kind: NodeKind) {
        let level = self.open.len();
        let above = self.open.last_mut().map(|(node, children)| {
            *children += 1;
            (*node, *children)
        });
        let (parent, place) = above.unzip();
        self.nodes.push(TreeNode { name, number, kind, parent, place: place.unwrap_or_default(), level });
    }

    /// Checks that a word is a valid name and that no other node has this name.
    pub(super) fn declare(&mut self, place: &Scanner, name: Cow<'text, str>) -> Result<Cow<'text, str>> {
        if !is_name(&name) {
            let message = "this is not a name; expected a name without spaces, brackets, `=` and `#` that does not begin \
                           with a digit or a sign";
            return Err(place.here(message));
        }
        if let Some((line, column)) = self.names.get(&name) {
            let message = format!("line {line}, column {column} already uses this name; expected another name");
            return Err(place.here(message));
        }
        self.names.insert(name.clone(), place.place());
        Ok(name)
    }

    /// The tree, whose leaves have the places of their numbers.
    pub(super) fn finish(self) -> Tree<'text> {
        let Self { mut nodes, .. } = self;
        let is_leaf = |node: &TreeNode| matches!(node.kind, NodeKind::Leaf(_));
        let scaled: Vec<Option<i64>> =
            nodes.iter().map(|node| numbers::scaled(&node.number).filter(|_| is_leaf(node))).collect();
        let mut first: BTreeMap<i64, NodeId> = BTreeMap::new();
        for (index, number) in scaled.iter().enumerate() {
            if let Some(number) = number {
                first.entry(*number).or_insert(NodeId(index));
            }
        }
        let places: HashMap<i64, i32> = first.keys().copied().zip(0..).collect();
        for (node, number) in nodes.iter_mut().zip(&scaled) {
            if let Some(number) = number {
                node.kind = NodeKind::Leaf(places[number]);
            }
        }
        let negative = first.range(..0).count();
        Tree { nodes, numbers: first.into_values().collect(), negative }
    }
}

fn is_name(word: &str) -> bool {
    let begins_as_number = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
    !word.is_empty()
        && !word.contains(|letter: char| letter.is_whitespace() || "()=#".contains(letter))
        && !word.starts_with(['+', '-'])
        && !begins_as_number(word.strip_prefix('.').unwrap_or(word))
}

/// Reads a tree in parentheses.
struct Parser<'text> {
    scanner: Scanner<'text>,
    builder: Builder<'text>,
    /// The places of the parentheses that have not been closed.
    brackets: Vec<Scanner<'text>>,
}

impl<'text> Parser<'text> {
    fn tree(mut self) -> Result<Tree<'text>> {
        loop {
            let place = next_place(&mut self.scanner);
            match self.scanner.peek() {
                Some('(') => self.open_bracket(place)?,
                Some(')') => {
                    self.scanner.next();
                    let bracket = self.brackets.pop().ok_or_else(|| place.here(NEVER_OPENED))?;
                    self.builder.close(&bracket)?;
                }
                Some('=') => return Err(place.here("nothing is named here; expected NAME=number")),
                Some(_) => self.leaf(&place)?,
                None => {
                    return Err(match self.brackets.last() {
                        Some(bracket) => bracket.here("this bracket is never closed; expected a `)` for it"),
                        None => place.here("there is no tree; expected a number, NAME=number, or `(`"),
                    });
                }
            }
            if self.brackets.is_empty() {
                break;
            }
        }
        let place = next_place(&mut self.scanner);
        match self.scanner.peek() {
            None => Ok(self.builder.finish()),
            Some(')') => Err(place.here(NEVER_OPENED)),
            Some(_) => Err(place.here("something follows the tree; expected the end of the file")),
        }
    }

    fn word(&mut self) -> &'text str {
        self.scanner.read_while(|letter| !letter.is_whitespace() && !"()=#".contains(letter))
    }

    /// If the text continues with an equals sign, reads the sign and returns true.
    fn take_equals(&mut self) -> bool {
        next_place(&mut self.scanner);
        self.scanner.read_word("=")
    }

    fn open_bracket(&mut self, bracket: Scanner<'text>) -> Result<()> {
        self.scanner.next();
        let (place, word) = (next_place(&mut self.scanner), self.word());
        // A word before `=` is the name of the first child, a leaf, not of the node itself.
        let is_own = is_name(word) && !self.take_equals();
        let name = if is_own {
            Some(self.builder.declare(&place, Cow::Borrowed(word))?)
        } else {
            self.scanner = place;
            None
        };
        self.builder.open(&bracket, name)?;
        self.brackets.push(bracket);
        Ok(())
    }

    fn leaf(&mut self, place: &Scanner<'text>) -> Result<()> {
        let word = self.word();
        if self.take_equals() {
            let name = self.builder.declare(place, Cow::Borrowed(word))?;
            let place = next_place(&mut self.scanner);
            let number = self.word();
            self.builder.leaf(&place, Some(name), number)
        } else if is_name(word) {
            Err(place.here("this name has no value; expected NAME=number, or a `(` before the name"))
        } else {
            self.builder.leaf(place, None, word)
        }
    }
}
