//! A JSON object.

use std::collections::{HashMap, HashSet};

use crate::Json;

/// A JSON object: members in the order in which they stood, each name once.
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
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The value of the member of this name, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        self.0.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
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
        let at = self.0.iter().position(|(name, _)| name == key)?;
        Some(self.0.remove(at).1)
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

/// Whether no two members have one name.
fn are_distinct(members: &[(String, Json)]) -> bool {
    /// Below this a scan of the neighbours is faster than a hash table.
    const FEW: usize = 12;
    if members.len() <= FEW {
        let clash = |(i, (key, _)): (usize, &(String, Json))| members.iter().take(i).any(|(other, _)| other == key);
        return !members.iter().enumerate().any(clash);
    }
    let mut seen = HashSet::with_capacity(members.len());
    members.iter().all(|(key, _)| seen.insert(key.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_one_name_the_last_value_counts_at_the_place_of_the_first() {
        for more in [0, 40] {
            let names = ["a", "b", "a"].map(str::to_owned).into_iter().chain((0..more).map(|i| format!("n{i}")));
            let object: Object = names.enumerate().map(|(i, name)| (name, i)).collect();
            assert_eq!(object.len(), 2 + more);
            assert_eq!(object.iter().next(), Some(("a", &Json::from(2))));
        }
    }
}
