//! Which of the known names somebody may have meant.

/// The known name that is most like the wanted one, if any is like it.
pub(crate) fn nearest<T: AsRef<str>>(wanted: &str, known: impl IntoIterator<Item = T>) -> Option<T> {
    // Two of five letters may differ, or stand the other way round.
    const ALIKE: f64 = 0.6;
    let wanted = wanted.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::normalized_damerau_levenshtein(&wanted, &name.as_ref().to_lowercase()), name))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_seen_and_other_names_are_not_offered() {
        let known = ["aria.png", "wick.png", "The Reed King"];
        assert_eq!(nearest("wikc.png", known), Some("wick.png"));
        assert_eq!(nearest("the reed king", known), Some("The Reed King"));
        assert_eq!(nearest("mira.json", known), None);
    }
}
