//! What the spec texts ask for.

use super::{Rules, Syntax};

/// Spec: CCv3 "CBS" (macros, `<char>` and `<user>`, nicknames), Prom 3.1 "Macro Requirements" (`<<char>>`).
pub(super) const RULES: Rules =
    Rules { double_angles: true, nickname: true, ..Rules::of(Syntax::Plain, &["char", "bot", "user"]) };
