//! YAML as JSON text, for characters that are written in it.
//!
//! The library below gives events, one after another, so that nothing is built but the text that goes out: depth and
//! size are bounded while it grows, and aliases, which multiply text, by the same size.
//!
//! Spec: YAML 1.2.2, core schema (§10.3). De facto: merge keys (`<<`) are names like any other, as `yaml` 2 of
//! SillyTavern 1.19 has them.

#![deny(clippy::arithmetic_side_effects)]

mod outline;
mod write;

use std::collections::HashMap;
use std::ops::Range;

use cards_model::json::{Json, Number};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Tag};

use crate::error::Unreadable;
use crate::limits::Limits;

pub use outline::{Outlined, outline};
pub use write::from_json;

/// The class of what is no YAML, or past a limit.
const CLASS: &str = "bad-yaml";

/// The JSON text that says what a YAML text says. A name that occurs twice in a mapping occurs twice in the JSON.
///
/// # Errors
/// Class `bad-yaml` for text that is no YAML, for a second document, for a mapping whose names are no scalars, and past
/// the depth of [`cards_model::Limits`] or [`Limits::json`].
///
/// # Examples
/// ```
/// use cards_container::{Limits, yaml};
///
/// let json = yaml::to_json("name: Odile\ntags: [keeper, 12]\n", &Limits::default())?;
/// assert_eq!(json, br#"{"name":"Odile","tags":["keeper",12]}"#);
/// # Ok::<(), cards_container::Unreadable>(())
/// ```
pub fn to_json(text: &str, limits: &Limits) -> Result<Vec<u8>, Unreadable> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut work = RETRIED_BYTES;
    let mut blanks: Option<String> = None;
    loop {
        let text = blanks.as_deref().unwrap_or(text);
        let mut out = Out::new(limits);
        let error = match out.read(text) {
            Ok(()) => return Ok(out.text.into_bytes()),
            Err(Problem::Unlike(error)) => return Err(error),
            Err(Problem::Scan(error)) => error,
        };
        work = work.saturating_sub(text.len());
        match tab_before(text, &error).filter(|_| work > 0) {
            Some(at) => blanks = Some(with_blank(text, at)),
            None => return Err(Unreadable::new(CLASS, error)),
        }
    }
}

/// Bytes that are read again after a tab was taken for a blank, so that the cost stays linear.
const RETRIED_BYTES: usize = 1 << 20;

/// Where a tab is between a name and its value. YAML 1.2.2 §6.2 has tabs there too; the library refuses them.
fn tab_before(text: &str, error: &ScanError) -> Option<usize> {
    let (at, _) = text.char_indices().nth(error.marker().index())?;
    let before = text.get(..at)?;
    let colon = before.trim_end_matches(['\t', ' ']);
    (colon.ends_with(':') && before.get(colon.len()..)?.starts_with('\t')).then_some(colon.len())
}

fn with_blank(text: &str, at: usize) -> String {
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    format!("{before} {}", rest.get(1..).unwrap_or_default())
}

/// Why a text was not read.
enum Problem {
    Scan(ScanError),
    Unlike(Unreadable),
}

impl From<Unreadable> for Problem {
    fn from(unlike: Unreadable) -> Self {
        Self::Unlike(unlike)
    }
}

fn refused(why: impl Into<String>) -> Unreadable {
    Unreadable::new(CLASS, why.into())
}

/// A mapping or sequence that is not closed yet.
struct Level {
    mapping: bool,
    /// Whether the next node of a mapping is a name.
    name_next: bool,
    empty: bool,
    anchor: usize,
    start: usize,
}

/// The JSON text so far.
#[derive(Default)]
struct Out {
    text: String,
    levels: Vec<Level>,
    /// Where the text of each anchored node is.
    anchors: HashMap<usize, Range<usize>>,
    /// Where the last whole node is.
    last: Range<usize>,
    most: usize,
    depth: u32,
    /// Values that were read, names of members aside, and how many may be.
    values: u64,
    most_values: u64,
    /// For each name and value that is written: where its JSON begins, and where it is in the text, in characters.
    places: Vec<(usize, Range<usize>)>,
    /// Where the event is that is being read.
    here: Range<usize>,
}

impl Out {
    fn new(limits: &Limits) -> Self {
        let most = usize::try_from(limits.json).unwrap_or(usize::MAX);
        let json = limits.for_json();
        Self { most, depth: json.depth, most_values: json.values, ..Self::default() }
    }

