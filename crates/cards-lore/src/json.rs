//! Writing JSON by hand, in a stable form.

use std::fmt::Write as _;

/// Writes one JSON object or list, member by member.
pub(crate) struct Json<'o> {
    out: &'o mut String,
    first: bool,
    close: char,
}

impl<'o> Json<'o> {
    pub(crate) fn object(out: &'o mut String) -> Self {
        out.push('{');
        Self { out, first: true, close: '}' }
    }

    pub(crate) fn list(out: &'o mut String) -> Self {
        out.push('[');
        Self { out, first: true, close: ']' }
    }

    /// Gives the place for the next item of a list.
    pub(crate) fn item(&mut self) -> &mut String {
        if !std::mem::replace(&mut self.first, false) {
            self.out.push(',');
        }
        self.out
    }

    /// Gives the place for the value of the next member.
    pub(crate) fn member(&mut self, name: &str) -> &mut String {
        let out = self.item();
        string(out, name);
        out.push(':');
        out
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) {
        string(self.member(name), value);
    }

    pub(crate) fn number(&mut self, name: &str, value: f64) {
        number(self.member(name), value);
    }

    pub(crate) fn count(&mut self, name: &str, value: u64) {
        // Writing to a string cannot fail.
        let _ = write!(self.member(name), "{value}");
    }

    pub(crate) fn end(self) {
        self.out.push(self.close);
    }
}

/// Writes a string.
pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x20 => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Writes a number; what JSON has no number for becomes `null`.
pub(crate) fn number(out: &mut String, value: f64) {
    if value.is_finite() {
        // Writing to a string cannot fail.
        let _ = write!(out, "{value}");
    } else {
        out.push_str("null");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_json() {
        let mut out = String::new();
        let mut object = Json::object(&mut out);
        object.text("a\"", "\u{1}\n\\é");
        object.number("n", 4.0);
        object.number("x", f64::NAN);
        let mut list = Json::list(object.member("l"));
        number(list.item(), 1.5);
        number(list.item(), -0.5);
        list.end();
        object.end();
        assert_eq!(out, r#"{"a\"":"\u0001\n\\é","n":4,"x":null,"l":[1.5,-0.5]}"#);
    }
}
