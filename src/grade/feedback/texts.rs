//! The texts on a case and on the build in Markdown, for students and staff.

use std::slice;

use super::detail::Detail;
use crate::{
    checking::{
        case_result::{CaseResult, FormatResult, MisplacedFile, PartResult, RowCounts},
        diagnosis::StudentDiagnosis,
        verdict::{Ending, Written},
    },
    escape::{block, span, word},
    points::Points,
    recipes::build::BuildReport,
    results::{CaseHeading, ClassResults, StudentResult},
    sandbox::{End, Limit},
};
use reversi_check::{Role, diagnosis::Explanation};
use reversi_io::names::{count, list};

/// The largest number of explanations with full texts.
const IN_FULL: usize = 3;

/// A case of a student, as a given reader may see it. The fields are private, so each method can leave out details that
/// the reader may not see.
#[derive(Clone, Copy, Debug)]
pub struct CaseOf<'a> {
    heading: &'a CaseHeading,
    case: &'a CaseResult,
    student: &'a StudentResult,
    results: &'a ClassResults,
    detail: Detail,
    /// True if the reader may not see the board of the case.
    is_hidden: bool,
}

impl<'a> CaseOf<'a> {
    /// The cases of a student, as a reader may see them. Staff see all details of all cases.
    pub(crate) fn all(
        results: &'a ClassResults,
        student: &'a StudentResult,
        is_staff: bool,
    ) -> impl Iterator<Item = Self> {
        results.cases.iter().filter_map(move |heading| {
            let case = student.graded.case(&heading.name)?;
            let is_hidden = heading.is_hidden && !is_staff;
            let detail = if is_staff { Detail::Full } else { results.feedback.detail_of(is_hidden) };
            Some(Self { heading, case, student, results, detail, is_hidden })
        })
    }

