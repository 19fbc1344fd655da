//! What a spec object holds beside its typed fields.

use crate::json::{Json, Object};

/// Unknown members, members that did not fit their type, and the order of all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rest {
    /// The members as they were; `None` for an object that no text is behind.
    order: Option<Box<[Slot]>>,
    /// The fields in that order, one bit each, so that nobody has to walk over it to know whether one stood.
    stood: u64,
    /// Empty for most objects, so it stays out of line.
    odd: Option<Box<Odd>>,
}

/// How a member was in the text that its object was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stood {
    /// It did not, or there was no text.
    Absent,
    /// As `null`.
    Null,
    /// With another type than its field has.
    Odd,
    /// With the type of its field; any, for a member that the spec does not name.
    Right,
}

cards_words::named! {
    Stood: "way of a member";
    Absent => "absent",
    Null => "null",
    Odd => "odd",
    Right => "right",
}

/// The place of one member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    /// The field of this index, in the order of the struct.
    Known(u8),
    /// The next unknown member.
    Unknown,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Odd {
    unknown: Object,
    originals: Vec<(u8, Json)>,
    whole: Option<Json>,
}

impl Rest {
    /// Whether the object was read from one without members.
    pub(crate) fn is_of_nothing(&self) -> bool {
        self.odd.is_none() && self.order.as_ref().is_some_and(|order| order.is_empty())
    }

    /// The members that the spec does not name, in their order.
    #[must_use]
    pub fn unknown(&self) -> &Object {
        const NONE: &Object = &Object::new();
        self.odd.as_ref().map_or(NONE, |odd| &odd.unknown)
    }

