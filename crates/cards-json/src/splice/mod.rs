//! A changed value put back into the text that it was read from.

mod ascii;
mod layout;
mod parts;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use crate::relaxed::strict_text;
use crate::writer::push_string;
use crate::{Json, Limits, Number, Object, Reader, Style};
use layout::Layout;
use parts::{Item, Parts, Span};

/// Gives the text with another value in it: whatever did not change keeps its bytes, with comments, line ends, indentation,
/// escapes and members of one name; a new value is laid out as its siblings are, and keeps to ASCII where
/// the text does, by escapes. `None` where the text cannot be read.
///
/// The text may have comments and trailing commas, which stay beside the values that they were written to. Of several members
/// with one name the last is the one that changes. The cost grows with the length of the text, times the depth of the
/// innermost change.
///
/// ```
/// use cards_json::{Json, splice};
/// let text = "{\n  \"name\": \"Aria\", // hers\n  \"tags\": [\"bard\", \"elf\"]\n}\n";
/// let new: Json = r#"{"name":"Mira","tags":["bard","elf","north"]}"#.parse()?;
/// let wanted = "{\n  \"name\": \"Mira\", // hers\n  \"tags\": [\"bard\", \"elf\", \"north\"]\n}\n";
/// assert_eq!(splice(text, &new).as_deref(), Some(wanted));
/// # Ok::<(), cards_json::Error>(())
/// ```
#[must_use]
pub fn splice(text: &str, new: &Json) -> Option<String> {
    let strict = strict_text(text);
    let limits = Limits::unbounded();
    let mut reader = Reader::new(&strict, &limits);
    reader.peek().ok()?;
    let start = reader.offset();
    let old = reader.json().ok()?;
    let end = reader.offset();
    reader.finish().ok()?;
    let mut splicer = Splicer { text, strict: &strict, out: String::with_capacity(text.len()), in_comment: false };
    splicer.out.push_str(text.get(..start)?);
    splicer.value(start..end, "", [&old, new], &Layout::of_style(Style::like(text.as_bytes()), text));
    splicer.out.push_str(text.get(end..)?);
    Some(ascii::escaped_like(&strict, text, splicer.out))
}

struct Splicer<'a> {
    /// The text as it is.
    text: &'a str,
    /// The text with blanks for comments and trailing commas.
    strict: &'a str,
    out: String,
    /// Whether a comment was written last that only the end of its line ends.
    in_comment: bool,
}

