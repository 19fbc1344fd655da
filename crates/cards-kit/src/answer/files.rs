//! Answers about files: what was written, and why something was refused.

use cards_container::{AssetRef, Location};

use super::inspect::FileFinding;
use crate::answers;
use crate::open::Opened;

answers! {
    /// Why something was not done.
    pub struct Refusal {
        /// A stable word for it.
        pub class: &'static str,
        /// Why, for people.
        pub message: String,
        /// What to do about it, where the message does not say so.
        pub help: Option<String>,
    }

    /// A page that was written.
    pub struct Page {
        /// The file.
        pub written: String,
        /// Its bytes.
        pub bytes: usize,
        /// How many cards are on it.
        pub cards: usize,
        /// How many files were passed over, since no card in them can be read.
        pub unread: usize,
    }

    /// A picture without its card.
    pub struct Stripped {
        /// How many card chunks were taken out.
        pub payloads: usize,
        /// How many asset chunks were taken out.
        pub assets: usize,
        /// What was odd about the picture.
        pub findings: Vec<FileFinding>,
    }

    /// The pieces of a file.
    pub struct Extraction {
        /// The pieces that were taken out.
        pub written: Vec<Written>,
        /// What was passed over, and why.
        pub findings: Vec<FileFinding>,
    }

    /// An asset that a card lists.
    pub struct AssetInfo {
        /// What it is for: `icon`, `background`, `emotion` …
        pub r#type: String,
        /// Its name.
        pub name: String,
        /// The ending of its file.
        pub ext: String,
        /// Where it is; the beginning alone of one that is written in it.
        pub uri: String,
        /// Whether the file holds its bytes.
        pub inside: bool,
    }

    /// A piece of a file.
    pub struct Written {
        /// Where it went.
        pub path: String,
        /// What it is.
        pub kind: &'static str,
        /// Its bytes.
        pub bytes: u64,
    }
}

impl AssetInfo {
    /// The assets that the card of a file lists, in its order; none where there is no card.
    #[must_use]
    pub fn all(opened: &mut Opened<'_>) -> Vec<Self> {
        /// Bytes of a URI that are shown; more is an asset that is written in it.
        const SHOWN: usize = 200;
        let assets = opened.assets();
        let refs: Vec<AssetRef<'_>> = assets.iter().map(AssetRef::from).collect();
        let places = opened.file.container.assets(&refs).value;
        let has_picture = opened.portrait().is_some();
        let one = |(asset, place): (_, &cards_container::ListedAsset)| {
            let asset: &cards_model::Asset = asset;
            let shown = (0..=SHOWN).rev().find_map(|end| asset.uri.get(..end)).unwrap_or_default();
            Self {
                r#type: asset.kind.clone(),
                name: asset.name.clone(),
                ext: asset.ext.clone(),
                uri: if asset.uri.len() > SHOWN { shown } else { &asset.uri }.to_owned(),
                inside: match place.location {
                    Location::Default => has_picture,
                    location => matches!(location, Location::Entry(_) | Location::Chunk(_) | Location::Inline),
                },
            }
        };
        assets.iter().zip(&places).map(one).collect()
    }
}
