//! What a pattern is looked through for before it is translated.

/// Counts capture groups and collects their names with their numbers, which decides what `\1` and `\k` mean.
pub(super) fn count_groups(pattern: &str) -> (u32, Vec<(String, u32)>) {
    let (mut groups, mut names) = (0, Vec::new());
    let mut in_class = false;
    let mut rest = pattern.char_indices();
    while let Some((at, c)) = rest.next() {
        match c {
            '\\' => {
                rest.next();
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                let after = pattern.get(at + 1..).unwrap_or_default();
                if let Some(name) = after.strip_prefix("?<").filter(|name| !name.starts_with(['=', '!'])) {
                    groups += 1;
                    names.extend(name.split_once('>').map(|(name, _)| (name.to_owned(), groups)));
                } else if !after.starts_with('?') {
                    groups += 1;
                }
            }
            _ => {}
        }
    }
    (groups, names)
}

/// Looks ahead for look-around and back-references, since they decide how `\b` and `^` are written.
///
/// With `folded_words` (flags `i` and `u`) a `\b` needs it too: `ſ` and the Kelvin sign are letters of words there, and
/// the linear engine has no `\b` for that set.
pub(super) fn needs_backtracking(pattern: &str, groups: u32, names_count: bool, folded_words: bool) -> bool {
    let mut in_class = false;
    let mut rest = pattern.char_indices();
    while let Some((at, c)) = rest.next() {
        let after = pattern.get(at + 1..).unwrap_or_default();
        match c {
            '\\' => {
                if !in_class {
                    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
                    let number = digits.parse::<u32>().unwrap_or(u32::MAX);
                    let reference = !digits.is_empty() && number > 0 && number <= groups;
                    // The linear engine refuses an ASCII `\B` in text, since it might split a character.
                    let edge = after.starts_with('B') || (folded_words && after.starts_with('b'));
                    if reference || edge || (names_count && after.starts_with("k<")) {
                        return true;
                    }
                }
                rest.next();
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class && ["?=", "?!", "?<=", "?<!"].iter().any(|look| after.starts_with(look)) => {
                return true;
            }
            _ => {}
        }
    }
    false
}
