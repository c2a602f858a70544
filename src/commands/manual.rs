//! `reversi man`: shows the manual pages of the program, its commands and its guides.

use std::{
    fmt::Write as _,
    io::{self, IsTerminal as _, Write as _},
    process::{Command as Process, ExitCode, Stdio},
};

use anyhow::Result;
use clap::{Args, Command};
use clap_mangen::Man;

use super::{help, print};
use crate::guides::{Guide, laid_out};

#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal, `man` shows the page. In a pipe or a file, you get the troff source.

Examples:
  reversi man
  reversi man next
  reversi man evaluations")]
pub struct Arguments {
    /// Command or guide to document [default: the whole program]
    #[arg(value_name = "COMMAND|GUIDE")]
    name: Vec<String>,
}

/// The columns of a guide in a manual page, whose text is indented by seven columns.
const COLUMNS: usize = 73;

const EXIT_STATUS: &str = "\
.SH EXIT STATUS
.IP 0 4
The command succeeded; compared files are right.
.IP 1 4
A comparison differs, or a set of cases misses something.
.IP 2 4
The arguments or an input are wrong, or the command failed. No output file was changed, except by `grade`: it writes
the results of all students whom it could grade.
.IP \"129, 130, 143\" 4
The command was interrupted (SIGHUP, SIGINT, SIGTERM).
";

/// Prints the manual page, or shows the page on a terminal.
pub fn run(arguments: &Arguments, mut program: Command) -> Result<ExitCode> {
    program.build();
    let (page, plain) = match &*arguments.name {
        [name] if let Some(guide) = Guide::named(name) => (of_guide(guide), laid_out(guide.text, 80)),
        names => (of_command(help::command(&program, names)?)?, help::of_command(program, names)?),
    };
    if !io::stdout().is_terminal() {
        return print(page);
    }
    // If the system cannot show the page, the program prints the plain text.
    if !show(page.as_bytes()).is_ok_and(|is_shown| is_shown) {
        write!(anstream::stdout(), "{plain}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn of_command(command: &Command) -> Result<String> {
    let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (examples, notes): (Vec<&str>, Vec<&str>) = notes.split("\n\n").partition(|part| part.starts_with("Example"));
    let man = Man::new(command.clone().version(env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let mut page = help::with_short_flags(&String::from_utf8(page)?);
    for (heading, parts) in [("NOTES", notes), ("EXAMPLES", examples)] {
        if parts.iter().any(|part| !part.is_empty()) {
            write!(page, ".SH {heading}\n.nf\n{}\n.fi\n", escaped(&parts.join("\n\n")))?;
        }
    }
    page += EXIT_STATUS;
    let guides: Vec<&str> = Guide::ALL.iter().map(|guide| guide.name).collect();
    Ok(page + ".SH SEE ALSO\nGuides, as `reversi man GUIDE`: " + &escaped(&guides.join(", ")) + ".\n")
}

fn of_guide(guide: Guide) -> String {
    let title = guide.title();
    let mut page = format!(".TH reversi-{0} 7\n.SH NAME\nreversi-{0} \\- {1}\n", guide.name, escaped(title));
    let text = guide.text.replacen(title, "DESCRIPTION", 1);
    for section in format!("\n#{text}").split("\n## ").skip(1) {
        let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
        let text = anstream::adapter::strip_str(&laid_out(text.trim(), COLUMNS)).to_string();
        write!(page, ".SH {}\n.nf\n{}.fi\n", escaped(heading), escaped(&text)).expect("memory");
    }
    page
}

/// Escapes a text for troff: backslashes, minus signs, and lines that begin with a dot or a quote.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    let lines =
        text.split('\n').map(|line| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
}

/// Shows a page with the system's `man`; returns false if `man` fails.
fn show(page: &[u8]) -> io::Result<bool> {
    let mut man = Process::new("man").args(["-l", "-"]).stdin(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    // Writing fails if the reader leaves `man` early.
    let _ = man.stdin.take().map(|mut stdin| stdin.write_all(page));
    Ok(man.wait()?.success())
}