    pub(crate) fn name(&self) -> &'a str {
        &self.heading.name
    }

    pub(crate) const fn most_points(&self) -> Points {
        self.heading.points
    }

    pub(crate) const fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    pub(crate) fn tells_mistakes(&self) -> bool {
        self.detail >= Detail::Mistake
    }

    pub(crate) fn tells_places(&self) -> bool {
        self.detail >= Detail::Place
    }

    fn tells_all(&self) -> bool {
        self.detail >= Detail::Full
    }

    /// The points of the case: set by staff, or earned by the files.
    pub(crate) fn points(&self) -> Points {
        self.student.points_of(self.name()).unwrap_or_default()
    }

    pub(crate) fn lost(&self) -> Points {
        self.heading.points.minus(self.points()).from_zero()
    }

    /// The points lost only because of the format of the files.
    pub(crate) fn lost_by_format(&self) -> Points {
        let lost = self.student.lost_by_format.get(self.name()).filter(|_| self.tells_mistakes());
        lost.copied().unwrap_or_default().min(self.lost())
    }

    /// True if the case has its maximum of points.
    pub(crate) fn is_passed(&self) -> bool {
        self.points() >= self.heading.points
    }

    pub(crate) fn is_right(&self) -> bool {
        self.case.verdict.is_right()
    }

    pub(crate) fn has_wrong_files(&self) -> bool {
        self.case.verdict.written == Written::Wrong
    }

    pub(crate) fn has_right_files(&self) -> bool {
        self.case.verdict.written == Written::Right
    }

    pub(crate) fn kind(&self) -> &'static str {
        self.case.verdict.kind()
    }

    /// The explanations of the case; empty if the reader may not see mistakes.
    pub(crate) fn explanations(&self) -> &'a [Explanation] {
        if self.tells_mistakes() { self.student.graded.diagnosis.explanations(self.case) } else { &[] }
    }

    /// True if only the format of the files is wrong.
    pub(crate) fn is_of_format(&self) -> bool {
        self.case.is_format_only && self.tells_mistakes()
    }

    /// The format deviations of the files; empty if the reader may not see mistakes.
    pub(crate) fn formats(&self) -> &'a [FormatResult] {
        if self.tells_mistakes() { &self.case.formats } else { &[] }
    }

    /// True if a file that is right in part earns points.
    pub(crate) fn earns_in_part(&self) -> bool {
        self.student.earned_in_part.contains(self.name())
    }

    /// The case or job for which a wrong file is right.
    pub(crate) fn recognised(&self) -> Option<&'a MisplacedFile> {
        self.parts_if(self.tells_mistakes()).iter().find_map(|part| part.recognised.as_ref())
    }

    /// The results of the case's files; empty if the reader may not see places.
    pub(crate) fn parts(&self) -> &'a [PartResult] {
        self.parts_if(self.tells_places())
    }

    fn parts_if(&self, is_shown: bool) -> &'a [PartResult] {
        if is_shown { &self.case.parts } else { &[] }
    }

    /// The error message that the program printed when it crashed.
    pub(crate) fn printed_error(&self) -> Option<&'a str> {
        self.case.printed_error().filter(|_| self.case.verdict.ending.is_crash() && self.tells_all())
    }

    /// The meaning of the signal that ended a program without a message; empty without such a signal.
    pub(crate) fn signal(&self) -> String {
        match self.case.verdict.ending {
            Ending::Ran(End::Signalled(signal)) if self.tells_all() && self.printed_error().is_none() => {
                signal_words(signal).to_owned()
            }
            _ => String::new(),
        }
    }

    /// The reason why the program did not run, or wrote nothing useful.
    pub(crate) fn problem(&self) -> Option<String> {
        let problem = self.case.problem.as_deref().filter(|_| self.tells_places())?;
        Some(if self.case.is_endless { problem.to_owned() } else { span(problem) })
    }

    /// The verdict. For a hidden board, exit status and signal are left out, because they could reveal a part of the
    /// board.
    pub(crate) fn verdict(&self) -> String {
        if self.tells_all() { self.case.verdict.to_string() } else { self.verdict_without_status() }
    }

    /// The verdict without the details that only some readers may see.
    pub(crate) fn verdict_without_status(&self) -> String {
        self.case.verdict.without_status()
    }

    /// The text on the case, with the explanation.
    pub(crate) fn text(&self) -> String {
        let (text, explanations) = (self.text_without_explanation(), self.explanations());
        if explanations.is_empty() {
            return text;
        }
        let diagnosis = &self.student.graded.diagnosis;
        let likely = match explanations {
            [one] if diagnosis.is_open(one) => "The likely reading of the assignment",
            [_] => "The likely mistake",
            _ => "The likely mistake, one of these",
        };
        let explained = explained(explanations, diagnosis, |one| self.shows_numbers_of(one));
        format!("{text}\n{likely}:\n\n{explained}")
    }

    /// True if the reader may see the numbers of an explanation. A program could take the numbers of an explanation
    /// from a hidden board.
    pub(crate) fn shows_numbers_of(&self, explanation: &Explanation) -> bool {
        let is_seen = !self.is_hidden && self.tells_mistakes() || self.tells_all();
        is_seen && self.case.explained_by.contains(explanation)
    }

    /// The text on the case without the explanation, for a reader who finds the explanation in another section.
    pub(crate) fn text_without_explanation(&self) -> String {
        let case = self.case;
        let varies = if case.varies { " The results differ from run to run; this is the best one." } else { "" };
        let mut text = vec![self.sentence() + varies + "\n"];
        if case.verdict.is_right() {
            return text.concat();
        }
        if self.tells_places()
            && !case.varies
            && !matches!(case.verdict.ending, Ending::NotBuilt | Ending::Ran(End::NotStarted) | Ending::NotSubmitted)
        {
            text.push(self.parts_text());
        }
        if !self.tells_all() {
            let hidden = self.is_hidden.then_some("\nThis case is hidden, so its board is not shown.\n");
            text.extend(hidden.map(str::to_owned));
            return text.concat();
        }
        if !case.other_files.is_empty() {
            let mut missing: Vec<String> =
                self.parts().iter().filter(|part| part.problem.is_some()).map(|part| span(&part.file)).collect();
            missing.dedup();
            let written = list(case.other_files.iter().map(|name| span(name)), "and");
            text.push(format!("\nYour program wrote {written}; expected {}.\n", list(missing, "and")));
        }
        text.extend(case.formats.iter().map(|FormatResult { role, name, text, example }| {
            let example = example.as_ref().map_or(String::new(), |[expected, found]| {
                let [expected, found] =
                    [expected, found].map(|line| if line.is_empty() { "(an empty line)" } else { line });
                ["\n", &block(&format!("expected  {expected}\nfound     {found}"))].concat()
            });
            format!("\nFormat, `{name}`: the {} has {text}.\n{example}", role.noun())
        }));
        let differences = ("The differences", &case.report);
        let printed = ("The program printed", &case.printed);
        // The last words of a program that crashed tell the cause.
        let both = if case.verdict.ending.is_crash() { [printed, differences] } else { [differences, printed] };
        let shown = both.into_iter().filter(|(_, shown)| !shown.is_empty());
        text.extend(shown.map(|(title, shown)| format!("\n{title}:\n\n{}", block(shown))));
        if let (Some(command), Some(build)) = (&case.command, &self.student.graded.build) {
            if self.has_crlf() {
                text.push("\nThe lines of the input end in CR LF (Windows line endings).\n".to_owned());
            }
            let input = Some(self.input_command()).filter(|_| !self.case.input.is_empty());
            let commands = [input.as_slice(), &build.commands[..], slice::from_ref(command)].concat();
            let commands = block(&commands.join("\n"));
            let copy = copy_of(build);
            let python = build.interpreter.as_ref().map_or(String::new(), |version| format!(" with {version}"));
            text.push(format!("\nTo reproduce this{python}, run in {copy}:\n\n{commands}"));
            if !build.of_course.is_empty() {
                let is = if build.of_course.len() == 1 { "is a program" } else { "are programs" };
                let programs = list(build.of_course.iter().map(|name| span(name)), "and");
                text.push(format!("\n{programs} {is} of the course.\n"));
            }
        }
        // If a file is only too long to compare, the program itself has ended.
        let is_too_long = case.verdict.ending == Ending::TOO_MUCH_OUTPUT && case.problem.is_none();
        if case.verdict.ending.is_limit() && !is_too_long && case.command.is_some() {
            let ends = if case.is_endless { "This program does not end" } else { "This program may not end" };
            text.push(format!("\n{ends}: stop it with Ctrl-C.\n"));
        }
        text.concat()
    }

    /// A line with the verdict, the explanation, and the command that repeats the case.
    pub(crate) fn line(&self) -> String {
        let repeat = match &self.case.command {
            Some(command) if self.tells_all() => {
                let ends = if self.has_crlf() { " The lines of the input end in CR LF." } else { "" };
                let has_input = !self.case.input.is_empty();
                let input = if has_input { self.printing_command() + "; " } else { String::new() };
                format!("{ends} To reproduce it: {}", span(&(input + command)))
            }
            _ => String::new(),
        };
        format!("- {}: {}.{repeat}", span(self.name()), self.verdict_and_mistake())
    }

    /// The verdict, and the smallest set of the first explanation with which a program writes this case's files.
    pub(crate) fn verdict_and_mistake(&self) -> String {
        let first = self.explanations().first().map(|set| {
            let own = self.case.explained_by.iter().find(|own| own.is_part_of(set));
            own.unwrap_or(set)
        });
        let shown = first.filter(|set| !set.is_calculated() || self.shows_numbers_of(set));
        let mistake = shown.map(|set| format!(", that of a program with {}", span(&set.to_string())));
        self.verdict() + &mistake.unwrap_or_default()
    }

    fn has_crlf(&self) -> bool {
        self.heading.input.contains("\r\n")
    }

    /// A shell command that writes the input: line by line if the bytes allow this.
    fn input_command(&self) -> String {
        let (name, input) = (&self.case.input, &self.heading.input);
        let is_plain = input.ends_with('\n') && !input.contains('\r') && input.lines().all(|line| line != "END");
        if is_plain { format!("cat > {} <<'END'\n{input}END", word(name)) } else { self.printing_command() }
    }

    /// A shell command that writes the input in one line.
    fn printing_command(&self) -> String {
        let (name, input) = (&self.case.input, &self.heading.input);
        let mut written = String::new();
        for letter in input.chars() {
            match letter {
                '\n' => written += "\\n",
                '\r' => written += "\\r",
                '%' => written += "%%",
                '\\' => written += "\\\\",
                '\'' => written += "'\\''",
                _ if letter.is_control() => {
                    written.extend(letter.to_string().bytes().map(|byte| format!("\\{byte:03o}")));
                }
                _ => written.push(letter),
            }
        }
        format!("printf '{written}' > {}", word(name))
    }

    fn sentence(&self) -> String {
        let (case, limits) = (self.case, &self.results.limits);
        let mut names: Vec<&str> = self.parts().iter().map(|part| part.file.as_str()).collect();
        names.dedup();
        let why = match (case.verdict.ending, self.problem()) {
            (ending, None) if ending.is_crash() && !self.tells_all() => String::new(),
            (_, Some(problem)) => problem + ".",
            (Ending::FINISHED, None)
                if self.parts().iter().any(|part| part.file == "standard output" && part.problem.is_some()) =>
            {
                "The program ended and printed nothing.".to_owned()
            }
            (Ending::FINISHED, None) if case.verdict.written == Written::Nothing && !names.is_empty() => {
                format!("The program ended and did not write {}.", list(names, "and"))
            }
            (Ending::FINISHED | Ending::NotSubmitted, None) => String::new(),
            (Ending::Ran(End::Exited(_)), None) => {
                "A successful program exits with status 0. An uncaught exception, or a call such as `exit(1)`, sets \
                 another status."
                    .to_owned()
            }
            (Ending::Ran(End::Signalled(signal)), None) => {
                format!("The system ended the program{}.", signal_words(signal))
            }
            (Ending::Ran(End::Exceeded(Limit::Processor | Limit::Wall)), None) => format!(
                "The program was stopped after {} seconds of CPU time or {} seconds of wall-clock time, and again when it ran alone. \
                 Look for an endless loop.",
                limits.processor.as_secs_f64(),
                limits.wall.as_secs_f64()
            ),
            (Ending::Ran(End::Exceeded(Limit::Memory)), None) => {
                format!("The program was stopped at {} MiB of memory.", limits.memory >> 20)
            }
            (Ending::Ran(End::Exceeded(Limit::Output | Limit::Files)), None) => {
                "The program wrote a file that is too long to compare.".to_owned()
            }
            (Ending::Ran(End::Exceeded(Limit::Processes)), None) => {
                format!("The program was stopped at {} processes and threads.", limits.processes)
            }
            (Ending::NotBuilt | Ending::Ran(End::NotStarted), None) => {
                "There was no program to run: see \"The build\".".to_owned()
            }
        };
        let blank = if why.is_empty() { "" } else { " " };
        format!("**{}.**{blank}{why}", self.verdict())
    }
    /// A list of each file's right rows and first wrong line.
    fn parts_text(&self) -> String {
        let is_hidden = |case: &str| self.results.cases.iter().any(|heading| heading.is_hidden && heading.name == case);
        let line = |part: &PartResult| {
            let PartResult { role, file, is_right, line, rows, problem, recognised, .. } = part;
            let RowCounts { right, matching, found, is_cut, all } = rows;
            let is_of_many = self.parts().iter().filter(|other| other.file == *file).count() > 1;
            let role_in_file = if is_of_many { format!(", {role}") } else { String::new() };
            let unit = match role {
                Role::Moves => "step",
                Role::Board | Role::Log => "row",
                Role::Answer => "line",
            };
            let first = line.map_or(String::new(), |line| format!(" in line {line}"));
            let state = match problem {
                Some(problem) => span(problem),
                None if *is_right => "right".to_owned(),
                None => {
                    let later = matching.saturating_sub(*right);
                    let are = |number: u64| if number == 1 { "is" } else { "are" };
                    let more = if *right == 0 { "" } else { " more" };
                    let later = (later > 0).then(|| format!("; after that, {later}{more} {} right", are(later)));
                    let surplus = Some(found.saturating_sub(*all)).filter(|rows| *rows > 0 && recognised.is_none());
                    let at_least = if *is_cut { "at least " } else { "" };
                    let surplus = surplus
                        .map(|rows| format!("; the file has {at_least}{}", count(rows, &format!("extra {unit}"))));
                    let start = match right {
                        0 => "wrong".to_owned(),
                        _ => format!("{right} of {} {} right before the first error", count(*all, unit), are(*right)),
                    };
                    [start, first, later.unwrap_or_default(), surplus.unwrap_or_default()].concat()
                }
            };
            // A mistake that writes the file exactly says more than another job that does.
            let is_told = |found: &&MisplacedFile| {
                self.explanations().is_empty() || !matches!(found, MisplacedFile::OtherJob { .. })
            };
            let recognised = recognised.as_ref().filter(is_told).map_or(String::new(), |found| match found {
                MisplacedFile::Exchanged => ". The moves file and the log are swapped".to_owned(),
                MisplacedFile::OtherJob { job, .. } => format!(". The file is right for {job}"),
                MisplacedFile::OtherCase(case) if is_hidden(case) => ". This is the output of another case".to_owned(),
                MisplacedFile::OtherCase(case) => format!(". This is the output of case {}", span(case)),
            });
            format!("\n- {}{role_in_file}: {state}{recognised}.", span(file))
        };
        self.parts().iter().map(line).collect::<String>() + "\n"
    }
}