impl Splicer<'_> {
    /// Writes a value that is in the text, as it is now; `around` is how what holds it is laid out, and `name` its name there.
    fn value(&mut self, span: Span, name: &str, [old, new]: [&Json; 2], around: &Layout) {
        match (old, new) {
            _ if old == new => self.out.push_str(self.text.get(span).unwrap_or_default()),
            (Json::Object(old), Json::Object(members)) if !members.is_empty() => {
                let parts = Parts::of(self.text, self.strict, span);
                let pieces = pieces_of(&parts, old, members);
                self.container(&parts, &pieces, Layout::of(&parts, around, name, new));
            }
            (Json::Array(old), Json::Array(items)) if !items.is_empty() => {
                let parts = Parts::of(self.text, self.strict, span);
                let piece = |(at, value)| match at {
                    Some(at) => Piece::Old(at, old.get(at).map(|old| [old, value])),
                    None => Piece::New("", value),
                };
                let pieces: Vec<Piece<'_>> = paired(old, items).into_iter().zip(items).map(piece).collect();
                self.container(&parts, &pieces, Layout::of(&parts, around, name, new));
            }
            _ => write(&mut self.out, new, &around.within(name, new)),
        }
    }

    fn container(&mut self, parts: &Parts<'_>, pieces: &[Piece<'_>], layout: Rc<Layout>) {
        // With what is beside a new value, looked at where one comes.
        let mut whole: Option<Layout> = None;
        let (text, strict) = (self.text, self.strict);
        self.out.push_str(parts.open);
        self.in_comment = parts::ends_in_comment(parts.open);
        for (number, piece) in pieces.iter().enumerate() {
            let comma = number + 1 < pieces.len() || parts.trailing_comma;
            let otherwise = if number == 0 { &layout.first } else { &layout.rest };
            match *piece {
                Piece::Old(at, change) => {
                    let Some(item) = parts.items.get(at) else { continue };
                    let stays = (at == 0) == (number == 0);
                    self.lead(if stays || item.is_apart() { item.lead } else { otherwise });
                    self.out.push_str(item.head);
                    match change {
                        Some([old, new]) if is_filled(old, new) => {
                            let whole = whole.get_or_insert_with(|| layout.with_siblings(parts, text, strict));
                            self.value(item.value.clone(), &item.name, [old, new], whole);
                        }
                        Some(change) => self.value(item.value.clone(), &item.name, change, &layout),
                        None => self.out.push_str(text.get(item.value.clone()).unwrap_or_default()),
                    }
                    self.behind(item, comma);
                }
                Piece::New(name, value) => {
                    self.lead(otherwise);
                    if parts.is_object {
                        push_string(&mut self.out, name);
                        self.out.push_str(&layout.colon);
                    }
                    let whole = whole.get_or_insert_with(|| layout.with_siblings(parts, text, strict));
                    write(&mut self.out, value, &whole.within(name, value));
                    self.out.push_str(if comma { "," } else { "" });
                }
            }
        }
        self.lead(if parts.items.is_empty() { &layout.close } else { parts.close });
        self.out.push(if parts.is_object { '}' } else { ']' });
    }

    /// Writes what is in front of an item or a closing bracket. Behind a comment that goes to the end of its line, a line begins.
    fn lead(&mut self, lead: &str) {
        if std::mem::take(&mut self.in_comment) && !lead.contains('\n') {
            self.out.push('\n');
        }
        self.out.push_str(lead);
    }

    /// Writes what is behind an item, with its comma.
    fn behind(&mut self, item: &Item<'_>, comma: bool) {
        if item.comma && comma || !item.after.trim().is_empty() {
            self.out.push_str(item.after);
        }
        self.out.push_str(if comma { "," } else { "" });
        self.out.push_str(item.tail);
        self.in_comment = parts::ends_in_comment(item.tail);
    }
}

/// Whether an object or array comes where none with something in it was.
fn is_filled(old: &Json, new: &Json) -> bool {
    let has_items = |value: &Json| match value {
        Json::Object(object) => !object.is_empty(),
        Json::Array(items) => !items.is_empty(),
        _ => false,
    };
    has_items(new) && !(has_items(old) && old.as_array().is_some() == new.as_array().is_some())
}

/// An item of a container as it is to be.
#[derive(Clone, Copy)]
enum Piece<'a> {
    /// One that is there, by its number; with what it was and is, where it may have changed.
    Old(usize, Option<[&'a Json; 2]>),
    /// One that is not there yet.
    New(&'a str, &'a Json),
}

/// The members of an object as they are to be. Of several with one name the last is the one that changes.
fn pieces_of<'a>(parts: &Parts<'_>, old: &'a Object, new: &'a Object) -> Vec<Piece<'a>> {
    let values = old.by_name();
    let members: Vec<(&str, &Json)> = new.iter().collect();
    let wanted: HashMap<&str, usize> = members.iter().enumerate().map(|(place, (name, _))| (*name, place)).collect();
    // Each member that stays: its numbers in the text.
    let mut stays: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut firsts = Vec::new();
    for (at, item) in parts.items.iter().enumerate() {
        let Some(place) = wanted.get(&*item.name) else { continue };
        let all = stays.entry(&item.name).or_default();
        if all.is_empty() {
            firsts.push((at, *place));
        }
        all.push(at);
    }
    let piece = |at: usize| {
        let name = parts.items.get(at).map_or("", |item| &item.name);
        let counts = stays.get(name).and_then(|all| all.last()) == Some(&at);
        Piece::Old(at, counts.then(|| Some([*values.get(name)?, members.get(*wanted.get(name)?)?.1])).flatten())
    };
    let fresh = |range: Range<usize>| {
        let some = members.get(range).unwrap_or_default().iter();
        some.map(|(name, value)| Piece::New(name, value)).collect::<Vec<_>>()
    };
    if firsts.iter().zip(firsts.iter().skip(1)).any(|((_, one), (_, next))| one > next) {
        let in_new_order = members.iter().flat_map(|(name, value)| match stays.get(name) {
            Some(all) => all.iter().map(|at| piece(*at)).collect(),
            None => vec![Piece::New(name, value)],
        });
        return in_new_order.collect();
    }
    let (mut pieces, mut next, mut firsts) = (Vec::new(), 0, firsts.into_iter().peekable());
    for (at, _) in parts.items.iter().enumerate().filter(|(_, item)| wanted.contains_key(&*item.name)) {
        if let Some((_, place)) = firsts.next_if(|(first, _)| *first == at) {
            pieces.extend(fresh(next..place));
            next = place + 1;
        }
        pieces.push(piece(at));
    }
    pieces.extend(fresh(next..members.len()));
    pieces
}

