//! RPGGO modules.

use super::{Rules, Syntax};

/// Spec: Module V1: four literal spellings and nothing else.
pub(super) const RULES: Rules = Rules::of(Syntax::Exact, &["bot", "user"]);
