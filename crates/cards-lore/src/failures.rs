//! Patterns that were given up, each once.

use std::collections::BTreeSet;

use crate::finding::FindingKind;

/// The findings, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failures {
    kinds: Vec<FindingKind>,
    /// The keys that they name. Thousands of keys may fail on each of thousands of texts.
    keys: BTreeSet<Box<str>>,
}

impl Failures {
    /// Notes that the pattern of a key was given up, and why; what is known of the key stays.
    pub(crate) fn note(&mut self, key: &str, reason: impl FnOnce() -> String) {
        if !self.keys.contains(key) {
            self.keys.insert(key.into());
            self.kinds.push(FindingKind::CostlyPattern { key: key.to_owned(), reason: reason() });
        }
    }

    /// Adds those of another turn.
    pub(crate) fn extend(&mut self, others: Self) {
        for kind in others.kinds {
            if let FindingKind::CostlyPattern { key, reason } = kind {
                self.note(&key, || reason);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    pub(crate) fn kinds(&self) -> &[FindingKind] {
        &self.kinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_fails_on_many_texts_is_told_once_and_its_reason_written_once() {
        let (mut failures, mut written) = (Failures::default(), 0);
        for number in 0..300 {
            failures.note(["/a/", "/b/", "/c/"][number % 3], || {
                written += 1;
                format!("text {number}")
            });
        }
        let mut before = Failures::default();
        before.note("/b/", || "before".to_owned());
        before.extend(failures);
        let told: Vec<String> = before.kinds().iter().map(ToString::to_string).collect();
        assert_eq!((written, told.len()), (3, 3));
        assert!(told[0].contains("before") && told[1].contains("text 0") && told[2].contains("text 2"), "{told:?}");
    }
}
