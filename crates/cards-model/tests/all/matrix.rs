//! The table of conversions says what the conversions do. `cargo xtask docs --check` proves its committed copy fresh.

use cards_model::concept::{CONCEPTS, Cell, FORMS};
use cards_model::convert::Options;
use cards_model::{Card, Document, Form, Limits};

/// A card of each spec with every concept of the table in it.
pub(crate) const CARDS: [(Form, &str); 6] = [
    (
        Form::V0,
        r#"{"char_name":"n","char_persona":"d","world_scenario":"s","char_greeting":"f","example_dialogue":"<START>\n{{user}}: a\n{{char}}: b"}"#,
    ),
    (
        Form::V1,
        r#"{"name":"n","description":"d","personality":"p","scenario":"s","first_mes":"f","mes_example":"<START>\n{{user}}: a\n{{char}}: b","x":1}"#,
    ),
    (
        Form::V2,
        r#"{"spec":"chara_card_v2","spec_version":"2.0","x":1,"data":{"y":1,"name":"n","description":"d","personality":"p","scenario":"s","first_mes":"f","mes_example":"<START>\n{{user}}: a\n{{char}}: b","creator_notes":"c","system_prompt":"sp","post_history_instructions":"ph","alternate_greetings":["g"],"tags":["t"],"creator":"me","character_version":"1","extensions":{"depth_prompt":{"prompt":"dp","depth":4,"role":"system"},"e":1},"character_book":{"z":1,"name":"b","description":"bd","scan_depth":3,"token_budget":4,"recursive_scanning":true,"extensions":{"f":1},"entries":[{"w":1,"keys":["k"],"content":"c","extensions":{"g":1},"enabled":false,"insertion_order":3,"case_sensitive":true,"constant":true,"priority":2,"id":1,"comment":"co","selective":true,"secondary_keys":["s"],"name":"en","position":"after_char"}]}}}"#,
    ),
    (
        Form::V3,
        r#"{"spec":"chara_card_v3","spec_version":"3.0","x":1,"data":{"y":1,"name":"n","description":"d","personality":"p","scenario":"s","first_mes":"f","mes_example":"<START>\n{{user}}: a\n{{char}}: b","creator_notes":"c","creator_notes_multilingual":{"ja":"cj"},"system_prompt":"sp","post_history_instructions":"ph","alternate_greetings":["g"],"group_only_greetings":["gg"],"nickname":"ni","source":["a","b"],"creation_date":5,"modification_date":6,"assets":[{"type":"icon","uri":"embeded://a.png","name":"main","ext":"png"},{"type":"background","uri":"https://x.org/b","name":"b","ext":"png"}],"tags":["t"],"creator":"me","character_version":"1","extensions":{"depth_prompt":{"prompt":"dp","depth":4,"role":"system"},"e":1},"character_book":{"z":1,"name":"b","description":"bd","scan_depth":3,"token_budget":4,"recursive_scanning":true,"extensions":{"f":1},"entries":[{"w":1,"keys":["k"],"content":"@@depth 1\nc","extensions":{"g":1},"enabled":false,"insertion_order":3,"use_regex":true,"case_sensitive":true,"constant":true,"priority":2,"id":"i","comment":"co","selective":true,"secondary_keys":["s"],"name":"en","position":"after_char"}]}}}"#,
    ),
    (
        Form::V3L,
        r#"{"spec":"chara_card_v3l","spec_version":"3.0","data":{"name":"n","description":"d","first_messages":[{"locale":"en","messages":["f","g"]},{"locale":"ja","messages":["h"]}],"example_messages":[[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]],"creator_notes":[{"locale":"en","content":"c"},{"locale":"ja","content":"cj"}],"guidance_note":"gn","nickname":"ni","creation_date":5,"modification_date":6,"assets":[{"type":"icon","uri":"embedded://a.png","name":"main","ext":"png"},{"type":"background","uri":"https://x.org/b","name":"b","ext":"png"}],"tags":["t"],"creator":"me","character_version":"1","extensions":{"depth_prompt":{"prompt":"dp","depth":4,"role":"system"},"e":1},"character_book":{"z":1,"name":"b","description":"bd","scan_depth":3,"token_budget":4,"recursive_scanning":true,"extensions":{"f":1},"entries":[{"w":1,"keys":["k"],"content":"@@depth 1\nc","extensions":{"g":1},"enabled":false,"insertion_order":3,"use_regex":true,"case_sensitive":true,"constant":true,"priority":2,"id":"i","comment":"co","selective":true,"secondary_keys":["s"],"name":"en","position":"after_char"}]}}}"#,
    ),
    (
        Form::Prom,
        r#"{"type":"chara_card","spec_version":"3.1","x":1,"data":{"y":1,"name":"n","description":"d","personality":"p","greetings":{"solo":["f","g"],"group":["gg"]},"example_messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}],"system_prompt":"sp","post_history_instructions":"ph","character_book":{"type":"chara_book","spec_version":"2.0","z":1,"name":"b","description":"bd","scan_depth":3,"token_budget":4,"recursive_scanning":true,"external":{"appdata":{"f":1}},"entries":[{"w":1,"name":"en","keys":["k"],"content":"c","enabled":false,"insertion_order":3,"use_regex":true,"case_sensitive":true,"constant":true,"priority":2,"id":"i","comment":"co","selective":true,"secondary_keys":["s"],"position":"before_an","external":{"appdata":{"g":1}}}]}},"metadata":{"creator":"me","version":"1","source":"a","tags":["t"],"creator_notes":"c","created_at":5,"updated_at":6},"external":{"appdata":{"depth_prompt":{"prompt":"dp","depth":4,"role":"system"},"e":1},"assets":[{"type":"bg","url":"https://x.org/b","package":"b.png"}]}}"#,
    ),
];

