//! The programs that keep cards in pictures in forms of their own.

use std::fmt;

/// A program that keeps a card in a picture where no spec has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Program {
    /// Backyard, once Faraday: `eXIf`, `UserComment`, also written by Ginger.
    Backyard,
    /// Any program that puts a card into the same tag as its JSON, such as TavernAI in 2023.
    Exif,
    /// Any program that puts a card into the comment of a JPEG.
    Comment,
    /// Ginger: `zTXt` or `tEXt`, `ginger`.
    Ginger,
    /// RisuAI before its cards were those of the specs, in 2023: `tEXt`, `risuai`.
    RisuAi,
    /// NovelAI: `tEXt`, `naidata`; a lorebook.
    NovelAi,
}

impl Program {
    /// The program's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Backyard => "Backyard",
            Self::Exif => "TavernAI",
            Self::Comment => "readers of comments",
            Self::Ginger => "Ginger",
            Self::RisuAi => "RisuAI of 2023",
            Self::NovelAi => "NovelAI",
        }
    }

    /// The name of a file that holds what such a payload says.
    pub(crate) fn file_name(self) -> &'static str {
        match self {
            Self::Backyard => "backyard.json",
            Self::Exif => "exif.json",
            Self::Comment => "comment.json",
            Self::Ginger => "ginger.xml",
            Self::RisuAi => "risuai.json",
            Self::NovelAi => "naidata.json",
        }
    }

    /// Tells the program from the keyword of a text chunk.
    pub(super) fn of(keyword: &str) -> Option<Self> {
        match keyword {
            "ginger" => Some(Self::Ginger),
            "risuai" => Some(Self::RisuAi),
            "naidata" => Some(Self::NovelAi),
            _ => None,
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
