//! A message before it is sent.

use cards_words::Role;

use crate::segment::Source;

/// A message on its way, made of texts one after the other.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub role: Role,
    pub parts: Vec<(Source, String)>,
    /// Whether it is the mark of a new chat, which is joined with nothing but its like.
    pub mark: bool,
}

impl Item {
    pub(super) fn new(source: Source, role: Role, text: String) -> Self {
        Self { role, parts: vec![(source, text)], mark: false }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.parts.iter().all(|(_, text)| text.trim().is_empty())
    }

    pub(super) fn text(&self) -> String {
        self.parts.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// Cuts blanks at both ends.
    pub(super) fn trim(&mut self) {
        if let Some((_, text)) = self.parts.iter_mut().find(|(_, text)| !text.trim().is_empty()) {
            *text = text.trim_start().to_owned();
        }
        if let Some((_, text)) = self.parts.iter_mut().rfind(|(_, text)| !text.trim().is_empty()) {
            text.truncate(text.trim_end().len());
        }
        self.parts.retain(|(_, text)| !text.trim().is_empty());
    }
}
