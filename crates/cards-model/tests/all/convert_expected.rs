//! Runs `fixtures/convert`: each case is a card or a lorebook as found, and what becomes of it in another form.
//!
//! `input.json` holds the card; `options.txt` has words of `to=FORM` (needed), `back`, `stash=extensions`,
//! `stash=everywhere`, `scenario=variable`, `decorators=kept`, `backfill`, `locale=L`, `fallbacks` (those of CCv3L,
//! applied first) and `compact`; `expect.txt` has the result and the loss report and, with `back`, what the way back
//! makes of the result. `CARDS_BLESS=1` writes the expectations anew.

use std::fmt::Write as _;
use std::path::Path;

use cards_model::book::ToLorebook;
use cards_model::convert::{Decorators, Options, Purpose, Scenario, Stash};
use cards_model::module::IdSource;
use cards_model::{
    COMPATIBLE_EXTENSIONS, Card, Content, Converted, Document, Form, Limits, Lorebook, Loss, Style, Timestamp,
};

fn target(word: &str) -> Form {
    match word {
        "v1" => Form::V1,
        "v2" => Form::V2,
        "v3" => Form::V3,
        "v3l" => Form::V3L,
        "prom" => Form::Prom,
        "lorebook" => Form::Lorebook,
        "module" => Form::Module,
        "worldinfo" => Form::WorldInfo,
        _ => panic!("unknown form `{word}`"),
    }
}

fn outcome(input: &[u8], words: &str) -> String {
    let mut options = Options::default();
    let (mut to, mut back, mut fallbacks, mut style) = (None, false, false, Style::Pretty(2));
    for word in words.split_whitespace() {
        options = match word.split_once('=').unwrap_or((word, "")) {
            ("to", form) => {
                to = Some(target(form));
                options
            }
            ("back", "") => {
                back = true;
                options
            }
            ("stash", "extensions") => options.with_stash(Stash::Extensions),
            ("stash", "everywhere") => options.with_stash(Stash::Everywhere),
            ("scenario", "variable") => options.with_scenario(Scenario::Variable),
            ("decorators", "kept") => options.with_decorators(Decorators::Kept),
            ("fallbacks", "") => {
                fallbacks = true;
                options
            }
            ("compact", "") => {
                style = Style::Compact;
                options
            }
            ("backfill", "") => options.with_purpose(Purpose::Backfill),
            ("locale", locale) => options.with_locale(locale),
            _ => panic!("unknown option `{word}`"),
        };
    }
    let mut document = Document::read(input, &Limits::default()).expect("a case can be read");
    let from = document.detection().form;
    let mut out = String::new();
    if let (true, Content::Card(Card::V3L(card))) = (fallbacks, &mut document.content) {
        for done in card.apply_fallbacks(Timestamp::from_seconds(1_800_000_000), COMPATIBLE_EXTENSIONS) {
            let _ = writeln!(out, "fallback: {:?} at {}, was {}", done.kind, done.pointer, done.was);
        }
    }
    let there = turned(document.content, to.expect("a case names its target"), &options, style, &mut out);
    if back {
        let _ = writeln!(out, "and back:");
        turned(there, from, &options, style, &mut out);
    }
    out
}

/// Converts, and writes down the result and what got lost.
fn turned(content: Content, to: Form, options: &Options, style: Style, out: &mut String) -> Content {
    let (content, losses) = match (content, to) {
        (Content::Card(card), to) => {
            let there = card.into_form(to, options).expect("cards convert to every card spec");
            (Content::Card(there.value), there.loss)
        }
        (Content::Module(module), Form::Lorebook) => {
            book(module.to_lorebook(ToLorebook::default()).expect("a lorebook"))
        }
        (Content::WorldInfo(world), Form::Lorebook) => book(world.to_lorebook()),
        (Content::Lorebook(book), Form::WorldInfo) => {
            let there = book.to_world_info();
            (Content::WorldInfo(there.value), there.loss)
        }
        (Content::Lorebook(book), Form::Module) => {
            let there = book.to_module(&mut Ids::default());
            (Content::Module(there.value), there.loss)
        }
        (content, to) => panic!("no case turns {} into {to} so far", content.form()),
    };
    let document = Document::new(content);
    let _ = writeln!(out, "{}", document.to_text(style));
    for loss in &losses {
        let _ = writeln!(out, "lost: {loss}");
    }
    document.content
}

fn book(there: Converted<Lorebook>) -> (Content, Vec<Loss>) {
    (Content::Lorebook(there.value), there.loss)
}

/// Ids that are the same each time.
#[derive(Default)]
pub(crate) struct Ids(usize);

impl IdSource for Ids {
    fn module_id(&mut self) -> String {
        "M00000000".to_owned()
    }

    fn entry_id(&mut self) -> String {
        self.0 += 1;
        format!("new-id-{:02}", self.0)
    }
}

#[test]
fn the_cases_convert_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/convert");
    let mut cases: Vec<_> = std::fs::read_dir(&folder).expect("fixtures/convert is there").flatten().collect();
    cases.sort_by_key(std::fs::DirEntry::file_name);
    let mut failed = Vec::new();
    for case in &cases {
        let name = case.file_name().to_string_lossy().into_owned();
        let input = std::fs::read(case.path().join("input.json")).expect("a case has an input");
        let options = std::fs::read_to_string(case.path().join("options.txt")).expect("a case has options");
        let actual = outcome(&input, &options);
        if std::env::var_os("CARDS_BLESS").is_some() {
            std::fs::write(case.path().join("expect.txt"), &actual).expect("the folder can be written");
        }
        let expected = std::fs::read_to_string(case.path().join("expect.txt")).unwrap_or_default();
        println!("{name}: {}", if actual == expected { "ok" } else { "DIFFERS" });
        if actual != expected {
            failed.push(format!("{name}\n--- expected\n{expected}--- actual\n{actual}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(cases.len() > 10, "cases are missing");
}
