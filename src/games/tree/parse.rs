//! Trees as text: `(A (B b1=3 b2=12) (C 2 4))`.
//!
//! ```text
//! tree := INT | NAME=INT | '(' [NAME] tree+ ')'
//! ```
//! `#` starts a comment, and white space is free. A name is any run of other characters that does not begin with a
//! digit or a sign.

use std::collections::HashMap;

use super::{Kind, NodeId, Tree, TreeNode};
use crate::{
    files::{diagnostic::Problem, scanner::Scanner},
    game::Depth,
};

/// Reads a tree whose leaves lie at most `deepest` plies below the root.
///
/// # Errors
/// The first place, in reading order, where the text is no such tree.
pub fn parse(text: &str, deepest: Depth) -> Result<Tree<'_>> {
    let parser = Parser {
        tokens: Tokens(Scanner::new(text)),
        deepest: deepest.plies() as usize,
        nodes: Vec::new(),
        open: Vec::new(),
        names: HashMap::new(),
    };
    parser.tree()
}

type Result<T> = std::result::Result<T, Problem>;

const NEVER_OPENED: &str = "this bracket was never opened; expected a `(` before it";

struct Parser<'text> {
    tokens: Tokens<'text>,
    deepest: usize,
    nodes: Vec<TreeNode<'text>>,
    /// The nodes whose brackets are open, and the places of these.
    open: Vec<(NodeId, Scanner<'text>)>,
    /// The place of each name.
    names: HashMap<&'text str, Scanner<'text>>,
}

impl<'text> Parser<'text> {
    fn tree(mut self) -> Result<Tree<'text>> {
        loop {
            let (place, token) = self.tokens.next();
            match token {
                Token::Open => self.open_bracket(place)?,
                Token::Close => self.close_bracket(&place)?,
                Token::Word(word) => self.leaf(&place, word)?,
                Token::Equals => return Err(place.here("nothing is named here; expected NAME=number")),
                Token::End => {
                    return Err(match self.open.last() {
                        Some((_, bracket)) => bracket.here("this bracket is never closed; expected a `)` for it"),
                        None => place.here("there is no tree; expected a number, NAME=number, or `(`"),
                    });
                }
            }
            if self.open.is_empty() {
                break;
            }
        }
        match self.tokens.next() {
            (_, Token::End) => Ok(Tree { nodes: self.nodes }),
            (place, Token::Close) => Err(place.here(NEVER_OPENED)),
            (place, _) => Err(place.here("something follows the tree; expected the end of the file")),
        }
    }

    fn open_bracket(&mut self, place: Scanner<'text>) -> Result<()> {
        if self.open.len() == self.deepest {
            let message = format!("too many brackets are open here; expected at most {} levels", self.deepest);
            return Err(place.here(message));
        }
        let node = NodeId(self.nodes.len());
        self.open.push((node, place));
        let name = match self.tokens.take_name_of_bracket() {
            Some((place, name)) => Some(self.declare(place, name)?),
            None => None,
        };
        // The end is known when the bracket closes.
        self.nodes.push(TreeNode { name, kind: Kind::Inner { end: node } });
        Ok(())
    }

    fn close_bracket(&mut self, place: &Scanner) -> Result<()> {
        let (node, bracket) = self.open.pop().ok_or_else(|| place.here(NEVER_OPENED))?;
        let end = NodeId(self.nodes.len());
        if end.0 == node.0 + 1 {
            let message = "this node has no children; expected a number, NAME=number, or `(` before its `)`";
            return Err(bracket.here(message));
        }
        self.nodes[node.0].kind = Kind::Inner { end };
        Ok(())
    }

    fn leaf(&mut self, place: &Scanner<'text>, word: &'text str) -> Result<()> {
        let (name, value) = if self.tokens.take_equals() {
            let name = self.declare(place.clone(), word)?;
            match self.tokens.next() {
                (place, Token::Word(number)) => (Some(name), value(&place, number)?),
                (place, _) => return Err(no_number(&place)),
            }
        } else if is_name(word) {
            return Err(place.here("this name has no value; expected NAME=number, or a `(` before the name"));
        } else {
            (None, value(place, word)?)
        };
        self.nodes.push(TreeNode { name, kind: Kind::Leaf(value) });
        Ok(())
    }

    /// Makes sure that a word is a name and that no other node has it.
    fn declare(&mut self, place: Scanner<'text>, name: &'text str) -> Result<&'text str> {
        if !is_name(name) {
            return Err(place.here("this is no name; expected one that begins with neither digit nor sign"));
        }
        if let Some(first) = self.names.get(name) {
            let (line, column) = first.place();
            let message = format!("this name stands on line {line}, column {column} already; expected another one");
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
            return no_number(place);
        }
        place.here(format!("this number does not fit; expected one from {} to {}", i32::MIN, i32::MAX))
    })
}

fn no_number(place: &Scanner) -> Problem {
    place.here(format!("this is no whole number; expected one from {} to {}", i32::MIN, i32::MAX))
}

/// The text as tokens.
#[derive(Clone)]
struct Tokens<'text>(Scanner<'text>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'text> {
    Open,
    Close,
    Equals,
    Word(&'text str),
    End,
}

impl<'text> Tokens<'text> {
    /// The next token and its place.
    fn next(&mut self) -> (Scanner<'text>, Token<'text>) {
        self.skip_blanks_and_comments();
        let place = self.0.clone();
        let word = self.0.read_while(|letter| !letter.is_whitespace() && !"()=#".contains(letter));
        let token = match self.0.peek() {
            _ if !word.is_empty() => Token::Word(word),
            None => Token::End,
            Some(mark) => {
                self.0.next();
                match mark {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    _ => Token::Equals,
                }
            }
        };
        (place, token)
    }

    fn skip_blanks_and_comments(&mut self) {
        self.0.skip_blanks();
        while self.0.peek() == Some('#') {
            self.0.read_while(|letter| letter != '\n');
            self.0.skip_blanks();
        }
    }

    /// Reads the name after an opening bracket, if there is one. A word before `=` is not the name of the bracket but that
    /// of its first child, a leaf.
    fn take_name_of_bracket(&mut self) -> Option<(Scanner<'text>, &'text str)> {
        let mut ahead = self.clone();
        let (place, Token::Word(word)) = ahead.next() else { return None };
        if !is_name(word) || ahead.take_equals() {
            return None;
        }
        *self = ahead;
        Some((place, word))
    }

    /// Reads an equals sign if it comes next; tells whether it does.
    fn take_equals(&mut self) -> bool {
        self.skip_blanks_and_comments();
        self.0.read_word("=")
    }
}
