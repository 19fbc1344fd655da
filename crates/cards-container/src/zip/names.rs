//! Which entries of an archive may have a name, for who asks for many.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

/// Entries by the hashes of their names, which takes no copy of a name. Two names may have one hash: who finds an entry looks at its name.
#[derive(Debug, Default)]
pub(super) struct Names {
    hasher: RandomState,
    entries: HashMap<u64, Vec<u32>>,
}

impl Names {
    pub(super) fn add(&mut self, name: &[u8], index: u32) {
        let hash = self.hasher.hash_one(name);
        self.entries.entry(hash).or_default().push(index);
    }

    /// In the order in which they were added.
    pub(super) fn get(&self, name: &[u8]) -> &[u32] {
        self.entries.get(&self.hasher.hash_one(name)).map_or(&[], Vec::as_slice)
    }
}
