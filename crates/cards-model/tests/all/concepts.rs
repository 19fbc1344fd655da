//! The table of concepts and the typed members say the same: what a setter writes, and where a text is.

use cards_model::concept::{CONCEPTS, Concept, FORMS};
use cards_model::{Card, Content, Error, Form, Json, prom, v0, v1, v2, v3, v3l};

use crate::matrix::{CARDS, card};

fn blank(form: Form) -> Card {
    match form {
        Form::V0 => v0::Card::default().into(),
        Form::V1 => v1::Card::default().into(),
        Form::V2 => v2::Card::default().into(),
        Form::V3 => v3::Card::default().into(),
        Form::V3L => v3l::Card::default().into(),
        _ => prom::Card::default().into(),
    }
}

fn json(card: &Card) -> Json {
    Content::Card(card.clone()).to_json()
}

type Set = fn(&mut Card) -> Result<(), Error>;

/// Each setter of a text, by the concept that it sets.
const SETTERS: &[(&str, Set)] = &[
    ("name", |card| {
        card.set_name("X");
        Ok(())
    }),
    ("description", |card| {
        card.set_description("X");
        Ok(())
    }),
    ("personality", |card| card.set_personality("X")),
    ("scenario", |card| card.set_scenario("X")),
    ("first_mes", |card| {
        card.set_first_mes("X");
        Ok(())
    }),
    ("system_prompt", |card| card.set_system_prompt("X")),
    ("post_history_instructions", |card| card.set_post_history_instructions("X")),
    ("creator_notes", |card| card.set_creator_notes("X")),
    ("creator", |card| card.set_creator("X")),
    ("character_version", |card| card.set_character_version("X")),
    ("nickname", |card| card.set_nickname("X")),
    ("tags", |card| card.set_tags(["X"])),
];

#[test]
fn a_setter_writes_where_the_table_says() {
    for form in FORMS {
        for (id, set) in SETTERS {
            let mut card = blank(form);
            let place = Concept::of(id).unwrap().place(form);
            assert_eq!(set(&mut card).is_ok(), place.is_some(), "{id} of {form}");
            let Some(place) = place else { continue };
            let json = json(&card);
            let value = json.at(&place).unwrap_or_else(|| panic!("{id} of {form} is not at {place}"));
            let text = value.as_str().or_else(|| value.as_array()?.first()?.as_str());
            assert_eq!(text, Some("X"), "{id} of {form}");
        }
    }
}

/// Every text of a card with all concepts is at its pointer, and inside of the place that the table has for its field.
#[test]
fn a_text_is_where_the_table_says() {
    for (form, text) in CARDS {
        let card = card(text);
        let json = json(&card);
        for text in card.texts().iter().filter(|text| !text.text.is_empty()) {
            assert_eq!(json.at(&text.pointer).and_then(Json::as_str), Some(text.text), "{form}: {}", text.pointer);
            let place = Concept::of(text.kind.field()).and_then(|concept| concept.place(form));
            // Notes in other languages are in a member of their own, and a list of lists has a first place alone.
            let apart = ["creator_notes", "greetings"].contains(&text.kind.field());
            if let Some(place) = place.filter(|_| !apart) {
                assert!(text.pointer.as_str().starts_with(place.as_str()), "{form}: {} in {place}", text.pointer);
            }
        }
    }
}

#[test]
fn the_table_names_each_concept_once_and_agrees_with_the_places_of_forms() {
    let mut names: Vec<_> =
        CONCEPTS.iter().filter(|one| !one.id.is_empty()).flat_map(|one| [&[one.id], one.aliases].concat()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    for form in FORMS {
        let place = |id| Concept::of(id).unwrap().place(form);
        assert_eq!(place("extensions"), form.extensions_pointer(), "{form}");
        if let Some(list) = place("assets") {
            assert_eq!(Some(list), form.assets_pointer(), "{form}");
        }
        let greeting = place("first_mes").unwrap();
        assert!(greeting.as_str().starts_with(form.greetings_pointer().unwrap().as_str()), "{form}");
    }
}
