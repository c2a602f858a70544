//! An evaluation as people write it: a sum of features, such as `weights + 10 mobility - 2 frontier`.

use std::{
    fmt,
    path::{Path, is_separator},
};

use super::{
    ByColor, Color, LeafEvaluation, MoveOrder, Position, Size, Square,
    features::{CountedFeature, PIECES, TABLES, WEIGHTS},
    fitted, parse_weights,
};
use reversi_io::{
    files::{
        diagnostic::Problem,
        input::{self, Input},
        scanner::Scanner,
    },
    names::nearest,
};

/// A sum of features: the value of a position, from a player's point of view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The name in tables, if the name differs from the written sum.
    name: Option<String>,
    terms: Vec<Term>,
}

/// A feature of the evaluation, and the feature's coefficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The factor of the feature, from -1,000,000 to 1,000,000.
    pub coefficient: i32,
    pub feature: Feature,
}

impl Term {
    fn is_weights(&self) -> bool {
        matches!(&self.feature, Feature::Table { name, .. } if name == "weights")
    }

    /// The text of the term as a part of a sum; the first term has no plus: `weights`, ` + 10 mobility`, ` - 2
    /// frontier`.
    pub fn written(&self, is_first: bool) -> String {
        let (plus, minus) = if is_first { ("", "-") } else { (" + ", " - ") };
        let sign = if self.coefficient < 0 { minus } else { plus };
        match self.coefficient.abs() {
            1 => format!("{sign}{}", self.feature),
            number => format!("{sign}{number} {}", self.feature),
        }
    }
}

/// A feature of an evaluation, which counts something for each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A table of weights: adds the weights of the squares under a player's discs.
    Table {
        /// The name of the table in an expression: the name of a feature, or the quoted name of a file.
        name: String,
        /// The weight of each square of an 8x8 board, row by row; [fitted] to smaller boards.
        weights: Box<[[i16; 8]; 8]>,
    },
    /// A feature that is counted again in each position.
    Counted(CountedFeature),
}

impl Feature {
    /// The feature with this name; `None` if there is no such feature.
    pub fn named(name: &str) -> Option<Self> {
        let table = TABLES.iter().find(|(known, _)| *known == name);
        let table = table.map(|&(name, weights)| Self::Table { name: name.to_owned(), weights: weights.into() });
        table.or_else(|| name.parse().ok().map(Self::Counted))
    }

    /// The names of all features; tables come first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLES.iter().map(|&(name, _)| name).chain(CountedFeature::ALL.map(CountedFeature::name))
    }

    /// The feature's count for each player.
    pub fn counts(&self, position: &Position) -> ByColor<i32> {
        let count = |color| match self {
            Self::Table { weights, .. } => {
                let weights = fitted(position.size(), weights);
                let weight = |square: Square| weights[usize::from(square.row())][usize::from(square.column())];
                position.discs(color).into_iter().map(|square| i32::from(weight(square))).sum()
            }
            Self::Counted(feature) => feature.count(&position.with_side_to_move(color)) as i32,
        };
        ByColor { black: count(Color::Black), white: count(Color::White) }
    }

    /// The path of a table from a file.
    fn path(&self) -> Option<&str> {
        match self {
            Self::Table { name, .. } => name.strip_prefix('"')?.strip_suffix('"'),
            Self::Counted(_) => None,
        }
    }

    fn largest(&self) -> i64 {
        match self {
            Self::Table { weights, .. } => weights.as_flattened().iter().map(|&weight| i64::from(weight).abs()).sum(),
            Self::Counted(feature) => feature.largest().into(),
        }
    }
}

/// Writes the name as in an expression.
impl fmt::Display for Feature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table { name, .. } => formatter.pad(name),
            Self::Counted(feature) => feature.fmt(formatter),
        }
    }
}

impl Expression {
    const LARGEST_COEFFICIENT: u32 = 1_000_000;

    /// `pieces`: the difference of discs.
    pub fn pieces() -> Self {
        Self::of_table(None, "pieces".to_owned(), PIECES)
    }

