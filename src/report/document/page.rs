//! Writes a document as a web page: one file without scripts and network access.

use std::iter;

use super::{Block, Document, Table};
use crate::{files::html, report::plots};

/// The style of the page, which is not that of the plots in files of their own.
const STYLE: &str = "@media (min-width: 75rem) {\n  .article { max-width: 76rem; }\n  .beside { display: flex; gap: 2rem; \
    align-items: start; }\n}\n";

pub fn page(document: &Document) -> String {
    let (mut blocks, mut inside) = (document.blocks.iter().peekable(), String::new());
    let is_plot = |block: &&Block| matches!(block, Block::Plot(_));
    while let Some(block) = blocks.next() {
        // On a wide screen, plots are beside their table.
        let is_beside = matches!(block, Block::Table(_)) && blocks.peek().is_some_and(is_plot);
        if is_beside {
            let plots: String = iter::from_fn(|| blocks.next_if(is_plot)).map(of_block).collect();
            inside.extend(["<div class=\"beside\">\n", &of_block(block), "<div>\n", &plots, "</div>\n</div>\n"]);
        } else {
            inside += &of_block(block);
        }
    }
    html::article(&document.title, &[plots::STYLE, STYLE].concat(), &inside)
}

fn of_block(block: &Block) -> String {
    match block {
        Block::Heading(heading) => format!("<h2>{}</h2>\n", escaped(heading)),
        Block::Paragraph(sentences) => format!("<p>{}</p>\n", escaped(sentences)),
        Block::List(items) => {
            let items: Vec<String> = items.iter().map(|item| escaped(item)).collect();
            format!("<ul>\n<li>{}</li>\n</ul>\n", items.join("</li>\n<li>"))
        }
        Block::Table(table) => of_table(table),
        Block::Plot(plot) => format!("<figure tabindex=\"0\">\n{}</figure>\n", plot.inline()),
    }
}

fn of_table(table: &Table) -> String {
    let row = |cells: &mut dyn Iterator<Item = &str>, tag: &str| {
        let cells = cells.zip(&table.heads).map(|(cell, head)| {
            let class = if head.is_number { " class=\"number\"" } else { "" };
            format!("<{tag}{class}>{}</{tag}>", escaped(cell))
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let head = row(&mut table.heads.iter().map(|head| head.name), "th");
    let rows: String = table.rows.iter().map(|cells| row(&mut cells.iter().map(String::as_str), "td")).collect();
    let caption = escaped(&table.caption);
    format!(
        "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\n<table>\n<caption>{caption}</caption>\n<thead>\n{head}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n",
    )
}

/// Escapes text for HTML, and keeps each percent sign on the line of its number.
fn escaped(text: &str) -> String {
    html::escape(text).replace(" %", "&nbsp;%")
}
