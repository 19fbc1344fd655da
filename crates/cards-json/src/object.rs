//! A JSON object.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use crate::Json;
use crate::pointer::index_of;

/// A JSON object: members in the order of the text, each name once.
///
/// ```
/// use cards_json::Object;
/// let mut object = Object::default();
/// object.insert("b", 1);
/// object.insert("a", "x");
/// assert_eq!(object.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["b", "a"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Object(Vec<(String, Json)>);

impl Object {
    /// An object without members.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Members as an object: of one name the last counts, at the place of the first, as JavaScript reads them.
    /// `repeated` is told each name that came again.
    pub(crate) fn of_members(members: Vec<(String, Json)>, mut repeated: impl FnMut(&str)) -> Self {
        if are_distinct(&members) {
            return Self(members);
        }
        let mut places = HashMap::new();
        let mut kept: Vec<(String, Json)> = Vec::with_capacity(members.len());
        for (key, value) in members {
            match places.get(&key).and_then(|&at: &usize| kept.get_mut(at)) {
                Some(slot) => {
                    slot.1 = value;
                    repeated(&key);
                }
                None => {
                    places.insert(key.clone(), kept.len());
                    kept.push((key, value));
                }
            }
        }
        Self(kept)
    }

    /// The members in order, as they are kept.
    pub(crate) fn members(&self) -> &[(String, Json)] {
        &self.0
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The value of the member of this name.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.0.get(self.position(key)?).map(|(_, value)| value)
    }

    /// The member of this number, from 0, in the order of the text.
    #[must_use]
    pub fn get_index(&self, index: usize) -> Option<(&str, &Json)> {
        self.0.get(index).map(|(name, value)| (name.as_str(), value))
    }

    /// The value of the member of this name, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        let at = self.position(key)?;
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// Sets a member: in place when it stands already, at the end otherwise. Gives back the old value.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Json>) -> Option<Json> {
        let (key, value) = (key.into(), value.into());
        if let Some(old) = self.get_mut(&key) {
            return Some(std::mem::replace(old, value));
        }
        self.0.push((key, value));
        None
    }

    /// Takes a member out; the others keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        let at = self.position(key)?;
        Some(self.0.remove(at).1)
    }

    /// Where the member of a name stands. Objects that are lists in truth, such as the entries of SillyTavern's world info,
    /// mostly have each number at its own place, which is looked at first.
    fn position(&self, key: &str) -> Option<usize> {
        let is = |at: &usize| self.0.get(*at).is_some_and(|(name, _)| name == key);
        index_of(key).filter(is).or_else(|| self.0.iter().position(|(name, _)| name == key))
    }

    /// The members by their names, for a caller who looks up many: [`Object::get`] goes through the members one by one.
    ///
    /// ```
    /// let object: cards_json::Object = [("depth", 4), ("order", 7)].into_iter().collect();
    /// assert_eq!(object.by_name().get("order").and_then(|order| order.as_i64()), Some(7));
    /// ```
    #[must_use]
    pub fn by_name(&self) -> HashMap<&str, &Json> {
        self.iter().collect()
    }

    /// The members in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Json)> + DoubleEndedIterator {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// The members in order, values to be changed.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&str, &mut Json)> {
        self.0.iter_mut().map(|(key, value)| (key.as_str(), value))
    }
}

impl IntoIterator for Object {
    type Item = (String, Json);
    type IntoIter = std::vec::IntoIter<(String, Json)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Later members of a name replace earlier ones in place, as JavaScript reads them.
impl<K: Into<String>, V: Into<Json>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        let members = members.into_iter().map(|(key, value)| (key.into(), value.into())).collect();
        Self::of_members(members, |_| {})
    }
}

impl<'a> IntoIterator for &'a Object {
    type Item = (&'a str, &'a Json);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (String, Json)>, fn(&'a (String, Json)) -> Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }
}

/// Whether it is certain that no two members have one name.
fn are_distinct(members: &[(String, Json)]) -> bool {
    /// Below this a scan of the neighbours is faster than hashes.
    const FEW: usize = 12;
    if members.len() <= FEW {
        let clash = |(i, (key, _)): (usize, &(String, Json))| members.iter().take(i).any(|(other, _)| other == key);
        return !members.iter().enumerate().any(clash);
    }
    // Sorted hashes stay in the caches where a table of hundreds of thousands of names does not. Two names of one hash are as
    // good as never there, and then the names themselves are looked at.
    let hasher = RandomState::new();
    let mut hashes: Vec<u64> = members.iter().map(|(key, _)| hasher.hash_one(key.as_str())).collect();
    hashes.sort_unstable();
    hashes.is_sorted_by(|one, next| one < next)
}