/// The name of the folder in which the student repeats the commands.
fn copy_of(build: &BuildReport) -> String {
    let within = build.folder.as_ref().map_or(String::new(), |folder| format!("the folder {} of ", span(folder)));
    let added = if build.has_files_of_course { " with the course's files" } else { "" };
    [&within, "a copy of your submission", added].concat()
}

/// The text on the build; empty if there was no build.
pub fn build_text(build: &BuildReport) -> String {
    let error = build.error.as_ref().map_or(String::new(), |error| format!(" The first error: {}.", span(error)));
    let first = match &build.failure {
        Some(_) if build.recipe.is_empty() && build.left_out.is_empty() => return String::new(),
        Some(failure) if build.recipe.is_empty() => format!("Nothing was built: {}.\n", span(failure)),
        Some(failure) => format!("The build failed: {}.{error}\n", span(failure)),
        None if build.commands.is_empty()
            && build.left_out.is_empty()
            && build.other_attempts.is_empty()
            && build.remarks.is_empty() =>
        {
            return String::new();
        }
        None if build.commands.is_empty() => format!("There was nothing to build ({}).\n", build.recipe),
        None => format!("The build succeeded ({}).\n", build.recipe),
    };
    let left_out = build.left_out.iter().map(|(name, kind)| format!("- {}: {kind}\n", span(name)));
    let block = |text: &str| if text.is_empty() { String::new() } else { block(text) };
    let attempts: Vec<String> = build.other_attempts.iter().map(|text| format!("- {}\n", span(text))).collect();
    let changed = (!build.changed.is_empty()).then(|| {
        let files = |names: &[String]| list(names.iter().map(|name| span(name)), "and");
        let changes =
            build.changed.iter().map(|(command, names)| format!("{} changed {}", span(command), files(names)));
        format!("\nThe course changed your program before it ran: {}.\n", list(changes, "and"))
    });
    let remarks = build.remarks.iter().flat_map(|remark| ["\n", remark, "\n"]).collect();
    let before = (build.failure.is_none() && !attempts.is_empty()).then(|| {
        let attempts = list(build.other_attempts.iter().map(|text| span(text)), "and");
        format!("\nAnother way to build or start your program failed first: {attempts}.\n")
    });
    let parts = [first, changed.unwrap_or_default(), remarks, before.unwrap_or_default()];
    let (first, attempts) = (parts.concat(), if build.failure.is_some() { attempts } else { Vec::new() });
    let sections = [
        ("Other build and run methods that failed", attempts.concat()),
        ("Removed, because you must submit source code, not compiled programs", left_out.collect()),
        (&format!("Build commands, run in {}", copy_of(build)), block(&build.commands.join("\n"))),
        ("Output of the build", block(&build.output)),
    ];
    let sections = sections.into_iter().filter(|(_, text)| !text.is_empty());
    first + &sections.map(|(title, text)| format!("\n{title}:\n\n{text}")).collect::<Vec<_>>().concat()
}

