//! The keys of an assignment's file, for reading and writing by serde.

use std::collections::BTreeMap;

use reversi_core::games::reversi::{Size, text::Alphabet};
use reversi_io::files::toml_file::{TomlTable, word, words};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected},
};

use super::{Assignment, Heading, MoveWords, OpenReading, OutputForm, SearchRules, TaskAlgorithm, TaskNumber};
use crate::log::RowFormat;

/// The keys before the first table, and the tables.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    pub name: String,
    pub title: String,
    /// The reader asks for this key before all others.
    #[serde(default, skip_serializing, rename = "like")]
    pub _like: Option<String>,
    #[serde(with = "word")]
    pub output: OutputForm,
    #[serde(with = "words")]
    pub open_readings: Vec<OpenReading>,
    #[serde(skip_serializing)]
    pub weights: Option<Vec<Vec<i16>>>,
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
    #[serde(serialize_with = "write_size", deserialize_with = "size")]
    pub size: Size,
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
            _like: None,
            output: assignment.output,
            open_readings: assignment.open_readings.clone(),
            weights: None,
            input: TomlTable(InputKeys {
                size: assignment.size,
                heading: assignment.heading.clone(),
                squares: assignment.squares,
            }),
            search: TomlTable(assignment.rules),
            log: TomlTable(assignment.row_format.clone()),
            moves: TomlTable(assignment.moves.clone()),
            tasks: BTreeMap::new(),
        }
    }
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
    let rows = u8::deserialize(deserializer)?;
    let size = Size::new(rows).filter(|size| *size >= Size::FOUR);
    size.ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(rows.into()), &"a size of the board, from 4 to 8"))
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn write_size<S: Serializer>(size: &Size, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(size.rows())
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
