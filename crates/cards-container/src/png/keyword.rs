//! The keywords and chunk types that carry cards.

use std::fmt;

use super::chunk::ChunkType;

/// A keyword that carries a card or a module, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Keyword {
    /// `ccv3`: a V3 card.
    Ccv3,
    /// `chara`: a V1 or V2 card, or whatever its writer put there.
    Chara,
    /// `chara_card_v3`: no standard; read when nothing better is there.
    CharaCardV3,
    /// `MOD`: an RPGGO module.
    Mod,
}

impl Keyword {
    /// All keywords, best first.
    pub const ALL: [Self; 4] = [Self::Ccv3, Self::Chara, Self::CharaCardV3, Self::Mod];

    /// The keyword as the specs spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ccv3 => "ccv3",
            Self::Chara => "chara",
            Self::CharaCardV3 => "chara_card_v3",
            Self::Mod => "MOD",
        }
    }

    /// Tells a keyword in any case; `chara` is matched whole, never as a prefix.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.as_str().as_bytes().eq_ignore_ascii_case(bytes))
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The three kinds of text chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// `tEXt`: plain Latin-1.
    Plain,
    /// `zTXt`: deflated Latin-1.
    Deflated,
    /// `iTXt`: UTF-8, deflated or not.
    International,
}

impl TextKind {
    /// The chunk type's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "tEXt",
            Self::Deflated => "zTXt",
            Self::International => "iTXt",
        }
    }

    /// Tells a text chunk from its type.
    pub fn of(kind: ChunkType) -> Option<Self> {
        match &kind.0 {
            b"tEXt" => Some(Self::Plain),
            b"zTXt" => Some(Self::Deflated),
            b"iTXt" => Some(Self::International),
            _ => None,
        }
    }
}

impl fmt::Display for TextKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
