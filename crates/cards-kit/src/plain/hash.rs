//! The content hash: the same for the same card in any container and spec.

use sha2::{Digest as _, Sha256};

use super::view::{Map, View, number_key};
use super::{CLIENT_EXTENSIONS, CLIENTS, DATES, FILE};

/// SHA-256 of a plain view without its dates and without what stands beside the card in the file, as 64 hex digits.
///
/// Every value goes in with its kind and its length, and members in the order of their names, so that two views hash
/// alike only when they are equal.
pub fn content_hash(map: Map<'_>) -> String {
    hashes(map).0
}

/// The content hash, and that of the view without what clients write for themselves: [`CLIENTS`] and [`CLIENT_EXTENSIONS`].
pub fn hashes(mut map: Map<'_>) -> (String, String) {
    map.keep(|key| key != FILE && !DATES.contains(&key));
    let content = hash(&map);
    let of_clients = |map: &Map<'_>, names: &[&str]| names.iter().any(|name| map.get(name).is_some());
    let marked = map.get("extensions").and_then(View::as_map).is_some_and(|map| of_clients(map, &CLIENT_EXTENSIONS));
    if !marked && !of_clients(&map, &CLIENTS) {
        return (content.clone(), content);
    }
    map.keep(|key| !CLIENTS.contains(&key));
    if let Some(View::Map(mut extensions)) = map.remove("extensions") {
        extensions.keep(|key| !CLIENT_EXTENSIONS.contains(&key));
        map.set("extensions", View::Map(extensions));
    }
    (content, hash(&map))
}

fn hash(map: &Map<'_>) -> String {
    let mut sink = Sink { hasher: Sha256::new(), held: Vec::with_capacity(16 << 10) };
    sink.members(map);
    sink.flush();
    hex(&sink.hasher.finalize())
}

/// SHA-256 of bytes, as 64 hex digits.
pub fn bytes_hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 });
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Bytes gathered before they are hashed: many at once take a fraction of the time of a few at a time.
const ROOM: usize = 64 << 10;

struct Sink {
    hasher: Sha256,
    held: Vec<u8>,
}

impl Sink {
    fn value(&mut self, view: &View<'_>) {
        match view {
            View::Null => self.tagged(b'z', b""),
            View::Bool(on) => self.tagged(b'b', &[u8::from(*on)]),
            View::Number(number) => match number.as_i64() {
                Some(whole) => self.tagged(b'i', &whole.to_le_bytes()),
                None => self.tagged(b'n', number_key(number).as_bytes()),
            },
            View::Text(text) => self.tagged(b't', text.as_bytes()),
            View::List(items) => {
                self.count(b'l', items.len());
                for item in items {
                    self.value(item);
                }
            }
            View::Map(map) => self.members(map),
        }
    }

    fn members(&mut self, map: &Map<'_>) {
        let members = map.sorted();
        self.count(b'm', members.len());
        for (key, view) in members {
            self.tagged(b'k', key.as_bytes());
            self.value(view);
        }
    }

    fn tagged(&mut self, tag: u8, bytes: &[u8]) {
        self.count(tag, bytes.len());
        self.bytes(bytes);
    }

    fn count(&mut self, tag: u8, count: usize) {
        let [a, b, c, d, e, f, g, h] = (count as u64).to_le_bytes();
        self.bytes(&[tag, a, b, c, d, e, f, g, h]);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        if self.held.len() + bytes.len() > ROOM {
            self.flush();
        }
        if bytes.len() > ROOM {
            self.hasher.update(bytes);
        } else {
            self.held.extend_from_slice(bytes);
        }
    }

    fn flush(&mut self) {
        self.hasher.update(&self.held);
        self.held.clear();
    }
}
