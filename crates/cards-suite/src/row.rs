//! A row of the suite: a question, and what a spec or a client answers.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Error;
use crate::limits::within_limits;

/// One question and its answer, as a line of a file under `suite/rows` holds it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Row {
    /// The row's name, the same in every version of the suite: whose answer it is, a slash, and a name.
    pub id: String,
    /// What is asked for, such as `macro` or `lore`; `suite/README.md` lists them.
    pub kind: String,
    /// Whose answer is expected, with the version: `sillytavern@1.19.0`, `risu@2026-01-12`, `spec:ccv3`.
    pub profile: String,
    /// The versions of that client that were seen to answer so, the newest first; only that of `profile` where it is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// How much the answer binds.
    pub level: Level,
    /// What the row is about; the first tag is its family.
    pub tags: Vec<String>,
    /// A line for people, where the row has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The question.
    pub input: Value,
    /// The answer.
    pub expected: Value,
    /// Where the answer is from.
    pub source: String,
}

/// How much an answer binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Level {
    /// A spec text says MUST, or leaves no other reading.
    Must,
    /// A spec text says SHOULD.
    Should,
    /// A client answers so; whoever claims to be like that client does.
    Client,
    /// A client answers so by mistake or by accident; nobody has to follow.
    Quirk,
    /// The texts are silent; the answer is a choice.
    Open,
}

impl Level {
    /// Every level, the binding ones first.
    pub const ALL: [Self; 5] = [Self::Must, Self::Should, Self::Client, Self::Quirk, Self::Open];

    /// The word in rows and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Client => "client",
            Self::Quirk => "quirk",
            Self::Open => "open",
        }
    }

    /// Whether another answer is a failure.
    pub fn binds(self) -> bool {
        matches!(self, Self::Must | Self::Should | Self::Client)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Row {
    /// Makes a row; `title` stays empty.
    pub fn new(id: impl Into<String>, kind: impl Into<String>, profile: impl Into<String>, level: Level) -> Self {
        Self {
            id: id.into(),
            kind: kind.into(),
            profile: profile.into(),
            versions: Vec::new(),
            level,
            tags: Vec::new(),
            title: None,
            input: json!({}),
            expected: json!({}),
            source: String::new(),
        }
    }

    /// Whose answer it is, without the version: `sillytavern`, `risu`, `spec`.
    pub fn client(&self) -> &str {
        client_of(&self.profile)
    }

    /// The row as it is asked of a client, or of a client at a version, as `sillytavern@1.18` or `sillytavern@1.18.0`; nothing where
    /// the row is not about it.
    pub fn asked_of(&self, profile: &str) -> Option<Self> {
        if profile == self.profile || profile == self.client() {
            return Some(self.clone());
        }
        let version = profile.strip_prefix(self.client())?.strip_prefix('@')?;
        let is_of =
            |full: &&String| full.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let version = self.versions.iter().find(is_of)?;
        Some(Self { profile: format!("{}@{version}", self.client()), ..self.clone() })
    }

    /// The names that rows like this one are asked for by: client, profile, and client at each version.
    pub fn profiles(&self) -> impl Iterator<Item = String> {
        let client = self.client();
        let short = |version: &String| version.strip_suffix(".0").map(str::to_owned);
        let versions = self.versions.iter().flat_map(move |full| [Some(full.clone()), short(full)]).flatten();
        let versions = versions.map(move |version| format!("{client}@{version}"));
        [self.profile.clone(), client.to_owned()].into_iter().chain(versions)
    }

    /// The question that a program gets: one line, without what is expected.
    pub fn question(&self) -> String {
        json!({ "id": self.id, "kind": self.kind, "profile": self.profile, "input": self.input }).to_string()
    }

    /// The row as its line in a file.
    ///
    /// # Errors
    ///
    /// None that a row of plain JSON can cause; [`Error::Row`] carries what the JSON writer says.
    pub fn to_line(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|source| Error::Row { line: 0, source })
    }
}

/// The part of a profile before its version.
pub fn client_of(profile: &str) -> &str {
    profile.split(['@', ':']).next().unwrap_or(profile)
}

/// Reads the rows of a file of JSON Lines; blank lines count for nothing.
///
/// # Errors
///
/// [`Error::Row`] when a line is no row, [`Error::Limit`] when it is past a limit on JSON.
pub fn read_rows(text: &str) -> Result<Vec<Row>, Error> {
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
    let row = |(line, text)| {
        within_limits(text).map_err(|source| Error::Limit { line, source })?;
        serde_json::from_str(text).map_err(|source| Error::Row { line, source })
    };
    lines.map(row).collect()
}
