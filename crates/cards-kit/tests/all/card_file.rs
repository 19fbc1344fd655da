//! One open file: steps of the card and of what is around it are taken back and made again alike.

use std::path::Path;

use cards_kit::{CardFile, Conversion, ConvertOptions, Limits, Patch, open};
use cards_lint::{Options, Report};
use cards_model::Form;
use proptest::prelude::*;

/// What may be done to a file.
#[derive(Clone, Copy, Debug)]
enum Step {
    Name(usize),
    Greeting,
    Picture(u8),
    Repair,
    Undo,
    Redo,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (0_usize..3).prop_map(Step::Name),
        Just(Step::Greeting),
        (0_u8..3).prop_map(Step::Picture),
        Just(Step::Repair),
        Just(Step::Undo),
        Just(Step::Undo),
        Just(Step::Redo),
    ]
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cards").join(name)).unwrap()
}

/// A picture of one pixel of a grey.
fn png(grey: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&[grey]).unwrap();
    bytes
}

fn set(place: &str, value: &str) -> Patch {
    Patch::Set { path: place.parse().unwrap(), value: value.into() }
}

/// Does a step and says whether something was made.
fn done(file: &mut CardFile, step: Step) -> bool {
    let before = file.steps();
    match step {
        Step::Name(number) => drop(file.apply(&[set("name", ["Aria", "Wick", "Mira"][number])]).unwrap()),
        Step::Greeting => drop(file.apply(&[set("first_mes", "Halt!")]).unwrap()),
        Step::Picture(grey) => drop(file.set_portrait(png(grey))),
        Step::Repair => drop(file.repair(&Options::default()).unwrap()),
        Step::Undo => drop(file.undo()),
        Step::Redo => drop(file.redo()),
    }
    file.steps() > before
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The file after any steps is one of a line of files, on which undo goes back and redo forth.
    #[test]
    fn undo_and_redo_go_along_one_line_of_files(
        name in prop::sample::select(vec!["wick-v3.png", "wick-v3.json", "wick-v3.charx", "wick-v2.png", "wick-v1.json"]),
        steps in prop::collection::vec(step(), 1..10),
    ) {
        let bytes = fixture(name);
        let mut file = CardFile::open(bytes.clone(), &Limits::default()).unwrap();
        let (mut line, mut at) = (vec![bytes.clone()], 0_usize);
        for step in steps {
            let made = done(&mut file, step);
            match step {
                Step::Undo => at = at.saturating_sub(1),
                Step::Redo => at = (at + 1).min(line.len() - 1),
                _ if made => {
                    line.truncate(at + 1);
                    line.push(file.to_bytes().unwrap().into_owned());
                    at += 1;
                }
                _ => {}
            }
            prop_assert_eq!(file.steps(), at, "{:?}", step);
            prop_assert!(*file.to_bytes().unwrap() == line[at], "{:?} of {}", step, name);
            prop_assert_eq!(file.is_changed(), at > 0);
            prop_assert_eq!((file.can_undo(), file.can_redo()), (at > 0, at + 1 < line.len()));
            // What it says of itself is what its bytes say to who opens them.
            let mut anew = open(&line[at][..], Limits::default()).unwrap();
            prop_assert_eq!((file.form(), file.kind()), (anew.form(), anew.kind()));
            let said = |report: Report| report.iter().map(|it| format!("{} {}", it.id(), it.message)).collect::<Vec<_>>();
            prop_assert_eq!(said(file.lint(&Options::default())), said(anew.lint(&Options::default())), "{:?} of {}", step, name);
            prop_assert_eq!(file.assets(), anew.assets());
            for asset in file.assets() {
                prop_assert_eq!(file.asset(&asset).unwrap(), anew.asset(&asset).unwrap(), "{:?} of {}: {}", step, name, asset.name);
            }
            let v1 = |made: Conversion| (made.content, made.loss, made.left_behind);
            let options = ConvertOptions::default();
            prop_assert_eq!(v1(file.convert(Form::V1, &options).unwrap()), v1(anew.convert(Form::V1, &options).unwrap()));
        }
        while file.undo().is_some() {}
        prop_assert!(*file.to_bytes().unwrap() == bytes);
        prop_assert_eq!(file.changes().count(), 0);
    }
}

#[test]
fn a_picture_is_a_step_in_every_kind_of_file() {
    for name in ["wick-v3.png", "wick-v3.json", "wick-v3.charx"] {
        let bytes = fixture(name);
        let mut file = CardFile::open(bytes.clone(), &Limits::default()).unwrap();
        let old = file.portrait().unwrap();
        file.set_portrait(png(7)).unwrap();
        file.apply(&[set("name", "Mira")]).unwrap();
        assert!(file.portrait().unwrap() != old, "{name}");
        assert_eq!(file.steps(), 2, "{name}");
        // Written and opened again, it is the same.
        let again = CardFile::open(file.to_bytes().unwrap().into_owned(), &Limits::default()).unwrap();
        assert_eq!(again.portrait().unwrap(), file.portrait().unwrap(), "{name}");
        assert_eq!(again.document().content, file.document().content, "{name}");
        assert!(file.undo().is_some_and(|changes| changes[0].pointer.as_str().ends_with("/name")));
        assert!(file.undo().is_some() && file.undo().is_none());
        assert_eq!(file.portrait().unwrap(), old, "{name}");
        assert!(*file.to_bytes().unwrap() == bytes, "{name}");
    }
}

#[test]
fn a_picture_that_has_no_place_is_refused() {
    let bytes = fixture("wick-v2.json");
    let mut file = CardFile::open(bytes.clone(), &Limits::default()).unwrap();
    let error = file.set_portrait(png(7)).unwrap_err();
    let said = "JSON of a V2 card has no place for a picture; a PNG, a CHARX or an archive of Prom has";
    assert_eq!((error.to_string().as_str(), error.class()), (said, "usage"));
    assert!(!file.is_changed() && *file.to_bytes().unwrap() == bytes);
}

#[test]
fn a_new_card_is_begun_in_the_forms_that_are_written() {
    for form in [Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom] {
        let mut file = CardFile::blank(form, &Limits::default()).unwrap();
        assert_eq!(file.document().content.form(), form);
        file.apply(&[set("name", "Aria")]).unwrap();
        assert!(file.is_changed() && file.opened() != &*file.to_bytes().unwrap());
    }
    let error = CardFile::blank(Form::WorldInfo, &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "a new card is v1, v2, v3, v3l or prom, not world info");
}

/// What is refused takes nothing from what can be made again.
#[test]
fn a_step_that_is_refused_leaves_what_was_taken_back() {
    let mut file = CardFile::open(fixture("wick-v3.png"), &Limits::default()).unwrap();
    file.set_portrait(png(7)).unwrap();
    let pictured = file.to_bytes().unwrap().into_owned();
    file.undo();
    assert!(file.apply(&[set("nothing[9]", "x")]).is_err());
    assert!(file.redo().is_some() && *file.to_bytes().unwrap() == pictured);
}
