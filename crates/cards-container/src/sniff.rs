//! What a file is, told from its bytes and never from its name.

#![deny(clippy::arithmetic_side_effects)]

use std::fmt;

use crate::error::Error;
use crate::source::{self, Source};
use crate::zip;

/// A file format, of containers and of the assets inside them.
///
/// ```
/// use cards_container::Format;
/// let format = Format::of(b"\xff\xd8\xff\xe0 and so on");
/// assert_eq!((format, format.extension()), (Format::Jpeg, Some("jpg")));
/// println!("this is {format}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Nothing at all.
    Empty,
    /// PNG or APNG.
    Png,
    /// A PNG whose signature was damaged on the way.
    DamagedPng,
    /// ZIP, with or without bytes in front (CHARX, Prom, JPEG and self-extracting polyglots).
    Zip,
    /// JSON text.
    Json,
    /// A RisuAI module.
    Risum,
    /// A RisuAI preset, which that program encrypts.
    Risup,
    /// WebP picture.
    Webp,
    /// JPEG picture.
    Jpeg,
    /// GIF picture.
    Gif,
    /// AVIF picture.
    Avif,
    /// HEIF picture.
    Heif,
    /// BMP picture.
    Bmp,
    /// TIFF picture.
    Tiff,
    /// SVG picture.
    Svg,
    /// RAR archive.
    Rar,
    /// 7z archive.
    SevenZip,
    /// gzip file.
    Gzip,
    /// bzip2 file.
    Bzip2,
    /// xz file.
    Xz,
    /// Zstandard file.
    Zstd,
    /// PDF document.
    Pdf,
    /// HTML page.
    Html,
    /// XML document.
    Xml,
    /// MP3 audio.
    Mp3,
    /// Ogg audio or video.
    Ogg,
    /// WAV audio.
    Wav,
    /// FLAC audio.
    Flac,
    /// MP4 audio or video.
    Mp4,
    /// Matroska or WebM video.
    Webm,
    /// TrueType font.
    Ttf,
    /// OpenType font.
    Otf,
    /// WOFF font.
    Woff,
    /// SQLite database.
    Sqlite,
    /// A program of any system, or a script.
    Program,
    /// Text of no kind known here.
    Text,
    /// Bytes of no kind known here.
    Unknown,
}

impl Format {
    /// Tells a format from the first bytes of a file; 64 of them are enough.
    ///
    /// A ZIP with bytes in front shows only at its end: [`sniff`] looks there too.
    pub fn of(head: &[u8]) -> Self {
        if head.is_empty() {
            return Self::Empty;
        }
        by_magic(head).or_else(|| by_brand(head)).unwrap_or_else(|| by_text(head))
    }

