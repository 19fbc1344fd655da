//! Word differences of two texts.

use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

/// Longest time spent on one text; what is left then is shown as replaced.
const PATIENCE: Duration = Duration::from_millis(400);

/// How many pairs of words, at most, are compared however long it takes: what a small difference looks like must not hang on
/// how busy the machine is.
const EASY: usize = 1 << 22;

/// When to stop looking for the shortest difference of two texts of so many words; `None` where they are short.
fn deadline(before: usize, after: usize) -> Option<Instant> {
    (before.saturating_mul(after) > EASY).then(|| Instant::now() + PATIENCE)
}

/// A piece of the difference of two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Both have it.
    Same(&'a str),
    /// Only the first has it.
    Gone(&'a str),
    /// Only the second has it.
    New(&'a str),
}

/// The difference of two texts as pieces in reading order, removed before added.
pub(super) fn pieces<'a>(before: &'a str, after: &'a str) -> Vec<Piece<'a>> {
    let (old, new) = (words(before), words(after));
    let texts = |text: &'a str, words: &[&'a str], range: std::ops::Range<usize>| -> &'a str {
        let at = |index: usize| words.get(index).map_or(text.len(), |word| offset(text, word));
        text.get(at(range.start)..at(range.end)).unwrap_or_default()
    };
    let mut pieces = Vec::new();
    for op in capture_diff_slices_deadline(Algorithm::Myers, &old, &new, deadline(old.len(), new.len())) {
        let (gone, came) = (texts(before, &old, op.old_range()), texts(after, &new, op.new_range()));
        match op {
            DiffOp::Equal { .. } => pieces.push(Piece::Same(came)),
            _ => {
                pieces.extend(Some(Piece::Gone(gone)).filter(|_| !gone.is_empty()));
                pieces.extend(Some(Piece::New(came)).filter(|_| !came.is_empty()));
            }
        }
    }
    pieces
}

/// Where a part of a text begins in it.
fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// Cuts a text into words, runs of blanks, and single other characters. Scripts without blanks are cut by character.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut from = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let kind = Kind::of(c);
        if at > from && (last != Some(kind) || kind == Kind::Single) {
            words.extend(text.get(from..at));
            from = at;
        }
        last = Some(kind);
    }
    words.extend(text.get(from..).filter(|rest| !rest.is_empty()));
    words
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Blank,
    Single,
}

impl Kind {
    fn of(c: char) -> Self {
        match c {
            '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'.. => Self::Single,
            c if c.is_alphanumeric() || matches!(c, '_' | '\'' | '’') => Self::Word,
            '\n' => Self::Single,
            c if c.is_whitespace() => Self::Blank,
            _ => Self::Single,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_word_changes_alone() {
        assert_eq!(
            pieces("the old gate, shut", "the new gate, shut"),
            [Piece::Same("the "), Piece::Gone("old"), Piece::New("new"), Piece::Same(" gate, shut")]
        );
        assert_eq!(pieces("北の門", "南の門"), [Piece::Gone("北"), Piece::New("南"), Piece::Same("の門")]);
    }

    proptest! {
        #[test]
        fn the_pieces_make_up_both_texts(a in "[ab .\n門]{0,40}", b in "[ab .\n門]{0,40}") {
            let pieces = pieces(&a, &b);
            let side = |keep: fn(&Piece<'_>) -> bool| -> String {
                pieces.iter().filter(|piece| keep(piece)).map(|piece| match piece {
                    Piece::Same(text) | Piece::Gone(text) | Piece::New(text) => *text,
                }).collect()
            };
            prop_assert_eq!(side(|piece| !matches!(piece, Piece::New(_))), a.clone());
            prop_assert_eq!(side(|piece| !matches!(piece, Piece::Gone(_))), b.clone());
        }
    }
}
