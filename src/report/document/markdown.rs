//! Writes a document as Markdown; the plots are separate files.

use super::{Block, Document, Table};

pub fn markdown(document: &Document) -> String {
    let blocks: Vec<String> = document.blocks.iter().map(of_block).collect();
    format!("# {}\n\n{}", document.title, blocks.join("\n"))
}

fn of_block(block: &Block) -> String {
    match block {
        Block::Heading(heading) => format!("## {heading}\n"),
        Block::Paragraph(sentences) => format!("{sentences}\n"),
        Block::List(items) => format!("- {}\n", items.join("\n- ")),
        Block::Table(table) => of_table(table),
        Block::Plot(plot) => format!("![{}]({})\n", plot.title, plot.file()),
    }
}

fn of_table(table: &Table) -> String {
    let row = |cells: &mut dyn Iterator<Item = &str>| format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
    let rule = |is_number| if is_number { "---:" } else { "---" };
    let mut text = format!("**{}**\n\n", table.caption);
    text += &row(&mut table.heads.iter().map(|head| head.name));
    text += &row(&mut table.heads.iter().map(|head| rule(head.is_number)));
    text.extend(table.rows.iter().map(|cells| row(&mut cells.iter().map(String::as_str))));
    text
}
