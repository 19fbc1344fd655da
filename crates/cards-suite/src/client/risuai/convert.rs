//! Cards and books as RisuAI turns them from one spec into another.

use super::check::{BOOK, Member, V1, V2, V2_ENTRY, check};
use cards_model::Form;
use cards_model::json::javascript::or_default;
use cards_model::json::{Json, Object};
use cards_words::decorators::{Block, Syntax};

/// What RisuAI writes for creator and version of a V1 card, which has neither.
const UNKNOWN: &str = "Unknown";

/// The order of an entry that has none.
const ORDER: i64 = 100;

/// Choices of RisuAI's conversion; the default is its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConvertOptions {
    /// Whether the asset lists in `extensions.risuai` become assets.
    pub risu_fields: bool,
    /// Whether a V2 card gets its entries without decorators.
    pub remove_decorators: bool,
}

impl ConvertOptions {
    /// The options with RisuAI's asset lists turned into assets, or left alone.
    #[must_use]
    pub fn with_risu_fields(self, risu_fields: bool) -> Self {
        Self { risu_fields, ..self }
    }

    /// The options with decorators taken out for V2, or left in.
    #[must_use]
    pub fn with_remove_decorators(self, remove_decorators: bool) -> Self {
        Self { remove_decorators, ..self }
    }
}

/// Turns a card into one of V1, V2 or CCv3 as RisuAI does; `None` where it refuses: for a card that [`check`] knows none
/// of, and for any other target.
///
/// A card that is of the target already keeps everything but its `null` members. Otherwise the members that both specs know
/// are copied and all others are gone. On the way up every optional member of the card is written with an empty value, a V1
/// card gets "Unknown" as its creator and version and an empty lorebook, and an entry without `enabled` is switched off.
///
/// De facto: RisuAI 460ecae through its card library, conversion of `character`.
#[must_use]
pub fn convert(card: &Json, to: Form, options: &ConvertOptions) -> Option<Json> {
    let mut card = card.clone();
    without_nulls(&mut card);
    let from = check(&card)?;
    Some(match (from, to) {
        (Form::V1, Form::V1) | (Form::V2, Form::V2) => card,
        (Form::V1, Form::V2) => marked(to, v2_of_v1(&card)),
        (Form::V1, Form::V3) => marked(to, v3_of(&v2_of_v1(&card).into(), options)),
        (Form::V2, Form::V3) => marked(to, v3_of(card.get("data")?, options)),
        (Form::V3, Form::V3) => {
            let data = card.as_object_mut()?.get_mut("data")?.as_object_mut()?;
            for list in ["assets", "source"] {
                if data.get(list).is_none() {
                    data.insert(list, Json::Array(Vec::new()));
                }
            }
            card
        }
        (Form::V3, Form::V2) => {
            let data = card.get("data")?;
            let mut new = copied(data, V1.iter().chain(V2));
            if let Some(book) = data.get("character_book") {
                new.insert("character_book", book_of(book, Form::V2, options));
            }
            marked(to, new)
        }
        (Form::V2 | Form::V3, Form::V1) => copied(card.get("data")?, V1).into(),
        _ => return None,
    })
}

/// Turns a lorebook of one spec into one of the other as RisuAI does; `None` for specs other than V2 and CCv3.
///
/// A book that is of the target already is left as it is. Otherwise unknown members are gone and absent ones get values:
/// order 100, and switched off.
///
/// De facto: RisuAI 460ecae through its card library, conversion of `lorebook`.
#[must_use]
pub fn convert_book(book: &Json, from: Form, to: Form, options: &ConvertOptions) -> Option<Json> {
    match (from, to) {
        (Form::V2, Form::V2) | (Form::V3, Form::V3) => Some(book.clone()),
        (Form::V2, Form::V3) | (Form::V3, Form::V2) => Some(book_of(book, to, options)),
        _ => None,
    }
}