    /// Sets a member that the spec does not name; a new one goes to the end.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Json>) -> Option<Json> {
        let old = self.odd().unknown.insert(key, value);
        if old.is_none()
            && let Some(order) = self.order.take()
        {
            let mut order = order.into_vec();
            order.push(Slot::Unknown);
            self.order = Some(order.into());
        }
        old
    }

    /// Takes out a member that the spec does not name.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        let odd = self.odd.as_mut()?;
        let at = odd.unknown.iter().position(|(name, _)| name == key)?;
        let value = odd.unknown.remove(key);
        if let Some(order) = self.order.take() {
            let nth = order.iter().enumerate().filter(|(_, slot)| **slot == Slot::Unknown).nth(at).map(|(i, _)| i);
            let mut order = order.into_vec();
            if let Some(nth) = nth {
                order.remove(nth);
            }
            self.order = Some(order.into());
        }
        self.tidy();
        value
    }

    /// How the member of this name was in the text that the object was read from.
    ///
    /// ```
    /// use cards_model::{Card, Document, Limits, Stood, v2};
    /// let text = r#"{"spec":"chara_card_v2","data":{"name":"Aria","tags":null,"creator":7}}"#;
    /// let document = Document::read(text, &Limits::default())?;
    /// let Some(Card::V2(card)) = document.card() else { panic!("a V2 card") };
    /// let stood = |member| card.data.rest.stood::<v2::Data>(member);
    /// assert_eq!((stood("name"), stood("tags")), (Stood::Right, Stood::Null));
    /// assert_eq!((stood("creator"), stood("scenario")), (Stood::Odd, Stood::Absent));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    #[must_use]
    pub fn stood<T: super::SpecObject>(&self, member: &str) -> Stood {
        let Some(index) = T::index_of(member) else {
            return if self.unknown().get(member).is_some() { Stood::Right } else { Stood::Absent };
        };
        match self.original(index) {
            Some(Json::Null) => Stood::Null,
            Some(_) => Stood::Odd,
            None if self.stood_at(index) => Stood::Right,
            None => Stood::Absent,
        }
    }

    /// Whether the member of this name stood with another type than its field has.
    pub(crate) fn holds_odd<T: super::SpecObject>(&self, name: &str, _: &T) -> bool {
        T::index_of(name).is_some_and(|index| self.original(index).is_some())
    }

    /// The value that stood for the member of this name, when it did not fit the field's type.
    pub(crate) fn odd_of<T: super::SpecObject>(&self, name: &str) -> Option<&Json> {
        self.original(T::index_of(name)?)
    }

    /// Whether the member of this name was in the text, with the type of its field.
    pub(crate) fn stood_right<T: super::SpecObject>(&self, name: &str, _: &T) -> bool {
        self.stood::<T>(name) == Stood::Right
    }

    /// Whether the object was read from a text.
    #[must_use]
    pub fn was_read(&self) -> bool {
        self.order.is_some()
    }

    pub(crate) fn new(order: Vec<Slot>, unknown: Object, originals: Vec<(u8, Json)>) -> Self {
        let mut rest = Self { stood: fields_of(&order), order: Some(order.into()), odd: None };
        if !unknown.is_empty() || !originals.is_empty() {
            rest.odd = Some(Box::new(Odd { unknown, originals, whole: None }));
        }
        rest
    }

    /// The rest of an object that stood as something other than an object.
    pub(crate) fn of_whole(whole: Json) -> Self {
        let odd = Odd { whole: Some(whole), ..Odd::default() };
        Self { order: Some(Box::default()), stood: 0, odd: Some(Box::new(odd)) }
    }

    /// Keeps the object as it was in another layout, beside what it was read as.
    pub(crate) fn keep_whole(&mut self, whole: Json) {
        self.odd().whole = Some(whole);
    }

    /// The members that did not fit their types, with the indices of their fields.
    pub(crate) fn originals(&self) -> &[(u8, Json)] {
        self.odd.as_ref().map_or(&[], |odd| &odd.originals)
    }

    /// The rest of an object that is written anew: its unknown members alone, behind the known ones.
    pub(crate) fn of_unknown(unknown: Object) -> Self {
        let mut rest = Self { order: None, stood: 0, odd: Some(Box::new(Odd { unknown, ..Odd::default() })) };
        rest.tidy();
        rest
    }

    /// Takes the unknown members out by value; what is left fits an object that is to be thrown away.
    pub(crate) fn take_unknown(&mut self) -> Object {
        self.odd.take().map(|odd| odd.unknown).unwrap_or_default()
    }

    /// Whether the member of this index stood.
    pub(crate) fn stood_at(&self, index: u8) -> bool {
        self.stood & 1 << index != 0
    }

    /// Whether all of these members (one bit each) stood, every one with the type of its field.
    pub(crate) fn fits(&self, mandatory: u64) -> bool {
        let typed = self.odd.as_ref().is_none_or(|odd| odd.originals.is_empty() && odd.whole.is_none());
        typed && (self.order.is_none() || self.stood & mandatory == mandatory)
    }

    /// The fields whose members stood, in the order of these.
    pub(crate) fn known(&self) -> impl Iterator<Item = u8> {
        self.order.iter().flatten().filter_map(|slot| match slot {
            Slot::Known(index) => Some(*index),
            Slot::Unknown => None,
        })
    }

    pub(crate) fn order(&self) -> Option<&[Slot]> {
        self.order.as_deref()
    }

    pub(crate) fn original(&self, index: u8) -> Option<&Json> {
        self.odd.as_ref()?.originals.iter().find(|(i, _)| *i == index).map(|(_, json)| json)
    }

    /// Gives an absent member a place behind the known ones; whether there was none.
    pub(crate) fn add_slot(&mut self, index: u8) -> bool {
        let Some(order) = &mut self.order else {
            return false;
        };
        let absent = self.stood & 1 << index == 0;
        if absent {
            self.stood |= 1 << index;
            let mut longer = std::mem::take(order).into_vec();
            longer.push(Slot::Known(index));
            *order = longer.into();
        }
        absent
    }

    /// Gives an absent member a place behind the nearest known one that the spec has before it.
    pub(crate) fn place_slot(&mut self, index: u8) {
        let Some(order) = self.order.take() else { return };
        let mut longer: Vec<_> = order.into_iter().filter(|slot| *slot != Slot::Known(index)).collect();
        longer.insert(place_in(&longer, index), Slot::Known(index));
        self.stood |= 1 << index;
        self.order = Some(longer.into());
    }

    /// Whether a member, if it stood, stood where [`Rest::place_slot`] would put it.
    pub(crate) fn stands_in_place(&self, index: u8) -> bool {
        let order = self.order().unwrap_or_default();
        let Some(at) = order.iter().position(|slot| *slot == Slot::Known(index)) else { return true };
        let others: Vec<_> = order.iter().copied().filter(|slot| *slot != Slot::Known(index)).collect();
        place_in(&others, index) == at
    }

    /// Takes the place of a member out, for one that is written no more.
    pub(crate) fn remove_slot(&mut self, index: u8) {
        if let Some(order) = &mut self.order {
            self.stood &= !(1 << index);
            *order = order.iter().copied().filter(|slot| *slot != Slot::Known(index)).collect();
        }
    }

    /// Takes out the original of a field, so that the field is written as what it means.
    pub(crate) fn forget_original(&mut self, index: u8) -> Option<Json> {
        let originals = &mut self.odd.as_mut()?.originals;
        let at = originals.iter().position(|(i, _)| *i == index)?;
        let original = originals.remove(at).1;
        self.tidy();
        Some(original)
    }

    pub(crate) fn whole(&self) -> Option<&Json> {
        self.odd.as_ref()?.whole.as_ref()
    }

    fn odd(&mut self) -> &mut Odd {
        self.odd.get_or_insert_default()
    }

    /// Rests that hold the same are equal, so an emptied one must not differ from a never filled one.
    fn tidy(&mut self) {
        if self.odd.as_deref() == Some(&Odd::default()) {
            self.odd = None;
        }
    }
}

/// The fields of an order, one bit each.
fn fields_of(order: &[Slot]) -> u64 {
    order.iter().fold(0, |seen, slot| match slot {
        Slot::Known(index) => seen | 1 << index,
        Slot::Unknown => seen,
    })
}

/// Where a member goes among others: behind the nearest one that the spec has before it.
fn place_in(order: &[Slot], index: u8) -> usize {
    let known = order.iter().enumerate().filter_map(|(at, slot)| match slot {
        Slot::Known(other) if *other < index => Some((*other, at + 1)),
        _ => None,
    });
    known.max().map_or(0, |(_, behind)| behind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_bits_are_those_of_the_order(
            first in prop::collection::btree_set(0_u8..64, 0..12),
            steps in prop::collection::vec((0_u8..5, 0_u8..64), 0..20),
        ) {
            let mut rest = Rest::new(first.into_iter().map(Slot::Known).collect(), Object::new(), Vec::new());
            for (step, index) in steps {
                match step {
                    0 => _ = rest.add_slot(index),
                    1 => rest.place_slot(index),
                    2 => rest.remove_slot(index),
                    3 => _ = rest.insert(index.to_string(), true),
                    _ => _ = rest.remove(&index.to_string()),
                }
                let known: Vec<_> = rest.known().collect();
                prop_assert_eq!(rest.stood, fields_of(rest.order().unwrap_or_default()));
                prop_assert!((0..64).all(|index| rest.stood_at(index) == known.contains(&index)));
            }
        }
    }
}