    /// `weights`: the positional weights of the assignment.
    pub fn weights() -> Self {
        Self::of_table(None, "weights".to_owned(), WEIGHTS)
    }

    /// Makes a feature from a table of weights and a name.
    pub fn table(name: &str, weights: [[i16; 8]; 8]) -> Self {
        Self::of_table(Some(name.to_owned()), format!("\"{name}\""), weights)
    }

    fn of_table(name: Option<String>, feature: String, weights: [[i16; 8]; 8]) -> Self {
        let feature = Feature::Table { name: feature, weights: weights.into() };
        Self { name, terms: vec![Term { coefficient: 1, feature }] }
    }

    /// Makes a sum of terms; the error is the index of the first term with which the sum could exceed 32 bits.
    fn of_terms(terms: Vec<Term>) -> Result<Self, usize> {
        let mut bound = 0;
        for (index, term) in terms.iter().enumerate() {
            bound += i64::from(term.coefficient).abs() * term.feature.largest();
            if bound > i64::from(i32::MAX) {
                return Err(index);
            }
        }
        Ok(Self { name: None, terms })
    }

    /// Reads an evaluation: an expression, or the path of a table of weights. A text that ends in `.csv` or contains
    /// `/` (on Windows also `\`) is a path. A path is relative to `folder`.
    pub fn read(text: &str, folder: &Path) -> Result<Self, Problem> {
        Self::read_for(Size::EIGHT, text, folder)
    }

    /// Reads an evaluation like [`read`](Self::read), with tables of weights for boards of a size.
    pub fn read_for(size: Size, text: &str, folder: &Path) -> Result<Self, Problem> {
        let scanner = Scanner::new(text);
        let is_csv = Path::new(text).extension().is_some_and(|extension| extension == "csv");
        if !text.contains('"') && (is_csv || text.contains(is_separator)) {
            let weights = table(text, folder, size).map_err(|message| scanner.here(message))?;
            return Ok(Self::table(text, weights));
        }
        Parser { scanner, folder, size }.sum()
    }

    /// The same evaluation with a short name for tables.
    pub fn with_name(self, name: String) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Replaces the assignment's weights by another table, which has its path as name or is still named `weights`.
    /// Returns `None` if the evaluation does not contain the weights or if the sum could exceed 32 bits.
    pub fn with_weights(mut self, path: Option<&str>, weights: [[i16; 8]; 8]) -> Option<Self> {
        let called = path.map_or("weights".to_owned(), |path| format!("\"{path}\""));
        let is_part = self.has_weights();
        for term in self.terms.iter_mut().filter(|term| term.is_weights()) {
            term.feature = Feature::Table { name: called.clone(), weights: weights.into() };
        }
        let is_only = matches!(self.terms[..], [Term { coefficient: 1, .. }]);
        let name = self.name.or(path.filter(|_| is_only).map(str::to_owned));
        let sum = Self::of_terms(self.terms).ok().filter(|_| is_part)?;
        Some(Self { name, ..sum })
    }

    /// The paths of the tables in the expression.
    pub fn table_paths(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().filter_map(|term| term.feature.path())
    }

    /// The same evaluation, with new paths for its tables.
    pub fn with_table_paths(mut self, other: impl Fn(&str) -> String) -> Self {
        if let (Some(name), true) = (&self.name, self.table_paths().eq(self.name.as_deref())) {
            self.name = Some(other(name));
        }
        for term in &mut self.terms {
            let path = term.feature.path().map(&other);
            if let (Feature::Table { name, .. }, Some(path)) = (&mut term.feature, path) {
                *name = format!("\"{path}\"");
            }
        }
        self
    }

    /// The same evaluation with another coefficient for a feature; 0 removes the feature. Returns `None` if the sum
    /// could exceed 32 bits.
    pub fn with_coefficient(&self, feature: &str, coefficient: i32) -> Option<Self> {
        let is_other = |term: &&Term| term.feature.to_string() != feature;
        let mut terms: Vec<Term> = self.terms.iter().filter(is_other).cloned().collect();
        if let Some(term) = self.terms.iter().find(|term| !is_other(term)).filter(|_| coefficient != 0) {
            terms.push(Term { coefficient, ..term.clone() });
        }
        Self::of_terms(terms).ok()
    }