    /// The format's name, with its article, for a sentence.
    pub fn described(self) -> &'static str {
        match self {
            Self::Empty => "an empty file",
            Self::Png => "a PNG picture",
            Self::DamagedPng => "a damaged PNG picture",
            Self::Zip => "a ZIP archive",
            Self::Json => "JSON text",
            Self::Risum => "a RisuAI module",
            Self::Risup => "a RisuAI preset",
            Self::Webp => "a WEBP picture",
            Self::Jpeg => "a JPEG picture",
            Self::Gif => "a GIF picture",
            Self::Avif => "an AVIF picture",
            Self::Heif => "a HEIF picture",
            Self::Bmp => "a BMP picture",
            Self::Tiff => "a TIFF picture",
            Self::Svg => "an SVG picture",
            Self::Rar => "a RAR archive",
            Self::SevenZip => "a 7z archive",
            Self::Gzip => "a gzip file",
            Self::Bzip2 => "a bzip2 file",
            Self::Xz => "an xz file",
            Self::Zstd => "a Zstandard file",
            Self::Pdf => "a PDF document",
            Self::Html => "an HTML page",
            Self::Xml => "an XML document",
            Self::Mp3 => "MP3 audio",
            Self::Ogg => "an Ogg file",
            Self::Wav => "WAV audio",
            Self::Flac => "FLAC audio",
            Self::Mp4 => "an MP4 file",
            Self::Webm => "a WebM file",
            Self::Ttf => "a TrueType font",
            Self::Otf => "an OpenType font",
            Self::Woff => "a WOFF font",
            Self::Sqlite => "an SQLite database",
            Self::Program => "a program or script",
            Self::Text => "plain text",
            Self::Unknown => "a file of unknown kind",
        }
    }

    /// The usual file extension in lower case; `None` where the format is not known.
    pub fn extension(self) -> Option<&'static str> {
        Some(match self {
            Self::Png => "png",
            Self::Zip => "zip",
            Self::Json => "json",
            Self::Risum => "risum",
            Self::Risup => "risup",
            Self::Webp => "webp",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::Avif => "avif",
            Self::Heif => "heic",
            Self::Bmp => "bmp",
            Self::Tiff => "tiff",
            Self::Svg => "svg",
            Self::Rar => "rar",
            Self::SevenZip => "7z",
            Self::Gzip => "gz",
            Self::Bzip2 => "bz2",
            Self::Xz => "xz",
            Self::Zstd => "zst",
            Self::Pdf => "pdf",
            Self::Html => "html",
            Self::Xml => "xml",
            Self::Mp3 => "mp3",
            Self::Ogg => "ogg",
            Self::Wav => "wav",
            Self::Flac => "flac",
            Self::Mp4 => "mp4",
            Self::Webm => "webm",
            Self::Ttf => "ttf",
            Self::Otf => "otf",
            Self::Woff => "woff",
            Self::Sqlite => "sqlite",
            Self::Text => "txt",
            Self::Empty | Self::DamagedPng | Self::Program | Self::Unknown => return None,
        })
    }

    /// Whether deflate would gain nothing, the format being compressed by nature.
    pub fn is_compressed(self) -> bool {
        !matches!(
            self,
            Self::Empty
                | Self::Json
                | Self::Text
                | Self::Html
                | Self::Xml
                | Self::Svg
                | Self::Bmp
                | Self::Tiff
                | Self::Wav
                | Self::Ttf
                | Self::Otf
                | Self::Sqlite
                | Self::Program
                | Self::Risum
                | Self::Unknown
        )
    }
}

impl fmt::Display for Format {
    /// With its article, as [`Format::described`] has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.described())
    }
}

/// Tells what a source holds, looking at its end too for an archive behind other bytes.
///
/// # Errors
/// [`Error::Io`].
pub fn sniff(source: &mut dyn Source) -> Result<Format, Error> {
    let mut head = [0; 256];
    let got = source::fill(source, 0, &mut head)?;
    let format = Format::of(head.get(..got).unwrap_or_default());
    let settled = matches!(format, Format::Png | Format::Zip | Format::Empty | Format::DamagedPng);
    if settled || !zip::is_archive(source, format == Format::Json)? {
        return Ok(format);
    }
    Ok(Format::Zip)
}

