//! Pixels out of the kinds of pictures that people have.

use std::io::Cursor;
use std::num::NonZeroU64;

use cards_container::Format;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;

use super::jpeg_frame::Frame;
use super::{Picture, PictureOptions};
use crate::error::Error;

/// Bytes a pixel takes: red, green, blue, and how much of it shows.
const PIXEL: usize = 4;
/// A colour profile beyond this is no profile.
const MOST_PROFILE: usize = 1 << 20;

/// A picture, and what was beside its pixels.
pub(super) struct Decoded {
    pub(super) picture: Picture,
    pub(super) animated: bool,
    pub(super) exif: Option<Vec<u8>>,
    /// What else there was.
    pub(super) beside: Vec<&'static str>,
    /// What its colours mean.
    pub(super) icc: Option<Vec<u8>>,
}

impl Decoded {
    pub(super) fn of(bytes: &[u8], format: Format, options: &PictureOptions) -> Result<Self, Error> {
        match format {
            Format::Png => png(bytes, options),
            Format::Jpeg => jpeg(bytes, options),
            Format::Webp => webp(bytes, options),
            Format::Gif => gif(bytes, options),
            other => Err(Error::PictureKind { found: other.described() }),
        }
    }
}

/// Refuses a picture that is too large, before its pixels are looked at.
fn fits(width: u64, height: u64, options: &PictureOptions) -> Result<(), Error> {
    let side = width.max(height);
    if side > u64::from(options.side) {
        return Err(Error::PictureSize { name: "side", size: side, limit: options.side.into() });
    }
    let size = width.saturating_mul(height);
    if size > options.pixels {
        return Err(Error::PictureSize { name: "pixels", size, limit: options.pixels });
    }
    Ok(())
}

fn damaged<E: std::fmt::Display>(kind: &'static str) -> impl Fn(E) -> Error {
    move |error| Error::PictureData { kind, problem: error.to_string() }
}

/// The picture of these samples, of three or four to a pixel.
fn picture(width: usize, height: usize, samples: &[u8], each: usize, kind: &'static str) -> Result<Picture, Error> {
    let pixels: Vec<[u8; PIXEL]> = match each {
        3 => samples.as_chunks::<3>().0.iter().map(|[red, green, blue]| [*red, *green, *blue, u8::MAX]).collect(),
        _ => samples.as_chunks::<PIXEL>().0.to_vec(),
    };
    Picture::new(width, height, pixels)
        .ok_or_else(|| Error::PictureData { kind, problem: "it has no pixels, or not as many as it says".to_owned() })
}

/// A colour profile for red, green and blue; pixels of another model have been turned into these.
fn profile(icc: Option<Vec<u8>>) -> Option<Vec<u8>> {
    icc.filter(|icc| icc.len() <= MOST_PROFILE && icc.get(16..20) == Some(b"RGB "))
}

/// Width and height of a PNG.
pub(super) fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let side = |at: usize| bytes.get(at..)?.first_chunk().copied().map(u32::from_be_bytes);
    (bytes.get(12..16)? == b"IHDR").then_some((side(16)?, side(20)?))
}

fn png(bytes: &[u8], options: &PictureOptions) -> Result<Decoded, Error> {
    let (width, height) = png_size(bytes).unwrap_or_default();
    fits(width.into(), height.into(), options)?;
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    decoder.ignore_checksums(true);
    let mut reader = decoder.read_info().map_err(damaged("PNG"))?;
    let info = reader.info();
    let (width, height) = info.size();
    fits(width.into(), height.into(), options)?;
    let animated = info.animation_control.is_some();
    let exif = info.exif_metadata.as_ref().map(|exif| exif.to_vec());
    let icc = profile(info.icc_profile.as_ref().map(|icc| icc.to_vec()));
    let size = reader.output_buffer_size().unwrap_or_default();
    let mut samples = vec![0; size];
    let frame = reader.next_frame(&mut samples).map_err(damaged("PNG"))?;
    samples.truncate(frame.buffer_size());
    let samples = match frame.color_type {
        png::ColorType::GrayscaleAlpha => {
            samples.as_chunks::<2>().0.iter().flat_map(|[grey, alpha]| [*grey, *grey, *grey, *alpha]).collect()
        }
        _ => samples,
    };
    let picture = picture(frame.width as usize, frame.height as usize, &samples, PIXEL, "PNG")?;
    Ok(Decoded { picture, animated, exif, beside: vec!["data beside the pixels"], icc })
}

