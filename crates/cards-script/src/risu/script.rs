//! One script, as the client keeps it.

use cards_json::{Json, Object};

use crate::error::Error;
use crate::limits::Limits;
use crate::member::{is_truthy, others, text};

/// On what a script runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Mode {
    /// The user's message, before it is stored.
    EditInput,
    /// The answer, before it is stored.
    EditOutput,
    /// Greeting and messages, for the request.
    EditProcess,
    /// Messages as they are shown.
    EditDisplay,
}

cards_words::named! {
    Mode: "mode of scripts";
    EditInput => "editinput",
    EditOutput => "editoutput",
    EditProcess => "editprocess",
    EditDisplay => "editdisplay",
}

/// One script.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Script {
    /// `comment`: the name.
    pub comment: String,
    /// `in`: the pattern.
    pub find: String,
    /// `out`: the replacement, or an order that starts with `@@`.
    pub replace: String,
    /// `type`: one of [`Mode`]'s words, `edittrans` or `disabled`.
    pub kind: String,
    /// `ableFlag`: whether `flag` counts.
    pub flags_count: bool,
    /// `flag`: flags of the pattern, and actions in `<…>`.
    pub flags: String,
    /// Every other member, as it was written.
    pub others: Object,
}

const MEMBERS: [&str; 6] = ["comment", "in", "out", "type", "ableFlag", "flag"];

impl Script {
    /// Reads one script; what is no object is a script that does nothing.
    #[must_use]
    pub fn from_json(json: &Json) -> Self {
        let Some(object) = json.as_object() else { return Self::default() };
        let text = |name| text(object, name).unwrap_or_default();
        Self {
            comment: text("comment"),
            find: text("in"),
            replace: text("out"),
            kind: text("type"),
            flags_count: is_truthy(object, "ableFlag"),
            flags: text("flag"),
            others: others(object, &MEMBERS),
        }
    }

    /// Reads the list of a card, a module or a preset; what is no list holds no scripts.
    #[must_use]
    pub fn list_from_json(json: &Json) -> Vec<Self> {
        json.as_array().into_iter().flatten().map(Self::from_json).collect()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`Error::NotScripts`] for other JSON, [`Error::TooMany`] past the limit.
    pub fn file_from_json(json: &Json, limits: &Limits) -> Result<Vec<Self>, Error> {
        let expected = "an object with `type` \"regex\" and a list `data`";
        let items = json
            .get("data")
            .and_then(Json::as_array)
            .filter(|_| json.get("type").and_then(Json::as_str) == Some("regex"));
        let Some(items) = items else {
            return Err(Error::NotScripts { found: json.kind_name().to_owned(), expected });
        };
        if items.len() > limits.scripts {
            return Err(Error::TooMany { count: items.len(), limit: limits.scripts });
        }
        Ok(items.iter().map(Self::from_json).collect())
    }

    /// Writes the script as the client keeps it.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = Object::default();
        object.insert("comment", self.comment.as_str());
        object.insert("in", self.find.as_str());
        object.insert("out", self.replace.as_str());
        object.insert("type", self.kind.as_str());
        object.insert("ableFlag", Json::Bool(self.flags_count));
        if !self.flags.is_empty() {
            object.insert("flag", self.flags.as_str());
        }
        for (name, value) in self.others.iter() {
            object.insert(name, value.clone());
        }
        Json::Object(object)
    }

    /// Writes a file of scripts.
    #[must_use]
    pub fn file_to_json(scripts: &[Self]) -> Json {
        let mut object = Object::default();
        object.insert("type", "regex");
        object.insert("data", Json::Array(scripts.iter().map(Self::to_json).collect()));
        Json::Object(object)
    }
}
