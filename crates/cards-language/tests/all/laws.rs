//! Two ways of asking the same.

use std::path::PathBuf;

use cards_kit::{Chat, Limits, Profile, Session, expand};
use cards_language::lore::Lore;
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

/// What is said about a text that was opened by itself is what is said about it in the whole file, about the same letters of it.
#[test]
fn diagnostics_of_a_text_are_those_of_the_whole_file() {
    let (options, limits, mut compared) = (Options::default(), Limits::default(), [0; 2]);
    for (path, file) in corpus() {
        let Ok(all) = files::list(file.as_bytes()) else { continue };
        for text in all.iter().step_by(5) {
            let Ok(files::Opened { text: old, .. }) = files::open(file.as_bytes(), &text.place) else { continue };
            let new = format!("{old} é{{{{chra}}}} {{user}}\n{{{{");
            let Ok(alone) = files::diagnostics_of(file.clone().into_bytes(), &text.place, &new, &options) else {
                continue;
            };
            let mut card = cards_kit::CardFile::open(file.clone().into_bytes(), &limits).unwrap();
            let place: cards_kit::Place = text.place.parse().unwrap();
            card.apply(&[cards_kit::Patch::Set { path: place.clone(), value: new.as_str().into() }]).unwrap();
            let here = card.editor().get_all(&[place]).unwrap()[0].0.clone().unwrap();
            let whole = String::from_utf8(card.to_bytes().unwrap().into_owned()).unwrap();
            let document = Document::new(whole, Syntax::Json);
            let of_it = diagnostics(&document, &options)
                .into_iter()
                .filter(|one| one.data.as_ref().and_then(|data| data.pointer.as_deref()) == Some(here.as_str()));
            let said = |document: &Document, one: &Diagnostic| {
                let at = |position| document.lines().offset(document.text(), position);
                let letters = &document.text()[at(one.range.start)..at(one.range.end)];
                let is_json = document.syntax() == Syntax::Json;
                let quoted = if letters.starts_with('"') { letters.to_owned() } else { format!("\"{letters}\"") };
                let read = cards_json::Json::read(&quoted, &cards_json::Limits::default());
                let letters = if is_json { read.unwrap().as_str().unwrap().to_owned() } else { letters.to_owned() };
                (one.code.clone(), one.message.clone(), letters)
            };
            let plain = Document::new(new, Syntax::Plain);
            let alone: Vec<_> = alone.iter().map(|one| said(&plain, one)).collect();
            let of_it: Vec<_> = of_it.map(|one| said(&document, &one)).collect();
            assert_eq!(alone, of_it, "{} {}", path.display(), text.place);
            compared[0] += 1;
            compared[1] += alone.iter().filter(|(code, ..)| code == "macro-misspelt").count();
        }
    }
    assert!(compared[0] > 100 && compared[1] > 50, "{compared:?}");
}

/// A text that was opened by itself is for what it is for in the file: decorators are offered in entries alone.
#[test]
fn a_text_of_a_file_has_its_own_part() {
    for (place, role) in [
        ("description", Role::Prose),
        ("personality", Role::Prose),
        ("book[0].content", Role::Lore),
        ("book[3].content", Role::Lore),
        ("name", Role::Label),
        ("creator_notes", Role::Label),
    ] {
        let document = Document::of_file("@@", CARD.as_bytes(), place);
        assert_eq!(document.role(0), Some(role), "{place}");
        let end = Position { line: 0, character: 2 };
        let offered = completions(&document, end, &Client::default());
        assert_eq!(offered.iter().any(|one| one.label == "depth"), role == Role::Lore, "{place}");
    }
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
        "{:?} {texts:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        document.holds(),
        document.outline(),
        hints(document, whole),
        symbols(document),
        folds(document),
        tokens(document, None, &client),
        never_read(document, &client),
    )
}

/// Words of texts of the card in front of which is typed: a description, a greeting, a name, a key, an entry.
const PLACES: [&str; 5] = [" bard.", ", {{setvar", "ria\"", "arbour\"", " bell rings"];

/// The card as people lay it out, on one line, and with a line for each value.
fn layouts() -> [String; 3] {
    let json: cards_json::Json = CARD.parse().unwrap();
    [CARD.to_owned(), json.to_text(cards_json::Style::Compact), json.to_text(cards_json::Style::Tabs)]
}

/// The places and kinds of macros, from their numbers.
fn placed(numbers: &[u32]) -> Vec<(u32, u32, u32, u32)> {
    let (mut line, mut character) = (0, 0);
    let place = |five: &[u32]| {
        character = if five[0] == 0 { character + five[1] } else { five[1] };
        line += five[0];
        (line, character, five[2], five[3])
    };
    numbers.chunks(5).map(place).collect()
}

/// The colours of each text alone are those of the whole, which are kept.
#[test]
fn colours_of_a_stretch_are_those_of_the_whole() {
    for text in layouts() {
        let document = Document::new(text, Syntax::Json);
        for profile in [Profile::Spec, Profile::SillyTavern, Profile::Risu] {
            let client = Client::of(profile);
            let all = placed(&tokens(&document, None, &client));
            let mut parts = Vec::new();
            for (_, facts) in document.texts() {
                let here = document.range(&facts.inside);
                let within = placed(&tokens(&document, Some(here), &client)).into_iter();
                parts.extend(within.filter(|(line, at, ..)| {
                    let place = Position { line: *line, character: *at };
                    here.start <= place && place < here.end
                }));
            }
            assert!(all.len() > 5, "{all:?}");
            assert_eq!(all, parts, "{profile}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Whatever is typed, where it is followed and where it is read anew: the answers are those of a text that is opened so.
    #[test]
    fn following_changes_is_opening_anew(
        layout in 0usize..3,
        edits in proptest::collection::vec(
            (any::<prop::sample::Index>(), 0usize..6, "[a{}:\"\\\\,\né]{0,3}|\\{\\{user\\}\\}"), 1..8,
        ),
    ) {
        let mut document = Document::new(layouts()[layout].as_str(), Syntax::Json);
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
    fn letters_in_a_text_are_followed(
        layout in 0usize..3,
        keys in proptest::collection::vec((0usize..PLACES.len(), 0usize..4, "[a-z {}é😀]{1,3}"), 1..9),
    ) {
        let mut document = Document::new(layouts()[layout].as_str(), Syntax::Json);
        let _ = everything(&document);
        for (place, len, letters) in keys {
            // What was typed is never in the word that is looked for.
            let (from, to) = (document.text().find(PLACES[place]).unwrap(), PLACES[place].len());
            let gone = document.text()[..from].chars().rev().take(len).take_while(|c| *c != '"' && *c != 'n').map(char::len_utf8).sum::<usize>();
            prop_assert!(document.replace(&(from - gone..from), &letters), "{}", &document.text()[from..from + to]);
        }
        prop_assert_eq!(everything(&document), everything(&Document::new(document.text(), Syntax::Json)));
    }
}
