//! The progress line of long jobs on standard error: the job, its progress and its time.

use std::{
    env, fmt,
    io::{self, IsTerminal, Write},
    sync::mpsc,
    thread::{self, JoinHandle},
    time::Duration,
};

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{
    interrupt::{self, Guard},
    line_ends,
};

/// A job runs this long before the progress line appears.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two updates of the line.
const TICK: Duration = Duration::from_millis(100);

/// A progress line appears after a second, and disappears when this value is dropped.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    appearance: Option<Appearance>,
}

impl Progress {
    /// A line for a job that starts now; if standard error is not a terminal, nothing is shown. `what` names the job.
    pub fn start(what: &str) -> Self {
        Self::of(None, "{spinner} {msg}, {elapsed}", what)
    }

    /// A line for a job with a known number of parts, which [`advance`](Progress::advance) counts. The line also shows
    /// the remaining time.
    pub fn of_parts(what: &str, parts: u64) -> Self {
        Self::of(Some(parts), "{spinner} {msg}: {human_pos} of {human_len}, {elapsed}{left}", what)
    }

    /// A progress line that is never shown.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), appearance: None }
    }

    fn of(parts: Option<u64>, template: &str, what: &str) -> Self {
        if !io::stderr().is_terminal() || env::var_os("TERM").is_some_and(|name| name == "dumb") {
            return Self::hidden();
        }
        // Before the first part is finished, nothing is known of the remaining time.
        let left = |state: &ProgressState, text: &mut dyn fmt::Write| {
            if state.pos() > 0 {
                // Writing to a string cannot fail.
                let _ = write!(text, ", {:#} left", HumanDuration(state.eta()));
            }
        };
        let style = ProgressStyle::with_template(template).expect("a template").with_key("left", left);
        let bar = ProgressBar::with_draw_target(parts, ProgressDrawTarget::hidden());
        let bar = bar.with_style(style).with_message(what.to_owned());
        // If the system has no thread for the line, nothing is shown.
        let appearance = Appearance::of(bar.clone()).ok();
        Self { bar, appearance }
    }

    /// Changes the name of the job.
    pub fn say(&self, what: impl Into<String>) {
        if self.appearance.is_some() {
            self.bar.set_message(what.into());
        }
    }

    /// Counts one finished part.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// Ends the job: the line disappears. If the progress line was visible, another line shows the finished job and its
    /// time.
    pub fn finish(self, what: &str) {
        let line = self.appearance.is_some().then(|| format!("{what}, {:.1?}", self.bar.elapsed()));
        drop(self);
        if let Some(line) = line {
            // If standard error is closed, only this line is lost.
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    /// A sink that writes to another sink and shows the number of rows and bytes of a log. The sink updates the
    /// progress line once a block, so blocks should be large. `rows` computes the number of rows from the number of
    /// line endings.
    pub const fn watch<W: Write, F: Fn(u64) -> u64>(&self, sink: W, rows: F) -> Watched<'_, W, F> {
        Watched { progress: self, sink, rows, line_ends: 0, bytes: 0 }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Appearance { cancelled, thread }) = self.appearance.take() {
            drop(cancelled);
            // After the join, the line can no longer appear. If the line has appeared, the guard clears the line on an
            // interrupt. If the thread panicked, the line never appeared.
            let guard = thread.join().ok().flatten();
            self.bar.finish_and_clear();
            drop(guard);
        }
    }
}

/// The thread that shows a line after the delay.
#[derive(Debug)]
struct Appearance {
    cancelled: mpsc::Sender<()>,
    /// Returns a guard that clears the line on an interrupt, if the line has appeared.
    thread: JoinHandle<Option<Guard>>,
}

impl Appearance {
    fn of(bar: ProgressBar) -> io::Result<Self> {
        let (cancelled, wait) = mpsc::channel();
        let thread = thread::Builder::new().spawn(move || {
            let is_time = wait.recv_timeout(DELAY) == Err(mpsc::RecvTimeoutError::Timeout);
            is_time.then(|| {
                let shown = bar.clone();
                let guard = interrupt::on_end(move || shown.finish_and_clear());
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(TICK);
                guard
            })
        })?;
        Ok(Self { cancelled, thread })
    }
}

/// A sink whose rows and bytes a progress line shows.
#[derive(Debug)]
pub struct Watched<'a, W, F> {
    progress: &'a Progress,
    sink: W,
    rows: F,
    line_ends: u64,
    bytes: u64,
}

impl<W, F: Fn(u64) -> u64> Watched<'_, W, F> {
    /// The written amount so far: `146 rows, 1.40 KiB`.
    pub fn amount(&self) -> String {
        let rows = (self.rows)(self.line_ends);
        let noun = if rows == 1 { "row" } else { "rows" };
        format!("{} {noun}, {}", HumanCount(rows), HumanBytes(self.bytes))
    }
}

impl<W: Write, F: Fn(u64) -> u64> Write for Watched<'_, W, F> {
    fn write(&mut self, block: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(block)?;
        if self.progress.appearance.is_some() {
            self.line_ends += line_ends(&block[..written]);
            self.bytes += written as u64;
            self.progress.say(format!("writing the log: {}", self.amount()));
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}
