//! Pictures and assets of an opened file, whatever its container.

use cards_model::{Asset, Card};
use cards_words::Outcome;

use crate::asset::{self, AssetRef, ListedAsset, Location, Wanted, main_icon};
use crate::container::Container;
use crate::error::Error;
use crate::finding::Finding;
use crate::uri::data_uri;

impl<'s> Container<'s> {
    /// Finds the assets that the card lists; nothing is read.
    ///
    /// What is missing is a finding, in the order of the card's list.
    pub fn assets(&self, refs: &[AssetRef<'_>]) -> Outcome<Vec<ListedAsset>, Finding> {
        match self {
            Self::Png(png) => png.list_assets(refs),
            Self::Charx(charx) => charx.assets(refs),
            Self::Carrier(carrier) => asset::list(refs, |wanted| {
                let Wanted::Path(path) = wanted else { return None };
                let entry = carrier.archive()?.find(path)?;
                Some((Location::Entry(entry), Some(carrier.archive()?.entry(entry)?.size)))
            }),
            Self::Prom(_) | Self::Json(_) | Self::Risum(_) => asset::list(refs, |_| None),
        }
    }

    /// Reads an asset from where [`Container::assets`] found it.
    ///
    /// `None` for what the file does not hold: on the web, missing, or the default icon, which is
    /// [`Container::portrait`].
    ///
    /// # Errors
    /// What reading that part of the file answers.
    pub fn asset_at(&mut self, asset: AssetRef<'_>, location: Location) -> Result<Option<Vec<u8>>, Error> {
        match (location, self) {
            (Location::Entry(index), Self::Charx(charx)) => charx.archive_mut().read(index).map(Some),
            (Location::Entry(index), Self::Prom(prom)) => prom.archive_mut().read(index).map(Some),
            (Location::Entry(index), Self::Carrier(carrier)) => {
                carrier.archive_mut().map(|archive| archive.read(index)).transpose()
            }
            (Location::Chunk(index), Self::Png(png)) => {
                png.assets().get(index).cloned().map(|chunk| png.asset(&chunk)).transpose()
            }
            (Location::Inline, _) => Ok(data_uri(asset.uri)),
            _ => Ok(None),
        }
    }

    /// Reads one asset of a card. For many of them, [`Container::assets`] finds all places at once.
    ///
    /// # Errors
    /// As [`Container::asset_at`].
    ///
    /// # Examples
    /// ```
    /// use cards_container::{Limits, open};
    ///
    /// let file = br#"{"spec":"chara_card_v3","data":{"name":"Aria","assets":[
    ///     {"type":"icon","uri":"data:image/png;base64,QUI=","name":"main","ext":"png"}]}}"#;
    /// let limits = Limits::default();
    /// let mut opened = open(&file[..], &limits)?;
    /// let card = opened.load()?.document.card().cloned().expect("a card");
    /// assert_eq!(opened.container.asset(&card.assets()[0])?.as_deref(), Some(&b"AB"[..]));
    /// assert_eq!(opened.container.portrait(&card)?.as_deref(), Some(&b"AB"[..]));
    /// # Ok::<(), cards_container::Error>(())
    /// ```
    pub fn asset(&mut self, asset: &Asset) -> Result<Option<Vec<u8>>, Error> {
        let asset = AssetRef::from(asset);
        match self.assets(&[asset]).value.first() {
            Some(listed) => self.asset_at(asset, listed.location),
            None => Ok(None),
        }
    }

    /// The picture of a card: the PNG that it is in without payloads, `image.png` of a Prom archive, else its main
    /// icon.
    ///
    /// # Errors
    /// What reading that part of the file answers; [`Error::TooLarge`] past `Limits::member`.
    pub fn portrait(&mut self, card: &Card) -> Result<Option<Vec<u8>>, Error> {
        let assets = card.assets();
        let refs: Vec<AssetRef<'_>> = assets.iter().map(AssetRef::from).collect();
        self.picture(&refs)
    }

    /// The picture of a card that lists these assets; that of a module in a PNG has none.
    ///
    /// # Errors
    /// As [`Container::portrait`].
    pub fn picture(&mut self, refs: &[AssetRef<'_>]) -> Result<Option<Vec<u8>>, Error> {
        match self {
            Self::Png(png) => png.bare_picture().map(Some),
            Self::Prom(prom) => prom.image_entry().map(|entry| prom.archive_mut().read(entry)).transpose(),
            // Pictures in EXIF's company are none that this crate can clear of it.
            Self::Carrier(carrier) => match carrier.pictures().first().copied() {
                Some(entry) => carrier.archive_mut().map(|archive| archive.read(entry)).transpose(),
                None => Ok(None),
            },
            Self::Charx(_) | Self::Json(_) | Self::Risum(_) => {
                if let Some(main) = main_icon(refs).and_then(|index| refs.get(index))
                    && let Some(listed) = self.assets(&[*main]).value.first()
                    && let Some(bytes) = self.asset_at(*main, listed.location)?
                {
                    return Ok(Some(bytes));
                }
                match self {
                    Self::Charx(charx) => charx.unlisted_icon().map(|icon| charx.archive_mut().read(icon)).transpose(),
                    _ => Ok(None),
                }
            }
        }
    }
}
