//! Every card among the fixtures goes to every spec and comes back with the stash as it was, crooked as it is.

use std::path::Path;

use cards_model::convert::{Options, Stash};
use cards_model::{Content, Document, Form, Limits, Style};

#[test]
fn crooked_cards_come_back_from_every_spec() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/model");
    let options = Options::default().with_stash(Stash::Everywhere);
    let (mut cards, mut failed) = (0, Vec::new());
    for case in std::fs::read_dir(folder).expect("fixtures/model is there").flatten() {
        let name = case.file_name().to_string_lossy().into_owned();
        let bytes = std::fs::read(case.path().join("input.json")).expect("a case has an input");
        let Ok(document) = Document::read(bytes, &Limits::default()) else { continue };
        let Some(card) = document.card() else { continue };
        cards += 1;
        let before = document.to_text(Style::Compact);
        for form in [Form::V0, Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom] {
            let there = card.clone().into_form(form, &options).expect("cards convert to every spec");
            let text = Document::new(Content::Card(there.value)).to_text(Style::Compact);
            let there = Document::read(text.as_str(), &Limits::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
            let Content::Card(there) = there.content else { panic!("{name}: no card as {form}") };
            let back = there.into_form(card.form(), &options).expect("cards convert to every spec");
            let after = Document::new(Content::Card(back.value)).to_text(Style::Compact);
            if after != before {
                failed.push(format!("{name} through {form}\n  {before}\n  {after}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(cards > 40, "only {cards} cards");
}
