//! Books of other programs as the world info that SillyTavern makes of them.

use cards_model::Error;
use cards_model::json::javascript::{self as js, or_default};
use cards_model::json::{Json, Object, Pointer};
use cards_model::sillytavern::new_entry;

/// Whose book a world file was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WorldOf {
    /// NovelAI's, recognised by a member `lorebookVersion` of any value.
    NovelAi,
    /// Agnaistic's, told by `kind` being `memory`.
    Agnai,
    /// RisuAI's, told by `type` being `risu`.
    Risu,
    /// SillyTavern's own: anything else with `entries`, lists included.
    Itself,
}

/// A world file as SillyTavern stores it.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedWorld {
    /// Whose book it was taken for.
    pub of: WorldOf,
    /// The world: the file itself, or what was made of it.
    pub world: Json,
}

/// Imports a world file as SillyTavern does.
///
/// A list is taken for a world as it is, since JavaScript gives every list a method called `entries`.
///
/// De facto: SillyTavern 1.19, import of world info.
///
/// # Errors
/// [`Error::Field`] where that import fails, and for files without `entries`.
pub fn import_world(file: &Json) -> Result<ImportedWorld, Error> {
    let is = |name: &str, value: &str| file.get(name).and_then(Json::as_str) == Some(value);
    let (of, world) = if is("type", "risu") {
        (WorldOf::Risu, import_risu_lorebook(file)?)
    } else if is("kind", "memory") {
        (WorldOf::Agnai, import_agnai_memory(file)?)
    } else if file.get("lorebookVersion").is_some() {
        (WorldOf::NovelAi, import_novelai_lorebook(file)?)
    } else if file.get("entries").is_some() || file.as_array().is_some() {
        return Ok(ImportedWorld { of: WorldOf::Itself, world: file.clone() });
    } else {
        return Err(unlike(["entries"], "the member that makes a world of a file is not there"));
    };
    Ok(ImportedWorld { of, world: world.into() })
}

/// Turns a lorebook of NovelAI into world info as SillyTavern does.
///
/// An entry without `enabled` is off; one that NovelAI always puts in (`forceActivation`) becomes one that waits for its
/// keys. [`cards_model::novelai::Lorebook::to_lorebook`] gives what the book means instead.
///
/// De facto: SillyTavern 1.19.
///
/// # Errors
/// [`Error::Field`] where SillyTavern fails: no list of entries, an entry that is `null`, a `displayName` that is no text.
pub fn import_novelai_lorebook(book: &Json) -> Result<Object, Error> {
    each(book, "entries", |entry, at| {
        let title = match entry.get("displayName") {
            None => "",
            Some(Json::String(title)) => title,
            Some(_) => return Err(unlike(at.member("displayName"), "a title has to be text")),
        };
        let priority = entry.get("contextConfig").and_then(|config| config.get("budgetPriority"));
        Ok(vec![
            ("key", entry.get("keys").cloned()),
            ("comment", Some(title.into())),
            ("content", entry.get("text").cloned()),
            ("selective", Some(false.into())),
            ("addMemo", Some((!js::trim(title).is_empty()).into())),
            ("order", Some(or_default(priority, 0))),
            ("disable", Some(is_off(entry))),
        ])
    })
}

/// Turns a memory book of Agnaistic into world info as SillyTavern does.
///
/// The weight becomes the order; what Agnaistic keeps for other programs (secondary keys, `constant`, position) is
/// dropped. [`cards_model::agnai::Book::to_lorebook`] takes that too.
///
/// De facto: SillyTavern 1.19.
///
/// # Errors
/// [`Error::Field`] where SillyTavern fails: no list of entries, an entry that is `null`.
pub fn import_agnai_memory(book: &Json) -> Result<Object, Error> {
    each(book, "entries", |entry, _| {
        let name = entry.get("name");
        Ok(vec![
            ("key", entry.get("keywords").cloned()),
            ("comment", name.cloned()),
            ("content", entry.get("entry").cloned()),
            ("selective", Some(false.into())),
            ("addMemo", Some(name.is_some_and(js::truthy).into())),
            ("order", entry.get("weight").cloned()),
            ("disable", Some(is_off(entry))),
        ])
    })
}

/// Turns a lorebook of RisuAI into world info as SillyTavern does.
///
/// Folders become entries without text. An activation of 0 per cent turns the dice off, so that the entry always fires.
/// [`cards_model::risu::Export::to_lorebook`] gives what the book means instead.
///
/// De facto: SillyTavern 1.19.
///
/// # Errors
/// [`Error::Field`] where SillyTavern fails: no list of entries, an entry that is `null`, keys that are no text.
pub fn import_risu_lorebook(book: &Json) -> Result<Object, Error> {
    each(book, "data", |entry, at| {
        let keys = entry.get("key").and_then(split);
        let keys = keys.ok_or_else(|| unlike(at.member("key"), "keys have to be text"))?;
        let secondary = match entry.get("secondkey").filter(|keys| js::truthy(keys)) {
            Some(keys) => split(keys).ok_or_else(|| unlike(at.member("secondkey"), "keys have to be text"))?,
            None => Json::Array(Vec::new()),
        };
        let percent = entry.get("activationPercent");
        Ok(vec![
            ("key", Some(keys)),
            ("keysecondary", Some(secondary)),
            ("comment", entry.get("comment").cloned()),
            ("content", entry.get("content").cloned()),
            ("constant", entry.get("alwaysActive").cloned()),
            ("selective", entry.get("selective").cloned()),
            ("addMemo", Some(true.into())),
            ("order", entry.get("insertorder").cloned()),
            ("probability", Some(or_default(percent, 100))),
            ("useProbability", Some(or_default(percent, true))),
        ])
    })
}

/// Members to set; what JavaScript has as `undefined` is left out of the entry.
type Members = Vec<(&'static str, Option<Json>)>;

/// The world of a list of entries, each laid over the new one and keyed by its index.
fn each(
    book: &Json,
    list: &'static str,
    mut members: impl FnMut(&Json, &Pointer) -> Result<Members, Error>,
) -> Result<Object, Error> {
    let Some(Json::Array(entries)) = book.get(list) else {
        return Err(unlike([list], "a list of entries is needed here"));
    };
    let template = new_entry();
    let mut out = Object::new();
    for (index, entry) in entries.iter().enumerate() {
        let at = Pointer::from([list]).index(index);
        if entry.is_null() {
            return Err(unlike(at, "an entry is needed here"));
        }
        let mut made = template.clone();
        made.insert("delayUntilRecursion", false);
        for (name, value) in members(entry, &at)? {
            match value {
                Some(value) => _ = made.insert(name, value),
                None => _ = made.remove(name),
            }
        }
        let uid = i64::try_from(index).unwrap_or(i64::MAX);
        made.insert("uid", uid);
        made.insert("displayIndex", uid);
        out.insert(index.to_string(), made);
    }
    Ok([("entries", Json::Object(out))].into_iter().collect())
}

fn is_off(entry: &Json) -> Json {
    (!entry.get("enabled").is_some_and(js::truthy)).into()
}

/// A text split at its commas, each part without blanks around it.
fn split(keys: &Json) -> Option<Json> {
    Some(Json::Array(keys.as_str()?.split(',').map(|key| js::trim(key).into()).collect()))
}

fn unlike(pointer: impl Into<Pointer>, problem: &str) -> Error {
    Error::Field { pointer: pointer.into(), problem: problem.to_owned() }
}
