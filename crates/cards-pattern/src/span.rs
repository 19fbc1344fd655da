//! Places in a text.

/// Where a match, or a group of it, begins and ends, in bytes.
pub type Span = (usize, usize);
