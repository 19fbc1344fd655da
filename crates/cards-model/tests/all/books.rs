//! Laws of converting lorebooks: what is not reported as lost is still there.

use std::collections::BTreeSet;

use crate::tame::tame;
use cards_model::convert::Options;
use cards_model::document::{SpecObject, from_json, to_json};
use cards_model::strategy::{Oddity, members};
use cards_model::{
    Card, Content, Document, Entry, Form, Json, Limits, Lorebook, Loss, LossReason, Module, Object, WorldInfo, agnai,
    book, prom, risu, sillytavern, worldinfo,
};
use proptest::prelude::*;

#[test]
fn what_the_user_of_sillytavern_sets_is_off_in_a_book_and_reported() {
    let world = r#"{"entries":{"0":{"uid":0,"key":["a"],"content":"c","useGroupScoring":null,"scanDepth":null},"1":{"uid":1,"key":["b"],"content":"d"}}}"#;
    let Content::WorldInfo(world) = Document::read(world, &Limits::default()).unwrap().content else {
        panic!("world info")
    };
    let made = world.to_lorebook();
    let said: Vec<(&str, LossReason)> = made.loss.iter().map(|loss| (loss.pointer.as_str(), loss.reason)).collect();
    assert_eq!(said, [("/entries/0/useGroupScoring", LossReason::Reshaped)]);
    let scoring = |entry: &Entry| entry.extensions.get("use_group_scoring").cloned();
    assert_eq!(made.value.entries.iter().map(scoring).collect::<Vec<_>>(), vec![Some(false.into()); 2]);
}

/// The members that a report names inside the entry at `at`.
fn lost<'a>(losses: &'a [Loss], at: &str) -> BTreeSet<&'a str> {
    losses
        .iter()
        .filter_map(|loss| loss.pointer.as_str().strip_prefix(at)?.strip_prefix('/'))
        .map(|rest| rest.split('/').next().unwrap_or(rest))
        .collect()
}

/// The whole entries and lists that a report names.
fn whole(losses: &[Loss], at: &str) -> bool {
    losses.iter().any(|loss| loss.pointer == at)
}

/// A JSON value as it counts: `null`, false, empty and absent members are one.
fn worth(json: &Json) -> Object {
    let members = json.as_object().cloned().unwrap_or_default();
    members.into_iter().filter(|(_, value)| !is_nothing(value)).collect()
}

/// The members as they count, in the order of their names.
fn worth_sorted(json: &Json) -> Vec<(String, Json)> {
    let mut members: Vec<_> = worth(json).into_iter().collect();
    members.sort_by(|a, b| a.0.cmp(&b.0));
    for (_, value) in &mut members {
        if let Json::Object(_) = value {
            *value = Json::Object(worth_sorted(value).into_iter().collect());
        }
    }
    members
}

fn is_nothing(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => true,
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        Json::Number(_) | Json::Bool(true) => false,
    }
}

/// Every member of `before` that is not reported is in `after` with the same worth.
fn kept(before: &Json, after: &Json, lost: &BTreeSet<&str>, ignore: &[&str]) {
    let (before, after) = (worth(before), worth(after));
    for (name, value) in before.iter().filter(|(name, _)| !lost.contains(name) && !ignore.contains(name)) {
        assert_eq!(after.get(name), Some(value), "`{name}` is gone without a report");
    }
}

/// Typed members only: what was in the text beside them is reported as a whole or carried.
fn typed<T: SpecObject + cards_model::document::Field + Clone>(object: &T) -> Json {
    let json = to_json(object);
    let members = json.as_object().cloned().unwrap_or_default();
    Json::Object(members.into_iter().filter(|(name, _)| T::NAMES.contains(&name.as_str())).collect())
}

pub(crate) struct Counter(pub(crate) u32);

impl cards_model::module::IdSource for Counter {
    fn module_id(&mut self) -> String {
        "M00000000".to_owned()
    }

    fn entry_id(&mut self) -> String {
        self.0 += 1;
        format!("new{:06}", self.0)
    }
}

pub(crate) fn book_of(entries: Vec<Object>) -> Lorebook {
    let entries: Vec<Json> = entries.into_iter().map(Json::Object).collect();
    from_json(&Json::Object([("entries", entries)].into_iter().collect())).expect("every object has a reading")
}