fn without_nulls(value: &mut Json) {
    match value {
        Json::Object(object) => {
            let nulls: Vec<String> =
                object.iter().filter(|(_, value)| value.is_null()).map(|(name, _)| name.to_owned()).collect();
            for name in nulls {
                object.remove(&name);
            }
            object.iter_mut().for_each(|(_, value)| without_nulls(value));
        }
        Json::Array(items) => items.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

fn marked(form: Form, data: Object) -> Json {
    let (spec, version) = if form == Form::V2 { ("chara_card_v2", "2.0") } else { ("chara_card_v3", "3.0") };
    let members = [("spec", spec.into()), ("spec_version", version.into()), ("data", Json::from(data))];
    members.into_iter().collect::<Object>().into()
}

/// The members of `from` that are among those named, in the order of the names.
fn copied<'m>(from: &Json, members: impl IntoIterator<Item = &'m Member>) -> Object {
    members.into_iter().filter_map(|(name, ..)| Some((*name, from.get(name)?.clone()))).collect()
}

fn list() -> Json {
    Json::Array(Vec::new())
}

fn v2_of_v1(card: &Json) -> Object {
    let mut data = copied(card, V1);
    for empty in ["creator_notes", "system_prompt", "post_history_instructions"] {
        data.insert(empty, "");
    }
    for unknown in ["creator", "character_version"] {
        data.insert(unknown, UNKNOWN);
    }
    for empty in ["alternate_greetings", "tags"] {
        data.insert(empty, list());
    }
    data.insert("extensions", Object::new());
    let book: Object = [("extensions", Object::new().into()), ("entries", list())].into_iter().collect();
    data.insert("character_book", book);
    data
}

fn v3_of(v2: &Json, options: &ConvertOptions) -> Object {
    let mut data = copied(v2, V1.iter().chain(V2));
    if let Some(book) = v2.get("character_book") {
        data.insert("character_book", book_of(book, Form::V3, options));
    }
    let icon = asset("icon", "ccdefault:", "main", Some("png"));
    let (mut assets, mut source) = (vec![icon], Vec::new());
    if options.risu_fields {
        (assets, source) = with_risu_fields(&mut data, assets);
    }
    data.insert("assets", Json::Array(assets));
    data.insert("nickname", "");
    data.insert("creator_notes_multilingual", Object::new());
    data.insert("source", Json::Array(source));
    data.insert("group_only_greetings", list());
    data.insert("creation_date", 0);
    data.insert("modification_date", 0);
    data
}

/// Takes RisuAI's lists out of the extensions: assets behind those given, and sources, each once.
fn with_risu_fields(data: &mut Object, mut assets: Vec<Json>) -> (Vec<Json>, Vec<Json>) {
    let risu = data.get_mut("extensions").and_then(Json::as_object_mut).and_then(|all| all.get_mut("risuai"));
    let Some(risu) = risu.and_then(Json::as_object_mut) else { return (assets, Vec::new()) };
    for (member, kind) in [("emotions", "emotion"), ("additionalAssets", "x-risu-asset")] {
        let taken = risu.remove(member);
        for item in taken.iter().filter_map(Json::as_array).flatten().filter_map(Json::as_array) {
            let text = |at: usize| item.get(at).and_then(Json::as_str).unwrap_or_default();
            let ext = Some(text(2)).filter(|ext| kind != "emotion" && !ext.is_empty());
            // RisuAI names files of its own store by the hexadecimal SHA-256 of their content.
            let stored = text(1).len() == 64 && text(1).bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
            let uri = if stored { format!("risustored:{}", text(1)) } else { text(1).to_owned() };
            assets.push(asset(kind, &uri, text(0), ext));
        }
    }
    let taken = risu.remove("source");
    let mut seen = std::collections::HashSet::new();
    let ids = taken.iter().filter_map(Json::as_array).flatten().filter_map(Json::as_str);
    (assets, ids.filter(|id| seen.insert(*id)).map(Json::from).collect())
}

fn asset(kind: &str, uri: &str, name: &str, ext: Option<&str>) -> Json {
    let members = [("type", kind), ("uri", uri), ("name", name), ("ext", ext.unwrap_or("unknown"))];
    members.into_iter().map(|(name, text)| (name, Json::from(text))).collect::<Object>().into()
}

fn book_of(book: &Json, to: Form, options: &ConvertOptions) -> Json {
    let mut new = copied(book, BOOK);
    new.insert("extensions", or_default(book.get("extensions"), Object::new()));
    let entries = book.get("entries").and_then(Json::as_array).unwrap_or_default();
    let entries = entries.iter().map(|entry| entry_of(entry, to, options).into()).collect();
    new.insert("entries", Json::Array(entries));
    new.into()
}

fn entry_of(entry: &Json, to: Form, options: &ConvertOptions) -> Object {
    let mut new = copied(entry, V2_ENTRY);
    let defaults = [
        ("keys", list()),
        ("content", "".into()),
        ("extensions", Object::new().into()),
        ("enabled", false.into()),
        ("insertion_order", ORDER.into()),
    ];
    for (name, default) in defaults {
        if new.get(name).is_none_or(Json::is_null) {
            new.insert(name, default);
        }
    }
    if to == Form::V3 {
        // V2 has no such member, whatever is there.
        new.insert("use_regex", false);
    } else if options.remove_decorators
        && let Some(Json::String(content)) = new.get_mut("content")
    {
        *content = Block::read(content, &Syntax::RISU).text().to_owned();
    }
    new
}