    /// The coefficient of a feature in the sum. Returns `None` if the sum does not contain the feature, or consists of
    /// the feature without a number.
    pub fn coefficient(&self, feature: &str) -> Option<i32> {
        let is_own = |term: &&Term| term.feature.to_string() == feature;
        let has_others = self.terms.iter().any(|term| !is_own(&term));
        let own: Vec<i32> = self.terms.iter().filter(is_own).map(|term| term.coefficient).collect();
        (has_others || own.iter().any(|own| *own != 1)).then(|| own.iter().sum()).filter(|_| !own.is_empty())
    }

    /// The terms of the sum, in the order of the text.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The whole sum as text, even if the evaluation has a name. If the evaluation is a single table, the text is the
    /// table's name.
    pub fn in_full(&self) -> String {
        let name = self.name.clone().filter(|_| self.only_table().is_some());
        Self { name, terms: self.terms.clone() }.to_string()
    }

    /// True if the evaluation is just `pieces`.
    pub fn is_pieces(&self) -> bool {
        self.only_table() == Some(&PIECES)
    }

    /// True if the assignment's table of weights is a part of the sum.
    pub fn has_weights(&self) -> bool {
        self.terms.iter().any(Term::is_weights)
    }

    /// The table of weights, if the evaluation is a single table; `None` for `pieces`.
    pub fn weights_table(&self) -> Option<&[[i16; 8]; 8]> {
        self.only_table().filter(|&table| *table != PIECES)
    }

    /// The table of weights in the sum for boards of a size, with its coefficient; `None` for `pieces`.
    pub fn weights_term(&self, size: Size) -> Option<(i32, [[i16; 8]; 8])> {
        let is_alone = self.terms.len() == 1;
        self.terms.iter().find_map(|term| match &term.feature {
            Feature::Table { name, weights } if is_alone || name == "weights" || name.starts_with('"') => {
                Some((term.coefficient, fitted(size, weights))).filter(|_| **weights != PIECES)
            }
            Feature::Table { .. } | Feature::Counted(_) => None,
        })
    }

    fn only_table(&self) -> Option<&[[i16; 8]; 8]> {
        match &self.terms[..] {
            [Term { coefficient: 1, feature: Feature::Table { weights, .. } }] => Some(weights),
            _ => None,
        }
    }

    /// The weighted sum of all tables as a single table.
    pub fn square_sum(&self) -> [[i32; 8]; 8] {
        let mut sum = [[0; 8]; 8];
        for term in &self.terms {
            if let Feature::Table { weights, .. } = &term.feature {
                for (sum, &weight) in sum.as_flattened_mut().iter_mut().zip(weights.as_flattened()) {
                    *sum += term.coefficient * i32::from(weight);
                }
            }
        }
        sum
    }

    /// The counted features with their coefficients.
    pub fn counted(&self) -> Vec<(i32, CountedFeature)> {
        let counted = |term: &Term| match term.feature {
            Feature::Counted(feature) => Some((term.coefficient, feature)),
            Feature::Table { .. } => None,
        };
        self.terms.iter().filter_map(counted).collect()
    }

    /// The evaluation in the form for searches on a board of this size: one table and the counted features.
    pub fn leaf_evaluation(&self, size: Size) -> LeafEvaluation {
        LeafEvaluation::new(size, MoveOrder::ROWS_FROM_A1, &self.square_sum(), self.counted())
    }
}

/// Writes the name of the evaluation, or the sum if there is no name.
impl fmt::Display for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            return formatter.pad(name);
        }
        let terms = self.terms.iter().enumerate();
        let sum: String = terms.map(|(index, term)| term.written(index == 0)).collect();
        formatter.pad(&sum)
    }
}

