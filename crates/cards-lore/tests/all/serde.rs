//! What the feature `serde` writes and reads.

use cards_lore::book::{Field, Logic};
use cards_lore::finding::{Finding, FindingKind};
use cards_lore::placement::InjectHow;
use cards_lore::trace::{Cause, GroupWin, KeyMatch, Outcome, Stop, Trace};
use cards_lore::{EntryAt, Placement, Profile, Settings, State};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};

/// Reads a form, and proves that it is written the same way.
#[track_caller]
fn read<T: Serialize + DeserializeOwned>(form: Value) -> T {
    let value: T = from_value(form.clone()).unwrap();
    assert_eq!(to_value(&value).unwrap(), form);
    value
}

#[test]
fn a_trace_comes_back_with_the_names_of_its_entries() {
    let key = json!({ "list": "primary", "number": 0, "key": "bell", "in": "message", "message": 2, "offset": 7, "length": 4 });
    let trace: Trace = read(json!({
        "profile": "sillytavern",
        "passes": [{ "kind": "initial", "fired": 1 }, { "kind": "min-activations", "fired": 0 }],
        "entries": [
            { "book": 1, "entry": 4, "id": "9", "name": "", "label": "#4 (bell)", "outcome": "fired", "pass": 1,
              "cause": "key", "key": key, "tokens": 12, "left": 3.5 },
            { "book": 0, "entry": 7, "id": "", "name": "Oar", "label": "Oar", "outcome": "no-key" },
        ],
    }));
    assert_eq!(trace.profile, Profile::SillyTavern);
    let (bell, oar) = (EntryAt { book: 1, entry: 4 }, EntryAt { book: 0, entry: 7 });
    assert_eq!(trace.entries().map(|(at, _)| at).collect::<Vec<_>>(), [bell, oar]);
    assert_eq!(trace.outcome(oar), Some(&Outcome::NoKey));
    let Some(Outcome::Fired(fired)) = trace.outcome(bell) else { panic!("{trace:?}") };
    assert!(matches!(&fired.cause, Cause::Key(key) if key.key == "bell" && key.offset == 7));
    assert_eq!((trace.label(bell).as_deref(), trace.label(oar).as_deref()), (Some("#4 (bell)"), Some("Oar")));
    let stranger = EntryAt { book: usize::MAX, entry: usize::MAX };
    assert_eq!((trace.outcome(stranger), trace.label(stranger)), (None, None));
}

#[test]
fn every_cause_source_and_stop_comes_back() {
    let key = json!({ "list": "secondary", "number": 3, "key": "x", "in": "window", "offset": 0, "length": 0 });
    for cause in [
        json!({ "cause": "constant" }),
        json!({ "cause": "key", "key": key }),
        json!({ "cause": "sticky", "until": 9 }),
        json!({ "cause": "decorator", "decorator": "activate", "line": 2 }),
        json!({ "cause": "forced" }),
        json!({ "cause": "always" }),
    ] {
        read::<Cause>(cause);
    }
    for (source, list) in [
        (json!({ "in": "message", "message": 1 }), "primary"),
        (json!({ "in": "greeting" }), "additional"),
        (json!({ "in": "field", "field": "depth-prompt" }), "exclude"),
        (json!({ "in": "injection", "injection": 4 }), "exclude-all"),
        (json!({ "in": "inserted", "by": { "book": 1, "entry": 2 } }), "primary"),
        (json!({ "in": "window" }), "secondary"),
    ] {
        let mut form = source;
        form.as_object_mut().unwrap().extend(
            json!({ "list": list, "number": 0, "key": "k", "offset": 5, "length": 1 })
                .as_object()
                .cloned()
                .unwrap_or_default(),
        );
        read::<KeyMatch>(form);
    }
    for stop in [
        json!({ "stop": "disabled" }),
        json!({ "stop": "no-keys" }),
        json!({ "stop": "invalid-key" }),
        json!({ "stop": "empty" }),
        json!({ "stop": "depth", "found_at": 3, "depth": 2 }),
        json!({ "stop": "secondary", "logic": "and-all" }),
        json!({ "stop": "secondary", "logic": "not-any", "secondary": key }),
        json!({ "stop": "secondary", "logic": 77 }),
        json!({ "stop": "decorator", "decorator": "exclude_keys", "line": 1, "listed": key }),
        json!({ "stop": "probability", "rolled": 77.25, "chance": 50 }),
        json!({ "stop": "group", "group": "g", "winner": { "book": 0, "entry": 3 }, "how": "score" }),
        json!({ "stop": "group", "group": "g", "how": "roll" }),
        json!({ "stop": "cooldown", "until": 8 }),
        json!({ "stop": "delay", "needed": 4, "length": 2 }),
        json!({ "stop": "trigger" }),
        json!({ "stop": "character-name" }),
        json!({ "stop": "character-tag" }),
        json!({ "stop": "recursion-excluded" }),
        json!({ "stop": "recursion-delayed", "level": 2 }),
        json!({ "stop": "budget", "needed": 9, "used": 99.5, "budget": 100 }),
        json!({ "stop": "no-target" }),
        json!({ "stop": "injected", "into": { "book": 0, "entry": 1 } }),
        json!({ "stop": "limit" }),
    ] {
        let word = stop["stop"].clone();
        assert_eq!(read::<Stop>(stop).as_str(), word);
    }
    for how in
        [GroupWin::Active, GroupWin::Sticky, GroupWin::Score, GroupWin::Priority, GroupWin::Roll, GroupWin::Mistake]
    {
        assert_eq!(to_value(how).unwrap(), how.as_str());
    }
    for &field in Field::ALL {
        assert_eq!(to_value(field).unwrap(), field.as_str());
    }
    assert!(from_value::<Logic>(json!("unknown")).is_err());
}

