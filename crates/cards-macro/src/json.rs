//! The little JSON that clients' list and dictionary macros need.

use crate::js;

/// Deeper values are no JSON to a macro; nobody nests variables so far.
const DEPTH: usize = 64;

/// A JSON value; members keep their order as JavaScript objects do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Reads JSON as `JSON.parse` does; `None` where it would throw.
pub(crate) fn read(text: &str) -> Option<Json> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(DEPTH)?;
    reader.space();
    (reader.at == text.len()).then_some(value)
}

/// Writes JSON as `JSON.stringify` does.
pub(crate) fn write(value: &Json) -> String {
    let mut out = String::new();
    put(value, &mut out);
    out
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        let rest = self.rest();
        let skip = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        self.at += skip;
    }

    fn take(&mut self, word: &str) -> Option<()> {
        self.rest().starts_with(word).then_some(())?;
        self.at += word.len();
        Some(())
    }

    /// Reads one value; the depth left bounds the recursion.
    fn value(&mut self, depth: usize) -> Option<Json> {
        let depth = depth.checked_sub(1)?;
        self.space();
        match self.rest().bytes().next()? {
            b'n' => self.take("null").map(|()| Json::Null),
            b't' => self.take("true").map(|()| Json::Bool(true)),
            b'f' => self.take("false").map(|()| Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => self.list(depth),
            b'{' => self.object(depth),
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Option<Json> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | 'e' | 'E' | '+' | '-'));
        let spelt = rest.get(..end.unwrap_or(rest.len()))?;
        let digits = spelt.strip_prefix('-').unwrap_or(spelt);
        let whole = digits.split(['.', 'e', 'E']).next()?;
        let leads = whole.len() > 1 && whole.starts_with('0');
        let bare = digits.ends_with('.') || digits.contains(".e") || digits.contains(".E");
        if whole.is_empty() || leads || bare || spelt.starts_with('+') {
            return None;
        }
        let number = js::number(spelt)?;
        self.at += spelt.len();
        Some(Json::Number(number))
    }

    fn string(&mut self) -> Option<String> {
        self.take("\"")?;
        let mut out = String::new();
        loop {
            let rest = self.rest();
            let end = rest.find(|c: char| c == '"' || c == '\\' || c < ' ')?;
            out.push_str(rest.get(..end)?);
            let stop = rest.as_bytes().get(end).copied()?;
            self.at += end + 1;
            match stop {
                b'"' => return Some(out),
                b'\\' => self.escape(&mut out)?,
                _ => return None,
            }
        }
    }

    fn escape(&mut self, out: &mut String) -> Option<()> {
        let code = self.rest().bytes().next()?;
        self.at += 1;
        out.push(match code {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(out),
            _ => return None,
        });
        Some(())
    }

    fn unicode(&mut self, out: &mut String) -> Option<()> {
        let high = self.hex()?;
        if (0xd800..0xdc00).contains(&high) && self.rest().starts_with("\\u") {
            let back = self.at;
            self.at += 2;
            let low = self.hex()?;
            if (0xdc00..0xe000).contains(&low) {
                out.push(char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))?);
                return Some(());
            }
            self.at = back;
        }
        // A lone surrogate has no UTF-8.
        out.push(char::from_u32(high).unwrap_or('\u{fffd}'));
        Some(())
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let value = u32::from_str_radix(digits, 16).ok()?;
        self.at += 4;
        Some(value)
    }

    fn list(&mut self, depth: usize) -> Option<Json> {
        self.take("[")?;
        let mut items = Vec::new();
        self.space();
        if self.take("]").is_some() {
            return Some(Json::List(items));
        }
        loop {
            items.push(self.value(depth)?);
            self.space();
            if self.take("]").is_some() {
                return Some(Json::List(items));
            }
            self.take(",")?;
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        self.take("{")?;
        let mut members = Vec::new();
        self.space();
        if self.take("}").is_some() {
            return Some(Json::Object(members));
        }
        loop {
            self.space();
            let key = self.string()?;
            self.space();
            self.take(":")?;
            let value = self.value(depth)?;
            members.push((key, value));
            self.space();
            if self.take("}").is_some() {
                return Some(Json::Object(ordered(members)));
            }
            self.take(",")?;
        }
    }
}

/// Orders members as a JavaScript object does: array indexes ascending, then names as they came; the last of equal
/// names wins and keeps the first one's place.
fn ordered(members: Vec<(String, Json)>) -> Vec<(String, Json)> {
    let mut places = std::collections::HashMap::new();
    let mut unique: Vec<(String, Json)> = Vec::with_capacity(members.len());
    for (key, value) in members {
        match places.get(&key).and_then(|&at: &usize| unique.get_mut(at)) {
            Some(slot) => slot.1 = value,
            None => {
                places.insert(key.clone(), unique.len());
                unique.push((key, value));
            }
        }
    }
    sort(&mut unique);
    unique
}