/// Places that stand for every member that has no row.
const CATCH_ALL: [&str; 3] = ["/*", "/data/*", "/data/character_book/entries/*/*"];

pub(crate) fn card(text: &str) -> Card {
    Document::read(text, &Limits::default()).unwrap().card().unwrap().clone()
}

fn place(cell: Cell) -> Option<&'static str> {
    match cell {
        Cell::Has(place) | Cell::Transforms(place, _) => Some(place),
        _ => None,
    }
}

/// Whether a pointer leads to a place of the table or into it.
fn within(pointer: &str, place: &str) -> bool {
    let mut steps = pointer.split('/');
    place.split('/').all(|part| steps.next().is_some_and(|step| part == "*" || part == step))
}

#[test]
fn what_the_table_calls_stashed_is_what_is_reported() {
    for (i, (from, text)) in CARDS.iter().enumerate() {
        for (j, to) in FORMS.iter().enumerate().filter(|(_, to)| *to != from) {
            let loss = card(text).loss_for(*to, &Options::default()).unwrap();
            // Every loss has a row that says so. A whole book that goes stands for all of its rows.
            for one in &loss {
                let row = CONCEPTS.iter().find(|row| {
                    let here = place(row.cells[i]);
                    let gone = matches!(row.cells[j], Cell::Stashed | Cell::Transforms(..));
                    gone && here.is_some_and(|here| {
                        within(one.pointer.as_str(), here) || here.starts_with(one.pointer.as_str())
                    })
                });
                assert!(row.is_some(), "{from} to {to}: {one} is in no row");
            }
            // Every concept that both keep as it is appears in no report, and what has no place there is in it.
            for row in CONCEPTS {
                let Some(here) = place(row.cells[i]).filter(|here| !CATCH_ALL.contains(here)) else { continue };
                let shared = CONCEPTS.iter().filter(|other| place(other.cells[i]) == Some(here)).count() > 1;
                let said = loss
                    .iter()
                    .any(|one| within(one.pointer.as_str(), here) || here.starts_with(&format!("{}/", one.pointer)));
                match row.cells[j] {
                    Cell::Has(_) if !shared && matches!(row.cells[i], Cell::Has(_)) => {
                        assert!(!said, "{from} to {to}: {} is reported: {loss:?}", row.words);
                    }
                    Cell::Stashed if !shared => {
                        assert!(said, "{from} to {to}: {} is not reported: {loss:?}", row.words);
                    }
                    _ => {}
                }
            }
        }
    }
}