    fn read(&mut self, text: &str) -> Result<(), Problem> {
        let mut documents = 0_u32;
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error| self.scan_error(error))?;
            self.here = span.start.index()..span.end.index();
            match event {
                Event::DocumentStart(_) if documents > 0 => return Err(refused("a second document follows").into()),
                Event::DocumentStart(_) => documents = 1,
                Event::Scalar(text, style, anchor, tag) => {
                    self.scalar(&text, style, tag.as_deref())?;
                    self.remember(anchor, self.last.clone());
                }
                Event::Alias(anchor) => self.alias(anchor)?,
                Event::SequenceStart(anchor, _) => self.open(false, anchor)?,
                Event::MappingStart(anchor, _) => self.open(true, anchor)?,
                Event::SequenceEnd | Event::MappingEnd => self.close()?,
                Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
            }
        }
        if self.text.is_empty() {
            self.push("null")?;
        }
        Ok(())
    }

    /// What the library says about a text, or that its lists and mappings are deeper than it goes, which is deeper than the limit.
    fn scan_error(&self, error: ScanError) -> Problem {
        if error.info() == TOO_DEEP { self.too_deep().into() } else { Problem::Scan(error) }
    }

    fn too_deep(&self) -> Unreadable {
        refused(format!("it is nested deeper than {} levels (limit `depth`)", self.depth))
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<(), Unreadable> {
        let name = self.begin_node(false)?;
        let value = if name { Json::from(text) } else { value(text, style, tag) };
        let start = self.text.len();
        self.places.push((start, self.here.clone()));
        self.push(&value.to_string())?;
        self.end_node(start)
    }

    fn alias(&mut self, anchor: usize) -> Result<(), Unreadable> {
        let range = self.anchors.get(&anchor).cloned().ok_or_else(|| refused("an alias is inside what it names"))?;
        let text = self.text.get(range).unwrap_or_default().to_owned();
        let name = self.begin_node(false)?;
        let text = match text.as_bytes().first() {
            Some(b'"') => text,
            Some(b'{' | b'[') if name => return Err(refused(NO_NAME)),
            _ if name => Json::from(text).to_string(),
            _ => text,
        };
        let start = self.text.len();
        self.places.push((start, self.here.clone()));
        self.push(&text)?;
        self.end_node(start)
    }

    fn open(&mut self, mapping: bool, anchor: usize) -> Result<(), Unreadable> {
        self.begin_node(true)?;
        if u32::try_from(self.levels.len()).unwrap_or(u32::MAX) >= self.depth {
            return Err(self.too_deep());
        }
        self.levels.push(Level { mapping, name_next: mapping, empty: true, anchor, start: self.text.len() });
        self.places.push((self.text.len(), self.here.clone()));
        self.push(if mapping { "{" } else { "[" })
    }

    fn close(&mut self) -> Result<(), Unreadable> {
        let Some(level) = self.levels.pop() else { return Ok(()) };
        self.push(if level.mapping { "}" } else { "]" })?;
        let end = self.here.end;
        let at = self.places.binary_search_by_key(&level.start, |(start, _)| *start);
        if let Some((_, place)) = at.ok().and_then(|at| self.places.get_mut(at)) {
            place.end = end.max(place.end);
        }
        self.end_node(level.start)?;
        self.remember(level.anchor, self.last.clone());
        Ok(())
    }

    /// Writes what is before a node, and says whether it is the name of a member.
    fn begin_node(&mut self, container: bool) -> Result<bool, Unreadable> {
        let Some(level) = self.levels.last_mut() else { return Ok(false) };
        let name = level.mapping && level.name_next;
        self.values = self.values.saturating_add(u64::from(!name));
        if self.values > self.most_values {
            return Err(refused(format!("it has more than {} values (limit `values`)", self.most_values)));
        }
        if name && container {
            return Err(refused(NO_NAME));
        }
        let comma = (name || !level.mapping) && !std::mem::take(&mut level.empty);
        if comma { self.push(",").map(|()| name) } else { Ok(name) }
    }

    fn end_node(&mut self, start: usize) -> Result<(), Unreadable> {
        self.last = start..self.text.len();
        let Some(level) = self.levels.last_mut().filter(|level| level.mapping) else { return Ok(()) };
        let was_name = level.name_next;
        level.name_next = !was_name;
        if was_name { self.push(":") } else { Ok(()) }
    }

    fn remember(&mut self, anchor: usize, range: Range<usize>) {
        if anchor > 0 {
            self.anchors.insert(anchor, range);
        }
    }

    fn push(&mut self, text: &str) -> Result<(), Unreadable> {
        if self.text.len().saturating_add(text.len()) > self.most {
            return Err(refused(format!("it says more than {} bytes of JSON (limit `json`)", self.most)));
        }
        self.text.push_str(text);
        Ok(())
    }
}

/// What the library says where lists and mappings in one line are deeper than it counts.
const TOO_DEEP: &str = "recursion limit exceeded";

const NO_NAME: &str = "a name of a mapping is a list or a mapping itself";

