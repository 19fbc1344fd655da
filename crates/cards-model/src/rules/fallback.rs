//! The error fallbacks that CCv3L prescribes for values that a reader cannot use.

use crate::document::{SpecObject, Timestamp, to_json};
use crate::json::{Json, Pointer};
use crate::spec::asset::AssetUri;
use crate::spec::v3l::{Card, Data};

/// File extensions that an application can show, where it does not say otherwise: the ones that the specs name.
///
/// Spec: CCv3L `ext_list`, which is defined there and never listed; these are the extensions of its CHARX section and
/// of `assets`.
pub const COMPATIBLE_EXTENSIONS: &[&str] = &[
    "png",
    "avif",
    "jpg",
    "jpeg",
    "webp",
    "gif",
    "mp3",
    "wav",
    "ogg",
    "mp4",
    "webm",
    "mmd",
    "obj",
    "safetensors",
    "ckpt",
    "onnx",
    "otf",
    "ttf",
    "lua",
    "js",
];

/// One value that a fallback replaced or dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Fallback {
    /// Which fallback.
    pub kind: FallbackKind,
    /// Where the value was before any fallback, as a JSON pointer.
    pub pointer: Pointer,
    /// The value that was there.
    pub was: Json,
}

/// The fallbacks of CCv3L.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FallbackKind {
    /// A creation date that is no number became the current time.
    CreationDate,
    /// A modification date that is no number became the creation date.
    ModificationDate,
    /// Group-only greetings that are no list became an empty one.
    GroupOnlyGreetings,
    /// An asset in a format that the application does not know was dropped; its bytes stay in the container.
    Asset,
}

cards_words::named! {
    FallbackKind: "kind of fallback";
    CreationDate => "creation-date",
    ModificationDate => "modification-date",
    GroupOnlyGreetings => "group-only-greetings",
    Asset => "asset",
}

impl Card {
    /// Applies the error fallbacks, in the order that the spec prescribes, and says what they did.
    ///
    /// Dates that mean something (a numeric string, milliseconds, ISO 8601) are not errors: they become the seconds
    /// that they mean. Absent members stay absent.
    ///
    /// `extensions` are the formats that the application can show ([`COMPATIBLE_EXTENSIONS`] if it has no list of its
    /// own), in lower case. Assets that say `ccdefault:` have no format and stay.
    ///
    /// Spec: CCv3L Sequence of run; Error Fallback of `assets`, `group_only_greetings`, `creation_date` and
    /// `modification_date`.
    pub fn apply_fallbacks(&mut self, now: Timestamp, extensions: &[&str]) -> Vec<Fallback> {
        let mut done = Vec::new();
        let data = &mut self.data;
        creation_date(data, now, &mut done);
        modification_date(data, &mut done);
        group_only_greetings(data, &mut done);
        assets(data, extensions, &mut done);
        done
    }
}

/// Takes what stood for a member instead of a value of its type, for good.
fn forget_original(data: &mut Data, name: &str) -> Option<Json> {
    data.rest.forget_original(Data::index_of(name)?)
}

fn creation_date(data: &mut Data, now: Timestamp, done: &mut Vec<Fallback>) {
    let Some(was) = forget_original(data, "creation_date") else { return };
    if data.creation_date.is_none() {
        data.creation_date = Some(now);
        done.push(Fallback {
            kind: FallbackKind::CreationDate,
            pointer: Pointer::from(["data", "creation_date"]),
            was,
        });
    }
}

fn modification_date(data: &mut Data, done: &mut Vec<Fallback>) {
    let Some(was) = forget_original(data, "modification_date") else { return };
    if data.modification_date.is_none() {
        data.modification_date = data.creation_date.clone();
        done.push(Fallback {
            kind: FallbackKind::ModificationDate,
            pointer: Pointer::from(["data", "modification_date"]),
            was,
        });
    }
}

