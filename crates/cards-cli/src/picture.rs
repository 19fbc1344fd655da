//! Pixels of a portrait, scaled down for a terminal or a contact sheet.

use png::{ColorType, Decoder, Transformations};

/// Most pixels that are decoded: 64 million, a picture of 8000 by 8000, in at most four bytes each.
const MOST_PIXELS: u64 = 64_000_000;

/// Of 100; below this, faces in thumbnails begin to show blocks.
const QUALITY: u8 = 80;

/// A small picture, three bytes a pixel, transparent parts on white.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Decodes a PNG and scales it to fit a box, each pixel the mean of what it covers. `None` for what is no PNG, is
    /// damaged, or has more pixels than we decode.
    pub(crate) fn read(bytes: &[u8], most_wide: usize, most_high: usize) -> Option<Self> {
        let mut decoder = Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(Transformations::normalize_to_color8());
        decoder.ignore_checksums(true);
        let mut reader = decoder.read_info().ok()?;
        let (width, height) = reader.info().size();
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return None;
        }
        let mut buffer = vec![0; reader.output_buffer_size()?];
        let frame = reader.next_frame(&mut buffer).ok()?;
        let full = Full { samples: buffer, width: width as usize, height: height as usize, kind: frame.color_type };
        full.scaled(most_wide, most_high)
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

struct Full {
    samples: Vec<u8>,
    width: usize,
    height: usize,
    kind: ColorType,
}

impl Full {
    /// A pixel as three sums over white.
    fn at(&self, x: usize, y: usize) -> [u64; 3] {
        let size = self.kind.samples();
        let from = (y * self.width + x) * size;
        let samples = self.samples.get(from..from + size).unwrap_or_default();
        let over = |value: u8, alpha: u8| (u64::from(value) * u64::from(alpha) + 255 * (255 - u64::from(alpha))) / 255;
        match *samples {
            [grey] => [u64::from(grey); 3],
            [grey, alpha] => [over(grey, alpha); 3],
            [red, green, blue] => [red, green, blue].map(u64::from),
            [red, green, blue, alpha] => [red, green, blue].map(|value| over(value, alpha)),
            _ => [255; 3],
        }
    }

    fn scaled(&self, most_wide: usize, most_high: usize) -> Option<Picture> {
        if self.width == 0 || self.height == 0 || most_wide == 0 || most_high == 0 {
            return None;
        }
        let by_width = most_wide * self.height <= most_high * self.width;
        let (width, height) = if self.width <= most_wide && self.height <= most_high {
            (self.width, self.height)
        } else if by_width {
            (most_wide, (self.height * most_wide / self.width).max(1))
        } else {
            ((self.width * most_high / self.height).max(1), most_high)
        };
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let rows = span(y, height, self.height);
            for x in 0..width {
                pixels.push(self.mean(span(x, width, self.width), rows.clone()));
            }
        }
        Some(Picture { width, height, pixels })
    }

    fn mean(&self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>) -> [u8; 3] {
        let count = (columns.len() * rows.len()).max(1) as u64;
        let mut sums = [0_u64; 3];
        for y in rows {
            for x in columns.clone() {
                for (sum, value) in sums.iter_mut().zip(self.at(x, y)) {
                    *sum += value;
                }
            }
        }
        sums.map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX))
    }
}

/// The pixels of the large picture under one of the small; at least one.
fn span(index: usize, small: usize, large: usize) -> std::ops::Range<usize> {
    let from = index * large / small;
    from..((index + 1) * large / small).max(from + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkerboard(width: u32, height: u32) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(ColorType::Grayscale);
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
