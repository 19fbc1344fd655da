//! Agnai. De facto: f03991c, `BOT_REPLACE` and `SELF_REPLACE` in `common/prompt.ts`.

use super::{Rules, Syntax};

/// Three literal spellings in braces, in any letter case; nothing in angle brackets.
pub(super) const RULES: Rules = Rules::of(Syntax::Exact, &[]);
