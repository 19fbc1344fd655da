//! A card's lorebook and a file of that lorebook go one way.

use cards_model::convert::Options;
use cards_model::strategy::{Oddity, members};
use cards_model::{Card, Content, Document, Entry, Form, Json, Limits, Loss, Object, book, prom, v3};
use proptest::prelude::*;

use crate::books::{Counter, book_of};
use crate::convert::sorted;
use crate::tame::tame;

/// A card and a file with one book, in the layout of a form.
fn card_and_file(form: Form, entries: &[Json]) -> (Content, Content) {
    let book: Object =
        [("extensions", Json::Object(Object::new())), ("entries", entries.to_vec().into())].into_iter().collect();
    let prom: Object =
        [("type", Json::from("chara_book")), ("spec_version", "2.0".into()), ("entries", entries.to_vec().into())]
            .into_iter()
            .collect();
    let card = |spec: &str, version: &str| {
        let data: Object = [("name", Json::from("n")), ("character_book", book.clone().into())].into_iter().collect();
        [("spec", Json::from(spec)), ("spec_version", version.into()), ("data", data.into())]
            .into_iter()
            .collect::<Object>()
    };
    let of = |object: Object| {
        let text = Json::Object(object).to_text(cards_model::Style::Compact);
        Document::read(text, &Limits::default()).unwrap().content
    };
    match form {
        Form::V2 => {
            let Content::Card(Card::V2(card)) = of(card("chara_card_v2", "2.0")) else { panic!("no V2 card") };
            let book = card.data.character_book.clone().unwrap();
            (Content::Card(Card::V2(card)), Content::Lorebook(book))
        }
        Form::Prom => {
            let data: Object =
                [("name", Json::from("n")), ("character_book", prom.clone().into())].into_iter().collect();
            let card = [("type", Json::from("chara_card")), ("spec_version", "3.1".into()), ("data", data.into())];
            (of(card.into_iter().collect()), of(prom))
        }
        _ => {
            let file = [("spec", Json::from("lorebook_v3")), ("data", book.clone().into())];
            (of(card("chara_card_v3", "3.0")), of(file.into_iter().collect()))
        }
    }
}

/// The book of a card as a file of its own, in its layout.
fn file_of(card: Card) -> Content {
    match card {
        Card::V2(card) => Content::Lorebook(card.data.character_book.unwrap()),
        Card::V3(card) => {
            Content::LorebookV3(v3::LorebookFile { data: card.data.character_book.unwrap(), ..Default::default() })
        }
        Card::Prom(card) => Content::PromBook(card.data.character_book.unwrap()),
        _ => panic!("no lorebook"),
    }
}

fn inside(loss: &[Loss]) -> Vec<Loss> {
    let root = cards_model::Pointer::from(["data", "character_book"]);
    loss.iter().filter_map(|loss| Some(Loss { pointer: loss.pointer.below(&root)?, ..loss.clone() })).collect()
}

const BOOK_FORMS: [Form; 6] =
    [Form::LorebookV3, Form::PromBook, Form::WorldInfo, Form::RisuLorebook, Form::AgnaiBook, Form::Module];

