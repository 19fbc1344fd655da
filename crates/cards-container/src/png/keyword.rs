//! The keywords and chunk types that carry cards.

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

cards_words::named! {
    Keyword: "card chunk keyword";
    Ccv3 => "ccv3",
    Chara => "chara",
    CharaCardV3 => "chara_card_v3",
    Mod => "MOD",
}

impl Keyword {
    /// Tells a keyword in any case; `chara` is matched whole, never as a prefix.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL.iter().copied().find(|k| k.as_str().as_bytes().eq_ignore_ascii_case(bytes))
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

cards_words::named! {
    TextKind: "kind of text chunk";
    Plain => "tEXt",
    Deflated => "zTXt",
    International => "iTXt",
}

impl TextKind {
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
