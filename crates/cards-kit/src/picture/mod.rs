//! Portraits of any kind as the PNG that a card is in.
//!
//! Sizes are looked at before anything is decoded. A picture is turned as its EXIF data says; that data, and all else that
//! may tell a place or a name, stays out of the new picture, and is said to.

mod decode;
mod jpeg_frame;
mod pixels;

use cards_container::{Finding, Format};
use cards_words::setters;

use crate::error::Error;
use decode::Decoded;
pub use pixels::Picture;

/// How a portrait is made.
///
/// ```
/// use cards_kit::{PictureOptions, Portrait};
/// let options = PictureOptions::default().with_size(Some(512));
/// let error = Portrait::of(b"GIF89a".to_vec(), &options).unwrap_err();
/// assert_eq!(error.class(), "bad-field");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PictureOptions {
    /// Most pixels on a side of the new picture; a larger one is made smaller, as a whole. Default: as it is.
    pub size: Option<u32>,
    /// Most pixels on a side of a picture that is decoded. Default 32,768, more than a WebP can have.
    pub side: u32,
    /// Most pixels of a picture that is decoded. Default 50,000,000, what a phone takes at most; four bytes each are in
    /// memory two or three times while it is worked on.
    pub pixels: u64,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { size: None, side: 32_768, pixels: 50_000_000 }
    }
}

setters! {
    PictureOptions:
    /// Most pixels on a side of the new picture.
    with_size(size: Option<u32>) = size;
    /// Most pixels on a side of a picture that is decoded.
    with_side(side: u32) = side;
    /// Most pixels of a picture that is decoded.
    with_pixels(pixels: u64) = pixels;
}

/// A portrait as PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Portrait {
    /// The PNG.
    pub png: Vec<u8>,
    /// What the picture was.
    pub format: Format,
    /// What of the old picture is not in the new one.
    pub findings: Vec<Finding>,
}

impl Portrait {
    /// Makes a PNG of a picture in PNG, JPEG, WebP or GIF. A PNG that is small enough stays byte for byte.
    ///
    /// # Errors
    /// [`Error::PictureKind`], [`Error::PictureSize`] and [`Error::PictureData`].
    pub fn of(bytes: Vec<u8>, options: &PictureOptions) -> Result<Self, Error> {
        let format = Format::of(&bytes);
        let large = |width: u32, height: u32| options.size.is_some_and(|most| width.max(height) > most);
        if format == Format::Png && !decode::png_size(&bytes).is_some_and(|(width, height)| large(width, height)) {
            return Ok(Self { png: bytes, format, findings: Vec::new() });
        }
        let Decoded { mut picture, animated, exif, beside, icc } = Decoded::of(&bytes, format, options)?;
        if let Some(most) = options.size.map(|most| most as usize) {
            picture = picture.fitting(most, most);
        }
        let facts = exif.as_deref().map(cards_container::ExifFacts::of);
        let picture = picture.turned(facts.map_or(1, |facts| facts.orientation));
        let mut findings = Vec::new();
        let mut left = |what: &str, reason| findings.push(Finding::LeftOut { what: what.to_owned(), reason });
        if let Some(facts) = facts {
            left(
                "EXIF data",
                match (facts.place, facts.people) {
                    (true, true) => "it tells the place where the picture was made, and by whom",
                    (true, false) => "it tells the place where the picture was made",
                    (false, true) => "it names who made the picture, or with what",
                    (false, false) => "the picture is turned as it says, and needs no more of it",
                },
            );
        }
        beside.into_iter().for_each(|what| left(what, "the new picture is its pixels alone"));
        if animated {
            left("animation", "a card has one picture, and this is the first of them");
        }
        Ok(Self { png: picture.to_png(icc), format, findings })
    }
}
