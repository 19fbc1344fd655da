//! The jobs of the facade over bytes, and what refuses them.

use std::error::Error as _;

use cards_container::pack::Target;
use cards_kit::{
    Error, Limits, Patch, container_of, convert, convert_document, convert_file, edit, lint, open, repair,
};
use cards_model::convert::{Options, Stash};
use cards_model::id::RandomIds;
use cards_model::{Content, Form, Json};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cards/");

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{FIXTURES}{name}")).unwrap()
}

fn ids() -> RandomIds<impl FnMut() -> u32> {
    let mut state = 7_u32;
    RandomIds::new(move || {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        state
    })
}

fn book(name: &str) -> Content {
    open(fixture(name), Limits::default()).unwrap().content().clone()
}

#[test]
fn an_edit_goes_into_every_container_and_into_the_stand_in() {
    for name in ["wick-v1.json", "wick-v2.json", "wick-v2.png", "wick-v3.png", "wick-v3.charx", "wick-prom.zip"] {
        let bytes = fixture(name);
        let mut opened = open(&bytes[..], Limits::default()).unwrap();
        let portrait = opened.portrait();
        let edited = edit(&bytes, &Limits::default(), |document| {
            document.card_mut().ok_or(Error::NoCard)?.set_name("Reed");
            Ok(())
        })
        .unwrap();
        let mut again = open(&edited.bytes[..], Limits::default()).unwrap();
        assert_eq!(again.card().unwrap().name(), "Reed", "{name}");
        assert_eq!(again.content().form(), opened.content().form(), "{name}");
        assert!(!edited.report.findings.iter().any(|finding| finding.id().contains("twin")), "{name}");
        assert_eq!(again.portrait().is_some(), portrait.is_some(), "{name}");
    }
}

#[test]
fn an_edit_that_changes_nothing_gives_the_very_bytes() {
    for name in ["wick-v2.json", "wick-v3.png", "wick-v3.charx"] {
        let bytes = fixture(name);
        assert_eq!(edit(&bytes, &Limits::default(), |_| Ok(())).unwrap().bytes, bytes, "{name}");
    }
}

#[test]
fn a_patch_of_the_wrong_type_is_refused_with_its_place() {
    let patch = Patch::Set { path: ["data", "tags"].into(), value: 7.into() };
    let refused = edit(&fixture("wick-v2.json"), &Limits::default(), |document| patch.apply(document));
    let error = refused.unwrap_err();
    assert!(matches!(&error, Error::Model(_)) && error.to_string().contains("/data/tags"), "{error}");
}

#[test]
fn a_sound_file_is_repaired_into_itself() {
    let bytes = fixture("wick-v3.charx");
    let repaired = repair(&bytes, &cards_lint::Options::default(), &Limits::default()).unwrap();
    assert_eq!((repaired.bytes, repaired.changes.len()), (bytes, 0));
}

#[test]
fn no_round_repairs_nothing() {
    let bytes = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#;
    let left = |rounds| {
        let limits = Limits::default().with_repair_rounds(rounds);
        repair(bytes, &cards_lint::Options::default(), &limits).unwrap().changes.len()
    };
    assert_eq!(left(0), 0);
    assert!(left(1) > 0 && left(1) <= left(16));
}

#[test]
fn the_limits_of_the_layers_hold() {
    let bytes = fixture("wick-v2.json");
    let files = Limits::default().with_files(cards_container::Limits::default().with_json(10));
    assert_eq!(open(&bytes[..], &files).unwrap_err().class(), "too-large");
    assert_eq!(lint(&bytes[..], &cards_lint::Options::default(), &files).unwrap_err().class(), "too-large");
    let macros = Limits::default().with_macros(cards_macro::Limits::default().with_template_bytes(3));
    let mut host = cards_kit::macro_host(None, "Sam", None);
    let engine = cards_kit::Engine::Spec;
    let refused = cards_kit::expand("{{user}}", engine, &mut host, cards_kit::For::Prompt, false, &macros);
    assert_eq!(refused.unwrap_err().class(), "limit");
    let lore = Limits::default().with_lore(cards_lore::Limits::default().with_entries(0));
    let cast = cards_kit::Cast::read([("wick.json", &bytes[..])]).unwrap();
    let refused = cards_kit::Session::new(cast, cards_kit::Options::default().with_limits(lore));
    assert!(matches!(refused, Err(Error::Lore(_))));
}

