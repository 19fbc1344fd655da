//! Where something is in a text.

/// Where in a text, in bytes of it as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) at: u32,
    pub(crate) length: u32,
}

impl Span {
    /// Of a text in memory, whose limits keep it far below what the numbers hold.
    pub(crate) fn new(at: usize, length: usize) -> Self {
        Self { at: at as u32, length: length as u32 }
    }

    /// The same place counted from behind so many bytes; what lies before them is left out.
    pub(crate) fn behind(self, bytes: u32) -> Self {
        let length = self.length.saturating_sub(bytes.saturating_sub(self.at));
        Self { at: self.at.saturating_sub(bytes), length }
    }
}