/// A card's lorebook and a file of that lorebook become the same, and report the same.
fn one_book_goes_one_way(from: Form, entries: &[Json], options: &Options) {
    let (card, file) = card_and_file(from, entries);
    for to in BOOK_FORMS {
        let of_card = book::convert(&card, to, options, &mut Counter(0)).unwrap();
        if file.form() == to {
            continue;
        }
        let mut of_file = book::convert(&file, to, options, &mut Counter(0)).unwrap();
        if let Content::Module(module) = &mut of_file.value {
            // A module has to have a name, and takes that of its card where the book has none.
            assert_eq!(module.name, "");
            module.name = "n".to_owned();
        }
        // A bare lorebook says by `use_regex` alone which layout it has.
        if from != Form::V2 || !entries.iter().any(|entry| entry.get("use_regex").is_some()) {
            assert_eq!(of_card, of_file, "{from} to {to}");
        }
        let card_form = match to {
            Form::LorebookV3 => Form::V3,
            Form::PromBook => Form::Prom,
            _ => continue,
        };
        let Content::Card(source) = card.clone() else { panic!("no card") };
        if source.form() == card_form {
            continue;
        }
        let whole = source.into_form(card_form, options).unwrap();
        if options.stash == cards_model::convert::Stash::Off {
            assert_eq!(file_of(whole.value), of_card.value, "{from} to {card_form}");
        }
        assert_eq!(inside(&whole.loss), of_card.loss, "{from} to {card_form}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn converting_a_card_converts_its_book(
        plain in prop::collection::vec(prop_oneof![
            4 => members::<Entry>(Oddity::Crooked).prop_map(Json::Object), 1 => Just(Json::Null)
        ], 0..3),
        prom in prop::collection::vec(members::<prom::Entry>(Oddity::Crooked).prop_map(Json::Object), 0..3),
    ) {
        let options = Options::default();
        one_book_goes_one_way(Form::V2, &plain, &options);
        one_book_goes_one_way(Form::V3, &plain, &options);
        one_book_goes_one_way(Form::Prom, &prom, &options);
    }

    #[test]
    fn with_a_stash_a_book_comes_back(entries in prop::collection::vec(tame::<Entry>(), 0..4)) {
        let mut book = book_of(entries);
        for (i, entry) in book.entries.iter_mut().enumerate() {
            entry.insertion_order = (i as i64).into();
            entry.id = Some(cards_model::Id::Number((i as i64).into()));
        }
        let text = Document::new(Content::LorebookV3(v3::LorebookFile { data: book, ..Default::default() }))
            .to_text(cards_model::Style::Compact);
        let file = Document::read(text.as_str(), &Limits::default()).unwrap().content;
        let options = Options::default().with_stash(cards_model::convert::Stash::Everywhere);
        for to in [Form::PromBook, Form::WorldInfo, Form::RisuLorebook, Form::AgnaiBook, Form::Module] {
            let there = book::convert(&file, to, &options, &mut Counter(0)).unwrap().value;
            let there = Document::new(there).to_text(cards_model::Style::Compact);
            let there = Document::read(there.as_str(), &Limits::default()).unwrap().content;
            let back = book::convert(&there, Form::LorebookV3, &Options::default(), &mut Counter(0)).unwrap();
            let back = Document::new(back.value).to_text(cards_model::Style::Compact);
            let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
            prop_assert_eq!(value(&back), value(&text), "{} of {}", there.form(), text);
        }
    }
}

/// A book of another program, in the layout of its form.
fn foreign_book(form: Form, entries: Vec<Object>) -> String {
    let list = Json::from(entries.clone().into_iter().map(Json::Object).collect::<Vec<_>>());
    let book: Object = match form {
        Form::WorldInfo => {
            let numbered = entries.into_iter().enumerate().map(|(i, mut entry)| {
                entry.insert("uid", i as i64);
                (i.to_string(), Json::Object(entry))
            });
            [("entries", Json::Object(numbered.collect())), ("ours", "x".into())].into_iter().collect()
        }
        Form::RisuLorebook => {
            [("type", Json::from("risu")), ("ver", 1.into()), ("data", list), ("scan_depth", 7.into())]
                .into_iter()
                .collect()
        }
        Form::AgnaiBook => {
            [("kind", Json::from("memory")), ("_id", "7".into()), ("name", "n".into()), ("entries", list)]
                .into_iter()
                .collect()
        }
        _ => [("lorebookVersion", Json::from(5)), ("settings", Json::Object(Object::new())), ("entries", list)]
            .into_iter()
            .collect(),
    };
    Json::Object(book).to_text(cards_model::Style::Compact)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What a lorebook has no place for is among the data of applications until the way back.
    #[test]
    fn with_a_stash_a_book_of_another_program_comes_back(
        world in prop::collection::vec(members::<cards_model::worldinfo::Entry>(Oddity::Plain), 1..4),
        risu in prop::collection::vec(members::<cards_model::risu::Entry>(Oddity::Plain), 1..4),
        agnai in prop::collection::vec(members::<cards_model::agnai::Entry>(Oddity::Plain), 1..4),
        novelai in prop::collection::vec(members::<cards_model::novelai::Entry>(Oddity::Plain), 1..4),
    ) {
        let options = Options::default().with_stash(cards_model::convert::Stash::Everywhere);
        for (form, entries) in
            [(Form::WorldInfo, world), (Form::RisuLorebook, risu), (Form::AgnaiBook, agnai), (Form::NovelAi, novelai)]
        {
            let text = foreign_book(form, entries);
            let file = Document::read(text.as_str(), &Limits::default()).unwrap().content;
            prop_assert_eq!(file.form(), form, "{}", text);
            for to in [Form::LorebookV3, Form::Lorebook, Form::PromBook] {
                let there = book::convert(&file, to, &options, &mut Counter(0)).unwrap().value;
                let there = Document::new(there).to_text(cards_model::Style::Compact);
                let there = Document::read(there.as_str(), &Limits::default()).unwrap().content;
                let back = book::convert(&there, form, &Options::default(), &mut Counter(0)).unwrap();
                let wanted = text.parse().unwrap();
                prop_assert_eq!(sorted(&back.value.to_json()), sorted(&wanted), "{} through {}", form, to);
            }
        }
    }
}

/// An edit of a lorebook that came from another program reaches that program's file, and the rest is as it was there.
#[test]
fn an_edited_entry_goes_back_to_where_it_came_from() {
    let text = r#"{"entries":{"0":{"uid":0,"key":["k"],"comment":"n","content":"old","characterFilter":{"isExclude":true,"names":["A"],"tags":[]},"ours":[1]}}}"#;
    let file = Document::read(text, &Limits::default()).unwrap().content;
    let options = Options::default().with_stash(cards_model::convert::Stash::Everywhere);
    let there = book::convert(&file, Form::LorebookV3, &options, &mut Counter(0)).unwrap();
    assert!(there.loss.iter().any(|loss| loss.pointer.as_str() == "/entries/0/characterFilter"), "{:?}", there.loss);
    let Content::LorebookV3(mut book) = there.value else { panic!("no lorebook") };
    book.data.entries[0].content = "new".to_owned();
    let back =
        book::convert(&Content::LorebookV3(book), Form::WorldInfo, &Options::default(), &mut Counter(0)).unwrap();
    assert_eq!(back.value.to_json().to_string(), text.replace("old", "new"));
    assert_eq!(back.loss, []);
}

/// Secondary keys fire nothing in NovelAI, whether a lorebook counts them or not.
#[test]
fn secondary_keys_that_novelai_has_no_place_for_are_reported() {
    for selective in ["", r#""selective":false,"#, r#""selective":true,"#] {
        let text = format!(
            r#"{{"spec":"lorebook_v3","data":{{"extensions":{{}},"entries":[{{"keys":["k"],"content":"c","extensions":{{}},{selective}"secondary_keys":["s"],"enabled":true,"insertion_order":1,"use_regex":false}}]}}}}"#
        );
        let file = Document::read(text, &Limits::default()).unwrap().content;
        let made = book::convert(&file, Form::NovelAi, &Options::default(), &mut Counter(0)).unwrap();
        let lost: Vec<_> = made.loss.iter().map(|loss| loss.pointer.as_str()).collect();
        assert_eq!(lost, ["/entries/0/secondary_keys"], "{selective}");
    }
}

/// An entry in the layout of world info says nothing about the layout of the book around it.
#[test]
fn an_entry_of_world_info_in_a_card_goes_one_way() {
    let entry = [("key", Json::Array(Vec::new())), ("selective", true.into()), ("comment", "drow".into())];
    let entries = [Json::Object(entry.into_iter().collect())];
    for from in [Form::V2, Form::V3] {
        one_book_goes_one_way(from, &entries, &Options::default());
    }
}

/// `@@depth 4` in a book: V2 and Prom know no decorators, whether the book is in a card or not.
#[test]
fn decorators_go_from_a_book_file_as_from_a_card() {
    let text = r#"{"spec":"lorebook_v3","data":{"extensions":{},"entries":[{"keys":["a"],"content":"@@depth 4\nDeep.",
        "extensions":{},"enabled":true,"insertion_order":1,"use_regex":false}]}}"#;
    let file = Document::read(text, &Limits::default()).unwrap().content;
    let made = book::convert(&file, Form::PromBook, &Options::default(), &mut Counter(0)).unwrap();
    let Content::PromBook(prom) = &made.value else { panic!("no Prom book") };
    assert_eq!(prom.entries[0].content, "Deep.");
    assert_eq!(made.loss.len(), 1, "{:?}", made.loss);
    let back = book::convert(&made.value, Form::LorebookV3, &Options::default(), &mut Counter(0)).unwrap();
    let Content::LorebookV3(back) = &back.value else { panic!("no lorebook") };
    assert_eq!((back.data.entries[0].use_regex, back.data.entries[0].name.as_deref()), (Some(false), None));
}