proptest! {
    /// Prom has a field for all that a lorebook entry says, and CCv3 for all but places around the author's note.
    #[test]
    fn prom_books_and_lorebooks_say_the_same(entries in prop::collection::vec(tame::<Entry>(), 0..4)) {
        let book = book_of(entries);
        let there = book.to_prom();
        let back = there.value.to_lorebook();
        prop_assert!(back.loss.iter().all(|loss| loss.pointer.last().as_deref() == Some("position")), "{:?}", back.loss);
        prop_assert_eq!(book.entries.len(), back.value.entries.len());
        for (i, (before, after)) in book.entries.iter().zip(&back.value.entries).enumerate() {
            let all: Vec<_> = there.loss.iter().chain(&back.loss).cloned().collect();
            kept(&typed(before), &typed(after), &lost(&all, &format!("/entries/{i}")), &[]);
        }
    }

    #[test]
    fn what_risu_has_no_place_for_is_reported(entries in prop::collection::vec(tame::<Entry>(), 0..4)) {
        let book = book_of(entries);
        let there = book.to_risu();
        let back = there.value.to_lorebook().value;
        for (i, (before, after)) in book.entries.iter().zip(&back.entries).enumerate() {
            // The extensions come back with what RisuAI keeps there.
            kept(&typed(before), &typed(after), &lost(&there.loss, &format!("/entries/{i}")), &["extensions"]);
        }
    }

    #[test]
    fn what_agnai_has_no_place_for_is_reported(entries in prop::collection::vec(tame::<Entry>(), 0..4)) {
        let book = book_of(entries);
        let there = book.to_agnai();
        let back = there.value.to_lorebook().value;
        for (i, (before, after)) in book.entries.iter().zip(&back.entries).enumerate() {
            kept(&typed(before), &typed(after), &lost(&there.loss, &format!("/entries/{i}")), &[]);
        }
    }

    #[test]
    fn what_world_info_has_no_place_for_is_reported(entries in prop::collection::vec(tame::<Entry>(), 0..4)) {
        let mut book = book_of(entries);
        for (i, entry) in book.entries.iter_mut().enumerate() {
            entry.content = format!("text {i}");
        }
        let there = book.to_world_info();
        prop_assert_eq!(book.entries.len(), there.value.entries.0.len());
        let back = there.value.to_lorebook().value;
        for (i, before) in book.entries.iter().enumerate() {
            let lost = lost(&there.loss, &format!("/entries/{i}"));
            // World info lists its entries by uid, so the order may differ.
            let after = back.entries.iter().find(|after| after.content == before.content).unwrap();
            // The title is in the comment, the case in the extensions, beside what SillyTavern keeps there.
            kept(&typed(before), &typed(after), &lost, &["name", "extensions", "position", "case_sensitive"]);
            if !lost.contains("name") {
                prop_assert_eq!(before.title().trim(), after.title().trim());
            }
            if let Some(case) = before.case_sensitive {
                prop_assert_eq!(after.extensions.get("case_sensitive"), Some(&Json::Bool(case)));
            }
            for (name, value) in before.extensions.iter() {
                prop_assert_eq!(after.extensions.get(name), Some(value));
            }
            if let Some(position) = before.position.as_ref().filter(|_| !lost.contains("position")) {
                prop_assert_eq!(after.position.as_ref(), Some(position));
            }
        }
    }

    #[test]
    fn what_a_lorebook_has_no_place_for_in_world_info_is_reported(
        entries in prop::collection::vec(tame::<worldinfo::Entry>(), 0..4)
    ) {
        let entries: Object =
            entries.into_iter().enumerate().map(|(i, mut entry)| {
                entry.insert("uid", i as i64);
                (i.to_string(), Json::Object(entry))
            }).collect();
        let world: WorldInfo = from_json(&Json::Object([("entries", entries)].into_iter().collect())).unwrap();
        let there = world.to_lorebook();
        let back = there.value.to_world_info();
        for (uid, before) in &world.entries.0 {
            let after = back.value.entries.get(uid).expect("the uid is kept");
            let lost = lost(&there.loss, &format!("/entries/{uid}"));
            kept(&typed(&before.filled()), &typed(after), &lost, &["extensions"]);
        }
    }

    /// The typed conversions are SillyTavern's own, but for the differences that their docs name.
    #[test]
    fn typed_conversions_agree_with_sillytavern(world in tame::<worldinfo::Entry>(), entry in tame::<Entry>()) {
        let mut world: worldinfo::Entry = from_json(&Json::Object(world)).unwrap();
        world.uid = Some(0_i64.into());
        world = world.filled();
        let plain: Object = [("0", to_json(&world))].into_iter().collect();
        let theirs = sillytavern::export_character_book("", &plain);
        let info = WorldInfo { entries: cards_model::document::Keyed(vec![("0".to_owned(), world)]), ..WorldInfo::default() };
        let mut ours = to_json(&info.to_lorebook().value.entries[0]);
        let mut theirs = theirs.get("entries").and_then(Json::as_array).unwrap()[0].clone();
        for entry in [&mut ours, &mut theirs] {
            if let Json::Object(entry) = entry {
                entry.remove("use_regex");
            }
        }
        prop_assert_eq!(worth_sorted(&ours), worth_sorted(&theirs));

        let mut entry = entry;
        for difference in ["name", "case_sensitive", "id"] {
            entry.remove(difference);
        }
        let book: Object = [("entries", vec![Json::Object(entry)])].into_iter().collect();
        let theirs = sillytavern::import_character_book(&book);
        let typed: Lorebook = from_json(&Json::Object(book)).unwrap();
        let ours = to_json(&typed.to_world_info().value.entries.0[0].1);
        prop_assert_eq!(worth_sorted(&ours), worth_sorted(theirs.get("entries").unwrap().get("0").unwrap()));
    }

    #[test]
    fn modules_come_back_whole(entries in prop::collection::vec(tame::<cards_model::module::Entry>(), 0..5), by_keys: bool) {
        let mut module = Module {
            module_id: "M12345678".into(), name: "n".into(), creator: "c".into(), intro: "i".into(),
            cover_url: "u".into(), category: "Others".into(), ..Module::default()
        };
        module.entries = entries.iter().enumerate().map(|(i, entry)| {
            let mut entry: cards_model::module::Entry = from_json(&Json::Object(entry.clone())).unwrap();
            entry.entry_id = format!("entry-{i:03}");
            entry
        }).collect();
        let firing = if by_keys { book::Firing::Keywords } else { book::Firing::Always };
        let there = module.to_lorebook(book::ToLorebook { firing, ..Default::default() }).unwrap();
        let back = there.value.to_module(&mut Counter(0));
        prop_assert!(back.loss.is_empty(), "{:?}", back.loss);
        prop_assert_eq!(&back.value.module_id, &module.module_id);
        prop_assert_eq!(back.value.category.as_str(), module.category.as_str());
        for (before, after) in module.entries.iter().zip(&back.value.entries) {
            prop_assert_eq!((&before.entry_id, &before.keys, &before.content), (&after.entry_id, &after.keys, &after.content));
        }
    }

    #[test]
    fn what_a_module_has_no_place_for_is_reported(entries in prop::collection::vec(tame::<Entry>(), 0..4)) {
        let mut book = book_of(entries);
        for (i, entry) in book.entries.iter_mut().enumerate() {
            entry.insertion_order = (i as i64).into();
        }
        let there = book.to_module(&mut Counter(0));
        let back = there.value.to_lorebook(book::ToLorebook::default()).unwrap().value;
        for (i, (before, after)) in book.entries.iter().zip(&back.entries).enumerate() {
            kept(&typed(before), &typed(after), &lost(&there.loss, &format!("/entries/{i}")), &[]);
        }
    }

    /// However crooked a book is, converting it neither fails nor forgets an element.
    #[test]
    fn crooked_books_convert(entries in prop::collection::vec(prop_oneof![
        3 => members::<Entry>(Oddity::Crooked).prop_map(Json::Object), 1 => Just(Json::Null), 1 => Just(Json::from("x"))
    ], 0..4)) {
        let book: Lorebook = from_json(&Json::Object([("entries", entries)].into_iter().collect())).unwrap();
        let world = book.to_world_info();
        let gone = (0..book.entries.len()).filter(|i| whole(&world.loss, &format!("/entries/{i}"))).count();
        prop_assert_eq!(world.value.entries.0.len() + gone, book.entries.len());
        for (entries, losses) in [
            (book.to_risu().value.data.len(), book.to_risu().loss),
            (book.to_agnai().value.entries.len(), book.to_agnai().loss),
            (book.to_prom().value.entries.len(), book.to_prom().loss),
            (book.to_module(&mut Counter(0)).value.entries.len(), book.to_module(&mut Counter(0)).loss),
        ] {
            let gone = (0..book.entries.len()).filter(|i| whole(&losses, &format!("/entries/{i}"))).count();
            prop_assert_eq!(entries + gone, book.entries.len());
        }
    }

    #[test]
    fn crooked_foreign_books_convert(
        risu in members::<risu::Entry>(Oddity::Crooked), agnai in members::<agnai::Entry>(Oddity::Crooked), world in members::<worldinfo::Entry>(Oddity::Crooked),
        prom in members::<prom::Entry>(Oddity::Crooked)
    ) {
        let one = |name: &str, entry: Object| Json::Object([(name, vec![Json::Object(entry)])].into_iter().collect());
        prop_assert_eq!(from_json::<risu::Export>(&one("data", risu)).unwrap().to_lorebook().value.entries.len(), 1);
        prop_assert_eq!(from_json::<agnai::Book>(&one("entries", agnai)).unwrap().to_lorebook().value.entries.len(), 1);
        prop_assert_eq!(from_json::<WorldInfo>(&one("entries", world)).unwrap().to_lorebook().value.entries.len(), 1);
        prop_assert_eq!(from_json::<prom::Book>(&one("entries", prom)).unwrap().to_lorebook().value.entries.len(), 1);
    }
}

