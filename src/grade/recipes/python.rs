//! Recognises Python 2, by what a script says before it runs.

/// Whether a script is Python 2: its first line asks for `python2`, or it has a statement that only Python 2 takes.
pub fn is_python_2(script: &str) -> bool {
    let first = script.lines().next().unwrap_or_default();
    first.starts_with("#!") && first.contains("python2") || code(script).split(['\n', ';']).any(is_statement_of_2)
}

/// Whether a statement is one of Python 2 alone: `print x`, `exec "x"`, `except Error, error:` or `raise Error, "x"`.
fn is_statement_of_2(statement: &str) -> bool {
    let statement = statement.trim();
    // What follows the colon of `if x: print y`.
    let last = statement.rsplit_once(": ").map_or(statement, |(_, last)| last.trim());
    let is_printing = [statement, last].into_iter().any(|statement| {
        let rest = ["print", "exec"].into_iter().find_map(|word| statement.strip_prefix(word));
        let Some(rest) = rest.filter(|rest| rest.starts_with([' ', '\t', '"'])) else { return false };
        let word = rest.trim_start().split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
        let is_operator = matches!(word, Some("and" | "or" | "in" | "is" | "if" | "else" | "for" | "not"));
        let begins = |letter: char| letter.is_alphanumeric() || matches!(letter, '"' | '_' | '`' | '%' | '>');
        rest.trim_start().starts_with(begins) && !is_operator && !rest.trim_start().starts_with("%=")
    });
    let has_comma = |keyword: &str| {
        let rest = statement.strip_prefix(keyword).filter(|rest| rest.starts_with(' '));
        let before_comma = rest.and_then(|rest| rest.split_once(',')).map(|(before, _)| before.trim());
        before_comma
            .is_some_and(|name| name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.')))
    };
    is_printing || has_comma("except") || has_comma("raise")
}

/// A script without what stands in its comments and strings: each string is `""`.
fn code(script: &str) -> String {
    let (mut code, mut rest) = (String::new(), script);
    while let Some(letter) = rest.chars().next() {
        let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| rest.starts_with(quote));
        if let Some(quote) = quote {
            code.push_str("\"\"");
            rest = after_string(&rest[quote.len()..], quote);
        } else if letter == '#' {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else {
            code.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    code
}

/// What follows a string that ends with `quote`; a string in one line ends with the line.
fn after_string<'a>(text: &'a str, quote: &str) -> &'a str {
    let mut is_escaped = false;
    for (place, letter) in text.char_indices() {
        if !is_escaped && text[place..].starts_with(quote) {
            return &text[place + quote.len()..];
        }
        if letter == '\n' && quote.len() == 1 && !is_escaped {
            return &text[place..];
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    ""
}
