//! Members of a template file, read as the client reads them, and what was odd about them.

use std::collections::BTreeSet;
use std::fmt;

use cards_model::{Json, Object, Pointer};

/// Something odd about a member of a template file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TemplateFinding {
    /// The member, as a JSON pointer.
    pub pointer: String,
    /// What is odd.
    pub oddity: TemplateOddity,
}

/// What is odd about a member.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum TemplateOddity {
    /// It is not of the kind that it should be; what was made of it, or the default that stands in for it.
    WrongType {
        /// The kind that it should have.
        expected: &'static str,
        /// What is used in its place.
        used: String,
    },
    /// It is missing, and the client has no default for it but what was set before; what is used in its place.
    Missing(String),
    /// It has the name of an older version, which was read for the new one.
    OldName(&'static str),
    /// It says nothing to the prompt here.
    NotUsed,
    /// The story string is of an older version; a place for what extensions add was put into it.
    AnchorAdded(&'static str),
}

impl fmt::Display for TemplateFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.pointer)?;
        match &self.oddity {
            TemplateOddity::WrongType { expected, used } => write!(f, "not {expected}; {used} is used"),
            TemplateOddity::Missing(used) => write!(f, "missing; {used} is used"),
            TemplateOddity::OldName(new) => write!(f, "an old name; read as `{new}`"),
            TemplateOddity::NotUsed => f.write_str("not known; it changes nothing here"),
            TemplateOddity::AnchorAdded(name) => write!(f, "of an older version; `{{{{{name}}}}}` was added"),
        }
    }
}

/// The members of one template.
pub(super) struct Fields<'o> {
    object: &'o Object,
    pointer: Pointer,
    read: BTreeSet<&'o str>,
    pub(super) findings: Vec<TemplateFinding>,
}

impl<'o> Fields<'o> {
    pub(super) fn new(object: &'o Object, pointer: Pointer) -> Self {
        Self { object, pointer, read: BTreeSet::new(), findings: Vec::new() }
    }

    pub(super) fn note(&mut self, name: &str, oddity: TemplateOddity) {
        let pointer = self.pointer.member(name).as_str().to_owned();
        self.findings.push(TemplateFinding { pointer, oddity });
    }

    fn wrong(&mut self, name: &str, expected: &'static str, used: impl fmt::Debug) {
        self.note(name, TemplateOddity::WrongType { expected, used: format!("{used:?}") });
    }

    /// A member that is there.
    pub(super) fn get(&mut self, name: &str) -> Option<&'o Json> {
        let (name, value) = self.object.iter().find(|(known, _)| *known == name)?;
        self.read.insert(name);
        Some(value)
    }

    /// A text; `null` is an empty one, and what is no text is the default.
    pub(super) fn text(&mut self, name: &str, default: &str) -> String {
        match self.get(name) {
            None => default.to_owned(),
            Some(Json::String(text)) => text.clone(),
            Some(Json::Null) => String::new(),
            Some(_) => {
                self.wrong(name, "a text", default);
                default.to_owned()
            }
        }
    }

    /// A text without which the client keeps what was set before.
    pub(super) fn kept_text(&mut self, name: &str, before: &str) -> String {
        if self.get(name).is_none() {
            self.note(name, TemplateOddity::Missing(format!("{before:?}")));
        }
        self.text(name, before)
    }

    /// A switch; what is no truth value is one as JavaScript takes it.
    pub(super) fn flag(&mut self, name: &str, default: bool) -> bool {
        let Some(value) = self.get(name) else { return default };
        let taken = match value {
            Json::Bool(flag) => return *flag,
            Json::Null => false,
            Json::Number(number) => number.as_f64() != 0.0,
            Json::String(text) => !text.is_empty(),
            Json::Array(_) | Json::Object(_) => true,
        };
        self.wrong(name, "true or false", taken);
        taken
    }

    /// A whole number from 0 up.
    pub(super) fn whole(&mut self, name: &str, default: usize) -> usize {
        let number = match self.get(name) {
            None => return default,
            Some(Json::Number(number)) => number.as_f64(),
            Some(_) => f64::NAN,
        };
        if number.fract() == 0.0 && number >= 0.0 {
            return number as usize;
        }
        self.wrong(name, "a whole number from 0 up", default);
        default
    }

    /// Passes over members that are the client's own business.
    pub(super) fn pass(&mut self, names: &[&str]) {
        for name in names {
            self.get(name);
        }
    }

    /// Notes every member that nobody asked for.
    pub(super) fn finish(mut self) -> Vec<TemplateFinding> {
        let left: Vec<&str> =
            self.object.iter().map(|(name, _)| name).filter(|name| !self.read.contains(name)).collect();
        for name in left {
            self.note(name, TemplateOddity::NotUsed);
        }
        self.findings
    }
}