#[test]
fn a_book_is_the_same_wherever_it_came_from() {
    let read = |text: &str| Document::read(text, &Limits::default()).unwrap();
    for text in [
        r#"{"entries":[{"keys":["toll"],"content":"x","enabled":true,"insertion_order":0,"extensions":{}}]}"#,
        r#"{"spec":"lorebook_v3","data":{"entries":[{"keys":["toll"],"content":"x"}]}}"#,
        r#"{"entries":{"0":{"uid":0,"key":["toll"],"content":"x"}}}"#,
        r#"{"entries":[{"uid":0,"key":["toll"],"content":"x"}]}"#,
        r#"{"type":"risu","ver":1,"data":[{"key":"toll","content":"x"}]}"#,
        r#"{"kind":"memory","name":"b","entries":[{"keywords":["toll"],"entry":"x"}]}"#,
        r#"{"lorebookVersion":4,"entries":[{"keys":["toll"],"text":"x"}]}"#,
        r#"{"type":"chara_book","spec_version":"2.0","entries":[{"name":"","keys":["toll"],"content":"x"}]}"#,
        r#"{"module_id":"M12345678","category":"Others","entries":[{"entry_id":"a","keys":["toll"],"content":"x"}]}"#,
        r#"{"spec":"chara_card_v2","data":{"name":"n","character_book":{"entries":{"0":{"key":["toll"],"content":"x"}}}}}"#,
    ] {
        let document = read(text);
        let book = document.content.lorebook().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(
            (book.entries[0].keys.as_slice(), book.entries[0].content.as_str()),
            (&["toll".to_owned()][..], "x"),
            "{text}"
        );
        assert!(document.content.world_info().is_some());
        assert_eq!(document.to_text(cards_model::Style::Compact), text);
    }
    assert!(read(r#"{"name":"n","first_mes":"","mes_example":""}"#).content.lorebook().is_none());
}

#[test]
fn module_texts_that_look_like_decorators_stay_text() {
    let entry = |content: &str| cards_model::module::Entry { content: content.into(), ..Default::default() };
    let module =
        Module { entries: vec![entry("@@depth 4\nx"), entry("x\n@@y"), entry("{{// plain}}x")], ..Module::default() };
    let book = module.to_lorebook(book::ToLorebook::default()).unwrap().value;
    let contents: Vec<_> = book.entries.iter().map(|entry| entry.content.as_str()).collect();
    assert_eq!(contents, ["{{// plain}}@@depth 4\nx", "x\n@@y", "{{// plain}}{{// plain}}x"]);
    let back = book.to_module(&mut Counter(0)).value;
    assert!(back.entries.iter().zip(&module.entries).all(|(a, b)| a.content == b.content));
    let refused = book::ToLorebook { at_lines: book::AtLines::Refuse, ..Default::default() };
    assert_eq!(
        module.to_lorebook(refused).unwrap_err().to_string(),
        "`/entries/0/content`: the text begins with `@@`, which a lorebook reads as a decorator; escape it or change the text"
    );
}

#[test]
fn decorators_do_not_become_text_of_a_module() {
    let book = Lorebook {
        entries: vec![Entry { content: "@@depth 4\n\n@@role user\n\nText.\n@@tail".into(), ..Entry::default() }],
        ..Lorebook::default()
    };
    let there = book.to_module(&mut Counter(0));
    assert_eq!(there.value.entries[0].content, "Text.\n@@tail");
    assert!(there.loss.iter().any(|loss| loss.pointer == "/entries/0/content"));
}

#[test]
fn a_second_entry_with_one_id_is_kept_under_a_free_one() {
    let entry = |content: &str| Entry {
        id: Some(cards_model::Id::Number(1.into())),
        content: content.into(),
        ..Entry::default()
    };
    let book = Lorebook { entries: vec![entry("a"), entry("b"), entry("c")], ..Lorebook::default() };
    let there = book.to_world_info();
    let uids: Vec<_> =
        there.value.entries.0.iter().map(|(uid, entry)| (uid.as_str(), entry.content.as_str())).collect();
    assert_eq!(uids, [("1", "a"), ("0", "b"), ("2", "c")]);
    let lost: Vec<_> = there.loss.iter().map(|loss| loss.pointer.as_str()).collect();
    assert_eq!(lost, ["/entries/1/id", "/entries/2/id"]);
}

#[test]
fn places_of_sillytavern_come_through_a_card() {
    let document = Document::read(
        r#"{"entries":[{"keys":["a"],"content":"x","position":4},{"keys":["b"],"content":"y","position":0}]}"#,
        &Limits::default(),
    )
    .unwrap();
    let world = document.content.world_info().unwrap();
    let places: Vec<_> = world.entries.0.iter().map(|(_, entry)| entry.position.as_ref().unwrap().as_i64()).collect();
    assert_eq!(places, [Some(4), Some(0)]);
}

#[test]
fn a_drafts_edit_is_written_in_the_final_layout() {
    let text = r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"A","greetings":["hi"],"char_info":{"creator":"me","x":1},"created_at":5,"extensions":{"k":1}}}"#;
    let mut document = Document::read(text, &Limits::default()).unwrap();
    assert_eq!(document.to_text(cards_model::Style::Compact), text);
    let Content::Card(Card::Prom(card)) = &mut document.content else { panic!("not a Prom card") };
    assert_eq!(card.data.greetings.solo, ["hi"]);
    assert_eq!(card.metadata.as_ref().unwrap().creator, "me");
    card.data.name = "B".into();
    let after = document.to_text(cards_model::Style::Compact);
    assert_eq!(
        after,
        r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"B","greetings":{"solo":["hi"],"group":[]}},"metadata":{"creator":"me","x":1,"created_at":5},"external":{"appdata":{"k":1}}}"#
    );
}

