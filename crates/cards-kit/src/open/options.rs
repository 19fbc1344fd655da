//! How a file is opened.

use cards_container::{Accept, OpenFile, Source};
use cards_words::setters;

use crate::limits::Limits;

/// How a file is opened.
///
/// ```
/// use cards_kit::{Limits, OpenOptions, open};
/// let by_hand = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria", /* a bard */ },}"#;
/// assert!(open(&by_hand[..], Limits::default()).is_err());
/// let opened = open(&by_hand[..], OpenOptions::mendable(&Limits::default()))?;
/// assert_eq!(opened.card().map(|card| card.name()), Some("Aria"));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct OpenOptions {
    /// Which texts count as a card.
    pub accept: Accept,
    /// The limits of reading, and of what is done with the file.
    pub limits: Limits,
}

setters! { OpenOptions:
    /// Takes other texts for a card.
    with_accept(accept: Accept) = accept;
    /// Has other limits.
    with_limits(limits: Limits) = limits;
}

impl OpenOptions {
    /// The options of what checks and mends files: what people wrote by hand is taken too.
    #[must_use]
    pub fn mendable(limits: &Limits) -> Self {
        Self::from(limits).with_accept(Accept::Mendable)
    }

    pub(crate) fn open<'s>(&self, source: impl Source + 's) -> Result<OpenFile<'s>, cards_container::Error> {
        let options = cards_container::OpenOptions::from(&self.limits.files).with_accept(self.accept);
        cards_container::open(source, options)
    }
}

impl From<Limits> for OpenOptions {
    fn from(limits: Limits) -> Self {
        Self::default().with_limits(limits)
    }
}

impl From<&Limits> for OpenOptions {
    fn from(limits: &Limits) -> Self {
        limits.clone().into()
    }
}

impl From<&OpenOptions> for OpenOptions {
    fn from(options: &OpenOptions) -> Self {
        options.clone()
    }
}
