//! What V2 lacks of a CCv3 card, known from the members that both name, without making the card twice.
//!
//! V2 has all members of CCv3 but seven, in the same types. Where nothing else is unusual about a card, these are what is lost; of
//! any other one the comparison tells. A test holds both ways against each other.

use crate::document::SpecObject;
use crate::json::{Sink as _, value_of};
use crate::stash::STASH_KEY;
use crate::{Card, Form, Loss, LossReason, v2, v3};

/// The losses of a card beside its entries on the way to a form, in the order in which the comparison finds them; nothing where
/// only that tells.
pub(super) fn of(card: &Card, target: Form) -> Option<Vec<Loss>> {
    let Card::V3(card) = card else { return None };
    let usual = target == Form::V2
        && card.spec == v3::SPEC
        && card.spec_version == v3::SPEC_VERSION
        && is_usual(&**card)
        && is_usual(&card.data)
        && card.data.character_book.as_ref().is_none_or(is_usual)
        // They may be what becomes of the plain notes.
        && card.data.creator_notes_multilingual.is_none()
        && card.data.extensions.get(STASH_KEY).is_none();
    usual.then(|| of_data(&card.data))
}

/// Whether every member has the type of its field and none is absent that has to be there.
fn is_usual<T: SpecObject>(object: &T) -> bool {
    object.rest().fits(T::mandatory())
}

fn of_data(data: &v3::Data) -> Vec<Loss> {
    let at = Form::V3.data_pointer().unwrap_or_default();
    let mut stood: Vec<u8> = data.rest.known().collect();
    let others = (0..v3::Data::NAMES.len()).filter_map(|index| u8::try_from(index).ok());
    let others: Vec<_> = others.filter(|index| !stood.contains(index)).collect();
    stood.extend(others);
    let lost = |index: u8| {
        let name = v3::Data::NAMES.get(usize::from(index)).filter(|name| v2::Data::index_of(name).is_none())?;
        if data.is_absent(index) {
            return None;
        }
        let alone = value_of(|out| out.object(|out| data.write_member(index, out)));
        let value = alone.as_object()?.get(name).cloned()?;
        Some((v3::Data::mandatory() & 1 << index != 0, Loss::new(at.member(name), LossReason::NoField, &value)))
    };
    let (emptied, gone): (Vec<_>, Vec<_>) =
        stood.into_iter().filter_map(lost).partition(|(is_mandatory, _)| *is_mandatory);
    // The way back fills what has to be there, so that it is found after what does not come back at all.
    gone.into_iter().chain(emptied).map(|(_, loss)| loss).collect()
}
