//! What the engine reads: the template, and before the rest of it what a loop has put back.

use crate::syntax;

/// A text that is read from the front and may grow there.
pub(super) struct Source<'t> {
    template: &'t str,
    at: usize,
    /// Texts to be read before the template goes on, the next one last, each with the place it is read from.
    made: Vec<(String, usize)>,
}

impl<'t> Source<'t> {
    pub(super) fn new(template: &'t str) -> Self {
        Self { template, at: 0, made: Vec::new() }
    }

    /// Puts a text before what is left.
    pub(super) fn put_back(&mut self, text: String) {
        self.drop_read();
        self.made.push((text, 0));
    }

    /// What is left of the piece at hand.
    pub(super) fn rest(&mut self) -> &str {
        self.drop_read();
        match self.made.last() {
            Some((text, at)) => text.get(*at..).unwrap_or_default(),
            None => self.template.get(self.at..).unwrap_or_default(),
        }
    }

    /// The byte behind the next one, be it in the next piece.
    pub(super) fn second(&self) -> Option<u8> {
        let mut ahead = 1;
        for (text, at) in self.made.iter().rev() {
            let left = text.len() - at;
            if ahead < left {
                return text.as_bytes().get(at + ahead).copied();
            }
            ahead -= left;
        }
        self.template.as_bytes().get(self.at + ahead).copied()
    }

    /// Passes over so many bytes.
    pub(super) fn skip(&mut self, mut bytes: usize) {
        while let Some((text, at)) = self.made.last_mut() {
            let left = text.len() - *at;
            if bytes < left {
                *at += bytes;
                return;
            }
            bytes -= left;
            self.made.pop();
        }
        self.at = (self.at + bytes).min(self.template.len());
    }

    /// How far the template has been read, in bytes.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Whether the next text to be read is the template's own.
    pub(super) fn in_template(&self) -> bool {
        self.made.iter().all(|(text, at)| *at >= text.len())
    }

    /// The person whom angle brackets name at this place of the template, and the length of the spelling.
    pub(super) fn angle(&self) -> Option<(&'static str, usize)> {
        let (name, end) = self.in_template().then(|| syntax::person(self.template, self.at))??;
        Some((name, end - self.at))
    }

    fn drop_read(&mut self) {
        while self.made.last().is_some_and(|(text, at)| *at >= text.len()) {
            self.made.pop();
        }
    }
}
