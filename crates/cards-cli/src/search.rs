//! What verbs that look for a text in all texts have in common: the fields, and what tells from the JSON of a card alone that no text of it
//! can match, so that most cards of a library are never read.

use cards_kit::edit::texts::FIELDS;
use regex::bytes::Regex;
use regex_syntax::hir::{Hir, HirKind};

/// Reads the name of a field.
pub(crate) fn field(text: &str) -> Result<String, String> {
    if FIELDS.contains(&text) {
        return Ok(text.to_owned());
    }
    let near = crate::nearest::nearest(text, FIELDS).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    Err(format!("{near}fields are {}", FIELDS.join(", ")))
}

/// What the JSON of a card has to hold for a text of it to match.
pub(crate) struct Hint {
    /// A piece of every match, of which JSON writes every letter as it is, or an escape, which may stand for any letter.
    text: Regex,
    /// The marker of a card whose texts are those of its JSON; texts of other programs may be put together.
    native: Regex,
}

impl Hint {
    /// What a pattern asks for, where that can be told.
    pub(crate) fn of(pattern: &str, ignore_case: bool) -> Option<Self> {
        // Without its case, a piece has the same letters in one case or the other.
        let piece = piece(&regex_syntax::parse(pattern).ok()?)?;
        let flags = if ignore_case { "(?i)" } else { "" };
        let text = Regex::new(&format!(r"{flags}{}|\\u", regex_syntax::escape(&piece))).ok()?;
        Some(Self { text, native: Regex::new(r#""chara_card_v[23]""#).ok()? })
    }

    pub(crate) fn wants(&self, json: &[u8]) -> bool {
        self.text.is_match(json) || !self.native.is_match(json)
    }
}

/// The longest piece that every match of a pattern holds and JSON writes as it is.
fn piece(pattern: &Hir) -> Option<String> {
    match pattern.kind() {
        HirKind::Literal(literal) => {
            let text = str::from_utf8(&literal.0).ok()?;
            let escaped = |char: char| char.is_control() || matches!(char, '"' | '\\' | '/');
            longest(text.split(escaped).map(str::to_owned))
        }
        HirKind::Concat(parts) => longest(parts.iter().filter_map(piece)),
        HirKind::Capture(group) => piece(&group.sub),
        HirKind::Repetition(repeated) if repeated.min > 0 => piece(&repeated.sub),
        _ => None,
    }
}

fn longest(pieces: impl Iterator<Item = String>) -> Option<String> {
    pieces.filter(|piece| !piece.is_empty()).max_by_key(String::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_piece_of_every_match_is_looked_for() {
        for (pattern, wanted) in [
            ("celestial mage", Some("celestial mage")),
            (r"celestial\s+mage", Some("celestial")),
            (r"(?:the )?(old|new) (bell)+s*", Some("bell")),
            ("a|b", None),
            ("", None),
            (r"(?i)bell", None),
            (r#"say "hello""#, Some("hello")),
            (r"a/bcd\\ef", Some("bcd")),
            ("鐘の音", Some("鐘の音")),
        ] {
            assert_eq!(piece(&regex_syntax::parse(pattern).unwrap()).as_deref(), wanted, "{pattern}");
        }
    }

    #[test]
    fn what_may_match_is_wanted() {
        let card = |text: &str| format!(r#"{{"spec":"chara_card_v2","data":{{"description":"{text}"}}}}"#);
        let wants = |pattern: &str, ignore_case, json: &str| {
            Hint::of(pattern, ignore_case).is_none_or(|hint| hint.wants(json.as_bytes()))
        };
        assert!(wants("bell", false, &card("a bell")) && !wants("bell", false, &card("a Bell")));
        assert!(wants("bell", true, &card("a BELL")) && wants("bell", false, &card(r"a \u0062ell")));
        assert!(wants("bell", false, r#"{"name":"of another program"}"#));
        assert!(wants(r"a\nb", false, &card(r"a\nb")) && wants(r#"a"b"#, false, &card(r#"a\"b"#)));
    }
}