/// The meaning of a signal, for signals that often end students' programs.
pub(crate) const fn signal_words(signal: i32) -> &'static str {
    match signal {
        4 => ": it ran an invalid instruction (SIGILL)",
        6 => ": it aborted (SIGABRT), for example because of an uncaught exception or a failed `assert`",
        8 => ": it divided a whole number by zero (SIGFPE)",
        9 => ": it was killed (SIGKILL)",
        11 => {
            ": it accessed invalid memory (SIGSEGV), for example by an array index out of bounds or endless recursion"
        }
        _ => "",
    }
}

/// A text on several explanations that fit the same files, without any part of a board. Numbers are shown only for the
/// explanations in `has_numbers`.
pub fn explained(
    explanations: &[Explanation],
    diagnosis: &StudentDiagnosis,
    has_numbers: impl Fn(&Explanation) -> bool,
) -> String {
    let mut lines = Vec::new();
    for (place, explanation) in explanations.iter().take(IN_FULL).enumerate() {
        let is_set = explanation.names().len() > 1;
        match (place, is_set) {
            (0, _) => {}
            (_, false) => lines.push("- or".to_owned()),
            (_, true) => lines.push("- or these together".to_owned()),
        }
        for (name, text) in diagnosis.texts(explanation) {
            if text.rule.is_empty() {
                lines.extend(has_numbers(explanation).then(|| format!("- {}", text.done)));
            } else {
                let line = format!("- `{name}`: {} {}", text.done, text.advice().join(" "));
                lines.push(line.trim_end().to_owned());
            }
        }
        if explanation.is_calculated() && !has_numbers(explanation) {
            let part = if explanation.weights.is_empty() { "coefficient" } else { "weight" };
            lines.push(format!("- A {part} of the evaluation is wrong in the program."));
        }
    }
    if explanations.len() > IN_FULL {
        lines.push(format!("- or one of {} others", explanations.len() - IN_FULL));
    }
    lines.join("\n") + "\n"
}
