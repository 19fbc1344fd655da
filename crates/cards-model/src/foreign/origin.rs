//! Where a content came from that was read out of another program's form.

use std::fmt;

use crate::json::Json;
use crate::{Form, Loss};

/// A form of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ForeignForm {
    /// A character of text-generation-webui: `name`, `context`, `greeting`.
    TextGen,
    /// A character that Backyard (once Faraday) put into a picture.
    Backyard,
    /// A Backyard archive (BYAF).
    Byaf,
    /// A Voxta package.
    Voxta,
    /// RisuAI's picture of 2023 (`risuai`).
    RisuAi,
    /// A RisuAI module.
    RisuModule,
    /// An Agnai character.
    Agnai,
    /// A character as Character.AI answers its editor, or a dump of chats with one.
    CharacterAi,
    /// `chara_card_v1` around the texts of V1.
    V1Envelope,
    /// `chara_card_v4` with `meta` or without.
    V4,
    /// `lorebook_v4`.
    LorebookV4,
    /// A NovelAI scenario.
    NovelAiScenario,
    /// A NovelAI story.
    NovelAiStory,
    /// World info of AI Dungeon (2021).
    AiDungeonWorld,
    /// Story cards of AI Dungeon.
    StoryCards,
    /// A scenario of AI Dungeon (2021).
    AiDungeonScenario,
    /// A prompt of aetherroom.club.
    Aetherroom,
    /// A saved story of KoboldAI, KoboldAI United or Kobold Lite.
    KoboldSave,
    /// A character that Marinara Engine exports.
    MarinaraCharacter,
    /// A lorebook that Marinara Engine exports.
    MarinaraLorebook,
    /// The entries of a lorebook with nothing around them.
    Entries,
}

impl ForeignForm {
    /// The form with its article, for use inside a sentence.
    #[must_use]
    pub fn described(self) -> &'static str {
        match self {
            Self::TextGen => "a character of text-generation-webui",
            Self::Backyard => "a character of Backyard",
            Self::Byaf => "a Backyard archive",
            Self::Voxta => "a Voxta package",
            Self::RisuAi => "a character of RisuAI of 2023",
            Self::RisuModule => "a RisuAI module",
            Self::Agnai => "an Agnai character",
            Self::CharacterAi => "a character of Character.AI",
            Self::V1Envelope => "a V1 card in an envelope",
            Self::V4 => "a card of a later version",
            Self::LorebookV4 => "a lorebook of a later version",
            Self::NovelAiScenario => "a NovelAI scenario",
            Self::NovelAiStory => "a NovelAI story",
            Self::AiDungeonWorld => "world info of AI Dungeon",
            Self::StoryCards => "story cards of AI Dungeon",
            Self::AiDungeonScenario => "a scenario of AI Dungeon",
            Self::Aetherroom => "a prompt of aetherroom.club",
            Self::KoboldSave => "a saved story of KoboldAI",
            Self::MarinaraCharacter => "a character of Marinara",
            Self::MarinaraLorebook => "a lorebook of Marinara",
            Self::Entries => "a bare list of lorebook entries",
        }
    }
}

impl fmt::Display for ForeignForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.described())
    }
}

/// What a content was before it was read as one of the forms of the specs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The form.
    pub form: ForeignForm,
    /// What of the original has no place in what it was read as; pointers into the original.
    pub loss: Vec<Loss>,
    /// The marker of the file where that is newer than what is known here; a reader should be told.
    pub newer: Option<String>,
    /// Characters of the same file that were not read.
    pub others: Vec<String>,
    /// What the file said.
    pub original: Json,
}

impl Origin {
    fn new(form: ForeignForm, loss: Vec<Loss>) -> Self {
        Self { form, loss, newer: None, others: Vec::new(), original: Json::Null }
    }
}

/// A value of another program's as one that the specs know.
#[derive(Clone, Debug)]
pub(crate) struct Translated {
    /// The form that the value is in now.
    pub(crate) form: Form,
    pub(crate) value: Json,
    pub(crate) origin: Origin,
}

impl Translated {
    pub(super) fn new(of: ForeignForm, form: Form, value: impl Into<Json>, loss: Vec<Loss>) -> Self {
        Self { form, value: value.into(), origin: Origin::new(of, loss) }
    }
}
