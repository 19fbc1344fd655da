//! Two ways of asking the same.

use std::path::PathBuf;

use cards_kit::{Chat, Limits, Profile, Session, expand};
use cards_language::*;
use cards_lint::Options;
use proptest::prelude::*;

use crate::{CARD, card};

/// The JSON files of the fixtures.
fn corpus() -> Vec<(PathBuf, String)> {
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures"))];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|end| end.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("json") => files.extend(std::fs::read_to_string(&path).ok().map(|text| (path, text))),
                _ => {}
            }
        }
    }
    assert!(files.len() > 50, "{}", files.len());
    files
}

/// What is said in the editor is what `cards lint` says: the same rules, in order, at the same lines and columns.
#[test]
fn diagnostics_are_what_lint_says() {
    let mut compared = 0;
    for (path, text) in corpus() {
        let text = text.trim_start_matches('\u{feff}').to_owned();
        let Ok(linted) = cards_kit::lint(text.as_bytes(), &Options::default(), &Limits::default()) else { continue };
        let document = Document::new(text.clone(), Syntax::Json);
        let all = diagnostics(&document, &Options::default());
        assert_eq!(all.len(), linted.report.findings.len(), "{}", path.display());
        for (told, finding) in all.iter().zip(&linted.report.findings) {
            assert_eq!(told.code, finding.id(), "{}", path.display());
            assert!(told.message.starts_with(&finding.message));
            if let (Some(line), None) = (finding.location.line, &finding.location.span) {
                let start = text.split_inclusive('\n').take(line.line - 1).map(str::len).sum::<usize>();
                let before: usize = text[start..].chars().take(line.column - 1).map(char::len_utf8).sum();
                let exact = finding.location.pointer.as_ref().is_some_and(|pointer| document.find(pointer).is_some());
                if exact {
                    let place = document.lines().position(&text, start + before);
                    assert_eq!(told.range.start, place, "{}: {}", path.display(), told.message);
                }
            }
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

/// What an action changes is what `cards repair` writes, of one rule and of all.
#[test]
fn actions_are_what_repair_writes() {
    let mut repaired = 0;
    for (path, text) in corpus() {
        let document = Document::new(text.clone(), Syntax::Json);
        let known = diagnostics(&document, &Options::default());
        let whole = Range { start: Position::default(), end: document.lines().position(&text, text.len()) };
        for action in
            actions(&document, whole, &known, &Client::default()).iter().filter(|action| action.edits.is_none())
        {
            let options = Options::default();
            let options = if action.rules.is_empty() { options } else { options.with_select(action.rules.clone()) };
            let Ok(wanted) = cards_kit::repair(text.as_bytes(), &options, &Limits::default()) else { continue };
            let mut changed = Document::new(text.clone(), Syntax::Json);
            for edit in repair(&document, &action.rules, Options::default()).iter().rev() {
                changed.edit(Some(edit.range), &edit.new_text);
            }
            assert_eq!(changed.text().as_bytes(), wanted.bytes, "{}: {}", path.display(), action.title);
            repaired += usize::from(changed.text() != text);
        }
    }
    assert!(repaired > 10, "{repaired}");
}

/// What a macro comes to in the editor is what `cards expand` writes with the card.
#[test]
fn values_are_what_expand_writes() {
    let document = card();
    let opened = cards_kit::open(CARD.as_bytes(), Limits::default()).unwrap();
    for profile in [Profile::Spec, Profile::SillyTavern, Profile::Risu] {
        let client = Client::of(profile);
        for text in
            ["{{char}}", "{{user}}", "{{description}}", "{{random::a::b::c}}", "{{roll:d6}}", "{{nobody}}", "<BOT>"]
        {
            let options = client.expansion();
            let mut host = options.host(opened.card());
            let wanted =
                expand(text, client.engine, &mut host, options.target, false, &Limits::default()).unwrap().text;
            assert_eq!(value_of(&document, text, &client), wanted, "{text} {profile}");
        }
    }
}

/// The words above an entry are what `cards activate --say` answers, message by message.
#[test]
fn lenses_are_what_activate_answers() {
    let document = card();
    for profile in [Profile::Spec, Profile::SillyTavern, Profile::Risu] {
        let client = Client::of(profile);
        let lore = Lore::of(&document, &client, &Options::default());
        let cast = cards_kit::Cast::read([("aria.json", CARD.as_bytes())]).unwrap();
        for (number, entry) in lore.entries.iter().enumerate() {
            let counts = cards_lint::EVERYDAY.iter().map(|messages| {
                let fires = |message: &&&str| {
                    let mut session =
                        Session::new(cast.clone(), client.options()).unwrap().with_tokens(cards_kit_tokens());
                    let mut chat = Chat::default();
                    chat.say_as_user(**message);
                    let fired = session.activate(&chat).unwrap();
                    fired.activation.entries.iter().any(|active| active.at.entry == number)
                };
                (messages.iter().filter(fires).count(), messages.len())
            });
            let most = counts.max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)).then(std::cmp::Ordering::Greater)).unwrap();
            assert_eq!((entry.count, entry.of), most, "{profile} {}", entry.title);
        }
    }
}

fn cards_kit_tokens() -> cards_words::Estimate {
    cards_words::Estimate
}

/// All that can be asked of a document.
fn everything(document: &Document) -> String {
    let client = Client::default();
    let whole =
        Range { start: Position::default(), end: document.lines().position(document.text(), document.text().len()) };
    let texts: Vec<_> =
        document.texts().map(|(node, facts)| (node, facts.role, facts.inside.clone(), facts.tokens())).collect();
    format!(
        "{:?} {texts:?} {:?} {:?} {:?} {:?} {:?}",
        document.holds(),
        document.outline(),
        hints(document, whole),
        symbols(document),
        tokens(document, None, &client),
        never_read(document, &client),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Whatever is typed, where it is followed and where it is read anew: the answers are those of a text that is opened so.
    #[test]
    fn following_changes_is_opening_anew(
        edits in proptest::collection::vec(
            (any::<prop::sample::Index>(), 0usize..6, "[a{}:\"\\\\,\né]{0,3}|\\{\\{user\\}\\}"), 1..8,
        ),
    ) {
        let mut document = card();
        // Answers that are kept are those that may grow old.
        let _ = everything(&document);
        for (from, len, new) in edits {
            let at: Vec<usize> = document.text().char_indices().map(|(at, _)| at).chain([document.text().len()]).collect();
            let first = from.index(at.len());
            let range = at[first]..at[(first + len).min(at.len() - 1)];
            let range = document.range(&range);
            document.edit(Some(range), &new);
            let anew = Document::new(document.text(), Syntax::Json);
            prop_assert_eq!(everything(&document), everything(&anew));
        }
    }

    /// Letters typed into a text cost no reading of the others.
    #[test]
    fn letters_in_a_text_are_followed(letters in "[a-z {}é]{1,9}") {
        let mut document = card();
        let _ = document.holds();
        let at = document.text().find("A bard").unwrap() + 2;
        for (number, letter) in letters.char_indices() {
            prop_assert!(document.replace(&(at + number..at + number), letter.encode_utf8(&mut [0; 4])));
        }
        prop_assert_eq!(everything(&document), everything(&Document::new(document.text(), Syntax::Json)));
    }
}
