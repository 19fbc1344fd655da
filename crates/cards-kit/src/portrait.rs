//! The card's own picture out of an opened file, and into one.

use cards_container::pack::{Chunks, PackOptions, Packed, Report, Target};
use cards_container::png::{ChunkPolicy, Keyword, Note, Png, compose};
use cards_container::{AssetRef, Container, Finding};
use cards_model::{Asset, AssetUri, Card};

use crate::error::Error;
use crate::limits::Limits;
use crate::open::{Opened, open};

/// Reads the picture of a card, or of the file where it holds none; `None` where there is none that can be read within
/// the limits.
pub fn read(file: &mut Container<'_>, card: Option<&Card>) -> Option<Vec<u8>> {
    let assets = card.map(|card| card.assets().into_owned()).unwrap_or_default();
    let refs: Vec<AssetRef<'_>> = assets.iter().map(AssetRef::from).collect();
    file.picture(&refs).ok().flatten()
}

/// Makes a PNG of the picture of an opened file that is of another kind, as a PNG card or a Prom archive needs one; `None`
/// where it is one already, and where there is none that could become one.
///
/// # Errors
/// [`Error::PictureSize`] and [`Error::PictureData`].
#[cfg(feature = "pictures")]
pub fn as_png(
    file: &mut Container<'_>,
    card: Option<&Card>,
    options: &crate::PictureOptions,
) -> Result<Option<crate::Portrait>, Error> {
    if matches!(file, Container::Png(_)) && options.size.is_none() {
        return Ok(None);
    }
    let Some(bytes) = read(file, card) else { return Ok(None) };
    match crate::Portrait::of(bytes, options) {
        Ok(portrait) if portrait.format == cards_container::Format::Png && options.size.is_none() => Ok(None),
        Ok(portrait) => Ok(Some(portrait)),
        Err(Error::PictureKind { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Puts another picture, a PNG, into the file of a card, in whatever container it is; the card stays as it is, but for an
/// icon that it lists. A PNG gets its V2 stand-in anew where it has one, and keeps the texts beside the old picture (author,
/// copyright …) but for those that the new one has of the same keyword; the report names what else is left out.
///
/// ```
/// use cards_kit::{Limits, open, portrait};
/// # let picture = [&b"\x89PNG\r\n\x1a\n"[..], b"\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\0IEND\xaeB`\x82"].concat();
/// let card = br#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria"}}"#;
/// let (file, report) = portrait::set(card, picture.clone(), &Limits::default())?;
/// assert!(report.loss.is_empty());
/// assert_eq!(open(file, Limits::default())?.portrait(), Some(picture));
/// # Ok::<(), cards_kit::Error>(())
/// ```
///
/// # Errors
/// [`Error::OnlyRead`] for another program's form, [`Error::NoPicturePlace`] for JSON of a form without assets, and
/// [`Error::Container`].
pub fn set(bytes: &[u8], png: Vec<u8>, limits: &Limits) -> Result<(Vec<u8>, Report), Error> {
    let Opened { mut file, loaded, .. } = open(bytes, limits)?;
    let container = &mut file.container;
    let png = match container {
        Container::Png(old) => with_notes_of(old, png, limits)?,
        _ => png,
    };
    if let Some(origin) = loaded.document.origin() {
        return Err(Error::OnlyRead { found: origin.form.to_string() });
    }
    let (target, chunks) = match container {
        Container::Png(png) if png.candidates().iter().any(|one| one.keyword == Keyword::Chara) => {
            (Target::Png, Chunks::WithBackfill)
        }
        Container::Png(_) => (Target::Png, Chunks::AsIs),
        Container::Charx(_) => (Target::Charx, Chunks::AsIs),
        Container::Prom(_) => (Target::Prom, Chunks::AsIs),
        _ => (Target::Json, Chunks::AsIs),
    };
    let form = loaded.document.content.form();
    let options = PackOptions::default().with_chunks(chunks).with_portrait(png).with_limits(limits.files.clone());
    let Packed { bytes, report, .. } = Packed::of(container, loaded, target, &options)?;
    let is_out = |found: &Finding| matches!(found, Finding::LeftOut { what, .. } if what == "picture");
    if target == Target::Json && report.findings.iter().any(is_out) {
        return Err(Error::NoPicturePlace { form: form.described() });
    }
    Ok((bytes, report))
}

/// A picture with the texts that another one has beside its card.
fn with_notes_of(old: &mut Png<'_>, picture: Vec<u8>, limits: &Limits) -> Result<Vec<u8>, Error> {
    let mut notes = Png::open(picture.as_slice(), &ChunkPolicy::lenient(), &limits.files)?.notes()?;
    // Assets go along with the card.
    let is_new = |note: &Note| !note.is_asset() && notes.iter().all(|known| known.keyword != note.keyword);
    let more: Vec<Note> = old.notes()?.into_iter().filter(is_new).collect();
    if more.is_empty() {
        return Ok(picture);
    }
    notes.extend(more);
    Ok(compose(picture.as_slice(), None, &notes, &limits.files)?)
}

/// Whether an asset is the card's own picture.
#[must_use]
pub fn is_portrait(asset: &Asset) -> bool {
    asset.kind == "icon" && (asset.name == "main" || matches!(asset.location(), AssetUri::Default))
}
