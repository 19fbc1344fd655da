//! A token counter that reads byte-pair ranks, in the form in which several model makers publish them.

use std::collections::HashMap;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use cards_container::Limits;
use cards_lore::TokenCounter;

use crate::failure::Failure;
use crate::input::read_text;

/// Counts tokens by merging byte pairs, lowest rank first.
///
/// A file has one token a line: its bytes in base64, a blank, its rank. Texts are cut into words with their leading
/// blank, numbers of up to three digits, and runs of other characters, as the common encodings do it; counts may
/// differ from a maker's own tokenizer by a token here and there.
pub(crate) struct BytePairs {
    name: String,
    ranks: HashMap<Vec<u8>, u32>,
}

impl BytePairs {
    /// Reads a file of ranks.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let text = read_text(path, &Limits::default())?;
        let mut ranks = HashMap::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let entry =
                line.split_once(' ').and_then(|(token, rank)| Some((decode(token)?, rank.trim().parse().ok()?)));
            let Some((token, rank)) = entry else {
                let message =
                    format!("line {} is not a rank; each line has a token in base64, a blank and a number", number + 1);
                return Err(Failure::Content { path: path.to_owned(), class: "bad-field", message });
            };
            ranks.insert(token, rank);
        }
        Ok(Self { name: format!("ranks of {}", path.display()), ranks })
    }

    /// Tokens of one piece: pairs are merged, lowest rank first, until none is known.
    fn piece(&self, piece: &[u8]) -> u64 {
        // A longer run without blanks is text that no merge will join; it is counted in parts so that work stays linear.
        const LONGEST: usize = 256;
        piece.chunks(LONGEST).map(|piece| self.merged(piece)).sum()
    }

    fn merged(&self, piece: &[u8]) -> u64 {
        if self.ranks.contains_key(piece) {
            return 1;
        }
        let mut cuts: Vec<usize> = (0..=piece.len()).collect();
        loop {
            let pair = |window: &[usize]| match window {
                [from, _, to] => piece.get(*from..*to).and_then(|bytes| self.ranks.get(bytes)).copied(),
                _ => None,
            };
            let best = cuts.windows(3).enumerate().filter_map(|(at, window)| Some((pair(window)?, at))).min();
            match best {
                Some((_, at)) => cuts.remove(at + 1),
                None => return cuts.len() as u64 - 1,
            };
        }
    }
}

impl TokenCounter for BytePairs {
    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }

    fn count(&mut self, text: &str) -> u64 {
        pieces(text).map(|piece| self.piece(piece.as_bytes())).sum()
    }
}

/// Words with their leading blank, numbers of up to three digits, and runs of other characters.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let body = rest.strip_prefix(' ').filter(|body| body.starts_with(char::is_alphabetic)).unwrap_or(rest);
        let lead = rest.len() - body.len();
        let kind = body.chars().next().map_or_else(|| class(first), class);
        let most = if kind == Class::Digit { 3 } else { usize::MAX };
        let len: usize = body.chars().take(most).take_while(|c| class(*c) == kind).map(char::len_utf8).sum();
        let (piece, after) = rest.split_at(lead + len);
        rest = after;
        Some(piece)
    })
}

#[derive(PartialEq)]
enum Class {
    Letter,
    Digit,
    Blank,
    Other,
}

fn class(c: char) -> Class {
    match c {
        c if c.is_alphabetic() => Class::Letter,
        c if c.is_numeric() => Class::Digit,
        c if c.is_whitespace() => Class::Blank,
        _ => Class::Other,
    }
}

/// Base64 in the standard alphabet, with or without its padding.
fn decode(text: &str) -> Option<Vec<u8>> {
    BASE64_STANDARD_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_words_numbers_and_the_rest() {
        assert_eq!(pieces("Hi there, 12345!").collect::<Vec<_>>(), ["Hi", " there", ",", " ", "123", "45", "!"]);
        assert_eq!(pieces("").count(), 0);
    }

    #[test]
    fn pairs_merge_by_rank() {
        let tokens: [(&[u8], u32); 5] = [(b"a", 0), (b"b", 1), (b"ab", 2), (b"c", 3), (b"abc", 4)];
        let ranks = tokens.into_iter().map(|(token, rank)| (token.to_vec(), rank)).collect();
        let mut counter = BytePairs { name: String::new(), ranks };
        assert_eq!(counter.count("abc"), 1);
        assert_eq!(counter.count("abab"), 2);
        assert_eq!(counter.count("cab"), 2);
    }

    #[test]
    fn base64_is_decoded() {
        assert_eq!(decode("SGk=").as_deref(), Some(&b"Hi"[..]));
        assert_eq!(decode("IQ").as_deref(), Some(&b"!"[..]));
        assert_eq!(decode("?"), None);
    }
}
