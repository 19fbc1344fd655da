//! Marinara. De facto: 014be8d, `packages/shared/src/utils/macro-engine.ts`.

use super::{Rules, Syntax};

/// A list of replacements over the whole text, once its blocks have chosen their branches; nothing in angle brackets.
pub(super) const RULES: Rules = Rules { touches: Some([b'{', b'{']), ..Rules::of(Syntax::Passes, &[]) };