#[test]
fn every_place_comes_back() {
    for place in [
        Placement::Default,
        Placement::BeforeChar,
        Placement::AfterChar,
        Placement::AuthorNoteTop,
        Placement::AuthorNoteBottom,
        Placement::ExamplesTop,
        Placement::ExamplesBottom,
        Placement::Depth { depth: 4.0 },
        Placement::ReverseDepth { depth: -0.5 },
        Placement::InstructDepth { tokens: 30.0 },
        Placement::ReverseInstructDepth { tokens: 1e300 },
        Placement::Slot("personality".to_owned()),
        Placement::Outlet("map".to_owned()),
        Placement::Inject { target: "main".to_owned(), how: InjectHow::Append },
        Placement::Inject { target: "main".to_owned(), how: InjectHow::Prepend },
        Placement::Inject { target: "main".to_owned(), how: InjectHow::Replace("day".to_owned()) },
        Placement::Nowhere(9),
        Placement::NoPlace("\"four\"".to_owned()),
    ] {
        let form = to_value(&place).unwrap();
        assert_eq!(form["place"], place.kind());
        assert_eq!(from_value::<Placement>(form).unwrap(), place);
    }
    assert_eq!(to_value(Placement::Depth { depth: 4.0 }).unwrap().to_string(), r#"{"depth":4,"place":"depth"}"#);
}

#[test]
fn a_number_that_json_lacks_is_null_and_comes_back_as_none() {
    let form = to_value(Placement::Depth { depth: f64::INFINITY }).unwrap();
    assert_eq!(form, json!({ "place": "depth", "depth": null }));
    let place: Placement = from_value(form).unwrap();
    assert!(matches!(place, Placement::Depth { depth } if depth.is_nan()));
}

#[test]
fn findings_say_their_message_and_come_back_without_it() {
    let finding: Finding = read(json!({
        "book": 0, "entry": 2, "kind": "invalid-pattern", "key": "/(/", "reason": "a group is not closed",
        "message": "`/(/` never matches: a group is not closed",
    }));
    assert_eq!(finding.entry, Some(EntryAt { book: 0, entry: 2 }));
    let limit: Finding = read(json!({
        "kind": "limit", "limit": "checks", "message": "the turn was cut short by the limit `checks`",
    }));
    assert!(limit.entry.is_none() && matches!(limit.kind, FindingKind::Limit { .. }));
    for kind in [
        FindingKind::BlankKey { matches_everything: true },
        FindingKind::CostlyPattern { key: "k".to_owned(), reason: "r".to_owned() },
        FindingKind::CostlyKey { key: "k".to_owned(), reason: "r".to_owned() },
        FindingKind::LongKey { bytes: 70_000 },
        FindingKind::ManyKeys { count: 10_001 },
        FindingKind::NeverFires,
    ] {
        let form = to_value(&kind).unwrap();
        assert_eq!(form["kind"], kind.id());
        assert_eq!(from_value::<FindingKind>(form).unwrap(), kind);
    }
}

#[test]
fn states_and_settings_come_back() {
    let state: State = read(json!("cards-lore-state\t2\n"));
    assert_eq!(state.to_text(), State::new().to_text());
    assert!(from_value::<State>(json!("cards-lore-state\t1\n")).is_err());
    let settings = Settings::new(Profile::SillyTavern);
    assert_eq!(from_value::<Settings>(to_value(&settings).unwrap()).unwrap(), settings);
}
