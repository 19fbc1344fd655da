//! World info of games in text: AI Dungeon, aetherroom.club, KoboldAI and Kobold Lite.
//!
//! De facto: KoboldAI Client 1ce811c, KoboldAI United of 2024-01, Kobold Lite 27eb1dc, aid-json-helper 0ef2200.

use super::members::{Members, keys, logic};
use super::origin::{ForeignForm, Translated};
use crate::json::{Json, Object, Pointer};
use crate::sillytavern::new_entry;
use crate::{Form, Loss, LossReason, risu};

pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    match value {
        Json::Array(items) => list(items).or_else(|| scenarios(items)).or_else(|| entries(items).map(Ok)),
        Json::Object(_) => scenario(value, Pointer::ROOT).or_else(|| aetherroom(value)).or_else(|| kobold(value)),
        _ => None,
    }
}

/// A list of which every item is an entry.
fn list(items: &[Json]) -> Option<Result<Translated, String>> {
    let every = |test: &dyn Fn(&Json) -> bool| !items.is_empty() && items.iter().all(test);
    let is_text = |item: &Json, name: &str| item.get(name).and_then(Json::as_str).is_some();
    let has = |item: &Json, name: &str| item.get(name).is_some();
    let (of, content) = if every(&|item| {
        is_text(item, "keys")
            && is_text(item, "value")
            && (has(item, "useForCharacterCreation") || (has(item, "type") && has(item, "title")))
    }) {
        (ForeignForm::StoryCards, "value")
    } else if every(&|item| is_text(item, "keys") && is_text(item, "entry")) {
        (ForeignForm::AiDungeonWorld, "entry")
    } else {
        return None;
    };
    let mut world = World::default();
    world.dungeon(items, &Pointer::ROOT, content);
    Some(Ok(world.translated(of, None)))
}

/// The entries of a lorebook with nothing around them, by the names of world info, of RisuAI or of V2.
///
/// De facto: files in folders of worlds, which SillyTavern passes over and people mend by hand.
fn entries(items: &[Json]) -> Option<Translated> {
    let every = |test: &dyn Fn(&Json) -> bool| {
        !items.is_empty()
            && items.iter().all(|item| item.get("content").is_some_and(|text| text.as_str().is_some()) && test(item))
    };
    let texts = |item: &Json, name: &str| {
        let list = item.get(name).and_then(Json::as_array);
        list.is_some_and(|list| list.iter().all(|text| text.as_str().is_some()))
    };
    let is_text = |item: &Json, name: &str| item.get(name).and_then(Json::as_str).is_some();
    let (form, value) = if every(&|item| texts(item, "key")) {
        let keyed = items.iter().enumerate().map(|(index, item)| (index.to_string(), item.clone()));
        (Form::WorldInfo, Object::from_iter([("entries", Json::Object(keyed.collect()))]))
    } else if every(&|item| is_text(item, "key") && is_text(item, "secondkey")) {
        let data = Json::Array(items.to_vec());
        (Form::RisuLorebook, Object::from_iter([("type", risu::TYPE.into()), ("ver", 1.into()), ("data", data)]))
    } else if every(&|item| texts(item, "keys")) {
        let entries = Json::Array(items.to_vec());
        (Form::Lorebook, Object::from_iter([("extensions", Json::Object(Object::new())), ("entries", entries)]))
    } else {
        return None;
    };
    Some(Translated::new(ForeignForm::Entries, form, value, Vec::new()))
}

/// Scenarios in one list: the first with a book is read.
fn scenarios(items: &[Json]) -> Option<Result<Translated, String>> {
    let mut found = items.iter().enumerate().map(|(index, item)| scenario(item, Pointer::ROOT.index(index)));
    // Every item has to be one, so that no other list is taken.
    let all = found.by_ref().collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())?;
    let mut all = all.into_iter();
    let mut first = all.find(Result::is_ok)?;
    if let Ok(first) = &mut first {
        let others = items.iter().filter_map(|item| item.get("title").and_then(Json::as_str));
        first.origin.others = others.skip(1).map(str::to_owned).collect();
    }
    Some(first)
}

/// A scenario of AI Dungeon as it was exported in 2021.
fn scenario(value: &Json, at: Pointer) -> Option<Result<Translated, String>> {
    let is_text = |name: &str| value.get(name).and_then(Json::as_str).is_some();
    if !(is_text("publicId")
        && is_text("prompt")
        && value.get("worldInfo").is_some_and(|list| list.as_array().is_some()))
    {
        return None;
    }
    Some(book_of(value, at, "worldInfo", ForeignForm::AiDungeonScenario))
}

