//! Reads trees as text: `(A (B b1=3 b2=12) (C 2 4))`. Texts that begin with a bracket or a brace are [lists](super::lists).
//!
//! ```text
//! tree := NUMBER | NAME=NUMBER | '(' [NAME] tree+ ')'
//! ```
//! `#` starts a comment, and white space is free. A name is a sequence of other characters that does not begin as a
//! number.

use std::collections::{BTreeMap, HashMap};

use super::{NodeId, NodeKind, Tree, TreeNode, numbers};
use crate::game::Depth;
use reversi_io::files::{diagnostic::Problem, scanner::Scanner};

/// The largest depth of a tree. A line for a node is as long as the node's level, so the time grows with the square of
/// the depth.
pub const DEEPEST: Depth = Depth::new(500);

/// Reads a tree whose leaves are at most `deepest` plies below the root. Each level takes a call on the stack.
pub fn parse(text: &str, deepest: Depth) -> Result<Tree> {
    let mut reader = Reader {
        scanner: Scanner::new(text),
        deepest: deepest.plies() as usize,
        nodes: Vec::new(),
        open: Vec::new(),
        names: HashMap::new(),
    };
    let start = reader.next_place();
    match reader.scanner.peek() {
        Some('[' | '{') => reader.value(None)?,
        _ if is_drawing(start.text()) => {
            return Err(start.here(
                "this is a drawing for Graphviz (DOT), not a tree; expected a tree such as (A (B 3 12) (C 2 4)), or lists of JSON",
            ));
        }
        _ => reader.tree()?,
    }
    let place = reader.next_place();
    match reader.scanner.peek() {
        None => Ok(reader.finish()),
        Some(')') => Err(place.here(NEVER_OPENED)),
        Some(_) => Err(place.here("something follows the tree; expected the end of the file")),
    }
}

/// True if a text begins as a graph of Graphviz.
fn is_drawing(text: &str) -> bool {
    let mut words = text.split(|letter: char| letter.is_whitespace() || letter == '{');
    text.contains('{') && matches!(words.next(), Some("digraph" | "graph" | "strict"))
}

/// If a text in place of a board is a tree, returns a hint that names the command for trees.
pub fn in_place_of_board(text: &str) -> Option<String> {
    let is_tree = text.contains(['(', '[', '{']) && parse(text, DEEPEST).is_ok();
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

/// Reads a tree node by node, depth first.
pub(super) struct Reader<'text> {
    pub scanner: Scanner<'text>,
    deepest: usize,
    pub nodes: Vec<TreeNode>,
    /// The nodes whose children are read, each with the number of children so far.
    open: Vec<(NodeId, usize)>,
    /// The names of nodes, each with its line and column.
    names: HashMap<String, (usize, usize)>,
}

