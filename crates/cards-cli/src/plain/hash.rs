//! The content hash: the same for the same card in any container and spec.

use sha2::{Digest as _, Sha256};

use super::view::{Map, View, number_key};
use super::{DATES, FILE};

/// SHA-256 of a plain view without its dates and without what stands beside the card in the file, as 64 hex digits.
///
/// Every value goes in with its kind and its length, and members in the order of their names, so that two views hash
/// alike only when they are equal.
pub(crate) fn content_hash(map: &Map<'_>) -> String {
    let mut hasher = Sha256::new();
    let counted = map.iter().filter(|(key, _)| *key != FILE && !DATES.contains(key));
    members(counted.collect(), &mut hasher);
    hex(&hasher.finalize())
}

/// SHA-256 of bytes, as 64 hex digits.
pub(crate) fn bytes_hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as lower-case hex digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 });
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn value(view: &View<'_>, hasher: &mut Sha256) {
    match view {
        View::Null => tagged(b'z', b"", hasher),
        View::Bool(on) => tagged(b'b', &[u8::from(*on)], hasher),
        View::Number(number) => match number.as_i64() {
            Some(whole) => tagged(b'i', &whole.to_le_bytes(), hasher),
            None => tagged(b'n', number_key(number).as_bytes(), hasher),
        },
        View::Text(text) => tagged(b't', text.as_bytes(), hasher),
        View::List(items) => {
            count(b'l', items.len(), hasher);
            for item in items {
                value(item, hasher);
            }
        }
        View::Map(map) => members(map.iter().collect(), hasher),
    }
}

fn members(mut members: Vec<(&str, &View<'_>)>, hasher: &mut Sha256) {
    members.sort_by_key(|(key, _)| *key);
    count(b'm', members.len(), hasher);
    for (key, view) in members {
        tagged(b'k', key.as_bytes(), hasher);
        value(view, hasher);
    }
}

fn tagged(tag: u8, bytes: &[u8], hasher: &mut Sha256) {
    count(tag, bytes.len(), hasher);
    hasher.update(bytes);
}

fn count(tag: u8, count: usize, hasher: &mut Sha256) {
    let mut head = [tag, 0, 0, 0, 0, 0, 0, 0, 0];
    if let Some(rest) = head.get_mut(1..) {
        rest.copy_from_slice(&(count as u64).to_le_bytes());
    }
    hasher.update(head);
}
