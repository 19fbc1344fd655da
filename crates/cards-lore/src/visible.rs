//! Text that keys must not see: comments and hidden keys.

use std::borrow::Cow;

/// Which macros hide their text from keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visible {
    /// Everything is searched (SillyTavern, modules).
    All,
    /// `{{// }}`, `{{comment: }}` and `{{hidden_key: }}` are not. Spec: CCv3, "Curly braced syntaxes".
    SpecMessage,
    /// As in messages, but the text of hidden keys counts.
    SpecRecursion,
    /// Comments on one line are not searched; hidden keys are. De facto: RisuAI.
    Risu,
}

impl Visible {
    /// Leaves out what keys must not see.
    pub(crate) fn apply(self, text: &str) -> Cow<'_, str> {
        if self == Self::All || !text.contains("{{") {
            return Cow::Borrowed(text);
        }
        let mut out = String::new();
        let mut kept_to = 0;
        let mut from = 0;
        while let Some(open) = text.get(from..).and_then(|rest| rest.find("{{")).map(|at| at + from) {
            let Some(hidden) = self.hidden_at(text, open) else {
                from = open + 2;
                continue;
            };
            out.push_str(text.get(kept_to..open).unwrap_or_default());
            out.push_str(hidden.shown);
            kept_to = hidden.end;
            from = hidden.end;
        }
        if kept_to == 0 {
            return Cow::Borrowed(text);
        }
        out.push_str(text.get(kept_to..).unwrap_or_default());
        Cow::Owned(out)
    }

    /// Gives the text with what it hides from readers but shows to keys, when it has any; macros would take it away.
    pub(crate) fn shown_before_expansion(self, text: &str) -> Option<String> {
        match (self, self.apply(text)) {
            (Self::SpecRecursion, Cow::Owned(shown)) => Some(shown),
            _ => None,
        }
    }

    fn hidden_at(self, text: &str, open: usize) -> Option<Hidden<'_>> {
        let body = text.get(open + 2..)?;
        let close = body.find("}}")?;
        let inside = body.get(..close)?;
        let end = open + 2 + close + 2;
        let gone = Hidden { shown: "", end };
        if self == Self::Risu {
            let rest = inside.strip_prefix("//").or_else(|| strip_name(inside, "comment:"))?;
            let one_line = !rest.is_empty() && !rest.contains(['\n', '\r', '\u{2028}', '\u{2029}']);
            return one_line.then_some(gone);
        }
        let trimmed = inside.trim_start();
        if trimmed.starts_with("//") {
            return Some(gone);
        }
        if let Some(rest) = strip_name(trimmed, "comment")
            && rest.trim_start().starts_with(':')
        {
            return Some(gone);
        }
        let rest = strip_name(trimmed, "hidden_key")?;
        let shown = rest.trim_start().strip_prefix(':')?;
        match self {
            Self::SpecRecursion => Some(Hidden { shown: shown.strip_prefix(':').unwrap_or(shown), end }),
            _ => Some(gone),
        }
    }
}

struct Hidden<'t> {
    shown: &'t str,
    end: usize,
}

fn strip_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let head = text.get(..name.len())?;
    if head.eq_ignore_ascii_case(name) { text.get(name.len()..) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_keys_show_in_recursion_only() {
        let text = "ok {{hidden_key:lamp}} {{// no\nmore}} {{COMMENT: x }}{{char}} end";
        assert_eq!(Visible::SpecMessage.apply(text), "ok   {{char}} end");
        assert_eq!(Visible::SpecRecursion.apply(text), "ok lamp  {{char}} end");
        assert_eq!(Visible::Risu.apply(text), "ok {{hidden_key:lamp}} {{// no\nmore}} {{char}} end");
    }

    #[test]
    fn a_comment_without_end_stays() {
        assert_eq!(Visible::SpecMessage.apply("a {{// b"), "a {{// b");
        assert!(matches!(Visible::SpecMessage.apply("a {{char}}"), Cow::Borrowed(_)));
    }
}
