//! Lays out guides for a terminal or a manual page: bold headings, aligned tables, indented code.

use std::fmt::Write as _;

use anstyle::Style;

use crate::terminal::screen::fit;

const BOLD: Style = Style::new().bold();

/// The narrowest column of a table that is wider than the screen.
const NARROWEST: usize = 12;

/// A guide in Markdown as lines of at most `width` columns. Words that are too long and lines of code stay whole.
pub fn laid_out(markdown: &str, width: usize) -> String {
    let mut text = String::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                text += format!("    {code}").trim_end();
                text.push('\n');
            }
        } else if line.is_empty() {
            text.push('\n');
        } else if line.starts_with('#') {
            writeln!(text, "{BOLD}{}{BOLD:#}", line.trim_start_matches(['#', ' '])).expect("memory");
        } else if line.starts_with('|') {
            let mut rows = vec![line];
            rows.extend(std::iter::from_fn(|| lines.next_if(|line| line.starts_with('|'))));
            text += &table(&rows, width);
        } else {
            let mut paragraph = line.to_owned();
            while let Some(more) = lines.next_if(|line| !line.is_empty() && !starts_a_block(line)) {
                paragraph += &[" ", more.trim_start()].concat();
            }
            // Further lines of an item are indented like the item's text.
            let indent = item_mark(&paragraph);
            let (mark, rest) = paragraph.split_at(indent);
            text += mark;
            text += &fit(rest, Some(width - indent)).replace('\n', &["\n", &" ".repeat(indent)].concat());
            text.push('\n');
        }
    }
    text
}

fn starts_a_block(line: &str) -> bool {
    line.starts_with("```") || line.starts_with(['#', '|']) || item_mark(line) > 0
}

/// The length of the mark with which an item of a list begins.
fn item_mark(line: &str) -> usize {
    let number = line.split_once(". ").filter(|(number, _)| number.parse::<u8>().is_ok());
    number.map_or(if line.starts_with("- ") { 2 } else { 0 }, |(number, _)| number.len() + 2)
}

fn table(rows: &[&str], width: usize) -> String {
    let cells = |row: &str| -> Vec<String> {
        let row = row.trim().trim_matches('|').replace(r"\|", "\0");
        row.split('|').map(|cell| cell.trim().replace('\0', "|")).collect()
    };
    let is_rule = |row: &&&str| row.chars().all(|letter| "|-: ".contains(letter));
    let rows: Vec<Vec<String>> = rows.iter().filter(|row| !is_rule(row)).map(|row| cells(row)).collect();
    let longest = |column: usize| rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max();
    let mut widths: Vec<usize> = (0..).map_while(longest).collect();
    let too_wide = |widths: &[usize]| widths.iter().map(|width| width + 2).sum::<usize>() > width + 2;
    while too_wide(&widths)
        && let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > NARROWEST)
    {
        *widest -= 1;
    }
    let mut text = String::new();
    for (row, is_header) in rows.iter().zip([true].into_iter().chain(std::iter::repeat(false))) {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| fit(cell, Some(width)).into()).collect();
        let cells: Vec<Vec<&str>> = cells.iter().map(|cell| cell.lines().collect()).collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or_default() {
            let part = |(cell, &width): (&Vec<&str>, &usize)| format!("{:width$}", cell.get(line).unwrap_or(&""));
            let line = cells.iter().zip(&widths).map(part).collect::<Vec<_>>().join("  ");
            let style = if is_header { BOLD } else { Style::new() };
            writeln!(text, "{style}{}{style:#}", line.trim_end()).expect("memory");
        }
    }
    text
}
