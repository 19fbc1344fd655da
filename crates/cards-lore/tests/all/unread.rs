//! What a client is said to pass over, it does: the engine answers the same whatever that member is set to.

use cards_lore::{
    Book, BookKind, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim, Words, unread,
};
use cards_model::{Document, Lorebook};
use serde_json::{Value, json};

/// What each member may be set to, as a pointer from the entry down.
fn values() -> Vec<(&'static str, Vec<Value>)> {
    let numbers = || vec![json!(1), json!(2), json!(3), json!(0), json!(100)];
    vec![
        ("/enabled", vec![json!(false), json!(true)]),
        ("/constant", vec![json!(true), json!(false)]),
        ("/secondary_keys", vec![json!(["gull"]), json!(["tide"]), json!([])]),
        ("/case_sensitive", vec![json!(true), json!(false)]),
        ("/use_regex", vec![json!(true), json!(false)]),
        ("/insertion_order", vec![json!(5), json!(300), json!(-4)]),
        ("/priority", vec![json!(7), json!(400), json!(-3)]),
        ("/position", vec![json!("after_char"), json!("before_char")]),
        ("/extensions/position", numbers()),
        ("/extensions/depth", numbers()),
        ("/extensions/role", numbers()),
        ("/extensions/selectiveLogic", numbers()),
        ("/extensions/probability", numbers()),
        ("/extensions/match_whole_words", vec![json!(true), json!(false)]),
        ("/extensions/case_sensitive", vec![json!(true), json!(false)]),
        ("/extensions/scan_depth", numbers()),
        ("/extensions/exclude_recursion", vec![json!(true), json!(false)]),
        ("/extensions/prevent_recursion", vec![json!(true), json!(false)]),
        ("/extensions/delay_until_recursion", vec![json!(true), json!(2)]),
        ("/extensions/group", vec![json!("g"), json!("h")]),
        ("/extensions/sticky", numbers()),
        ("/extensions/cooldown", numbers()),
        ("/extensions/delay", numbers()),
        (
            "/content",
            vec![json!("@@dont_activate\nAn oar."), json!("@@activate\nAn oar."), json!("@@depth 2\nAn oar.")],
        ),
    ]
}

/// A book of three entries, the second with a member set.
fn book(member: &str, value: &Value) -> Value {
    let entry = |key: &str, content: &str| {
        json!({"keys": [key], "content": content, "enabled": true, "insertion_order": 10, "selective": true,
            "secondary_keys": ["oar"], "extensions": {"useProbability": true, "group": "g"}})
    };
    let mut changed = entry("Tide", "An oar.");
    match member.strip_prefix("/extensions/") {
        Some(name) => changed["extensions"][name] = value.clone(),
        None => changed[member.trim_start_matches('/')] = value.clone(),
    }
    json!({"extensions": {}, "recursive_scanning": true, "entries": [entry("bell", "A tide."), changed, entry("net", "A bell.")]})
}

fn lorebook(json: &Value) -> Lorebook {
    let document = Document::read(json.to_string(), &cards_model::Limits::default()).unwrap();
    document.content.lorebook().unwrap().into_owned()
}

/// What three turns of a chat insert: the place, speaker and text of each entry. Of decorators the text alone may differ.
fn inserted(json: &Value, profile: Profile, with_text: bool) -> Vec<String> {
    let book = Book::from_lorebook(&lorebook(json), BookKind::Character, profile);
    let lore = Lore::compile(vec![book], Settings::new(profile), &Limits::default()).unwrap();
    let mut state = State::new();
    let said = ["tides, TIDE and an oar", "a net and an oar", "a tide", "a gull and an oar: the bell"];
    let mut all = Vec::new();
    for length in 1..=said.len() {
        let turn = Turn::new(said[..length].iter().map(|text| Message::user(*text)).collect::<Vec<_>>());
        let mut host = Host { tokens: &mut Words, dice: &mut SeededDice::new(3), expander: &mut Verbatim };
        let active = lore.activate(&turn, &mut state, &mut host).unwrap();
        for number in &active.prompt_order {
            let entry = &active.entries[*number];
            let text = if with_text { entry.content.as_str() } else { "" };
            all.push(format!("{length} {:?} {:?} {:?} {text}", entry.at, entry.placement, entry.role));
        }
    }
    all
}

#[test]
fn what_a_client_passes_over_changes_nothing() {
    let mut counts = Vec::new();
    for &profile in Profile::ALL {
        let mut passed_over = 0;
        for (member, values) in values() {
            let books: Vec<Value> = values.iter().map(|value| book(member, value)).collect();
            let says = |json: &&Value| {
                let found = unread(&lorebook(json), profile);
                found.iter().any(|unread| unread.entry == Some(1) && unread.member.as_str() == member)
            };
            let unread: Vec<&Value> = books.iter().filter(says).collect();
            let Some(first) = unread.first() else { continue };
            passed_over += 1;
            let text = member != "/content";
            for other in &books {
                let (a, b) = (inserted(first, profile, text), inserted(other, profile, text));
                assert_eq!(a, b, "{profile} {member}: {first} {other}");
            }
        }
        counts.push((profile.as_str(), passed_over));
    }
    // How many of these members each passes over; a change here is a change of what is known of the client.
    assert_eq!(
        counts,
        [
            ("spec", 13),
            ("sillytavern", 4),
            ("sillytavern@1.18", 4),
            ("sillytavern@1.17", 4),
            ("risu", 14),
            ("agnai", 21),
            ("koboldcpp", 22),
            ("marinara", 18),
            ("sillybunny", 2),
            ("tauritavern", 4)
        ]
    );
}
