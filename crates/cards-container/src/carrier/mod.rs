//! Files of other programs that come to one JSON value: YAML, EXIF of WEBP and JPEG, packages of several files.
//!
//! What the value means is the business of `cards-model`; here it is put together, within limits.

#![deny(clippy::arithmetic_side_effects)]

pub(crate) mod byaf;
mod kobold;
mod package;
mod voxta;

use cards_model::json::Json;
use cards_model::{Grammar, Reading};

use self::package::{Found, Package};
use crate::error::Error;
use crate::exif;
use crate::kind::FileKind;
use crate::limits::Limits;
use crate::place::Place;
use crate::png::Program;
use crate::sniff::Format;
#[cfg(feature = "yaml")]
use crate::source::Source;
use crate::zip::Archive;

/// A file in another program's form, with the JSON that it comes to.
#[derive(Debug)]
pub struct Carrier<'s> {
    kind: FileKind,
    json: Vec<u8>,
    place: Place,
    archive: Option<Archive<'s>>,
    pictures: Vec<usize>,
}

impl<'s> Carrier<'s> {
    /// The kind of file.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// The JSON text that the file comes to. Packages give one object with a member for each file that was read.
    pub fn json(&self) -> &[u8] {
        &self.json
    }

    /// The part of the file that says most, for messages.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The archive of a package.
    pub fn archive(&self) -> Option<&Archive<'s>> {
        self.archive.as_ref()
    }

    /// The archive of a package, to read entries from.
    pub fn archive_mut(&mut self) -> Option<&mut Archive<'s>> {
        self.archive.as_mut()
    }

    /// The archive entries with the character's pictures, the main one first.
    pub fn pictures(&self) -> &[usize] {
        &self.pictures
    }

    /// A text in YAML.
    #[cfg(feature = "yaml")]
    pub(crate) fn yaml(source: &mut dyn Source, limits: &Limits) -> Result<Self, Error> {
        let text = crate::json::read_json(source, limits)?;
        let json = crate::yaml::to_json(&String::from_utf8_lossy(&text), limits).map_err(|odd| odd.at(Place::File))?;
        Ok(Self { kind: FileKind::Yaml, json, place: Place::File, archive: None, pictures: Vec::new() })
    }

    /// The EXIF comment of a picture, where that is a card; nothing where it is none.
    pub(crate) fn exif(block: &[u8], format: Format, limits: &Limits) -> Option<Self> {
        Program::of_exif(block, limits)?;
        let json = exif::comment_json(block)?;
        let kind = if format == Format::Webp { FileKind::Webp } else { FileKind::Jpeg };
        Some(Self { kind, json, place: Place::Exif, archive: None, pictures: Vec::new() })
    }

    /// The comment of a JPEG, where that is a card; nothing where it is none.
    pub(crate) fn comment(text: &[u8], limits: &Limits) -> Option<Self> {
        let json = exif::json(text, false)?;
        Reading::of(&json, Grammar::Strict, &limits.for_json()).ok()?;
        Some(Self { kind: FileKind::Jpeg, json, place: Place::Comment, archive: None, pictures: Vec::new() })
    }

    /// A package of a program that its files tell; the archive comes back where they tell none.
    pub(crate) fn package(archive: Archive<'s>, limits: &Limits) -> Result<Result<Self, Archive<'s>>, Error> {
        let mut package = Package::new(archive, limits);
        for (kind, read) in [
            (FileKind::Byaf, byaf::read as fn(&mut Package<'_, 's>) -> Result<Option<Found>, Error>),
            (FileKind::Voxta, voxta::read),
            (FileKind::Kobold, kobold::read),
        ] {
            if let Some(Found { json, entry, pictures }) = read(&mut package)? {
                let place = Place::Entry(package.archive.entry(entry).map(|entry| entry.shown()).unwrap_or_default());
                let json = Json::from(json).to_string().into_bytes();
                return Ok(Ok(Self { kind, json, place, archive: Some(package.archive), pictures }));
            }
        }
        Ok(Err(package.archive))
    }
}
