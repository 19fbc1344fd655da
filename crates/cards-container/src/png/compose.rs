//! A PNG taken apart into its picture, its card and the texts beside it, and put together anew.

use crate::error::Error;
use crate::limits::Limits;
use crate::place::Place;
use crate::png::asset::PREFIX;
use crate::png::{Chunk, ChunkPolicy, ChunkType, Png, Position, SIGNATURE, TextKind};
use crate::source::{self, Source};

/// A text chunk that holds no card: what a person or a program wrote beside the picture, or an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// Its keyword, such as `Author`, or `chara-ext-asset_:0` of an asset.
    pub keyword: String,
    /// The whole chunk.
    bytes: Vec<u8>,
}

impl Note {
    /// Whether it is an asset, which belongs to a card.
    #[must_use]
    pub fn is_asset(&self) -> bool {
        self.keyword.as_bytes().starts_with(PREFIX)
    }

    /// The whole chunk, with its header and its checksum.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Png<'_> {
    /// The text chunks that hold no card, in file order.
    ///
    /// # Errors
    /// [`Error::TooLarge`] past `Limits::member`, [`Error::Truncated`] and [`Error::Io`].
    pub fn notes(&mut self) -> Result<Vec<Note>, Error> {
        let chunks: Vec<Chunk> = self.before_end().filter(|chunk| TextKind::of(chunk.kind).is_some()).collect();
        let cards = self.cards();
        let notes = chunks.iter().filter(|chunk| !cards.contains(chunk)).map(|chunk| {
            let bytes = self.whole(chunk)?;
            let data = bytes.get(8..).unwrap_or_default();
            let keyword = data.split(|byte| *byte == 0).next().unwrap_or_default();
            Ok(Note { keyword: keyword.iter().map(|byte| char::from(*byte)).collect(), bytes })
        });
        notes.collect()
    }

    /// The picture alone: the chunks of the file up to its end but for its texts, as they are.
    ///
    /// # Errors
    /// As [`Png::notes`].
    pub fn image(&mut self) -> Result<Vec<u8>, Error> {
        let chunks: Vec<Chunk> = self.before_end().filter(|chunk| TextKind::of(chunk.kind).is_none()).collect();
        let mut out = SIGNATURE.to_vec();
        for chunk in &chunks {
            out.extend(self.whole(chunk)?);
        }
        Ok(out)
    }

    /// The chunks in front of the end of the picture.
    fn before_end(&self) -> impl Iterator<Item = Chunk> {
        self.chunks().iter().take_while(|chunk| chunk.kind != ChunkType::IEND).copied()
    }

    /// The chunks of cards and modules.
    fn cards(&self) -> Vec<Chunk> {
        let in_front = self.candidates().iter().filter(|candidate| candidate.position != Position::AfterEnd);
        in_front.map(|candidate| candidate.chunk).collect()
    }

    /// A chunk with its header and its checksum.
    fn whole(&mut self, chunk: &Chunk) -> Result<Vec<u8>, Error> {
        let (size, limit) = (u64::from(chunk.length), self.limits.member);
        if size > limit {
            return Err(Error::TooLarge { place: chunk.place(), size, limit, name: "member" });
        }
        let length = chunk.end().saturating_sub(chunk.offset);
        source::bytes(&mut *self.source, chunk.offset, length, || chunk.place()).map(std::borrow::Cow::into_owned)
    }
}

/// Puts a file together anew: the card of the file as it is, behind these texts, on another picture ([`Png::image`]) or its own.
/// What was behind the end of the file stays there.
///
/// # Errors
/// [`Error::Truncated`] for a file without its end, and what opening answers.
pub fn compose(file: impl Source, image: Option<&[u8]>, notes: &[Note], limits: &Limits) -> Result<Vec<u8>, Error> {
    let mut png = Png::open(file, &ChunkPolicy::lenient(), limits)?;
    let size = png.source.size();
    let end = png.chunks().iter().find(|chunk| chunk.kind == ChunkType::IEND).copied();
    let end = end.ok_or(Error::Truncated { place: Place::File, size })?;
    let mut out = match image {
        Some(image) => image.to_vec(),
        None => png.image()?,
    };
    notes.iter().for_each(|note| out.extend(&note.bytes));
    for card in png.cards() {
        out.extend(png.whole(&card)?);
    }
    let rest = size.saturating_sub(end.offset);
    out.extend_from_slice(&source::bytes(&mut *png.source, end.offset, rest, || Place::File)?);
    Ok(out)
}
