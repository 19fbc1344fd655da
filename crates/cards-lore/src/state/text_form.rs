//! The lasting form of the state: lines of tab-separated fields.

use std::fmt::Write as _;

use super::{EntryKey, Remembered, State, Timed};
use crate::error::Error;

const FORMAT: &str = "cards-lore-state";
/// Version 1 knew entries by a number that changed from release to release.
const VERSION: &str = "2";

impl State {
    /// Writes the state as lines of text, the same for the same state.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = format!("{FORMAT}\t{VERSION}\n");
        for (key, remembered) in &self.matched {
            out.push_str("matched");
            write_key(&mut out, key);
            // Writing to a string cannot fail.
            let _ = writeln!(out, "\t{}\t{}", remembered.keep, remembered.dont);
        }
        for (word, effects) in [("sticky", &self.sticky), ("cooldown", &self.cooldown)] {
            for (key, timed) in effects {
                out.push_str(word);
                write_key(&mut out, key);
                let Timed { hash, start, end, protected } = timed;
                let _ = writeln!(out, "\t{hash:016x}\t{start}\t{end}\t{protected}");
            }
        }
        self.cache.write_text(&mut out);
        out
    }

    /// Reads what [`State::to_text`] wrote.
    ///
    /// # Errors
    /// [`Error::StateVersion`] for the text of another version, [`Error::State`] with the first line that is not
    /// readable.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let mut state = Self::default();
        let mut lines = text.lines().enumerate();
        match lines.next().and_then(|(_, line)| line.split_once('\t')) {
            Some((FORMAT, VERSION)) => {}
            Some((FORMAT, version)) => return Err(Error::StateVersion { version: version.to_owned() }),
            _ => return Err(Error::State { line: 1 }),
        }
        for (number, line) in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            state.read_line(&fields).ok_or(Error::State { line: number + 1 })?;
        }
        Ok(state)
    }

    fn read_line(&mut self, fields: &[&str]) -> Option<()> {
        match fields {
            ["matched", book, entry, keep, dont] => {
                let remembered = Remembered { keep: keep.parse().ok()?, dont: dont.parse().ok()? };
                self.matched.insert(read_key(book, entry)?, remembered);
            }
            [word @ ("sticky" | "cooldown"), book, entry, hash, start, end, protected] => {
                let timed = Timed {
                    hash: u64::from_str_radix(hash, 16).ok()?,
                    start: start.parse().ok()?,
                    end: end.parse().ok()?,
                    protected: protected.parse().ok()?,
                };
                let effects = if *word == "sticky" { &mut self.sticky } else { &mut self.cooldown };
                effects.insert(read_key(book, entry)?, timed);
            }
            _ => self.cache.read_line(fields)?,
        }
        Some(())
    }
}

fn write_key(out: &mut String, key: &EntryKey) {
    for part in [&key.book, &key.entry] {
        out.push('\t');
        for c in part.chars() {
            match c {
                '\\' => out.push_str("\\\\"),
                '\t' => out.push_str("\\t"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                c => out.push(c),
            }
        }
    }
}

fn read_key(book: &str, entry: &str) -> Option<EntryKey> {
    Some(EntryKey { book: unescape(book)?, entry: unescape(entry)? })
}

fn unescape(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            c => c,
        });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back() {
        let mut state = State::new();
        let key = EntryKey { book: "a\tb\\".to_owned(), entry: "1\r\n".to_owned() };
        state.matched.insert(key.clone(), Remembered { keep: true, dont: false });
        state.sticky.insert(key.clone(), Timed { hash: 7, start: 1, end: 3, protected: false });
        state.cooldown.insert(key, Timed { hash: u64::MAX, start: 3, end: 5, protected: true });
        let text = state.to_text();
        let read = State::from_text(&text).unwrap();
        assert_eq!(read.matched, state.matched);
        assert_eq!(read.sticky, state.sticky);
        assert_eq!(read.cooldown, state.cooldown);
        assert_eq!(read.to_text(), text);
    }

    #[test]
    fn unreadable_lines_are_named() {
        let error = State::from_text("").unwrap_err();
        assert_eq!(error, Error::State { line: 1 });
        assert_eq!(error.to_string(), "line 1 of the saved state is not readable; delete the state to start afresh");
        assert_eq!(error.class(), "bad-field");
        let text = format!("{FORMAT}\t{VERSION}\nsticky\ta\tb\tx\t1\t2\ttrue\n");
        assert_eq!(State::from_text(&text).unwrap_err(), Error::State { line: 2 });
    }

    #[test]
    fn states_of_other_versions_are_refused() {
        let error = State::from_text("cards-lore-state\t1\nsticky\tb\t1\t0\t1\t2\ttrue\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the saved state is of version 1, which this release does not read; delete the state to start afresh"
        );
    }
}
