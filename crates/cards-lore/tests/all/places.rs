//! Where a key stands: in each kind of text, as plain text, as a pattern, over the whole window, after macros.

use std::borrow::Cow;

use cards_lore::book::{Field, FieldSet};
use cards_lore::settings::Context;
use cards_lore::trace::{Cause, KeyMatch, Outcome, Source};
use cards_lore::turn::{Fields, Greeting};
use cards_lore::{
    Book, Entry, EntryAt, Expander, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn,
};
use cards_words::Words;

/// Takes the braces away.
struct Braces;

impl Expander for Braces {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        if text.contains("{{") { text.replace("{{", "").replace("}}", "").into() } else { text.into() }
    }
}

/// What the entry behind two that always fire was found by.
fn found(turn: &Turn<'_>, settings: Settings, entry: Entry) -> Option<KeyMatch> {
    // That others ask for the fields does not show them to this one.
    let constant =
        |content: &str| Entry { constant: true, content: content.to_owned(), fields: all_fields(), ..Entry::default() };
    let entries = vec![constant("an anchor here"), constant("a chain there"), entry];
    let settings = settings.with_token_budget(Some(1e6)).with_max_context(1e6);
    let lore = Lore::compile(vec![Book { entries, ..Book::default() }], settings, &Limits::default()).unwrap();
    let mut dice = SeededDice::new(7);
    let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Braces };
    let answer = lore.activate(turn, &mut State::new(), &mut host).unwrap();
    match answer.trace.outcome(EntryAt { book: 0, entry: 2 }) {
        Some(Outcome::Fired(fired)) => match &fired.cause {
            Cause::Key(found) => Some(found.clone()),
            other => panic!("{other:?}"),
        },
        _ => None,
    }
}

fn keyed(key: &str) -> Entry {
    Entry { keys: vec![key.to_owned()], content: "found".to_owned(), ..Entry::default() }
}

fn all_fields() -> FieldSet {
    Field::ALL.iter().copied().fold(FieldSet::default(), FieldSet::with)
}

const FIELDS: Fields<'_> = Fields {
    persona: "  of the keel",
    description: "a hull of oak",
    personality: "calm as tar",
    depth_prompt: "deep brine",
    scenario: "the mast fell",
    creator_notes: "resin",
};

fn turn() -> Turn<'static> {
    let named = Message { name: Some("Ann".into()), ..Message::assistant(" an oar on deck ") };
    Turn {
        messages: vec![Message::user("  a lamp burns\n"), named],
        fields: FIELDS,
        injections: vec!["a gull", " all the rope there is"],
        ..Turn::default()
    }
}

#[test]
fn a_key_is_found_where_it_stands_in_whatever_form() {
    let inserted = |entry| Source::Inserted(EntryAt { book: 0, entry });
    let rows = [
        ("lamp", Source::Message(0), "  a lamp burns"),
        ("oar", Source::Message(1), " an oar on deck"),
        ("keel", Source::Field(Field::Persona), FIELDS.persona),
        ("hull", Source::Field(Field::Description), FIELDS.description),
        ("tar", Source::Field(Field::Personality), FIELDS.personality),
        ("brine", Source::Field(Field::DepthPrompt), FIELDS.depth_prompt),
        ("mast", Source::Field(Field::Scenario), FIELDS.scenario),
        ("resin", Source::Field(Field::CreatorNotes), FIELDS.creator_notes),
        ("gull", Source::Injection(0), "a gull"),
        ("rope", Source::Injection(1), " all the rope there is"),
        ("anchor", inserted(0), "an anchor here"),
        ("chain", inserted(1), "a chain there"),
    ];
    for names in [false, true] {
        let settings = Settings::new(Profile::SillyTavern).with_include_names(names);
        let found = |key: &str, fields| found(&turn(), settings.clone(), Entry { fields, ..keyed(key) });
        for (word, source, text) in rows {
            let at = text.find(word).unwrap();
            let (first, rest) = word.split_at(1);
            for (key, length) in [
                (word.to_owned(), word.len()),
                (format!("/[{first}]{rest}/"), word.len()),
                (format!("{{{{{word}}}}}"), word.len()),
                (format!("/{{{{{word}}}}}/"), word.len()),
            ] {
                let place = found(&key, all_fields()).map(|found| (found.source, found.offset, found.length));
                assert_eq!(place, Some((source, at, length)), "{key}, names {names}");
                let asked = !matches!(source, Source::Field(_));
                assert_eq!(found(&key, FieldSet::default()).is_some(), asked, "{key} where no field is asked for");
            }
            // Over the whole window, a match is told up to the end of the text it begins in.
            for key in [format!("/[{first}]{rest}[^]*/"), format!("/{{{{{word}}}}}[^]*/")] {
                let whole = found(&key, all_fields()).unwrap();
                assert_eq!((whole.source, whole.offset), (source, at), "{key}, names {names}");
                let told = &text[at..];
                let end = at + whole.length;
                // What fires together is inserted together.
                if word != "anchor" {
                    assert_eq!(end, at + told.len(), "{key}, names {names}");
                }
            }
        }
        let ann = found("Ann", all_fields()).map(|found| (found.source, found.offset, found.length));
        assert_eq!(ann, names.then_some((Source::Message(1), 0, 0)));
        for absent in ["sail", "/s[a]il/", "{{sail}}", "/{{sail}}/", "/s[a]il[^]*/", "/{{sail}}[^]*/"] {
            assert_eq!(found(absent, all_fields()), None, "{absent}");
        }
    }
}

