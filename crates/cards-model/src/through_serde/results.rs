//! `Serialize` of what the library answers with (feature `serde`): findings, repairs, losses, listings, errors.
//!
//! Rules and forms go out as their ids and names, places as JSON pointers.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::rules::{Change, Rule};
use crate::{Error, Finding, Form, Loss, LossReason, Peek, json};

/// Its [id](Rule::id).
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}

/// `rule`, `severity`, `pointer`, `message`.
impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Finding", 4)?;
        fields.serialize_field("rule", self.rule)?;
        fields.serialize_field("severity", self.severity().as_str())?;
        fields.serialize_field("pointer", &self.pointer)?;
        fields.serialize_field("message", &self.message)?;
        fields.end()
    }
}

/// `rule`, `pointer`, `message`.
impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Change", 3)?;
        fields.serialize_field("rule", self.rule)?;
        fields.serialize_field("pointer", &self.pointer)?;
        fields.serialize_field("message", &self.message)?;
        fields.end()
    }
}

/// `pointer`, `reason` in words, `bytes`.
impl Serialize for Loss {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Loss", 3)?;
        fields.serialize_field("pointer", &self.pointer)?;
        fields.serialize_field("reason", &self.reason)?;
        fields.serialize_field("bytes", &self.size)?;
        fields.end()
    }
}

/// Its [words](LossReason::as_str).
impl Serialize for LossReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Its [id](Form::id).
impl Serialize for Form {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// Its fields, and `form`.
impl Serialize for Peek {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Peek", 10)?;
        fields.serialize_field("form", &self.form())?;
        fields.serialize_field("spec_version", &self.spec_version)?;
        fields.serialize_field("name", &self.name)?;
        fields.serialize_field("nickname", &self.nickname)?;
        fields.serialize_field("creator", &self.creator)?;
        fields.serialize_field("character_version", &self.character_version)?;
        fields.serialize_field("tags", &self.tags)?;
        fields.serialize_field("greetings", &self.greetings)?;
        fields.serialize_field("lore_entries", &self.lore_entries)?;
        fields.serialize_field("assets", &self.assets)?;
        fields.end()
    }
}

/// `class`, `message`, and for a text that is not JSON its `at`: `offset`, `line`, `column`.
impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Error", 3)?;
        fields.serialize_field("class", self.class())?;
        fields.serialize_field("message", &self.to_string())?;
        if let Self::Json(json::Error::Syntax { at, .. }) = self {
            fields.serialize_field("at", at)?;
        }
        fields.end()
    }
}
