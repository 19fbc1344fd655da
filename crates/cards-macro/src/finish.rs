//! What happens to a rendered text as a whole.

use crate::call::Env;
use crate::error::Error;
use crate::profile::Syntax;
use crate::scan;

/// Ends a run: SillyTavern takes the backslash off escaped braces, cuts out `{{trim}}` with the line ends around, and the marks
/// of `{{else}}`.
///
/// De facto: SillyTavern 1.19.0.
pub(crate) fn finish(text: String, env: &mut Env<'_>) -> Result<String, Error> {
    if env.profile.rules().syntax != Syntax::SillyTavern {
        return Ok(text);
    }
    env.burn(text.len(), 0)?;
    Ok(without_else(trim_marks(unescape(text))))
}

/// What SillyTavern 1.19.0 has for an `{{else}}` until the run ends. Variables and macros see it.
pub(crate) const ELSE_MARK: &str = "\0\u{1f}ELSE\u{1f}\0";

fn without_else(text: String) -> String {
    if text.contains(ELSE_MARK) { text.replace(ELSE_MARK, "") } else { text }
}

fn unescape(text: String) -> String {
    let bytes = text.as_bytes();
    let mut copied = 0;
    let mut out = String::new();
    let mut at = 0;
    while let Some(hit) = scan::find2(bytes, at, b'\\', b'\\') {
        if matches!(bytes.get(hit + 1), Some(b'{' | b'}')) {
            out.push_str(text.get(copied..hit).unwrap_or_default());
            copied = hit + 1;
            at = hit + 2;
        } else {
            at = hit + 1;
        }
    }
    if copied == 0 {
        return text;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

const MARK: &str = "{{trim}}";

/// Cuts out every trim mark with the line ends directly before and behind it.
pub(crate) fn trim_marks(text: String) -> String {
    let Some(mut mark) = find_mark(&text, 0) else {
        return text;
    };
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    loop {
        let before = text.get(copied..mark).unwrap_or_default();
        out.push_str(trim_line_ends(before, |text| text.strip_suffix("\r\n").or_else(|| text.strip_suffix('\n'))));
        let behind = text.get(mark + MARK.len()..).unwrap_or_default();
        let rest = trim_line_ends(behind, |text| text.strip_prefix("\r\n").or_else(|| text.strip_prefix('\n')));
        copied = text.len() - rest.len();
        match find_mark(&text, copied) {
            Some(next) => mark = next,
            None => break,
        }
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

fn find_mark(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(hit) = scan::find2(bytes, at, b'{', b'{') {
        if bytes.get(hit..hit + MARK.len()).is_some_and(|mark| mark.eq_ignore_ascii_case(MARK.as_bytes())) {
            return Some(hit);
        }
        at = hit + 1;
    }
    None
}

fn trim_line_ends<'t>(mut text: &'t str, cut: impl Fn(&'t str) -> Option<&'t str>) -> &'t str {
    while let Some(shorter) = cut(text) {
        text = shorter;
    }
    text
}
