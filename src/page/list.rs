//! A list of cases: its rows, and a part of it.

use std::path::Path;

use anyhow::Result;
use serde_json::{Map, Value as Json};

use reversi_course::cases::CaseList;
use reversi_io::files::{
    input::{self, Input},
    table::CsvTable,
};

/// The rows as objects with the names of the columns. The inputs may be missing.
pub(crate) fn rows(list: &Path) -> Result<Json> {
    let text = Input::read(list, input::LIMIT)?;
    let table = CsvTable::read(&text.text);
    let Some((names, rows)) = table.rows.split_first() else { return Ok(Json::Array(Vec::new())) };
    let row = |fields: &csv::StringRecord| {
        names.fields.iter().zip(fields).map(|(name, field)| (name.to_owned(), field.into())).collect::<Map<_, _>>()
    };
    Ok(rows.iter().map(|cells| row(&cells.fields)).collect())
}

/// The cases with these names. The inputs of other cases may be missing.
pub(crate) fn part(list: &Path, chosen: &[String]) -> Result<CaseList> {
    let text = Input::read(list, input::LIMIT)?;
    let table = CsvTable::read(&text.text);
    let name = table.rows.first().and_then(|names| names.fields.iter().position(|name| name == "name"));
    let is_chosen = |fields: &csv::StringRecord| {
        name.and_then(|name| fields.get(name)).is_some_and(|name| chosen.iter().any(|chosen| chosen == name))
    };
    let mut part = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for (place, row) in table.rows.iter().enumerate() {
        if place == 0 || is_chosen(&row.fields) {
            part.write_record(&row.fields)?;
        }
    }
    let part = String::from_utf8(part.into_inner()?)?;
    CaseList::parse(Input { text: part, ..text })
}
