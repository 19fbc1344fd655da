//! `Serialize` (feature `serde`): what was odd or wrong as plain data, for a front end.

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::charx::Role;
use crate::error::Error;
use crate::extract::PieceKind;
use crate::finding::Finding;
use crate::kind::FileKind;
use crate::place::Place;
use crate::png::{ChunkType, Keyword, Program, TextKind, Why};
use crate::zip::{NameError, SafePath};

/// Values that are their own text.
macro_rules! as_text {
    ($($kind:ty,)+) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+};
}

as_text! { ChunkType, FileKind, Keyword, NameError, PieceKind, Place, Program, Role, SafePath, TextKind, Why, }

/// An object with `code`, `place` and `message`.
impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Finding", 3)?;
        out.serialize_field("code", self.code())?;
        out.serialize_field("place", &self.place())?;
        out.serialize_field("message", &self.to_string())?;
        out.end()
    }
}

/// An object with `class` and `message`, and with `line` and `column` where the JSON text has no reading.
impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let at = match self.json() {
            Some(cards_model::Error::Json(cards_model::json::Error::Syntax { at, .. })) => Some(*at),
            _ => None,
        };
        let mut out = serializer.serialize_struct("Error", 4)?;
        out.serialize_field("class", self.class())?;
        out.serialize_field("message", &self.chain())?;
        out.serialize_field("line", &at.map(|at| at.line))?;
        out.serialize_field("column", &at.map(|at| at.column))?;
        out.end()
    }
}
