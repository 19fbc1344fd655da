//! What an entry's member is called in one form it is called in every other: the names of the editor against the conversions.

use cards_kit::{Limits, Place, convert_document, open};
use cards_model::convert::{Options, Stash};
use cards_model::{Form, Json, Style, id::SeededIds};

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
const APART: [(Form, &str, &str); 4] = [
    (Form::Module, "constant", "the whole module says when its entries fire"),
    (Form::WorldInfo, "position", "a number of SillyTavern's"),
    (Form::RisuLorebook, "case_sensitive", "in `extentions`, as RisuAI spells it"),
    (Form::NovelAi, "insertion_order", "in `contextConfig`"),
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
