//! Cards that other programs keep in a picture, in forms of their own.

#![deny(clippy::arithmetic_side_effects)]

use cards_model::{ForeignForm, Grammar, Reading};

use crate::base64_text;
use crate::error::Error;
use crate::exif;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::msgpack;
use crate::place::Place;

use super::chunk::Chunk;
use super::keyword::TextKind;
use super::program::Program;
use super::read::Png;
use super::text;

impl Program {
    /// The program whose card a block of EXIF data holds.
    pub(crate) fn of_exif(block: &[u8], limits: &Limits) -> Option<Self> {
        let json = exif::comment_json(block)?;
        let reading = Reading::of(&json, Grammar::Strict, &limits.for_json()).ok()?;
        let is_backyard = reading.origin().is_some_and(|origin| origin.form == ForeignForm::Backyard);
        Some(if is_backyard { Self::Backyard } else { Self::Exif })
    }
}

/// A payload in a form that one program reads.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreign {
    /// The program.
    pub program: Program,
    /// The chunk's header.
    pub chunk: Chunk,
    keyword: Option<String>,
}

impl Foreign {
    /// The payload of a text chunk.
    pub(super) fn of_text(keyword: &str, kind: TextKind, chunk: Chunk) -> Option<Self> {
        let named = kind != TextKind::International;
        let program = Program::of(keyword).filter(|_| named)?;
        Some(Self { program, chunk, keyword: Some(keyword.to_owned()) })
    }

    /// The chunk's place, for messages.
    pub fn place(&self) -> Place {
        let tag = self.keyword.as_deref().unwrap_or("UserComment");
        Place::Chunk { name: format!("{} {tag}", self.chunk.kind), offset: self.chunk.offset }
    }

    pub(crate) fn finding(&self) -> Finding {
        Finding::Foreign { place: self.place(), program: self.program, differs: None }
    }

    pub(super) fn dropped(&self) -> Finding {
        Finding::ForeignDropped { place: self.place(), program: self.program }
    }
}

impl<'s> Png<'s> {
    /// Payloads that other programs keep in forms of their own, in file order. EXIF data is read for it.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn foreign(&mut self) -> Result<Vec<Foreign>, Error> {
        let exif: Vec<Chunk> = self.chunks().iter().filter(|chunk| &chunk.kind.0 == b"eXIf").copied().collect();
        let mut found = self.foreign_texts().to_vec();
        for chunk in exif {
            let program = match self.data(&chunk).map(std::borrow::Cow::into_owned) {
                Ok(block) => Program::of_exif(&block, &self.limits),
                Err(error @ Error::Io { .. }) => return Err(error),
                // What is cut off or too large is no card that anybody could read.
                Err(_) => None,
            };
            found.extend(program.map(|program| Foreign { program, chunk, keyword: None }));
        }
        found.sort_by_key(|foreign| foreign.chunk.offset);
        Ok(found)
    }

    /// What such a payload says: its JSON text where it comes to one, else what its base64 holds, or the data as it is.
    ///
    /// # Errors
    /// As [`Png::data`], and damage of the chunk.
    pub fn foreign_bytes(&mut self, foreign: &Foreign) -> Result<Vec<u8>, Error> {
        match self.foreign_json(foreign) {
            Ok(Some(json)) => return Ok(json),
            Ok(None) | Err(Error::TooLarge { .. }) => {}
            Err(error) => return Err(error),
        }
        let limits = self.limits.clone();
        let data = self.data(&foreign.chunk)?;
        let Some(kind) = TextKind::of(foreign.chunk.kind) else { return Ok(data.into_owned()) };
        let text = text::text(kind, &data, &limits, &|| foreign.place())?;
        Ok(base64_text::decode(&text).map_or_else(|_| text.into_owned(), |(bytes, _)| bytes))
    }

    /// The JSON text of such a payload; nothing for what none can be made of: Ginger's characters are made of recipes
    /// that only it has.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::TooLarge`] past `Limits::json`; other damage gives nothing.
    pub fn foreign_json(&mut self, foreign: &Foreign) -> Result<Option<Vec<u8>>, Error> {
        let limits = self.limits.clone();
        let data = match self.data(&foreign.chunk) {
            Ok(data) => data,
            Err(error @ Error::Io { .. }) => return Err(error),
            Err(_) => return Ok(None),
        };
        if foreign.keyword.is_none() {
            return Ok(exif::comment_json(&data));
        }
        let kind = TextKind::of(foreign.chunk.kind).unwrap_or(TextKind::Plain);
        let text = text::text(kind, &data, &limits, &|| foreign.place());
        let decoded = text.ok().and_then(|text| base64_text::decode(&text).ok()).map(|(bytes, _)| bytes);
        Ok(match (foreign.program, decoded) {
            (Program::NovelAi, decoded) => decoded,
            (Program::RisuAi, Some(bytes)) => {
                msgpack::to_json(&bytes, &limits, || foreign.place())?.map(String::into_bytes)
            }
            _ => None,
        })
    }
}