/// Puts members in JavaScript's order: indices by their number, before all others.
fn sort(members: &mut [(String, Json)]) {
    members.sort_by_key(|(key, _)| array_index(key).unwrap_or(u64::MAX));
}

fn array_index(key: &str) -> Option<u64> {
    let plain = key.bytes().all(|byte| byte.is_ascii_digit()) && (key.len() == 1 || !key.starts_with('0'));
    key.parse().ok().filter(|&index: &u64| plain && index < u64::from(u32::MAX))
}

impl Json {
    /// Makes an object of members as they come.
    pub(crate) fn object(members: Vec<(String, Self)>) -> Self {
        Self::Object(ordered(members))
    }

    /// Sets a member of an object.
    pub(crate) fn set(members: &mut Vec<(String, Self)>, key: &str, value: Self) {
        match members.iter_mut().find(|(name, _)| name == key) {
            Some(slot) => slot.1 = value,
            None => {
                members.push((key.to_owned(), value));
                sort(members);
            }
        }
    }

    /// Returns a member of an object.
    pub(crate) fn member<'a>(members: &'a [(String, Self)], key: &str) -> Option<&'a Self> {
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Spells a value as it prints inside text: strings without quotes, the rest as JSON.
    pub(crate) fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            other => write(other),
        }
    }
}

fn put(value: &Json, out: &mut String) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Json::Number(number) if number.is_finite() => out.push_str(&js::number_to_string(*number)),
        Json::Number(_) => out.push_str("null"),
        Json::Text(text) => quote(text, out),
        Json::List(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                put(item, out);
            }
            out.push(']');
        }
        Json::Object(members) => {
            out.push('{');
            for (i, (key, value)) in members.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                quote(key, out);
                out.push(':');
                put(value, out);
            }
            out.push('}');
        }
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(read(text).map(|value| write(&value)).as_deref(), expected, "{text}");
    }

    #[test]
    fn reads_and_writes_as_javascript_does() {
        check(r#" { "b" : 1 , "2" : [ true , null ] , "1" : "x" } "#, Some(r#"{"1":"x","2":[true,null],"b":1}"#));
        check(r#"{"a":1,"b":2,"a":3}"#, Some(r#"{"a":3,"b":2}"#));
        check("[1.50, 1e3, -0, 0.1]", Some("[1.5,1000,0,0.1]"));
        check(r#""\u00e9\ud83d\ude00\n""#, Some("\"é😀\\n\""));
        for broken in ["", "[1,]", "{a:1}", "01", "1.", "+1", "[1", "\"\t\"", "nul", "1 2", ".5"] {
            check(broken, None);
        }
        check(&"[".repeat(100_000), None);
    }

    /// What `JSON.stringify` makes of what `JSON.parse` reads under Node.js 20.
    #[test]
    fn texts_are_json_where_they_are_to_javascript() {
        for line in include_str!("../tests/data/json.tsv").lines() {
            let (text, written) = line.split_once('\t').unwrap();
            check(text, Some(written).filter(|written| *written != "none"));
        }
        for space in [' ', '\t', '\n', '\r'] {
            check(
                &format!("{space}[{space}1{space},{space}{{{space}\"a\"{space}:{space}2{space}}}{space}]{space}"),
                Some("[1,{\"a\":2}]"),
            );
        }
        for space in ['\u{b}', '\u{c}', '\u{a0}', '\u{feff}', '\u{2028}'] {
            check(&format!("[1,{space}2]"), None);
        }
    }

    #[test]
    fn values_are_read_down_to_a_depth() {
        let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        check(&nested(DEPTH), Some(&nested(DEPTH)));
        check(&nested(DEPTH + 1), None);
    }

    /// Half of a sign has no UTF-8, and what is behind it is read by itself.
    #[test]
    fn halves_of_signs_are_marked() {
        for (text, read_as) in [
            (r#""\ud83d""#, "\u{fffd}"),
            (r#""\udc00""#, "\u{fffd}"),
            (r#""\ud83dx""#, "\u{fffd}x"),
            (r#""\ud83d\n""#, "\u{fffd}\n"),
            (r#""\ud83d\u0041""#, "\u{fffd}A"),
            (r#""\ud83d\ud83d\ude42""#, "\u{fffd}🙂"),
            (r#""\udbff\udc00""#, "\u{10fc00}"),
            (r#""\ue000\ud7ff""#, "\u{e000}\u{d7ff}"),
        ] {
            assert_eq!(read(text), Some(Json::Text(read_as.to_owned())), "{text}");
        }
        assert_eq!(read(r#""\ud83d\u00""#), None);
    }
}