/// A scalar as the core schema reads it.
fn value(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Json {
    let tagged = tag.filter(|tag| tag.is_yaml_core_schema()).map(|tag| tag.suffix.as_str());
    let plain = style == ScalarStyle::Plain && tag.is_none();
    if !plain && !matches!(tagged, Some("null" | "bool" | "int" | "float")) {
        return text.into();
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Json::Null,
        "true" | "True" | "TRUE" => true.into(),
        "false" | "False" | "FALSE" => false.into(),
        _ => number(text).map_or_else(|| text.into(), Json::Number),
    }
}

/// A number as the core schema writes it; infinities and NaN stay text, since JSON has none.
fn number(text: &str) -> Option<Number> {
    let radix =
        |digits: &str, radix| u64::from_str_radix(digits, radix).ok().and_then(|n| Number::parse(&n.to_string()));
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        || !digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'))
    {
        return None;
    }
    // What JSON spells the same way keeps its spelling.
    Number::parse(text).or_else(|| Number::from_f64(text.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let made = to_json(text, &Limits::default()).map(|json| String::from_utf8(json).unwrap());
        assert_eq!(made.unwrap_or_else(|error| format!("{} {}", error.class, error.source)), expected);
    }

    #[test]
    fn scalars_are_those_of_the_core_schema() {
        check(
            "[yes, true, True, ~, null, '', 12, 012, +3, 0x1F, 0o17, 1.50, .5, 1e3, .inf, 1.2.3, \"7\", 2024-01-01]",
            r#"["yes",true,true,null,null,"",12,12,3,31,15,1.50,0.5,1e3,".inf","1.2.3","7","2024-01-01"]"#,
        );
        check("name: !!str 12\nage: !!int '7'\nown: !mine 7\n", r#"{"name":"12","age":7,"own":"7"}"#);
    }

    #[test]
    fn blocks_keep_their_line_ends() {
        check("a: |\n  x\n  y\nb: |-\n  x\nc: >\n  x\n  y\n", r#"{"a":"x\ny\n","b":"x","c":"x y\n"}"#);
        check("\u{feff}name: A\r\ntext: |\r\n  x\r\n  y\r\n", r#"{"name":"A","text":"x\ny\n"}"#);
    }

    #[test]
    fn aliases_stand_for_what_they_name() {
        check("a: &x {b: [1, ~]}\nc: *x\n*x : d\n", "bad-yaml a name of a mapping is a list or a mapping itself");
        check("a: &x {b: [1, ~]}\nc: *x\n", r#"{"a":{"b":[1,null]},"c":{"b":[1,null]}}"#);
        check("a: &x k\nb: &n 7\n*x : 1\n*n : 2\n", r#"{"a":"k","b":7,"k":1,"7":2}"#);
        check("a: &x [*x]\n", "bad-yaml an alias is inside what it names");
        check("b: &b\n  c: d\n<<: *b\n", r#"{"b":{"c":"d"},"<<":{"c":"d"}}"#);
    }

    #[test]
    fn nothing_is_null_and_repeated_names_stay() {
        check("", "null");
        check("# only a comment\n", "null");
        check("a: 1\na: 2\n", r#"{"a":1,"a":2}"#);
        check("? a\n: 1\n? b\n", r#"{"a":1,"b":null}"#);
        check("{}", "{}");
        check("just text\n", r#""just text""#);
    }

    #[test]
    fn tabs_stand_between_names_and_values() {
        check("name:\tOdile\nage:\t \t7\ntext: |\n  a:\tb\n", r#"{"name":"Odile","age":7,"text":"a:\tb\n"}"#);
    }

    #[test]
    fn what_is_no_yaml_is_refused() {
        check("name: A\n---\nname: B\n", "bad-yaml a second document follows");
        check("? [a]\n: b\n", "bad-yaml a name of a mapping is a list or a mapping itself");
        assert_eq!(to_json("a: [", &Limits::default()).unwrap_err().class, CLASS);
        assert_eq!(to_json("a: *none", &Limits::default()).unwrap_err().class, CLASS);
    }

    #[test]
    fn a_billion_laughs_stop_at_the_limit_of_json() {
        let mut bomb = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
        for n in 1..40 {
            let before = n - 1;
            bomb += &format!("a{n}: &a{n} [{}]\n", vec![format!("*a{before}"); 9].join(", "));
        }
        let error = to_json(&bomb, &Limits::default().with_json(1 << 20)).unwrap_err();
        assert_eq!(error.source.to_string(), "it says more than 1048576 bytes of JSON (limit `json`)");
    }

    #[test]
    fn depth_stops_at_its_limit() {
        let most = Limits::default().for_json().depth as usize;
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(to_json(&nested(most), &Limits::default()).is_ok());
        for depth in [most + 1, 1_000] {
            check(&nested(depth), "bad-yaml it is nested deeper than 128 levels (limit `depth`)");
        }
    }

    #[test]
    fn values_stop_at_their_limit() {
        let read = |text: &str| Out { most_values: 3, ..Out::new(&Limits::default()) }.read(text);
        assert!(read("a: [1, {b: x}]").is_err_and(|why| matches!(why, Problem::Unlike(error)
            if error.source.to_string() == "it has more than 3 values (limit `values`)")));
        assert!(read("a: [1, {}]\n").is_ok());
    }
}