#[test]
fn a_scan_depth_says_how_much_is_seen() {
    let settings = Settings::new(Profile::SillyTavern);
    let found = |key: &str, depth: f64| {
        let entry = Entry { scan_depth: Some(depth), fields: all_fields(), ..keyed(key) };
        found(&turn(), settings.clone(), entry).map(|found| found.source)
    };
    for (depth, oar, lamp, field) in [
        (0.0, None, None, None),
        (1.0, Some(Source::Message(1)), None, Some(Source::Field(Field::Persona))),
        (2.0, Some(Source::Message(1)), Some(Source::Message(0)), Some(Source::Field(Field::Persona))),
    ] {
        for (word, source) in [("oar", oar), ("lamp", lamp), ("keel", field)] {
            let (first, rest) = word.split_at(1);
            for key in [
                word.to_owned(),
                format!("{{{{{word}}}}}"),
                format!("/[{first}]{rest}/"),
                format!("/{{{{{word}}}}}/"),
                format!("/[{first}]{rest}[^]*/"),
                format!("/{{{{{word}}}}}[^]*/"),
            ] {
                assert_eq!(found(&key, depth), source, "{key} at {depth}");
            }
        }
    }
}

/// Where there is no text at all, SillyTavern still puts its mark before the first message.
#[test]
fn a_pattern_may_match_where_there_is_no_text() {
    let settings = Settings::new(Profile::SillyTavern).with_recursive(true);
    let none = Turn::default();
    let field = FieldSet::default().with(Field::Persona);
    let persona = Fields { persona: "keel", ..Fields::default() };
    let of_field = Turn { fields: persona, ..none.clone() };
    let asks = |key: &str| Entry { fields: field, ..keyed(key) };
    let unseen = |key: &str| Entry { scan_depth: Some(0.0), ..keyed(key) };
    let nowhere = Some(Source::Window);
    for (what, turn, entry, source) in [
        ("one character, and a mark", none.clone(), keyed("/./"), nowhere),
        ("nothing but a mark", none.clone(), keyed("/^.$/"), nowhere),
        ("a plain key", none.clone(), keyed("lamp"), None),
        ("a field that is asked for and empty", none.clone(), asks("/./"), nowhere),
        ("a field that is not asked for", of_field.clone(), keyed("/./"), nowhere),
        ("a field that is asked for", of_field.clone(), asks("/./"), Some(Source::Field(Field::Persona))),
        ("more than a mark", of_field, asks("/^.$/"), None),
        ("an injection", Turn { injections: vec!["gull"], ..none.clone() }, keyed("/^.$/"), None),
        ("a message", Turn { messages: vec![Message::user("oar")], ..none }, keyed("/^.$/"), None),
        ("no mark where nothing is seen", turn(), unseen("/./"), None),
        ("nothing, seen nowhere", turn(), unseen("/x*/"), nowhere),
        ("nothing, over the window", turn(), unseen("/^$/"), nowhere),
        ("nothing beside marks", turn(), keyed("/^$/"), None),
    ] {
        assert_eq!(found(&turn, settings.clone(), entry).map(|found| found.source), source, "{what}");
    }
    let spec = Settings::new(Profile::Spec).with_recursive(false);
    let entry = Entry { use_regex: true, ..keyed("x*") };
    assert_eq!(found(&Turn::default(), spec, entry), None, "the specs search texts");
}

#[test]
fn a_greeting_lies_behind_the_oldest_message() {
    let turn = Turn { greeting: Some(Greeting { index: 0, text: "Hail, the bell rings" }), ..turn() };
    for (depth, fires) in [(2.0, false), (3.0, true)] {
        let settings = Settings::new(Profile::Spec).with_scan_depth(depth);
        let place = found(&turn, settings, keyed("bell")).map(|found| (found.source, found.offset, found.length));
        assert_eq!(place, fires.then_some((Source::Greeting, 10, 4)), "{depth}");
    }
}

/// Spec: CCv3; the newest messages that hold so many tokens are searched, the one that the border falls into as well.
#[test]
fn a_depth_in_tokens_takes_the_newest_messages() {
    let settings = Settings::new(Profile::Spec).with_context(Context::Instruct);
    let messages = ["an oar", "with five words in it", "three more words"].map(Message::user);
    let turn = Turn { messages: messages.into(), ..Turn::default() };
    for (tokens, word, fires) in [
        (0, "three", false),
        (1, "three", true),
        (3, "five", false),
        (4, "five", true),
        (8, "oar", false),
        (9, "oar", true),
        (99, "oar", true),
    ] {
        let entry = Entry { content: format!("@@instruct_scan_depth {tokens}\nfound"), ..keyed(word) };
        let lore =
            Lore::compile(vec![Book { entries: vec![entry], ..Book::default() }], settings.clone(), &Limits::default())
                .unwrap();
        let mut count = |text: &str| text.split_whitespace().count() as u64;
        let mut dice = SeededDice::new(7);
        let mut host = Host { tokens: &mut count, dice: &mut dice, expander: &mut Braces };
        let answer = lore.activate(&turn, &mut State::new(), &mut host).unwrap();
        assert_eq!(answer.entries.len(), usize::from(fires), "{word} within {tokens} tokens");
    }
}

/// RisuAI: all of the keys in every text that is searched, or the entry stays.
#[test]
fn all_of_the_excluded_keys_have_to_stand_in_each_text() {
    let entry = Entry {
        keys: vec!["oar".to_owned()],
        content: "@@exclude_keys_all sail,mast\nfound".to_owned(),
        ..Entry::default()
    };
    for (message, fires) in [
        ("oar", true),
        ("oar, sail", true),
        ("oar, mast", true),
        ("oar, sail, mast", false),
        ("oar, sail, mast, lamp", false),
    ] {
        let settings = Settings::new(Profile::Risu).with_recursive(false);
        let turn = Turn { messages: vec![Message::user(message)], ..Turn::default() };
        assert_eq!(found(&turn, settings, entry.clone()).is_some(), fires, "{message}");
    }
}
