//! The content hash: the same for the same card in any container and spec.

use cards_kit::plain::{CLIENT_EXTENSIONS, CLIENTS, DATES, FILE, Map, View, hex, number_key};
use sha2::{Digest as _, Sha256};

/// SHA-256 of a plain view without its dates and without what is beside the card in the file, as 64 hex digits.
///
/// Every value goes in with its kind and its length, and members in the order of their names, so that two views hash
/// alike only when they are equal.
#[must_use]
pub fn content_hash(map: Map<'_>) -> String {
    hashes(map).0
}

/// The content hash, and that of the view without what clients write for themselves: [`CLIENTS`] and [`CLIENT_EXTENSIONS`].
#[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;
    use cards_kit::plain::plain;
    use cards_model::{Document, Limits};

    fn read(text: &str) -> Document {
        Document::read(text, &Limits::default()).unwrap()
    }

    fn hash(text: &str) -> String {
        content_hash(plain(&read(text).content))
    }

    const V2: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard.",
        "tags":["x"],"character_book":{"extensions":{},"entries":[{"keys":["a"],"content":"b","extensions":{},
        "enabled":true,"insertion_order":3,"id":1}]}}}"#;

    #[test]
    fn spec_defaults_and_order_say_nothing() {
        let v3 = r#"{"data":{"tags":["x"],"description":"A bard.","name":"Aria","group_only_greetings":[],
            "creation_date":1700000000,"assets":[{"type":"icon","uri":"embeded://a.png","name":"main","ext":"png"}],
            "character_book":{"name":"","entries":[{"id":1,"use_regex":false,"content":"b","keys":["a"],
            "extensions":{},"enabled":true,"constant":false,"insertion_order":3.0}],"extensions":{}}},
            "spec":"chara_card_v3","spec_version":"3.0"}"#;
        assert_eq!(hash(V2), hash(v3));
        let mirrored = V2.replacen('{', r#"{"name":"Aria","description":"A bard.","#, 1);
        assert_eq!(plain(&read(V2).content), plain(&read(&mirrored).content));
    }

    #[test]
    fn every_text_counts() {
        for (from, to) in [
            ("A bard.", "A bard"),
            ("\"x\"", "\"y\""),
            ("\"content\":\"b\"", "\"content\":\"c\""),
            ("\"enabled\":true", "\"enabled\":false"),
            ("\"insertion_order\":3", "\"insertion_order\":4"),
            ("\"name\":\"Aria\"", "\"name\":\"Aria\",\"z\":[1]"),
        ] {
            assert!(V2.contains(from));
            assert_ne!(hash(V2), hash(&V2.replace(from, to)), "{from}");
        }
    }

    #[test]
    fn what_clients_write_for_themselves_is_in_one_hash_and_not_in_the_other() {
        let both = |text: &str| hashes(plain(&read(text).content));
        let with = |extensions: &str| {
            V2.replacen(r#""name":"Aria""#, &format!(r#""name":"Aria","extensions":{{{extensions}}}"#), 1)
        };
        let (content, core) = both(V2);
        assert_eq!(content, core);
        let marked = both(&with(r#""fav":true,"talkativeness":"0.5","world":"Ducks""#));
        assert_ne!(marked.0, content);
        assert_eq!(marked.1, core);
        let other = both(&with(r#""fav":true,"depth_prompt":{"prompt":"x"}"#));
        assert_ne!(other.1, core);
        let v1 = |more: &str| {
            both(&format!(
                r#"{{"name":"A","description":"d","personality":"","scenario":"","first_mes":"","mes_example":""{more}}}"#
            ))
        };
        assert_eq!(v1("").1, v1(r#","chat":"A - 2024","create_date":"2024","avatar":"none","fav":false"#).1);
        assert_ne!(v1("").1, v1(r#","creatorcomment":"x""#).1);
    }

    #[test]
    fn members_outside_the_card_are_shown_and_not_hashed() {
        let with = V2.replacen('{', r#"{"create_date":"today","#, 1);
        let document = read(&with);
        assert!(plain(&document.content).get(FILE).is_some());
        assert_eq!(hash(V2), hash(&with));
    }
}
