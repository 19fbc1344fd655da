//! One line of JSON, written once and without a second look.

use std::fmt::Write as _;

/// A JSON object on one line.
///
/// Keys come from this program and are never in need of escaping, and most strings are not either; a scan writes
/// twenty of each for every file.
pub(super) struct Line {
    text: String,
    comma: bool,
}

impl Line {
    pub(super) fn new() -> Self {
        Self { text: String::with_capacity(1024), comma: false }
    }

    /// Starts a member.
    pub(super) fn key(&mut self, key: &'static str) -> &mut Self {
        self.piece();
        self.text.push('"');
        self.text.push_str(key);
        self.text.push_str("\":");
        self.comma = false;
        self
    }

    pub(super) fn string(&mut self, text: &str) {
        self.piece();
        self.text.push('"');
        if text.bytes().any(|byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
            self.escaped(text);
        } else {
            self.text.push_str(text);
        }
        self.text.push('"');
    }

    pub(super) fn number(&mut self, number: i64) {
        self.piece();
        self.text.push_str(itoa::Buffer::new().format(number));
    }

    pub(super) fn count(&mut self, count: usize) {
        self.number(i64::try_from(count).unwrap_or(i64::MAX));
    }

    pub(super) fn bool(&mut self, on: bool) {
        self.piece();
        self.text.push_str(if on { "true" } else { "false" });
    }

    pub(super) fn null(&mut self) {
        self.piece();
        self.text.push_str("null");
    }

    /// Writes what `body` writes inside brackets of this kind.
    pub(super) fn nest(&mut self, open: char, close: char, body: impl FnOnce(&mut Self)) {
        self.piece();
        self.text.push(open);
        self.comma = false;
        body(self);
        self.text.push(close);
        self.comma = true;
    }

    /// The line with its end.
    pub(super) fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    /// Separates from the piece before.
    fn piece(&mut self) {
        if self.comma {
            self.text.push(',');
        }
        self.comma = true;
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                c if u32::from(c) < 0x20 => {
                    let _ = write!(self.text, "\\u{:04x}", u32::from(c));
                }
                c => self.text.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn members_are_separated() {
        let mut line = Line::new();
        line.nest('{', '}', |line| {
            line.key("a").count(1);
            line.key("b").nest('[', ']', |line| {
                line.string("x");
                line.null();
            });
            line.key("c").nest('{', '}', |_| {});
        });
        assert_eq!(line.finish(), "{\"a\":1,\"b\":[\"x\",null],\"c\":{}}\n");
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in any::<String>()) {
            let mut line = Line::new();
            line.string(&text);
            let line = line.finish();
            prop_assert!(!line.trim_end_matches('\n').contains('\n'));
            prop_assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
        }
    }
}
