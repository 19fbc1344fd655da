//! The trace for serde: the outcomes in list order, each with what its entry is called.

use std::sync::Arc;

use cards_words::Profile;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Outcome, Pass, Trace};
use crate::entry_at::EntryAt;
use crate::lore::{Called, Listing};

#[derive(Serialize)]
struct Written<'t> {
    profile: Profile,
    passes: &'t [Pass],
    entries: Vec<WrittenEntry<'t>>,
}

#[derive(Serialize)]
struct WrittenEntry<'t> {
    #[serde(flatten)]
    at: EntryAt,
    #[serde(flatten)]
    called: Called,
    #[serde(flatten)]
    outcome: &'t Outcome,
}

#[derive(Deserialize)]
struct Read {
    profile: Profile,
    passes: Vec<Pass>,
    entries: Vec<ReadEntry>,
}

#[derive(Deserialize)]
struct ReadEntry {
    #[serde(flatten)]
    at: EntryAt,
    #[serde(flatten)]
    called: Called,
    #[serde(flatten)]
    outcome: Outcome,
}

impl Serialize for Trace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entry = |(at, outcome)| WrittenEntry { at, called: self.listing.called(at), outcome };
        let entries = self.entries().map(entry).collect();
        Written { profile: self.profile, passes: &self.passes, entries }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Trace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Read { profile, passes, entries } = Read::deserialize(deserializer)?;
        let (listed, outcomes) = entries.into_iter().map(|entry| ((entry.at, entry.called), entry.outcome)).unzip();
        Ok(Self { profile, passes, listing: Arc::new(Listing::saved(listed)), outcomes })
    }
}