/// For each new element the number of the old one that it was, if one is left that is it.
///
/// What is equal is the same element, wherever it is now; an element that no old one equals is the changed one that was behind
/// the element in front of it.
fn paired(old: &[Json], new: &[Json]) -> Vec<Option<usize>> {
    let same = |pairs: &mut dyn Iterator<Item = (&Json, &Json)>| pairs.take_while(|(old, new)| old == new).count();
    let head = same(&mut old.iter().zip(new));
    let (old_rest, new_rest) = (old.get(head..).unwrap_or_default(), new.get(head..).unwrap_or_default());
    let tail = same(&mut old_rest.iter().rev().zip(new_rest.iter().rev()));
    let middle = head..old.len() - tail;
    let mut left: HashMap<&Json, Vec<usize>> = HashMap::new();
    for at in middle.clone().rev() {
        left.entry(old.get(at).unwrap_or(&Json::Null)).or_default().push(at);
    }
    let new_middle = new.get(head..new.len() - tail).unwrap_or_default();
    let equal: Vec<Option<usize>> = new_middle.iter().map(|value| left.get_mut(value)?.pop()).collect();
    let mut taken: HashSet<usize> = equal.iter().flatten().copied().collect();
    let mut behind = head;
    let found = equal.into_iter().map(|at| {
        let at = at.or_else(|| (middle.contains(&behind) && taken.insert(behind)).then_some(behind));
        behind = at.map_or(behind, |at| at + 1);
        at
    });
    let found: Vec<Option<usize>> = found.collect();
    (0..head).map(Some).chain(found).chain((old.len() - tail..old.len()).map(Some)).collect()
}

/// Writes a value that is new, laid out so.
fn write(out: &mut String, value: &Json, layout: &Layout) {
    let (open, close) = match value {
        Json::Null => return out.push_str("null"),
        Json::Bool(value) => return out.push_str(if *value { "true" } else { "false" }),
        Json::Number(number) => return Number::write(number, out),
        Json::String(text) => return push_string(out, text),
        Json::Array(_) => ('[', ']'),
        Json::Object(_) => ('{', '}'),
    };
    out.push(open);
    let mut is_empty = true;
    let mut lead = |out: &mut String| {
        out.push_str(if is_empty { &layout.first } else { "," });
        out.push_str(if is_empty { "" } else { &layout.rest });
        is_empty = false;
    };
    for (name, value) in value.as_object().into_iter().flat_map(Object::iter) {
        lead(out);
        push_string(out, name);
        out.push_str(&layout.colon);
        write(out, value, &layout.within(name, value));
    }
    for value in value.as_array().unwrap_or_default() {
        lead(out);
        write(out, value, &layout.within("", value));
    }
    if !is_empty {
        out.push_str(&layout.close);
    }
    out.push(close);
}