/// CCv3L has dropped the field from its interface and kept its fallback, so it is a member without a field here.
fn group_only_greetings(data: &mut Data, done: &mut Vec<Fallback>) {
    let name = "group_only_greetings";
    if data.rest.unknown().get(name).is_some_and(|value| value.as_array().is_none())
        && let Some(was) = data.rest.insert(name, Json::Array(Vec::new()))
    {
        done.push(Fallback { kind: FallbackKind::GroupOnlyGreetings, pointer: Pointer::from(["data", name]), was });
    }
}

/// The text compares the `type` with the list of extensions, which no type can be in; the extension is meant.
fn assets(data: &mut Data, extensions: &[&str], done: &mut Vec<Fallback>) {
    let Some(assets) = &mut data.assets else { return };
    let mut index = 0;
    assets.retain(|asset| {
        let pointer = Pointer::from(["data", "assets"]).index(index);
        index += 1;
        let ext = asset.ext.to_ascii_lowercase();
        let known = asset.location() == AssetUri::Default || extensions.contains(&ext.as_str());
        if !known {
            done.push(Fallback { kind: FallbackKind::Asset, pointer, was: to_json(asset) });
        }
        known
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, Document, Limits};

    #[track_caller]
    fn check(data: &str, expected: &str, fallbacks: &[(FallbackKind, &str)]) {
        let text = format!(r#"{{"spec":"chara_card_v3l","spec_version":"3.0","data":{data}}}"#);
        let mut document = Document::read(text, &Limits::default()).unwrap();
        let Content::Card(crate::Card::V3L(card)) = &mut document.content else { panic!("not V3L") };
        let done = card.apply_fallbacks(Timestamp::from_seconds(1_800_000_000), COMPATIBLE_EXTENSIONS);
        assert_eq!(to_json(&card.data).to_string(), expected);
        let done: Vec<_> = done.iter().map(|fallback| (fallback.kind, fallback.pointer.as_str())).collect();
        assert_eq!(done, fallbacks);
    }

    #[test]
    fn dates_fall_back_in_order() {
        check(
            r#"{"modification_date":"soon","creation_date":[]}"#,
            r#"{"modification_date":1800000000,"creation_date":1800000000}"#,
            &[
                (FallbackKind::CreationDate, "/data/creation_date"),
                (FallbackKind::ModificationDate, "/data/modification_date"),
            ],
        );
        check(
            r#"{"creation_date":7,"modification_date":null}"#,
            r#"{"creation_date":7,"modification_date":7}"#,
            &[(FallbackKind::ModificationDate, "/data/modification_date")],
        );
    }

    #[test]
    fn dates_that_mean_something_are_no_errors() {
        check(
            r#"{"creation_date":"1700000000","modification_date":1700000000123}"#,
            r#"{"creation_date":1700000000,"modification_date":1700000000}"#,
            &[],
        );
    }

    #[test]
    fn absent_members_stay_absent() {
        check("{}", "{}", &[]);
        check(r#"{"modification_date":false}"#, "{}", &[(FallbackKind::ModificationDate, "/data/modification_date")]);
    }

    #[test]
    fn unusable_assets_and_greetings_go() {
        check(
            r#"{"group_only_greetings":false,"assets":[{"type":"x","uri":"embedded://a.xyz","name":"a","ext":"xyz"},{"type":"icon","uri":"ccdefault:","name":"main","ext":""},{"type":"icon","uri":"embedded://b.PNG","name":"b","ext":"PNG"}]}"#,
            r#"{"group_only_greetings":[],"assets":[{"type":"icon","uri":"ccdefault:","name":"main","ext":""},{"type":"icon","uri":"embedded://b.PNG","name":"b","ext":"PNG"}]}"#,
            &[
                (FallbackKind::GroupOnlyGreetings, "/data/group_only_greetings"),
                (FallbackKind::Asset, "/data/assets/0"),
            ],
        );
    }
}
