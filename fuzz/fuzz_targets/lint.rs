//! Lints and mends any file. The oracle: no panic; the same report twice; mending comes to an end, and what it gives
//! reads as the card that it was, by name, greetings and lorebook.
#![no_main]

use cards_container::{Accept, OpenOptions, open};
use cards_lint::{Facts, Input, Options, fix, lint};
use cards_model::{Card, Document};
use libfuzzer_sys::fuzz_target;

/// Rounds after which mending must have come to an end.
const ROUNDS: usize = 16;

fn look(document: &Document) -> Option<(String, Vec<String>, Option<usize>)> {
    let card: &Card = document.card()?;
    let greetings = card.greetings().iter().map(|greeting| greeting.text.to_owned()).collect();
    Some((card.name().to_owned(), greetings, card.lorebook().map(|book| book.entries.len())))
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut file) = open(bytes, OpenOptions::default().with_accept(Accept::Mendable)) else { return };
    let Ok((mut document, facts)) = Facts::read(&mut file) else { return };
    let before = look(&document);
    let mut rounds = 0;
    loop {
        let input = Input { document: &document, facts: Some(&facts) };
        let report = lint(&input, &Options::default());
        assert_eq!(report, lint(&input, &Options::default()));
        if fix(&mut document, &report.findings).is_empty() {
            break;
        }
        rounds += 1;
        assert!(rounds < ROUNDS, "mending does not come to an end");
    }
    assert_eq!(before, look(&document));
    // What another program's form was translated into has no bytes of its own; everything else is what its bytes say.
    assert_eq!(document.is_untouched(), document.origin().is_none(), "a mended document is what its bytes say");
});
