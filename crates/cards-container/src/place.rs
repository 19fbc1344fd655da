//! Where in a container something was found.

use std::fmt;

/// A place in a container, for errors and findings; its text names it in the words of the format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The file as a whole.
    File,
    /// A PNG chunk.
    Chunk {
        /// The chunk type, and the keyword for text chunks.
        name: String,
        /// Byte offset of the chunk's length field.
        offset: u64,
    },
    /// An archive entry, by its name made fit for printing.
    Entry(String),
    /// The comment in the EXIF data of a picture.
    Exif,
    /// The comment of a JPEG.
    Comment,
    /// The end record of an archive.
    EndRecord,
    /// The central directory of an archive.
    Directory,
    /// A part of a RisuAI module.
    Module(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("the file"),
            Self::Chunk { name, offset } => write!(f, "chunk `{name}` at byte {offset}"),
            Self::Entry(name) => write!(f, "archive entry `{name}`"),
            Self::Exif => f.write_str("the EXIF comment"),
            Self::Comment => f.write_str("the comment of the picture"),
            Self::EndRecord => f.write_str("the archive's end record"),
            Self::Directory => f.write_str("the archive's central directory"),
            Self::Module(part) => write!(f, "the RisuAI module's {part}"),
        }
    }
}

/// Text from a file made fit for a message: control characters escaped, and cut after 120 characters.
pub(crate) fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes.get(..1024).unwrap_or(bytes));
    let mut out = String::new();
    for (n, c) in text.chars().enumerate() {
        if n == 120 {
            out.push('…');
            break;
        }
        if c.is_control() || is_invisible(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// Characters that change the direction or the look of the text around them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