/// A prompt of aetherroom.club.
fn aetherroom(value: &Json) -> Option<Result<Translated, String>> {
    value.get("promptContent").and_then(Json::as_str)?;
    value.get("worldInfos")?.as_array()?;
    Some(book_of(value, Pointer::ROOT, "worldInfos", ForeignForm::Aetherroom))
}

fn book_of(value: &Json, at: Pointer, list: &str, of: ForeignForm) -> Result<Translated, String> {
    let nothing = || format!("{} without world info", of.described());
    let place = at.member(list);
    let mut from = Members::of(value, at).ok_or_else(nothing)?;
    let items = from.list(list);
    if items.is_empty() {
        return Err(nothing());
    }
    let mut world = World::default();
    world.dungeon(items, &place, "entry");
    let title = from.text("title");
    from.ignore(&["id", "publicId", "published", "createdAt", "updatedAt", "nsfw"]);
    from.lost(&mut world.loss);
    Ok(world.translated(of, Some(title)))
}

/// A saved story of KoboldAI or one of its kin.
fn kobold(value: &Json) -> Option<Result<Translated, String>> {
    let has = |name: &str| value.get(name).is_some();
    let united = value.pointer("/worldinfo_v2/entries").and_then(Json::as_object);
    let listed = value.get("worldinfo").and_then(Json::as_array);
    let entries = listed.is_some_and(|items| {
        items.iter().all(|item| ["key", "content"].iter().all(|name| item.get(name).and_then(Json::as_str).is_some()))
    });
    if !(has("gamestarted") || has("savedsettings") || has("actions")) || !(united.is_some() || entries) {
        return None;
    }
    if united.is_none_or(Object::is_empty) && listed.is_none_or(<[Json]>::is_empty) {
        return Some(Err("a KoboldAI story without world info".to_owned()));
    }
    let mut from = Members::root(value)?;
    let mut world = World::default();
    let name = from.text("story_name");
    match united.filter(|entries| !entries.is_empty()) {
        Some(entries) => {
            from.ignore(&["worldinfo_v2"]);
            for (key, entry) in entries {
                world.united(entry, Pointer::from(["worldinfo_v2", "entries", key]));
            }
        }
        None => {
            let folders = from.take("wifolders_d");
            for (index, entry) in from.list("worldinfo").iter().enumerate() {
                world.kobold(entry, Pointer::from(["worldinfo"]).index(index), folders);
            }
        }
    }
    from.ignore(&["gamestarted", "wifolders_l", "wifolders_d", "actions_metadata"]);
    from.lost(&mut world.loss);
    Some(Ok(world.translated(ForeignForm::KoboldSave, Some(name))))
}

/// World info that is being made.
#[derive(Default)]
struct World {
    entries: Object,
    loss: Vec<Loss>,
}

impl World {
    /// Adds an entry, laid over SillyTavern's new one, which every reader of world info knows.
    fn add(&mut self, members: &[(&str, Json)]) {
        let mut entry = new_entry();
        let uid = i64::try_from(self.entries.len()).unwrap_or(i64::MAX);
        for (name, value) in members {
            entry.insert(*name, value.clone());
        }
        let titled = entry.get("comment").and_then(Json::as_str).is_some_and(|comment| !comment.is_empty());
        entry.insert("addMemo", titled);
        entry.insert("uid", uid);
        entry.insert("displayIndex", uid);
        self.entries.insert(uid.to_string(), entry);
    }

    /// Entries of AI Dungeon, with their keys in one text.
    fn dungeon(&mut self, items: &[Json], at: &Pointer, content: &str) {
        for (index, item) in items.iter().enumerate() {
            let Some(mut from) = Members::of(item, at.index(index)) else {
                self.loss.push(Loss::new(at.index(index), LossReason::Unrepresentable, item));
                continue;
            };
            let members = [
                ("key", keys(from.text("keys"))),
                ("comment", from.text("title").into()),
                ("content", from.text(content).into()),
                ("selective", false.into()),
            ];
            self.add(&members);
            // What only the game's editor shows.
            from.ignore(&["id", "hidden", "useForCharacterCreation"]);
            from.lost(&mut self.loss);
        }
    }

