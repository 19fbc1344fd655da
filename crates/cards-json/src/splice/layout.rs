//! How objects and arrays of a text are laid out, for new ones beside them.

use std::collections::HashMap;
use std::rc::Rc;

use super::parts::{Item, Parts, Span};
use crate::{Json, Style};

/// How an object or an array is laid out.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// In front of the first item.
    pub(super) first: String,
    /// In front of each other one, behind the comma.
    pub(super) rest: String,
    /// In front of the closing bracket.
    pub(super) close: String,
    /// Between the name of a member and its value.
    pub(super) colon: String,
    /// What a level is indented by.
    unit: String,
    /// The layouts of objects and arrays within, by the name of the member.
    named: HashMap<String, Rc<Layout>>,
    /// The layouts of an object and an array within, of whatever name.
    object: Option<Rc<Layout>>,
    array: Option<Rc<Layout>>,
}

impl Layout {
    /// The layout around the whole of a text.
    pub(super) fn of_style(style: Style, text: &str) -> Self {
        let unit = match style {
            Style::Compact => return Self { colon: ":".to_owned(), ..Self::default() },
            Style::Pretty(width) => " ".repeat(usize::from(width)),
            Style::Tabs => "\t".to_owned(),
        };
        let line = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Self { rest: line.to_owned(), colon: ": ".to_owned(), unit, ..Self::default() }
    }

    /// The layout of a container, inside of another one; as that of its siblings where it is empty.
    pub(super) fn of(parts: &Parts<'_>, around: &Self, name: &str, value: &Json) -> Rc<Self> {
        if parts.items.is_empty() { around.within(name, value) } else { Rc::new(Self::seen(parts, around)) }
    }

    /// The layout of a container that has something in it.
    fn seen(parts: &Parts<'_>, around: &Self) -> Self {
        let mut made = around.inner();
        let Some(first) = parts.items.first() else { return made };
        let colon = first.head.get(end_of_name(first)..).filter(|_| parts.is_object);
        if let Some(colon) = colon.filter(|colon| colon.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b':'))) {
            colon.clone_into(&mut made.colon);
        }
        made.first = plain(first.lead);
        made.close = plain(parts.close);
        made.rest = match parts.items.get(1..).and_then(<[_]>::last) {
            Some(last) => plain(last.lead),
            None if made.first.contains('\n') => made.first.clone(),
            None if made.colon.ends_with(' ') => " ".to_owned(),
            None => String::new(),
        };
        let unit = made.rest.strip_prefix(&*made.close).filter(|unit| made.close.contains('\n') && !unit.is_empty());
        if let Some(unit) = unit {
            made.unit = unit.to_owned();
        }
        made
    }

    /// The same, with the layouts of the containers within the parts.
    pub(super) fn with_siblings(&self, parts: &Parts<'_>, text: &str, strict: &str) -> Self {
        let like = |bracket: u8| {
            let is_like = |item: &&Item<'_>| is_filled(text, &item.value, bracket);
            parts.items.iter().rev().find(is_like).map(|item| Rc::new(self.tree(text, strict, item.value.clone())))
        };
        Self { object: like(b'{'), array: like(b'['), ..self.clone() }
    }

    /// The layout of a container within, and of all within that.
    fn tree(&self, text: &str, strict: &str, span: Span) -> Self {
        let parts = Parts::of(text, strict, span);
        let made = Self::seen(&parts, self);
        if !parts.is_object {
            return made.with_siblings(&parts, text, strict);
        }
        let filled = parts.items.iter().filter(|item| [b'{', b'['].iter().any(|it| is_filled(text, &item.value, *it)));
        let named =
            filled.map(|item| (item.name.clone(), Rc::new(made.tree(text, strict, item.value.clone())))).collect();
        Self { named, ..made }
    }

    /// The layout of a new value inside.
    pub(super) fn within(&self, name: &str, value: &Json) -> Rc<Self> {
        let like = if matches!(value, Json::Object(_)) { &self.object } else { &self.array };
        self.named.get(name).or(like.as_ref()).cloned().unwrap_or_else(|| Rc::new(self.inner()))
    }

    /// The layout of a container inside, where none is there to go by.
    fn inner(&self) -> Self {
        let (colon, unit) = (self.colon.clone(), self.unit.clone());
        if !self.rest.contains('\n') {
            return Self { rest: self.rest.clone(), colon, unit, ..Self::default() };
        }
        let deeper = format!("{}{unit}", self.rest);
        Self { first: deeper.clone(), rest: deeper, close: self.rest.clone(), colon, unit, ..Self::default() }
    }
}

/// Where the name of a member ends in its head.
fn end_of_name(item: &Item<'_>) -> usize {
    crate::relaxed::end_of_string(item.head.as_bytes(), 0)
}

/// Whether a value is an object or an array, by its bracket, with something in it.
fn is_filled(text: &str, span: &Span, bracket: u8) -> bool {
    let inside = text.get(span.start + 1..span.end.saturating_sub(1)).unwrap_or_default();
    text.as_bytes().get(span.start) == Some(&bracket) && !inside.trim().is_empty()
}

/// The blanks that a new item has in front of it where another one has these blanks and comments.
fn plain(lead: &str) -> String {
    let is_blank = |c: &char| matches!(c, ' ' | '\t');
    match lead.rfind('\n') {
        Some(at) => {
            let line = if lead.get(..at).is_some_and(|before| before.ends_with('\r')) { "\r\n" } else { "\n" };
            let indent = lead.get(at + 1..).unwrap_or_default().chars().take_while(is_blank);
            line.chars().chain(indent).collect()
        }
        None if lead.chars().all(|c| is_blank(&c)) => lead.to_owned(),
        None => " ".to_owned(),
    }
}
