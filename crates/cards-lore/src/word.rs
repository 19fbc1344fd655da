//! Where words begin and end, for the match modes that ask.

use crate::match_mode::MatchMode;

/// Tells whether `start..end` of `text` is alone under the match mode.
pub(crate) fn stands_alone(mode: MatchMode, text: &str, start: usize, end: usize) -> bool {
    match mode {
        MatchMode::Substring => true,
        MatchMode::JsWord => {
            let bytes = text.as_bytes();
            let before = start.checked_sub(1).and_then(|at| bytes.get(at));
            let after = bytes.get(end);
            !before.is_some_and(|&byte| is_js_word(byte)) && !after.is_some_and(|&byte| is_js_word(byte))
        }
        MatchMode::LetterWord => {
            let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            let before = text.get(..start).and_then(|head| head.chars().next_back());
            let after = text.get(end..).and_then(|tail| tail.chars().next());
            !is_letter(before) && !is_letter(after)
        }
        MatchMode::UnicodeWord => is_unicode_edge(text, start) && is_unicode_edge(text, end),
        MatchMode::SpacedWord => {
            let bytes = text.as_bytes();
            let before = start.checked_sub(1).and_then(|at| bytes.get(at));
            let after = bytes.get(end);
            before.is_none_or(|&byte| byte == b' ') && after.is_none_or(|&byte| byte == b' ')
        }
    }
}

/// Tells whether a byte belongs to JavaScript's `\w`; bytes of other scripts do not.
fn is_js_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Tells whether a word ends or begins at the offset.
fn is_unicode_edge(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|head| head.chars().next_back());
    let after = text.get(at..).and_then(|tail| tail.chars().next());
    match (before, after) {
        (Some(before), Some(after)) => {
            let joined = is_word_char(before) && is_word_char(after);
            let spaceless = writes_without_spaces(before) || writes_without_spaces(after);
            !joined || (spaceless && !is_mark(after))
        }
        _ => true,
    }
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || is_mark(c)
}

/// Combining marks belong to the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{3099}' | '\u{309a}' | '\u{fe20}'..='\u{fe2f}')
}

/// Scripts that do not put spaces between words: Thai, Lao, Myanmar, Khmer, kana, Han.
fn writes_without_spaces(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mode: MatchMode, text: &str, key: &str, expected: bool) {
        let found = text.match_indices(key).any(|(at, _)| stands_alone(mode, text, at, at + key.len()));
        assert_eq!(found, expected, "{key} in {text} under {mode:?}");
    }

    #[test]
    fn javascript_words_know_ascii_only() {
        check(MatchMode::JsWord, "un café.", "caf", true);
        check(MatchMode::JsWord, "cat_like", "cat", false);
        check(MatchMode::JsWord, "x🐉y", "🐉", false);
    }

    #[test]
    fn unicode_words_know_letters_of_all_scripts() {
        check(MatchMode::UnicodeWord, "un café.", "caf", false);
        check(MatchMode::UnicodeWord, "un café.", "café", true);
        check(MatchMode::UnicodeWord, "un cafe\u{301}.", "cafe", false);
        check(MatchMode::UnicodeWord, "我在北京市", "北京", true);
        check(MatchMode::UnicodeWord, "рекаме", "река", false);
        check(MatchMode::UnicodeWord, "a cat猫", "cat", true);
        check(MatchMode::UnicodeWord, "猫cat is", "cat", true);
    }

    /// A word may end anywhere in these scripts, but not between a letter and the mark on it.
    #[test]
    fn marks_belong_to_the_letter_before_them_in_every_script() {
        check(MatchMode::UnicodeWord, "เขาชอบแมวมาก", "แมว", true);
        check(MatchMode::UnicodeWord, "แมว\u{301}มาก", "แมว", false);
        check(MatchMode::UnicodeWord, "ねこはかわいい", "ねこ", true);
        check(MatchMode::UnicodeWord, "たんこ\u{3099}", "たんこ", false);
        check(MatchMode::UnicodeWord, "ハ\u{309a}ン", "ハ", false);
        check(MatchMode::UnicodeWord, "ハ\u{309a}ン", "ン", true);
        check(MatchMode::UnicodeWord, "x\u{20d7}", "x", false);
    }

    #[test]
    fn spaced_words_end_at_spaces_only() {
        check(MatchMode::SpacedWord, "the lamp here", "lamp", true);
        check(MatchMode::SpacedWord, "the lamp, please", "lamp", false);
    }
}
