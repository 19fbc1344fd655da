//! The order in which an object with no members but those of its spec is written.

use super::rest::Slot;
use super::{Rest, SpecObject};
use crate::json::Object;

/// The indices of the members that an object is written with, in their order; `None` for an object that holds more
/// than its typed fields say.
fn written<T: SpecObject>(object: &T) -> Option<Vec<u8>> {
    let rest = object.rest();
    if !rest.unknown().is_empty() || !rest.originals().is_empty() || rest.whole().is_some() {
        return None;
    }
    let mandatory = T::mandatory();
    let is_set = |index: u8| mandatory & (1 << index) != 0 || !object.is_absent(index);
    let mut indices = Vec::with_capacity(T::NAMES.len());
    let mut seen = 0_u64;
    for slot in rest.order().unwrap_or_default() {
        let Slot::Known(index) = *slot else { return None };
        seen |= 1 << index;
        if is_set(index) {
            indices.push(index);
        }
    }
    for index in (0..T::NAMES.len()).filter_map(|index| u8::try_from(index).ok()) {
        let fresh = seen & (1 << index) == 0;
        if fresh && if rest.was_read() { !object.is_absent(index) } else { is_set(index) } {
            indices.push(index);
        }
    }
    Some(indices)
}

/// The names of an object's members in their order, when that is another one than that of its spec.
pub(crate) fn unusual_order<T: SpecObject>(object: &T) -> Option<Vec<String>> {
    let indices = written(object)?;
    let names = indices.iter().filter_map(|index| T::NAMES.get(usize::from(*index)));
    (!indices.is_sorted()).then(|| names.map(|name| (*name).to_owned()).collect())
}

/// Brings the members of an object that was made into an order; those that it does not name go to the end. False, with
/// nothing done, when the object holds more than its typed fields say or a name is not of its spec.
pub(crate) fn put_in_order<T: SpecObject>(object: &mut T, names: &[String]) -> bool {
    let Some(indices) = written(object).filter(|_| !object.rest().was_read()) else { return false };
    let Some(mut order) = names.iter().map(|name| T::index_of(name)).collect::<Option<Vec<_>>>() else { return false };
    order.retain(|index| indices.contains(index));
    let others: Vec<_> = indices.into_iter().filter(|index| !order.contains(index)).collect();
    let order: Vec<_> = order.into_iter().chain(others).map(Slot::Known).collect();
    *object.rest_mut() = Rest::new(order, Object::new(), Vec::new());
    true
}
