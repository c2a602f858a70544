//! Writes a document as plain ASCII with 80 columns, without plots.

use super::{Block, Document, Table};

/// The number of columns of a terminal, and of a printed text file.
const WIDTH: usize = 80;

pub fn plain(document: &Document) -> String {
    let blocks: Vec<String> = document.blocks.iter().map(of_block).collect();
    format!("{}\n{}", document.title.to_uppercase(), blocks.concat())
}

fn of_block(block: &Block) -> String {
    match block {
        Block::Heading(heading) => format!("\n\n{}\n", heading.to_uppercase()),
        Block::Paragraph(sentences) => format!("\n{}", wrapped(sentences, "", "")),
        Block::List(items) => {
            let items: Vec<String> = items.iter().map(|item| wrapped(item, "  - ", "    ")).collect();
            format!("\n{}", items.concat())
        }
        Block::Table(table) => format!("\n{}", of_table(table)),
        Block::Plot(_) => String::new(),
    }
}

/// Breaks `words` into lines; `first` indents the first line, and `others` indents further lines. No line begins with a
/// percent sign.
fn wrapped(words: &str, first: &str, others: &str) -> String {
    let mut lines = vec![first.to_owned()];
    for (number, word) in words.replace(" %", "_%").split_whitespace().enumerate() {
        let word = word.replace("_%", " %");
        let line = lines.last_mut().expect("there is one always");
        if number == 0 {
            line.push_str(&word);
        } else if line.len() + 1 + word.len() <= WIDTH {
            line.extend([" ", &word]);
        } else {
            lines.push(format!("{others}{word}"));
        }
    }
    lines.join("\n") + "\n"
}

fn of_table(table: &Table) -> String {
    let mut rows: Vec<Vec<&str>> = vec![table.heads.iter().map(|head| head.name).collect()];
    rows.extend(table.rows.iter().map(|row| row.iter().map(String::as_str).collect()));
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.heads.len()).map(width).collect();
    let mut text = wrapped(&table.caption, "", "");
    for row in rows {
        let cells = row.iter().zip(&table.heads).zip(&widths).map(|((cell, head), &width)| {
            if head.is_number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