    /// An entry of KoboldAI or Kobold Lite.
    fn kobold(&mut self, entry: &Json, at: Pointer, folders: Option<&Json>) {
        let Some(mut from) = Members::of(entry, at) else { return };
        let folder = from.take("folder").filter(|folder| !folder.is_null()).map(|folder| match folder {
            Json::String(text) => text.clone(),
            other => other.to_string(),
        });
        let folder = folder.map(|id| {
            let named = folders.and_then(|folders| folders.get(&id)?.get("name")?.as_str());
            named.map_or(id.clone(), str::to_owned)
        });
        let comment = from.text("comment");
        let comment = folder.map_or_else(|| comment.to_owned(), |folder| format!("{folder}: {comment}"));
        let secondary = keys(from.text("keysecondary"));
        let none_of = entry.get("keyanti").and_then(Json::as_str).map(keys);
        let none_of = none_of.filter(|keys| keys.as_array().is_some_and(|keys| !keys.is_empty()));
        let free = secondary.as_array().is_some_and(<[Json]>::is_empty);
        let mut selective = entry.get("selective").and_then(Json::as_bool).unwrap_or(false);
        let mut members = vec![
            ("key", keys(from.text("key"))),
            ("comment", comment.trim_end_matches(": ").into()),
            ("content", from.text("content").into()),
            ("constant", (from.take("constant") == Some(&Json::Bool(true))).into()),
            ("disable", (from.take("widisabled") == Some(&Json::Bool(true))).into()),
            ("group", from.text("wigroup").into()),
        ];
        match none_of.filter(|_| free) {
            Some(keys) => {
                from.take("keyanti");
                selective = true;
                members.extend([("keysecondary", keys), ("selectiveLogic", logic::NOT_ANY.into())]);
            }
            None => members.push(("keysecondary", secondary)),
        }
        members.push(("selective", selective.into()));
        if let Some(chance @ Json::Number(_)) = from.take("probability") {
            members.push(("probability", chance.clone()));
        }
        self.add(&members);
        from.ignore(&["selective", "init", "uid", "num", "keysecondary"]);
        from.lost(&mut self.loss);
    }

    /// An entry of KoboldAI United, of which the content is expanded already.
    fn united(&mut self, entry: &Json, at: Pointer) {
        let Some(mut from) = Members::of(entry, at) else { return };
        let title = from.text("title");
        let comment = from.text("comment");
        let members = [
            ("key", Json::Array(from.texts("key"))),
            ("keysecondary", Json::Array(from.texts("keysecondary"))),
            ("comment", if title.is_empty() { comment } else { title }.into()),
            ("content", from.text("content").into()),
            ("constant", (from.take("constant") == Some(&Json::Bool(true))).into()),
            ("selective", (from.take("selective") == Some(&Json::Bool(true))).into()),
        ];
        self.add(&members);
        from.ignore(&["uid", "folder", "manual_text", "token_length", "used_in_game", "use_wpp", "wpp", "object_type"]);
        from.lost(&mut self.loss);
    }

    fn translated(self, of: ForeignForm, name: Option<&str>) -> Translated {
        let mut world = Object::new();
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            world.insert("name", name);
        }
        world.insert("entries", self.entries);
        Translated::new(of, Form::WorldInfo, world, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::super::members::object;
    use super::*;

    #[test]
    fn a_key_that_must_not_be_there_becomes_a_secondary_one() {
        let save = r#"{"gamestarted":true,"worldinfo":[
            {"key":"a, b","content":"x","keyanti":"c","folder":3,"comment":"n","probability":50},
            {"key":"a","content":"x","keyanti":"c","keysecondary":"d","selective":true}],"wifolders_d":{"3":{"name":"Sea"}}}"#;
        let made = read(&save.parse().unwrap()).unwrap().unwrap();
        let entry = made.value.pointer("/entries/0").unwrap();
        let said = object(
            ["key", "keysecondary", "selectiveLogic", "comment", "probability"]
                .map(|name| (name, entry.get(name).unwrap().clone())),
        );
        let expected =
            r#"{"key":["a","b"],"keysecondary":["c"],"selectiveLogic":2,"comment":"Sea: n","probability":50}"#;
        assert_eq!(Json::Object(said).to_string(), expected);
        let lost: Vec<_> = made.origin.loss.iter().map(|loss| loss.pointer.to_string()).collect();
        assert_eq!(lost, ["/worldinfo/1/keyanti"]);
    }
}
