//! Reads trees as text: `(A (B b1=3 b2=12) (C 2 4))`.
//!
//! ```text
//! tree := INT | NAME=INT | '(' [NAME] tree+ ')'
//! ```
//! `#` starts a comment, and white space is free. A name is a sequence of other characters that does not begin with a
//! digit or a sign.

use std::collections::HashMap;

use super::{NodeId, NodeKind, Tree, TreeNode};
use crate::game::Depth;
use reversi_io::files::{diagnostic::Problem, scanner::Scanner};

/// Reads a tree whose leaves are at most `deepest` plies below the root.
pub fn parse(text: &str, deepest: Depth) -> Result<Tree<'_>> {
    let scanner = Scanner::new(text);
    let deepest = deepest.plies() as usize;
    Parser { scanner, deepest, nodes: Vec::new(), open: Vec::new(), names: HashMap::new() }.tree()
}

/// If a text in place of a board is a tree, returns a hint that names the command for trees.
pub fn in_place_of_board(text: &str) -> Option<String> {
    let is_tree = text.contains('(') && parse(text, Depth::UNLIMITED).is_ok();
    is_tree.then(|| "this is a tree, which `reversi tree` searches".to_owned())
}

type Result<T> = std::result::Result<T, Problem>;

const NEVER_OPENED: &str = "this bracket was never opened; expected a `(` before it";

struct Parser<'text> {
    scanner: Scanner<'text>,
    deepest: usize,
    nodes: Vec<TreeNode<'text>>,
    open: Vec<OpenBracket<'text>>,
    names: HashMap<&'text str, Scanner<'text>>,
}

/// A node whose closing parenthesis has not been read yet.
struct OpenBracket<'text> {
    node: NodeId,
    place: Scanner<'text>,
    children: usize,
}

impl<'text> Parser<'text> {
    fn tree(mut self) -> Result<Tree<'text>> {
        loop {
            let place = self.next_place();
            match self.scanner.peek() {
                Some('(') => self.open_bracket(place)?,
                Some(')') => self.close_bracket(&place)?,
                Some('=') => return Err(place.here("nothing is named here; expected NAME=number")),
                Some(_) => self.leaf(place)?,
                None => {
                    return Err(match self.open.last() {
                        Some(bracket) => bracket.place.here("this bracket is never closed; expected a `)` for it"),
                        None => place.here("there is no tree; expected a number, NAME=number, or `(`"),
                    });
                }
            }
            if self.open.is_empty() {
                break;
            }
        }
        let place = self.next_place();
        match self.scanner.peek() {
            None => Ok(Tree { nodes: self.nodes }),
            Some(')') => Err(place.here(NEVER_OPENED)),
            Some(_) => Err(place.here("something follows the tree; expected the end of the file")),
        }
    }

    /// Skips spaces and comments, and returns the place of the next character.
    fn next_place(&mut self) -> Scanner<'text> {
        self.scanner.skip_blanks();
        while self.scanner.peek() == Some('#') {
            self.scanner.read_while(|letter| letter != '\n');
            self.scanner.skip_blanks();
        }
        self.scanner.clone()
    }

    fn word(&mut self) -> &'text str {
        self.scanner.read_while(|letter| !letter.is_whitespace() && !"()=#".contains(letter))
    }

    /// If the text continues with an equals sign, reads the sign and returns true.
    fn take_equals(&mut self) -> bool {
        self.next_place();
        self.scanner.read_word("=")
    }

    fn open_bracket(&mut self, place: Scanner<'text>) -> Result<()> {
        if self.open.len() == self.deepest {
            let message = format!("too many brackets are open here; expected at most {} levels", self.deepest);
            return Err(place.here(message));
        }
        self.scanner.next();
        let bracket = place;
        let (place, word) = (self.next_place(), self.word());
        // A word before `=` is the name of the first child, a leaf, not of the node itself.
        let is_own = !word.is_empty() && is_name(word) && !self.take_equals();
        let name = if is_own {
            Some(self.declare(place, word)?)
        } else {
            self.scanner = place;
            None
        };
        let node = NodeId(self.nodes.len());
        // The end of the subtree is known only at the closing parenthesis.
        self.push(name, NodeKind::Inner { end: node });
        self.open.push(OpenBracket { node, place: bracket, children: 0 });
        Ok(())
    }

    fn close_bracket(&mut self, place: &Scanner) -> Result<()> {
        self.scanner.next();
        let OpenBracket { node, place: bracket, children } = self.open.pop().ok_or_else(|| place.here(NEVER_OPENED))?;
        let end = NodeId(self.nodes.len());
        if children == 0 {
            let message = "this node has no children; expected a number, NAME=number, or `(` before its `)`";
            return Err(bracket.here(message));
        }
        self.nodes[node.0].kind = NodeKind::Inner { end };
        Ok(())
    }

    fn leaf(&mut self, place: Scanner<'text>) -> Result<()> {
        let word = self.word();
        let (name, value) = if self.take_equals() {
            let name = self.declare(place, word)?;
            let place = self.next_place();
            (Some(name), value(&place, self.word())?)
        } else if is_name(word) {
            return Err(place.here("this name has no value; expected NAME=number, or a `(` before the name"));
        } else {
            (None, value(&place, word)?)
        };
        self.push(name, NodeKind::Leaf(value));
        Ok(())
    }

    /// Adds a node as the next child of the innermost open node.
    fn push(&mut self, name: Option<&'text str>, kind: NodeKind) {
        let level = self.open.len();
        let above = self.open.last_mut().map(|above| {
            above.children += 1;
            (above.node, above.children)
        });
        let (parent, place) = above.unzip();
        self.nodes.push(TreeNode { name, kind, parent, place: place.unwrap_or_default(), level });
    }

    /// Checks that a word is a valid name and that no other node has this name.
    fn declare(&mut self, place: Scanner<'text>, name: &'text str) -> Result<&'text str> {
        if !is_name(name) {
            return Err(place.here("this is not a name; expected a name that begins with neither a digit nor a sign"));
        }
        if let Some(first) = self.names.get(name) {
            let (line, column) = first.place();
            let message = format!("line {line}, column {column} already uses this name; expected another name");
            return Err(place.here(message));
        }
        self.names.insert(name, place);
        Ok(name)
    }
}

fn is_name(word: &str) -> bool {
    !word.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first))
}

fn value(place: &Scanner, number: &str) -> Result<i32> {
    number.parse().map_err(|_| {
        let digits = number.strip_prefix(['+', '-']).unwrap_or(number);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return place.here(format!("this is not a whole number; expected {} to {}", i32::MIN, i32::MAX));
        }
        place.here(format!("this number is out of range; expected {} to {}", i32::MIN, i32::MAX))
    })
}
