//! A picture in memory: made smaller, turned, and written.

use std::borrow::Cow;

use super::{Decoded, PictureOptions};
use crate::error::Error;

/// A picture in memory, four bytes a pixel: red, green, blue, and how much of it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// A picture of these pixels, row by row; `None` where there are none, or another number of them.
    pub(super) fn new(width: usize, height: usize, pixels: Vec<[u8; 4]>) -> Option<Self> {
        (!pixels.is_empty() && width.checked_mul(height)? == pixels.len()).then_some(Self { width, height, pixels })
    }

    /// Decodes a PNG, JPEG, WebP or GIF, of which the first picture counts, turned as its EXIF data says.
    ///
    /// # Errors
    /// [`Error::PictureKind`], [`Error::PictureSize`] and [`Error::PictureData`].
    pub fn read(bytes: &[u8], options: &PictureOptions) -> Result<Self, Error> {
        let decoded = Decoded::of(bytes, cards_container::Format::of(bytes), options)?;
        let turned = decoded.exif.as_deref().map_or(1, |exif| cards_container::ExifFacts::of(exif).orientation);
        Ok(decoded.picture.turned(turned))
    }

    /// Pixels from left to right.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels from top to bottom.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The pixels over white, row by row, in red, green and blue.
    #[must_use]
    pub fn over_white(&self) -> Vec<[u8; 3]> {
        let over = |value: u8, alpha: u8| {
            let (value, alpha) = (u32::from(value), u32::from(alpha));
            ((value * alpha + 255 * (255 - alpha)) / 255) as u8
        };
        self.pixels
            .iter()
            .map(|[red, green, blue, alpha]| [red, green, blue].map(|value| over(*value, *alpha)))
            .collect()
    }

    /// The picture within a box, each pixel the mean of what it covers; one that fits stays as it is.
    #[must_use]
    pub fn fitting(self, most_wide: usize, most_high: usize) -> Self {
        let (most_wide, most_high) = (most_wide.max(1), most_high.max(1));
        if self.width <= most_wide && self.height <= most_high {
            return self;
        }
        let by_width = most_wide * self.height <= most_high * self.width;
        let (width, height) = if by_width {
            (most_wide, (self.height * most_wide / self.width).max(1))
        } else {
            ((self.width * most_high / self.height).max(1), most_high)
        };
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let rows = span(y, height, self.height);
            pixels.extend((0..width).map(|x| self.mean(span(x, width, self.width), rows.clone())));
        }
        Self { width, height, pixels }
    }

    /// The mean of some pixels, each as far as it shows.
    fn mean(&self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>) -> [u8; 4] {
        let count = (columns.len() * rows.len()).max(1) as u64;
        let mut sums = [0_u64; 4];
        for y in rows {
            let line = y * self.width;
            for [red, green, blue, alpha] in
                self.pixels.get(line + columns.start..line + columns.end).unwrap_or_default()
            {
                let shown = u64::from(*alpha);
                for (sum, value) in sums.iter_mut().zip([red, green, blue]) {
                    *sum += u64::from(*value) * shown;
                }
                sums[3] += shown;
            }
        }
        let [red, green, blue, shown] = sums;
        let colour = |sum: u64| u8::try_from(sum / shown.max(1)).unwrap_or(u8::MAX);
        [colour(red), colour(green), colour(blue), u8::try_from(shown / count).unwrap_or(u8::MAX)]
    }

    /// The picture as it is to be looked at. Spec: EXIF 2.32, §4.6.4, `Orientation`.
    pub(super) fn turned(self, orientation: u16) -> Self {
        if !(2..=8).contains(&orientation) {
            return self;
        }
        let (wide, high) = (self.width, self.height);
        let (width, height) = if orientation >= 5 { (high, wide) } else { (wide, high) };
        let mut pixels = Vec::with_capacity(self.pixels.len());
        for y in 0..height {
            for x in 0..width {
                let (from_x, from_y) = match orientation {
                    2 => (wide - 1 - x, y),
                    3 => (wide - 1 - x, high - 1 - y),
                    4 => (x, high - 1 - y),
                    5 => (y, x),
                    6 => (y, high - 1 - x),
                    7 => (wide - 1 - y, high - 1 - x),
                    _ => (wide - 1 - y, x),
                };
                pixels.push(self.pixels.get(from_y * wide + from_x).copied().unwrap_or_default());
            }
        }
        Self { width, height, pixels }
    }

    /// The picture as PNG, without the byte that shows where all of it does.
    pub(super) fn to_png(&self, icc: Option<Vec<u8>>) -> Vec<u8> {
        let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
        let mut info = png::Info::with_size(side(self.width), side(self.height));
        let opaque = self.pixels.iter().all(|[.., alpha]| *alpha == u8::MAX);
        info.color_type = if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba };
        info.bit_depth = png::BitDepth::Eight;
        info.icc_profile = icc.map(Cow::Owned);
        let samples: Cow<'_, [u8]> = if opaque {
            self.pixels.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect()
        } else {
            self.pixels.as_flattened().into()
        };
        let mut out = Vec::new();
        let written = png::Encoder::with_info(&mut out, info).and_then(|mut encoder| {
            encoder.set_filter(png::Filter::Adaptive);
            encoder.write_header()?.write_image_data(&samples)
        });
        // Memory takes whatever is written, and the samples are those of the size.
        debug_assert!(written.is_ok());
        out
    }
}

/// The pixels of the large picture under one of the small; at least one.
fn span(index: usize, small: usize, large: usize) -> std::ops::Range<usize> {
    let from = index * large / small;
    from..((index + 1) * large / small).max(from + 1)
}