impl<'text> Reader<'text> {
    pub(super) fn next_place(&mut self) -> Scanner<'text> {
        next_place(&mut self.scanner)
    }

    /// Makes an inner node, whose children are read by `children`.
    pub(super) fn inner(
        &mut self,
        place: &Scanner,
        name: Option<String>,
        children: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.open.len() == self.deepest {
            let message = format!("too many brackets are open here; expected at most {} levels", self.deepest);
            return Err(place.here(message));
        }
        let node = NodeId(self.nodes.len());
        self.push(name, String::new(), NodeKind::Inner { end: node });
        self.open.push((node, 0));
        children(self)?;
        self.open.pop();
        let end = NodeId(self.nodes.len());
        if end.0 == node.0 + 1 {
            return Err(place.here("this node has no children; expected at least one child"));
        }
        self.nodes[node.0].kind = NodeKind::Inner { end };
        Ok(())
    }

    /// Makes a leaf. The kind of the leaf is known only when all numbers are.
    pub(super) fn leaf(&mut self, place: &Scanner, name: Option<String>, number: &str) -> Result<()> {
        if numbers::scaled(number).is_none() {
            return Err(place.here(format!("this is not a number; {}", numbers::EXPECTED)));
        }
        self.push(name, numbers::written(number), NodeKind::Leaf(0));
        Ok(())
    }

    /// Adds a node as the next child of the innermost open node.
    fn push(&mut self, name: Option<String>, number: String, kind: NodeKind) {
        let level = self.open.len();
        let above = self.open.last_mut().map(|(node, children)| {
            *children += 1;
            (*node, *children)
        });
        let (parent, place) = above.unzip();
        self.nodes.push(TreeNode { name, number, kind, parent, place: place.unwrap_or_default(), level });
    }

    /// Checks that a word is a valid name and that no other node has this name.
    pub(super) fn declare(&mut self, place: &Scanner, name: &str) -> Result<String> {
        if !is_name(name) {
            let message = "this is not a name; expected a name without spaces, brackets, `=` and `#` that does not begin \
                           with a digit or a sign";
            return Err(place.here(message));
        }
        if let Some((line, column)) = self.names.insert(name.to_owned(), place.place()) {
            let message = format!("line {line}, column {column} already uses this name; expected another name");
            return Err(place.here(message));
        }
        Ok(name.to_owned())
    }

    /// The tree, whose leaves have the places of their numbers.
    fn finish(self) -> Tree {
        let Self { mut nodes, .. } = self;
        // The first leaf of each number, and the place of the number. An inner node has no number.
        let mut known: BTreeMap<i64, (NodeId, i32)> = BTreeMap::new();
        for (index, node) in nodes.iter().enumerate() {
            if let Some(number) = numbers::scaled(&node.number) {
                known.entry(number).or_insert((NodeId(index), 0));
            }
        }
        for ((_, place), index) in known.values_mut().zip(0..) {
            *place = index;
        }
        for node in &mut nodes {
            if let Some(number) = numbers::scaled(&node.number) {
                node.kind = NodeKind::Leaf(known[&number].1);
            }
        }
        let negative = known.range(..0).count();
        Tree { nodes, numbers: known.into_values().map(|(first, _)| first).collect(), negative }
    }

    /// Reads a tree in parentheses, or a leaf.
    fn tree(&mut self) -> Result<()> {
        let place = self.next_place();
        match self.scanner.peek() {
            Some('(') => self.brackets(&place),
            Some(')') => Err(place.here(NEVER_OPENED)),
            Some('=') => Err(place.here("nothing is named here; expected NAME=number")),
            Some(_) => self.number(&place),
            None => Err(place.here("there is no tree; expected a number, NAME=number, or `(`")),
        }
    }

    fn word(&mut self) -> &'text str {
        self.scanner.read_while(|letter| !letter.is_whitespace() && !"()=#".contains(letter))
    }

    /// If the text continues with an equals sign, reads the sign and returns true.
    fn take_equals(&mut self) -> bool {
        self.next_place();
        self.scanner.read_word("=")
    }

    fn brackets(&mut self, bracket: &Scanner) -> Result<()> {
        self.scanner.next();
        let (place, word) = (self.next_place(), self.word());
        // A word before `=` is the name of the first child, a leaf, not of the node itself.
        let is_own = is_name(word) && !self.take_equals();
        let name = if is_own {
            Some(self.declare(&place, word)?)
        } else {
            self.scanner = place;
            None
        };
        self.inner(bracket, name, |reader| {
            loop {
                reader.next_place();
                match reader.scanner.peek() {
                    Some(')') => break,
                    Some(_) => reader.tree()?,
                    None => return Err(bracket.here("this bracket is never closed; expected a `)` for it")),
                }
            }
            reader.scanner.next();
            Ok(())
        })
    }

    /// Reads a leaf with or without a name.
    fn number(&mut self, place: &Scanner) -> Result<()> {
        let word = self.word();
        if self.take_equals() {
            let name = self.declare(place, word)?;
            let place = self.next_place();
            let number = self.word();
            self.leaf(&place, Some(name), number)
        } else if is_name(word) {
            Err(place.here("this name has no value; expected NAME=number, or a `(` before the name"))
        } else {
            self.leaf(place, None, word)
        }
    }
}

fn is_name(word: &str) -> bool {
    let begins_as_number = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
    !word.is_empty()
        && !word.contains(|letter: char| letter.is_whitespace() || "()=#".contains(letter))
        && !word.starts_with(['+', '-'])
        && !begins_as_number(word.strip_prefix('.').unwrap_or(word))
}
