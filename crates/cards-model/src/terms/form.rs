//! The forms that content has.

use std::fmt;

/// The form of a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Form {
    /// A card in the layout before V1 (Pygmalion).
    V0,
    /// Tavern Card V1.
    V1,
    /// Tavern Card V2.
    V2,
    /// Character Card V3.
    V3,
    /// Character Card V3 for Lynn.
    V3L,
    /// Prom V3.1 card.
    Prom,
    /// RPGGO Module V1.
    Module,
    /// A CCv3 lorebook in a file of its own.
    LorebookV3,
    /// A V2 or CCv3 lorebook without any wrapping.
    Lorebook,
    /// A Prom lorebook in a file of its own.
    PromBook,
    /// SillyTavern world info, or a TavernAI or KoboldAI world.
    WorldInfo,
    /// A lorebook that RisuAI exported.
    RisuLorebook,
    /// A memory book of Agnaistic.
    AgnaiBook,
    /// A lorebook of NovelAI.
    NovelAi,
}

impl Form {
    /// Every form, in the order of the enum.
    pub const ALL: &'static [Self] = &[
        Self::V0,
        Self::V1,
        Self::V2,
        Self::V3,
        Self::V3L,
        Self::Prom,
        Self::Module,
        Self::LorebookV3,
        Self::Lorebook,
        Self::PromBook,
        Self::WorldInfo,
        Self::RisuLorebook,
        Self::AgnaiBook,
        Self::NovelAi,
    ];

    /// Whether it is a form of cards.
    #[must_use]
    pub fn is_card(self) -> bool {
        matches!(self, Self::V0 | Self::V1 | Self::V2 | Self::V3 | Self::V3L | Self::Prom)
    }

    /// The name for people: `V2`, `CCv3` …
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V0 => "V0 (Pygmalion)",
            Self::V1 => "V1",
            Self::V2 => "V2",
            Self::V3 => "V3",
            Self::V3L => "V3L",
            Self::Prom => "Prom 3.1",
            Self::Module => "Module",
            Self::LorebookV3 => "lorebook_v3",
            Self::Lorebook => "lorebook",
            Self::PromBook => "Prom lorebook",
            Self::WorldInfo => "world info",
            Self::RisuLorebook => "RisuAI lorebook",
            Self::AgnaiBook => "Agnai memory book",
            Self::NovelAi => "NovelAI lorebook",
        }
    }

    /// The form with its article, to stand inside a sentence: `a V2 card`, `an RPGGO module` …
    #[must_use]
    pub fn described(self) -> &'static str {
        match self {
            Self::V0 => "a V0 card (Pygmalion)",
            Self::V1 => "a V1 card",
            Self::V2 => "a V2 card",
            Self::V3 => "a V3 card",
            Self::V3L => "a V3L card",
            Self::Prom => "a Prom 3.1 card",
            Self::Module => "an RPGGO module",
            Self::LorebookV3 | Self::Lorebook => "a lorebook",
            Self::PromBook => "a Prom lorebook",
            Self::WorldInfo => "world info",
            Self::RisuLorebook => "a RisuAI lorebook",
            Self::AgnaiBook => "an Agnai memory book",
            Self::NovelAi => "a NovelAI lorebook",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