/// De facto: SillyTavern 1.19 keeps what fired under `uid`.
#[test]
fn every_entry_of_world_info_has_a_number() {
    let text = r#"{"module_id":"M12345678","category":"Others","entries":[
        {"entry_id":"abcdefghi","keys":["a"],"content":"x"},{"entry_id":"jklmnopqr","keys":["b"],"content":"y"}]}"#;
    let module = Document::read(text, &Limits::default()).unwrap().content;
    let made = book::convert(&module, Form::WorldInfo, &Options::default(), &mut Counter(0)).unwrap();
    let Content::WorldInfo(world) = &made.value else { panic!("no world info") };
    let uids = world.entries.0.iter().map(|(key, entry)| (key.clone(), entry.uid.as_ref().unwrap().to_string()));
    assert_eq!(uids.collect::<Vec<_>>(), [("0".to_owned(), "0".to_owned()), ("1".to_owned(), "1".to_owned())]);
    let lost: Vec<_> = made.loss.iter().map(|loss| loss.pointer.as_str()).filter(|at| at.ends_with("/id")).collect();
    assert_eq!(lost, ["/entries/0/id", "/entries/1/id"]);
}

#[test]
fn a_comment_names_an_entry_for_agnai() {
    let text = r#"{"name":"b","extensions":{},"entries":[
        {"keys":["k"],"content":"x","extensions":{},"enabled":true,"insertion_order":1,"comment":"Ferry"},
        {"keys":["k"],"content":"y","extensions":{},"enabled":true,"insertion_order":2,"name":"Quay","comment":"c"}]}"#;
    let Content::Lorebook(book) = Document::read(text, &Limits::default()).unwrap().content else { panic!("no book") };
    let made = book.to_agnai().value;
    assert_eq!(made.entries.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), ["Ferry", "Quay"]);
}

#[test]
fn a_second_name_is_lost_only_where_it_says_something_else() {
    let text = include_str!("../../../../fixtures/model/world-info-two-dialects/input.json");
    let document = Document::read(text, &Limits::default()).unwrap();
    let Content::WorldInfo(world) = &document.content else { panic!("world info") };
    let loss = world.to_lorebook().loss;
    let lost: Vec<_> = loss.iter().map(|loss| (loss.pointer.as_str(), loss.reason)).collect();
    assert!(lost.contains(&("/entries/3/keys", LossReason::Shadowed)), "{lost:?}");
    assert!(lost.contains(&("/entries/4/enabled", LossReason::Shadowed)), "{lost:?}");
    assert!(
        !lost.iter().any(|(at, _)| at.starts_with("/entries/1/keys") || at.ends_with("insertion_order")),
        "{lost:?}"
    );
}
