//! Numbers of things in words.

/// Gives a number and its noun: `1 file`, `2 files`, `0 entries`.
#[must_use]
pub fn plural(count: usize, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if count == 1 => format!("1 {noun}"),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        _ => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::plural;

    #[test]
    fn nouns_follow_their_number() {
        assert_eq!(plural(1, "entry"), "1 entry");
        assert_eq!(plural(0, "entry"), "0 entries");
        assert_eq!(plural(2, "asset"), "2 assets");
        assert_eq!(plural(2, "key"), "2 keys");
    }
}
