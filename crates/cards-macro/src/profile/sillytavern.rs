//! SillyTavern's two engines. De facto: SillyTavern 1.19.0, and 1.18.0 for the values of [`OF_118`].

use super::{Rules, Syntax};

/// What the client's own context template has for the separator of examples and the start of the chat.
pub(crate) const SEPARATOR: &str = "***";

const ANGLES: &[&str] = &["char", "bot", "user", "group", "charifnotgroup"];

/// The parser-based engine. At its end backslashes go off braces everywhere.
pub(super) const RULES: Rules =
    Rules { touches: Some([b'\\', b'\\']), slash_closes_comment: true, ..Rules::of(Syntax::SillyTavern, ANGLES) };

/// The same in 1.18: a bar begins a filter that the client does not have.
pub(super) const OF_118: Rules = Rules { breaks_at_bars: true, slash_closes_comment: false, ..RULES };

/// The older engine, a list of replacements.
pub(super) const LEGACY: Rules = Rules {
    trims_names: true,
    prints_lists_bare: true,
    no_swipe: "NaN",
    touches: Some([b'{', b'<']),
    ..Rules::of(Syntax::Passes, ANGLES)
};
