//! Pixels of a portrait for a terminal or a contact sheet, and portraits for cards.

use std::path::Path;

use cards_container::{Container, FileKind, Limits, Loaded};
use cards_kit::{PictureOptions, Portrait, portrait};

use crate::failure::Failure;
use crate::input::read_bytes;

/// Of 100; below this, faces in thumbnails begin to show blocks.
const QUALITY: u8 = 80;

/// How large a portrait may be.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Size {
    /// Make the picture smaller where a side of it has more than this many pixels.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) size: Option<u32>,
}

impl Size {
    /// The options for a portrait of this size.
    pub(crate) fn options(self) -> PictureOptions {
        PictureOptions::default().with_size(self.size)
    }

    /// Reads a picture of any kind, as the PNG that a card is in.
    pub(crate) fn read(self, path: &Path, limits: &Limits) -> Result<Portrait, Failure> {
        let bytes = read_bytes(path, limits)?;
        Portrait::of(bytes, &self.options()).map_err(|error| Failure::of(path, error))
    }

    /// The picture of a card as the PNG that a PNG card or a Prom archive needs; nothing where it is one already. A file of
    /// another program is the picture itself where the card is in its EXIF data.
    pub(crate) fn own(
        self,
        path: &Path,
        file: &mut Container<'_>,
        loaded: &Loaded,
        limits: &Limits,
    ) -> Result<Option<Portrait>, Failure> {
        if matches!(loaded.kind, FileKind::Webp | FileKind::Jpeg) {
            return self.read(path, limits).map(Some);
        }
        portrait::as_png(file, loaded.document.card(), &self.options()).map_err(|error| Failure::of(path, error))
    }
}

/// A small picture, three bytes a pixel, transparent parts on white.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Decodes a picture and scales it to fit a box, each pixel the mean of what it covers. `None` for what is none, is
    /// damaged, or is larger than we decode.
    pub(crate) fn read(bytes: &[u8], most_wide: usize, most_high: usize) -> Option<Self> {
        let picture = cards_kit::Picture::read(bytes, &PictureOptions::default()).ok()?.fitting(most_wide, most_high);
        Some(Self { width: picture.width(), height: picture.height(), pixels: picture.over_white() })
    }

    /// The pixel at a place; black outside.
    pub(crate) fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels.get(y * self.width + x).copied().unwrap_or_default()
    }

    /// The picture as a JPEG.
    pub(crate) fn to_jpeg(&self) -> Option<Vec<u8>> {
        let (width, height) = (u16::try_from(self.width).ok()?, u16::try_from(self.height).ok()?);
        let mut out = Vec::new();
        let encoder = jpeg_encoder::Encoder::new(&mut out, QUALITY);
        encoder.encode(self.pixels.as_flattened(), width, height, jpeg_encoder::ColorType::Rgb).ok()?;
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkerboard(width: u32, height: u32) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(png::ColorType::Grayscale);
        let pixels: Vec<u8> =
            (0..width * height).map(|i| if (i + i / width).is_multiple_of(2) { 255 } else { 1 }).collect();
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        out
    }

    #[test]
    fn pixels_are_the_mean_of_what_they_cover() {
        let small = Picture::read(&checkerboard(64, 32), 8, 8).unwrap();
        assert_eq!((small.width, small.height), (8, 4));
        assert_eq!(small.at(3, 2), [128; 3]);
        assert!(small.to_jpeg().unwrap().starts_with(b"\xff\xd8\xff"));
        assert!(Picture::read(b"\x89PNG no", 8, 8).is_none());
    }
}