fn jpeg(bytes: &[u8], options: &PictureOptions) -> Result<Decoded, Error> {
    let side = options.side as usize;
    let set = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .set_strict_mode(false)
        .set_max_width(side)
        .set_max_height(side);
    let refused = |problem: &str| Error::PictureData { kind: "JPEG", problem: problem.to_owned() };
    let frame = Frame::of(bytes).ok_or_else(|| refused("it does not have one frame header in front of its pixels"))?;
    fits(frame.width, frame.height, options)?;
    if !frame.is_usual() {
        return Err(refused("its colours have other numbers of samples than encoders write"));
    }
    let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(bytes), set);
    decoder.decode_headers().map_err(damaged("JPEG"))?;
    let (width, height) = decoder.dimensions().unwrap_or_default();
    fits(width as u64, height as u64, options)?;
    let exif = decoder.exif().cloned();
    let icc = profile(decoder.icc_profile());
    let beside = decoder.xmp().map(|_| "XMP data").into_iter().collect();
    let samples = decoder.decode().map_err(damaged("JPEG"))?;
    Ok(Decoded { picture: picture(width, height, &samples, 3, "JPEG")?, animated: false, exif, beside, icc })
}

fn webp(bytes: &[u8], options: &PictureOptions) -> Result<Decoded, Error> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(damaged("WebP"))?;
    let (width, height) = decoder.dimensions();
    fits(width.into(), height.into(), options)?;
    decoder.set_memory_limit(usize::try_from(options.pixels).unwrap_or(usize::MAX).saturating_mul(PIXEL));
    let animated = decoder.is_animated();
    // What is no whole chunk is none that goes along.
    let exif = decoder.exif_metadata().ok().flatten();
    let icc = profile(decoder.icc_profile().ok().flatten());
    let beside = decoder.xmp_metadata().ok().flatten().map(|_| "XMP data").into_iter().collect();
    let each = if decoder.has_alpha() { PIXEL } else { 3 };
    let mut samples = vec![0; decoder.output_buffer_size().unwrap_or_default()];
    decoder.read_image(&mut samples).map_err(damaged("WebP"))?;
    Ok(Decoded {
        picture: picture(width as usize, height as usize, &samples, each, "WebP")?,
        animated,
        exif,
        beside,
        icc,
    })
}

fn gif(bytes: &[u8], options: &PictureOptions) -> Result<Decoded, Error> {
    let mut set = gif::DecodeOptions::new();
    set.set_color_output(gif::ColorOutput::RGBA);
    if let Some(most) = NonZeroU64::new(options.pixels.saturating_mul(PIXEL as u64)) {
        set.set_memory_limit(gif::MemoryLimit::Bytes(most));
    }
    let mut decoder = set.read_info(Cursor::new(bytes)).map_err(damaged("GIF"))?;
    let (wide, high) = (usize::from(decoder.width()), usize::from(decoder.height()));
    fits(wide as u64, high as u64, options)?;
    let mut pixels = vec![[0; PIXEL]; wide * high];
    let empty = || Error::PictureData { kind: "GIF", problem: "it holds no picture".to_owned() };
    let frame = decoder.read_next_frame().map_err(damaged("GIF"))?.ok_or_else(empty)?;
    // A frame is a part of the whole.
    let (left, top, width) = (usize::from(frame.left), usize::from(frame.top), usize::from(frame.width).max(1));
    for (row, line) in frame.buffer.as_chunks::<PIXEL>().0.chunks(width).enumerate().take(high.saturating_sub(top)) {
        let from = (top + row) * wide + left.min(wide);
        let room = wide - left.min(wide);
        if let Some(place) = pixels.get_mut(from..from + line.len().min(room)) {
            place.copy_from_slice(line.get(..place.len()).unwrap_or_default());
        }
    }
    let animated = decoder.next_frame_info().is_ok_and(|next| next.is_some());
    let picture = Picture::new(wide, high, pixels).ok_or_else(empty)?;
    Ok(Decoded { picture, animated, exif: None, beside: Vec::new(), icc: None })
}
