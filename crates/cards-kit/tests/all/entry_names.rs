//! What an entry's member is called in one form it is called in every other: the names of the editor against the conversions.

use cards_kit::edit::entry_members;
use cards_kit::{Editor, Limits, Patch, Place, convert_document, open};
use cards_model::convert::{Options, Stash};
use cards_model::{Form, Json, Style, id::SeededIds};

use crate::changes::corpus;

/// An entry whose every member says something else than nothing.
const CARD: &str = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","description":"","tags":[],"creator":"","character_version":"",
"mes_example":"","system_prompt":"","post_history_instructions":"","first_mes":"x","alternate_greetings":[],"personality":"","scenario":"","creator_notes":"",
"group_only_greetings":[],"extensions":{},"character_book":{"name":"b","extensions":{},"entries":[
{"keys":["rain","wet"],"secondary_keys":["wind"],"selective":true,"name":"Weather","comment":"Weather","content":"It rains.","enabled":false,
"insertion_order":7,"constant":true,"case_sensitive":true,"use_regex":true,"priority":3,"id":5,"position":"after_char","extensions":{}}]}}}"#;

const MEMBERS: [&str; 12] = [
    "keys",
    "secondary_keys",
    "name",
    "content",
    "enabled",
    "insertion_order",
    "constant",
    "case_sensitive",
    "use_regex",
    "priority",
    "id",
    "position",
];

/// What a form keeps as something else than one member of the entry that says the same.
const APART: [(Form, &str, &str); 2] = [
    (Form::Module, "constant", "the whole module says when its entries fire"),
    (Form::WorldInfo, "position", "a number of SillyTavern's"),
];

#[test]
fn a_member_of_an_entry_has_its_name_in_every_form() {
    let limits = Limits::default();
    let document = open(CARD.as_bytes(), &limits).unwrap().loaded.document;
    let before = open(CARD.as_bytes(), &limits).unwrap().edit();
    for form in Form::ALL.iter().filter(|form| form.entries_pointer().is_some()) {
        let options = Options::default().with_stash(Stash::Off);
        let made = convert_document(&document, *form, &options, &mut SeededIds::new(1)).unwrap();
        let text = made.content.to_json().to_text(Style::Compact);
        let after = open(text.as_bytes(), &limits).unwrap().edit();
        for member in MEMBERS {
            let place: Place = format!("book[0].{member}").parse().unwrap();
            let lost = made.loss.iter().any(|loss| loss.pointer.as_str().ends_with(&format!("/{member}")));
            let value = after.get(&place).ok().map(|value| as_meant(&value));
            let meant = as_meant(&before.get(&place).unwrap());
            let apart = APART.iter().any(|(one, name, _)| (one, *name) == (form, member));
            let same = value.as_ref() == Some(&meant);
            assert!(same || lost || apart, "{member} of {form} is {value:?} and was {meant}, and no loss says so");
            assert!(!(same && apart), "{member} of {form} needs no row");
        }
    }
}

fn as_meant(value: &Json) -> String {
    value.to_text(Style::Compact)
}

/// What a list of entries says is what their places say, and a change at a place is a change in the list and nowhere else: of any file.
#[test]
fn entries_are_what_their_places_say() {
    let mut forms = std::collections::BTreeSet::new();
    let mut wrong = Vec::new();
    for path in corpus() {
        let bytes = std::fs::read(&path).unwrap();
        let Ok(mut editor) = open(&bytes[..], Limits::default()).map(cards_kit::Opened::edit) else { continue };
        if bytes.len() > 1 << 20 || editor.entries().is_empty() {
            continue;
        }
        forms.insert(editor.document().content.form().id());
        let told = list_against_places(&editor).and_then(|()| match editor.document().origin() {
            // What another program wrote is read, and not written.
            Some(_) => Ok(()),
            None => places_against_list(&mut editor, &bytes),
        });
        wrong.extend(told.err().map(|wrong| format!("{}: {wrong}", path.display())));
    }
    for form in ["v2", "v3", "lorebook_v3", "worldinfo", "risu_lorebook", "agnai_book", "novelai_lorebook", "module"] {
        assert!(forms.contains(form), "there is no {form} among the files");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn place(number: usize, member: &str) -> Place {
    format!("book[{number}].{member}").parse().unwrap()
}

fn list_against_places(editor: &Editor) -> Result<(), String> {
    let form = editor.document().content.form();
    for (number, (pointer, entry)) in editor.entries().iter().enumerate() {
        let whole = editor.get_all(&[format!("book[{number}]").parse().unwrap()]).map_err(|error| error.to_string())?;
        if whole[0].0.as_ref() != Some(pointer) {
            return Err(format!("book[{number}] is at {:?} and the list says {pointer}", whole[0].0));
        }
        let members = entry_members(form).into_iter().filter(|_| entry.as_object().is_some());
        for member in members {
            let value = editor.get(place(number, member)).ok();
            // What clients keep is told where it is; members of the spec are not there.
            let kept = || entry.get("extensions")?.get(member).filter(|_| !MEMBERS.contains(&member));
            let told = entry.get(member).or_else(kept);
            if value.as_ref() != told {
                return Err(format!("book[{number}].{member} is {value:?} and the list says {told:?}"));
            }
        }
    }
    Ok(())
}

fn places_against_list(editor: &mut Editor, bytes: &[u8]) -> Result<(), String> {
    let in_words = |error: cards_kit::Error| error.to_string();
    let before = editor.entries();
    let (form, last) = (editor.document().content.form(), before.len() - 1);
    let written = |editor: &Editor| editor.document().to_text(Style::Compact);
    let text = written(editor);
    if before[last].1.as_object().is_some() {
        let keys = Json::Array(vec!["zork".into(), "grue".into()]);
        editor.apply(&[Patch::Set { path: place(last, "keys"), value: keys.clone() }]).map_err(in_words)?;
        let mut after = editor.entries();
        if after[last].1.get("keys") != Some(&keys) {
            return Err(format!("keys that were set are {:?}", after[last].1.get("keys")));
        }
        after[last].1 = before[last].1.clone();
        if after != before {
            return Err("keys of one entry change another one".to_owned());
        }
        editor.undo();
    }
    let end = || "book[+]".parse::<Place>().unwrap();
    editor
        .apply(&[Patch::Insert { path: end(), value: Json::Object(cards_model::Object::new()) }])
        .map_err(in_words)?;
    let after = editor.entries();
    if after.len() != before.len() + 1 || after[..=last] != before {
        return Err(format!("behind {} entries, a new one makes {}", before.len(), after.len()));
    }
    for member in ["keys", "content"] {
        if after[last + 1].1.get(member).is_none() {
            return Err(format!("a new entry of {form} has no {member}"));
        }
    }
    editor.apply(&[Patch::Remove { path: format!("book[{}]", last + 1).parse().unwrap() }]).map_err(in_words)?;
    if written(editor) != text {
        return Err("a new entry that is taken out leaves something".to_owned());
    }
    editor.apply(&[Patch::Remove { path: "book[0]".parse().unwrap() }]).map_err(in_words)?;
    let wanted = before.iter().skip(1).map(|(_, entry)| entry);
    if !editor.entries().iter().map(|(_, entry)| entry).eq(wanted) {
        return Err("the first entry is not the one that is taken out".to_owned());
    }
    while editor.undo().is_some() {}
    match editor.to_bytes(bytes, &Limits::default()) {
        Ok(back) if back != bytes => Err("with every step undone, it is another file".to_owned()),
        _ => Ok(()),
    }
}
