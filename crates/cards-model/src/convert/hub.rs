//! The union of all card specs, which every conversion goes through.

use super::notes::Notes;
use crate::document::{TextMap, Timestamp};
use crate::json::Object;
use crate::spec::asset::{Asset, AssetUri, EmbeddedScheme};
use crate::spec::lorebook::Lorebook;
use crate::spec::prom::ExampleMessage;
use crate::spec::v3l::FirstMessages;

/// A card of no spec and all of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hub {
    /// Unknown members of the root and of `data`, where the spec lets them be kept.
    pub(crate) root: Object,
    pub(crate) unknown: Object,

    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) personality: String,
    pub(crate) scenario: String,
    pub(crate) system_prompt: String,
    pub(crate) post_history_instructions: String,
    pub(crate) guidance_note: String,
    pub(crate) examples: Examples,

    /// Greetings for a chat with one character, in the default locale.
    pub(crate) solo: Vec<String>,
    pub(crate) group: Vec<String>,
    /// Greetings in other locales.
    pub(crate) other_greetings: Vec<FirstMessages>,

    pub(crate) creator: String,
    pub(crate) version: String,
    pub(crate) tags: Vec<String>,
    pub(crate) notes: Notes,
    pub(crate) nickname: Option<String>,
    pub(crate) source: Option<Vec<String>>,
    pub(crate) created: Option<Timestamp>,
    pub(crate) modified: Option<Timestamp>,

    pub(crate) assets: Option<Vec<Asset>>,
    pub(crate) extensions: Object,
    pub(crate) book: Option<Lorebook>,
}

/// Example conversations, as the source has them.
#[derive(Clone, Debug)]
pub(crate) enum Examples {
    /// One text of `<START>` blocks.
    Text(String),
    /// Conversations of messages (V3L).
    Blocks(Vec<Vec<TextMap>>),
    /// Messages of one conversation (Prom).
    Messages(Vec<ExampleMessage>),
}

impl Default for Examples {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Hub {
    /// Greetings of a spec that has a first message and others apart from it.
    pub(crate) fn set_first(&mut self, first: String, others: Vec<String>) {
        if !first.is_empty() || !others.is_empty() {
            self.solo = std::iter::once(first).chain(others).collect();
        }
    }

    /// The first message, and the others.
    pub(crate) fn take_first(&mut self) -> (String, Vec<String>) {
        let mut solo = std::mem::take(&mut self.solo).into_iter();
        (solo.next().unwrap_or_default(), solo.collect())
    }
}

/// Assets with their URIs into the container spelled as a spec spells them.
pub(crate) fn respelled(mut assets: Vec<Asset>, scheme: EmbeddedScheme) -> Vec<Asset> {
    for asset in &mut assets {
        if let AssetUri::Embedded { path, .. } = asset.location() {
            asset.uri = AssetUri::Embedded { scheme, path }.to_string();
        }
    }
    assets
}