#[test]
fn comparing_stops_at_its_limit() {
    let card = |greetings: &str| {
        format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A","alternate_greetings":{greetings}}}}}"#
        )
    };
    let paths = |pairs: usize| {
        let limits = Limits::default().with_compared_pairs(pairs);
        let mut a = open(card(r#"["a","b"]"#).into_bytes(), &limits).unwrap();
        let mut b = open(card(r#"["b","c"]"#).into_bytes(), &limits).unwrap();
        let found = cards_kit::diff::diff(&mut a, &mut b, true, &limits);
        found.into_iter().map(|change| format!("{} {}", change.change.as_str(), change.path)).collect::<Vec<_>>()
    };
    assert_eq!(paths(4), ["removed alternate_greetings[0]", "added alternate_greetings[1]"]);
    assert_eq!(paths(3), ["changed alternate_greetings[0]", "changed alternate_greetings[1]"]);
}

#[test]
fn conversions_say_what_they_cannot_do() {
    let options = Options::default();
    let world = br#"{"entries":{"0":{"uid":0,"key":["bell"],"keysecondary":[],"comment":"","content":"It rings."}}}"#;
    let world = open(world, Limits::default()).unwrap().content().clone();
    let error = convert(world, Form::V3, &options, &mut ids()).unwrap_err();
    assert_eq!(error.to_string(), "this is world info, and only a card can become one");
    let error = convert(book("wick-v1.json"), Form::WorldInfo, &options, &mut ids()).unwrap_err();
    assert_eq!(error.to_string(), "the card has no lorebook to convert");
    let error = container_of("aria.charx", Form::V2).unwrap_err();
    assert_eq!(error.to_string(), "aria.charx cannot hold a V2 card; name it `.json`");
    assert_eq!(container_of("aria.json", Form::V2).unwrap(), None);
    assert_eq!(container_of("aria.PNG", Form::V2).unwrap(), Some(Target::Png));
}

#[test]
fn a_converted_file_keeps_its_picture() {
    let bytes = fixture("wick-v2.png");
    let made =
        convert_file(&bytes, Form::V3, Some(Target::Png), &Options::default(), &mut ids(), &Limits::default()).unwrap();
    let mut opened = open(&made.bytes[..], Limits::default()).unwrap();
    assert_eq!(opened.content().form(), Form::V3);
    assert!(opened.portrait().is_some() && made.packed.is_some());
    let text = convert_file(&bytes, Form::V1, None, &Options::default(), &mut ids(), &Limits::default()).unwrap();
    assert_eq!(open(&text.bytes[..], Limits::default()).unwrap().content().form(), Form::V1);
    assert!(!text.conversion.answer().loss.is_empty());
}

#[test]
fn the_result_of_a_repair_is_read_before_anybody_gets_it() {
    let bytes = fixture("wick-v2.json");
    let plan = cards_kit::Repair::plan(&bytes[..], &cards_lint::Options::default(), &Limits::default()).unwrap();
    let error = plan.prove(&b"{"[..], &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "the result cannot be read");
    assert!(error.source().is_some());
    let error = plan.prove(fixture("wick-v1.json"), &Limits::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the new file would not hold the card that was asked for; nothing was written (`cards convert` changes the form of a card)"
    );
}

const AGNAI: &str = r#"{"kind":"character","name":"Wick","greeting":"Hi","scenario":"s","sampleChat":"","favorite":true,
    "persona":{"kind":"text","attributes":{"text":["A keeper."]}}}"#;

#[test]
fn another_programs_file_is_converted_and_never_changed_in_place() {
    let limits = Limits::default();
    let error = edit(AGNAI.as_bytes(), &limits, |document| {
        let name = Patch::Set { path: ["data", "name"].into(), value: "Mira".into() };
        name.apply(document)
    });
    let text = "this is an Agnai character, which is not changed in place; `cards convert` makes a file of it that can be changed";
    assert_eq!(error.unwrap_err().to_string(), text);
    assert_eq!(repair(AGNAI.as_bytes(), &Default::default(), &limits).unwrap_err().to_string(), text);
    let yaml = "name: Wick\ndescription: d\nfirst_mes: f\n";
    let error = repair(yaml.as_bytes(), &Default::default(), &limits).unwrap_err().to_string();
    assert!(error.starts_with("this is a file of the kind YAML, which is not changed in place"), "{error}");
}

#[test]
fn what_was_lost_on_the_way_in_is_lost_in_a_conversion_and_kept_by_a_stash() {
    let document = open(AGNAI.as_bytes(), Limits::default()).unwrap().loaded.document;
    let mut ids = ids();
    let options = Options::default();
    let made = convert_document(&document, Form::V3, &options, &mut ids).unwrap();
    assert!(made.loss.iter().any(|loss| loss.pointer.as_str() == "/favorite"), "{:?}", made.loss);
    let kept = convert_document(&document, Form::V3, &options.with_stash(Stash::Extensions), &mut ids).unwrap();
    let original = kept.content.to_json().pointer("/data/extensions/cards_origin").cloned();
    assert_eq!(original, Some(AGNAI.parse().unwrap()));
}

#[test]
fn a_conversion_to_the_form_that_a_file_is_read_as_writes_its_markers() {
    for (file, to, marker, version, marked) in [
        (
            r#"{"spec":"chara_card_v4","spec_version":"4.0","data":{"name":"A","description":"","first_mes":""}}"#,
            Form::V3,
            "chara_card_v3",
            "3.0",
            2,
        ),
        (r#"{"spec":"chara_card_v2","spec_version":"2.1","data":{"name":"A"}}"#, Form::V2, "chara_card_v2", "2.0", 1),
        (
            r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","first_messages":[]}}"#,
            Form::V3L,
            "chara_card_v3l",
            "3.0",
            1,
        ),
        (r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A"}}"#, Form::V3, "chara_card_v3", "3.0", 0),
    ] {
        let made =
            convert_file(file.as_bytes(), to, None, &Options::default(), &mut ids(), &Limits::default()).unwrap();
        let json: Json = std::str::from_utf8(&made.bytes).unwrap().parse().unwrap();
        let says = |name: &str| json.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
        assert_eq!((says("spec"), says("spec_version")), (marker.to_owned(), version.to_owned()), "{file}");
        assert_eq!(made.conversion.marked.len(), marked, "{:?}", made.conversion.marked);
    }
}
