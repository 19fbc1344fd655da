//! KoboldAI Lite, the page of KoboldCpp. De facto: b261d74, `replace_noninstruct_placeholders` in `embd_res/klite.embd`.

use super::{Rules, Syntax};

/// Three literal spellings in braces; nothing in angle brackets.
pub(super) const RULES: Rules = Rules::of(Syntax::Exact, &[]);
