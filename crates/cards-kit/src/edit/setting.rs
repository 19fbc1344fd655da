//! What a value means for a member that a client keeps in the data of applications: `depth=4` is a number, and
//! `position=at-depth:2` a place and a depth.

use cards_json::{Json, Number, Pointer};
use cards_model::Form;
use cards_model::concept::{Home, Kept, Kind};

use super::names::has_extensions;
use crate::error::Error;

/// The values that a value stands for, each with its place and as the client writes it; none where the table of what clients keep
/// does not name the place, or where the value is there already.
pub(super) fn meant(
    form: Form,
    json: &Json,
    pointer: &Pointer,
    value: &Json,
) -> Result<Option<Vec<(Pointer, Json)>>, Error> {
    let Some((kept, own)) = kept_at(form, pointer).filter(|_| json.at(pointer) != Some(value)) else { return Ok(None) };
    if kept.path == "position" {
        return place(form, json, pointer, &own, value);
    }
    one(kept, pointer, value).map(|value| Some(vec![(pointer.clone(), value)]))
}

/// The row of a place, and where the data of applications is that the row is about; in world info, the entry.
fn kept_at(form: Form, pointer: &Pointer) -> Option<(&'static Kept, Pointer)> {
    let keys = |from: &Pointer| Some(pointer.below(from)?.keys().map(|key| key.into_owned()).collect::<Vec<_>>());
    if let Some(entries) = form.entries_pointer()
        && let Some(keys) = keys(&entries)
    {
        let (entry, below) = keys.split_first()?;
        let entry = entries.member(entry);
        return match below {
            [name] if form == Form::WorldInfo => Some((Kept::of_world(name)?, entry)),
            [name] if has_extensions(form) && name == "position" => {
                Some((Kept::of_entry(name)?, entry.member("extensions")))
            }
            [own, name] if has_extensions(form) && own == "extensions" => {
                Some((Kept::of_entry(name)?, entry.member("extensions")))
            }
            _ => None,
        };
    }
    let extensions = form.extensions_pointer().filter(|_| has_extensions(form))?;
    let path = keys(&extensions)?.join("/");
    Some((Kept::of_card(&path).filter(|kept| kept.home == Home::Card)?, extensions))
}

/// A value as the client writes it.
fn one(kept: &Kept, pointer: &Pointer, value: &Json) -> Result<Json, Error> {
    if let (Kind::Number { .. }, Some(number)) = (kept.kind, value.as_str().and_then(|text| Number::parse(text.trim())))
    {
        return one(kept, pointer, &number.into());
    }
    let wrong = || {
        let problem = format!("{value} is not what {} has there, which is {}", kept.client, kept.kind.words());
        Error::Model(cards_model::Error::Field { pointer: pointer.clone(), problem })
    };
    kept.kind.meant(value).ok_or_else(wrong)
}

/// A place, which may say more behind colons: `at-depth:2`, `at-depth:2:user`, `outlet:name`. What the spec has a word for goes into
/// its own member, and the number that the client counts by into its extensions.
fn place(
    form: Form,
    json: &Json,
    pointer: &Pointer,
    own: &Pointer,
    value: &Json,
) -> Result<Option<Vec<(Pointer, Json)>>, Error> {
    let (head, more) = match value.as_str().and_then(|text| text.split_once(':')) {
        Some((head, more)) => (Json::from(head), Some(more)),
        None => (value.clone(), None),
    };
    let number = named("position", pointer, &head)?;
    let mut values = Vec::new();
    let in_spec = has_extensions(form) && *pointer != own.member("position");
    let of_spec = matches!(number.as_i64(), Some(0 | 1));
    if in_spec {
        let word = if number.as_i64() == Some(0) { "before_char" } else { "after_char" };
        values.push((pointer.clone(), word.into()));
    }
    // The client's number wins over the word of the spec, where there is one.
    if !in_spec || !of_spec || json.at(&own.member("position")).is_some() {
        values.push((own.member("position"), number.clone()));
    }
    match (number.as_i64(), more) {
        (_, None) => {}
        (Some(4), Some(more)) => {
            let (depth, role) = more.split_once(':').map_or((more, None), |(depth, role)| (depth, Some(role)));
            values.push((own.member("depth"), named("depth", &own.member("depth"), &depth.into())?));
            if let Some(role) = role {
                values.push((own.member("role"), named("role", &own.member("role"), &role.into())?));
            }
        }
        (Some(7), Some(name)) => {
            let outlet = if form == Form::WorldInfo { "outletName" } else { "outlet_name" };
            values.push((own.member(outlet), name.into()));
        }
        (_, Some(more)) => {
            let problem = format!("`{more}` is too much for this place; at-depth and outlet take more behind a colon");
            return Err(cards_model::Error::Field { pointer: pointer.clone(), problem }.into());
        }
    }
    Ok(Some(values))
}

fn named(name: &str, pointer: &Pointer, value: &Json) -> Result<Json, Error> {
    Kept::of_entry(name).map_or_else(|| Ok(value.clone()), |kept| one(kept, pointer, value))
}