fn by_magic(head: &[u8]) -> Option<Format> {
    const MAGIC: &[(&[u8], Format)] = &[
        (b"\x89PNG\r\n\x1a\n", Format::Png),
        (b"PK\x03\x04", Format::Zip),
        (b"PK\x05\x06", Format::Zip),
        (b"\xff\xd8\xff", Format::Jpeg),
        (b"GIF87a", Format::Gif),
        (b"GIF89a", Format::Gif),
        (b"Rar!\x1a\x07", Format::Rar),
        (b"7z\xbc\xaf\x27\x1c", Format::SevenZip),
        (b"\x1f\x8b\x08", Format::Gzip),
        // The same three bytes after the substitution that the client writes its files in.
        (b"\x10\x03\xfc", Format::Risup),
        (b"BZh", Format::Bzip2),
        (b"\xfd7zXZ\0", Format::Xz),
        (b"\x28\xb5\x2f\xfd", Format::Zstd),
        (b"%PDF-", Format::Pdf),
        (b"ID3", Format::Mp3),
        (b"OggS", Format::Ogg),
        (b"fLaC", Format::Flac),
        (b"\x1a\x45\xdf\xa3", Format::Webm),
        (b"\0\x01\0\0\0", Format::Ttf),
        (b"OTTO", Format::Otf),
        (b"wOFF", Format::Woff),
        (b"wOF2", Format::Woff),
        (b"II*\0", Format::Tiff),
        (b"MM\0*", Format::Tiff),
        (b"SQLite format 3\0", Format::Sqlite),
        (b"MZ", Format::Program),
        (b"\x7fELF", Format::Program),
        (b"#!", Format::Program),
    ];
    if let Some((_, format)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(*format);
    }
    // What is left of a PNG signature after line ends were changed, bit 7 was cleared or UTF-8 was forced on it.
    let damaged =
        [&b"\x89PNG"[..], b"\x09PNG", b"\xef\xbf\xbdPNG", b"?PNG", b"\xc2\x89PNG", b"PNG\r\n\x1a\n", b"PNG\n\x1a\n"];
    if damaged.iter().any(|start| head.starts_with(start)) {
        return Some(Format::DamagedPng);
    }
    // `o`, version 0, a length, and a packed `{`.
    if head.starts_with(&[0x6f, 0]) && head.get(6) == Some(&0xe6) {
        return Some(Format::Risum);
    }
    let bmp_reserved = head.get(6..10) == Some(&[0; 4]);
    if head.starts_with(b"BM") && bmp_reserved {
        return Some(Format::Bmp);
    }
    // An MPEG audio frame without a tag: eleven set bits, layer III.
    (head.first() == Some(&0xff) && head.get(1).is_some_and(|b| b & 0xe6 == 0xe2)).then_some(Format::Mp3)
}

/// Formats whose name is after a length.
fn by_brand(head: &[u8]) -> Option<Format> {
    if head.starts_with(b"RIFF") {
        return match head.get(8..12) {
            Some(b"WEBP") | None => Some(Format::Webp),
            Some(b"WAVE") => Some(Format::Wav),
            Some(_) => None,
        };
    }
    if head.get(4..8) == Some(b"ftyp") {
        return Some(match head.get(8..12) {
            Some(b"avif" | b"avis") => Format::Avif,
            Some(b"heic" | b"heix" | b"mif1" | b"msf1") => Format::Heif,
            _ => Format::Mp4,
        });
    }
    None
}

fn by_text(head: &[u8]) -> Format {
    let wide = head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]);
    let text: Vec<u8> = match head {
        [0xef, 0xbb, 0xbf, rest @ ..] => rest.to_vec(),
        [_, _, rest @ ..] if wide => rest.iter().copied().filter(|&b| b != 0).collect(),
        _ => head.to_vec(),
    };
    let trimmed = text.trim_ascii_start();
    let lower = trimmed.get(..trimmed.len().min(32)).unwrap_or_default().to_ascii_lowercase();
    if trimmed.starts_with(b"{") || trimmed.starts_with(b"[") {
        Format::Json
    } else if lower.starts_with(b"<!doctype html") || lower.starts_with(b"<html") || lower.starts_with(b"<head") {
        Format::Html
    } else if lower.starts_with(b"<svg") {
        Format::Svg
    } else if lower.starts_with(b"<?xml") {
        Format::Xml
    } else if is_text(&text) {
        Format::Text
    } else {
        Format::Unknown
    }
}

/// Whether the bytes are UTF-8, but for a character cut at the end, without control characters.
fn is_text(bytes: &[u8]) -> bool {
    let utf8 = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(e) => e.error_len().is_none(),
    };
    utf8 && !bytes.iter().any(|&b| b < 9 || (14..32).contains(&b) && b != 27)
}