fn table(path: &str, folder: &Path, size: Size) -> Result<[[i16; 8]; 8], String> {
    let input = Input::read(&folder.join(path), input::LIMIT).map_err(|error| format!("{error:#}"))?;
    parse_weights(&input.text, size).map_err(|problem| input.explain(&problem).to_string())
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    folder: &'a Path,
    size: Size,
}

impl Parser<'_> {
    /// Reads the whole text as terms with signs between them.
    fn sum(mut self) -> Result<Expression, Problem> {
        let (mut terms, mut places) = (Vec::new(), Vec::new());
        self.scanner.skip_blanks();
        let mut sign = self.sign().unwrap_or(1);
        loop {
            self.scanner.skip_blanks();
            places.push(self.scanner.clone());
            let coefficient = sign * self.coefficient()?;
            terms.push(Term { coefficient, feature: self.feature()? });
            self.scanner.skip_blanks();
            if self.scanner.peek().is_none() {
                break;
            }
            let expected = match self.scanner.peek() {
                Some('*') => "the coefficient stands before its feature: 10 mobility, and not mobility * 10",
                _ => "expected `+` or `-` and another term, or the end",
            };
            sign = self.sign().ok_or_else(|| self.scanner.here(expected))?;
        }
        let names: Vec<String> = terms.iter().map(|term| term.feature.to_string()).collect();
        Expression::of_terms(terms).map_err(|index| {
            let feature = &names[index];
            places[index].here(format!("with {feature}, the sum could exceed 32 bits; expected smaller coefficients"))
        })
    }

    /// Reads a sign, if one comes next: 1 for `+`, -1 for `-`.
    fn sign(&mut self) -> Option<i32> {
        let sign = match self.scanner.peek()? {
            '+' => 1,
            '-' => -1,
            _ => return None,
        };
        self.scanner.next();
        Some(sign)
    }

    /// Reads the number before a feature and an optional `*` after the number; 1 if there is no number.
    fn coefficient(&mut self) -> Result<i32, Problem> {
        let place = self.scanner.clone();
        let digits = self.scanner.read_while(|letter| letter.is_ascii_digit());
        if digits.is_empty() {
            return Ok(1);
        }
        let largest = Expression::LARGEST_COEFFICIENT;
        let number = digits.parse().ok().filter(|&number: &u32| number <= largest).ok_or_else(|| {
            place.here(format!("this coefficient is too large; expected a whole number up to {largest}"))
        })?;
        if self.scanner.peek() == Some('.') {
            return Err(place.here("coefficients are whole numbers: 25 mobility + 10 pieces for 2.5 mobility + pieces"));
        }
        self.scanner.skip_blanks();
        if self.scanner.read_word("*") {
            self.scanner.skip_blanks();
        }
        if self.scanner.peek().is_some_and(|letter| letter.is_ascii_digit()) {
            return Err(self.scanner.here("a term has one coefficient, and it has one already; expected a feature"));
        }
        Ok(number.cast_signed())
    }

    fn feature(&mut self) -> Result<Feature, Problem> {
        let place = self.scanner.clone();
        if self.scanner.read_word("\"") {
            let path = self.scanner.read_while(|letter| letter != '"');
            if !self.scanner.read_word("\"") {
                let message = "the closing quotation mark is missing; expected the path of a table between two `\"`";
                return Err(place.here(message));
            }
            let weights = table(path, self.folder, self.size).map_err(|message| place.here(message))?;
            return Ok(Feature::Table { name: format!("\"{path}\""), weights: weights.into() });
        }
        let word = self.scanner.read_while(|letter| letter.is_alphanumeric() || letter == '_');
        Feature::named(word).ok_or_else(|| {
            if self.scanner.peek() == Some('=') {
                return place.here("only --eval of `match` and `report` names evaluations; expected no name here");
            }
            let found =
                if word.is_empty() { "a feature is missing here" } else { &format!("{word:?} is not a feature") };
            let names = Feature::names().collect::<Vec<_>>().join(", ");
            let suggestion = nearest(word, Feature::names()).map(|name| format!("did you mean `{name}`?"));
            place.here(format!("{found}; expected {names} or the path of a table in quotes")).suggesting(suggestion)
        })
    }
}
