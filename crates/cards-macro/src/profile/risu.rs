//! RisuAI. De facto: RisuAI 904a14a (2026-01-12).

use super::{Rules, Syntax};

/// How deep it renders texts inside texts; below that it prints [`TOO_DEEP`].
pub(crate) const CALLS: usize = 20;

/// What it prints for a text that is too deep.
pub(crate) const TOO_DEEP: &str = "ERROR: Call stack limit reached";

/// What an unset variable reads.
pub(crate) const UNSET: &str = "null";

/// Longer formats of dates print nothing.
pub(crate) const LONGEST_FORMAT: usize = 300;

/// What is open at the end, and tags that open with one brace, are no macros of the tree.
pub(super) const RULES: Rules = Rules {
    nickname: true,
    loose_names: true,
    touches: Some([b'{', b'{']),
    ..Rules::of(Syntax::Risu, &["char", "bot", "user"])
};
