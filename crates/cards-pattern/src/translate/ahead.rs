//! What a pattern is looked through for before it is translated.

/// The characters of a pattern that are syntax outside classes, with their places in bytes. An escape is its backslash.
pub(super) fn syntax(pattern: &str) -> impl Iterator<Item = (usize, char)> {
    let mut in_class = false;
    let mut rest = pattern.char_indices();
    std::iter::from_fn(move || {
        loop {
            let (at, c) = rest.next()?;
            let outside = !in_class;
            match c {
                '\\' => drop(rest.next()),
                '[' => in_class = true,
                ']' => in_class = false,
                _ => {}
            }
            if outside {
                return Some((at, c));
            }
        }
    })
}

/// Counts capture groups and collects their names with their numbers, which decides what `\1` and `\k` mean.
pub(super) fn count_groups(pattern: &str) -> (u32, Vec<(String, u32)>) {
    let (mut groups, mut names) = (0, Vec::new());
    for (at, _) in syntax(pattern).filter(|&(_, c)| c == '(') {
        let after = pattern.get(at + 1..).unwrap_or_default();
        if let Some(name) = after.strip_prefix("?<").filter(|name| !name.starts_with(['=', '!'])) {
            groups += 1;
            names.extend(name.split_once('>').map(|(name, _)| (name.to_owned(), groups)));
        } else if !after.starts_with('?') {
            groups += 1;
        }
    }
    (groups, names)
}

/// Looks ahead for look-around and back-references, since they decide how `\b` and `^` are written.
///
/// With `folded_words` (flags `i` and `u`) a `\b` needs it too: `ſ` and the Kelvin sign are letters of words there, and
/// the linear engine has no `\b` for that set.
pub(super) fn needs_backtracking(pattern: &str, groups: u32, names_count: bool, folded_words: bool) -> bool {
    syntax(pattern).any(|(at, c)| {
        let after = pattern.get(at + 1..).unwrap_or_default();
        match c {
            '\\' => {
                let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
                let number = digits.parse::<u32>().unwrap_or(u32::MAX);
                let reference = !digits.is_empty() && number > 0 && number <= groups;
                // The linear engine refuses an ASCII `\B` in text, since it might split a character.
                let edge = after.starts_with('B') || (folded_words && after.starts_with('b'));
                reference || edge || (names_count && after.starts_with("k<"))
            }
            '(' => ["?=", "?!", "?<=", "?<!"].iter().any(|look| after.starts_with(look)),
            _ => false,
        }
    })
}
