//! The keys of an assignment's file, for reading and writing by serde.

use std::{collections::BTreeMap, fmt};

use reversi_core::games::reversi::text::Alphabet;
use reversi_io::files::toml_file::{TomlTable, word, words};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Unexpected, Visitor},
};

use super::{Assignment, Heading, MoveWords, OpenReading, OutputForm, SearchRules, TaskAlgorithm, TaskNumber};
use crate::log::RowFormat;

/// The keys before the first table, and the tables.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    pub name: String,
    pub title: String,
    #[expect(dead_code)] // the reader asks for it before the other keys
    #[serde(default, skip_serializing)]
    pub like: Option<String>,
    #[serde(with = "word")]
    pub output: OutputForm,
    #[serde(with = "words")]
    pub open_readings: Vec<OpenReading>,
    #[serde(deserialize_with = "weights")]
    pub weights: [[i16; 8]; 8],
    pub input: TomlTable<InputKeys>,
    pub search: TomlTable<SearchRules>,
    pub log: TomlTable<RowFormat>,
    pub moves: TomlTable<MoveWords>,
    #[serde(default, skip_serializing)]
    pub tasks: BTreeMap<TaskNumber, TomlTable<TaskKeys>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InputKeys {
    #[serde(with = "words")]
    pub heading: Vec<Heading>,
    #[serde(serialize_with = "write_squares", deserialize_with = "squares")]
    pub squares: Alphabet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TaskKeys {
    #[serde(deserialize_with = "word::deserialize")]
    pub algorithm: TaskAlgorithm,
    pub evaluation: String,
}

impl From<&Assignment> for Keys {
    fn from(assignment: &Assignment) -> Self {
        Self {
            name: assignment.name.clone(),
            title: assignment.title.clone(),
            like: None,
            output: assignment.output,
            open_readings: assignment.open_readings.clone(),
            weights: assignment.weights,
            input: TomlTable(InputKeys { heading: assignment.heading.clone(), squares: assignment.squares }),
            search: TomlTable(assignment.rules),
            log: TomlTable(assignment.row_format.clone()),
            moves: TomlTable(assignment.moves.clone()),
            tasks: BTreeMap::new(),
        }
    }
}

fn squares<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Alphabet, D::Error> {
    let text = String::deserialize(deserializer)?;
    let letters: Vec<char> = text.chars().collect();
    let is_bad = |letter: &char| letter.is_whitespace() || letter.is_control();
    let is_twice = |letter: &&char| letters.iter().filter(|other| other == letter).count() > 1;
    let expected = match (&letters[..], letters.iter().find(is_twice)) {
        (&[empty, black, white], None) if !letters.iter().any(is_bad) => return Ok(Alphabet { empty, black, white }),
        ([_, _, _], Some(letter)) if !letters.iter().any(is_bad) => {
            format!("3 different characters; `{letter}` is there twice")
        }
        _ => "3 different characters that are not spaces: empty, black, white".to_owned(),
    };
    Err(D::Error::invalid_value(Unexpected::Str(&text), &&*expected))
}

fn write_squares<S: Serializer>(squares: &Alphabet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&String::from_iter([squares.empty, squares.black, squares.white]))
}

fn weights<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[[i16; 8]; 8], D::Error> {
    Ok(Eight::<Eight<i16>>::deserialize(deserializer)?.0.map(|Eight(row)| row))
}

/// Eight rows of weights, or the eight weights of one row.
struct Eight<T>([T; 8]);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Eight<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(EightVisitor(Vec::new()))
    }
}

struct EightVisitor<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EightVisitor<T> {
    type Value = Eight<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("8 rows of 8 whole numbers from -32768 to 32767")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut values: A) -> Result<Eight<T>, A::Error> {
        while let Some(value) = values.next_element()? {
            self.0.push(value);
        }
        let count = self.0.len();
        self.0.try_into().map(Eight).map_err(|_| A::Error::invalid_length(count, &EightVisitor::<T>(Vec::new())))
    }
}
