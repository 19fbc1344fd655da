//! What keeps an entry silent, and the setting that is named for it: with that setting the entry fires.

use cards_kit::lore::EntryAt;
use cards_kit::miss::NearMiss;
use cards_kit::{Cast, Chat, Fired, Message, Options, Profile, Session};

use Profile::{Risu, SillyTavern, Spec};

/// A card with one entry of the book.
fn card(book: &str, entry: &str, content: &str) -> String {
    format!(
        r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"Aria","first_mes":"","character_book":{{{book}
        "entries":[{{"content":"{content}","insertion_order":1,{entry}}}]}}}}}}"#
    )
}

/// A world file of SillyTavern with one entry.
fn world(entry: &str) -> String {
    let usual =
        [("\"content\"", r#""content":"Dark.","#), ("\"disable\"", r#""disable":false,"#), ("\"key\"", r#""key":[],"#)];
    let usual: String = usual.into_iter().filter(|(name, _)| !entry.contains(name)).map(|(_, text)| text).collect();
    format!(r#"{{"entries":{{"0":{{"uid":0,"position":0,{usual}{entry}}}}}}}"#)
}

fn search(file: &str, profile: Profile, said: &[&str]) -> (Fired, Option<NearMiss>) {
    let cast = Cast::read([("file.json", file.as_bytes())]).unwrap();
    let mut options = Options::default().with_profile(profile);
    if profile == SillyTavern {
        options.world_info.set_text("world_info_budget_cap", "7").unwrap();
    }
    let mut session = Session::new(cast, options).unwrap();
    let fired = session.activate(&Chat::from_iter(said.iter().map(|text| Message::user(*text)))).unwrap();
    let near = session.near_misses(&fired).unwrap().into_values().next();
    (fired, near)
}

/// Whether the entry is inserted.
fn fires(file: &str, profile: Profile, said: &[&str]) -> bool {
    search(file, profile, said).0.activation.tokens() > 0
}

/// The file, whose rules, what was said, the cause, the setting, and the file with that setting.
type Case<'a> = (String, Profile, &'a [&'a str], &'a str, &'a str, String);

#[test]
fn the_nearest_cause_is_named_with_the_setting_that_fires_the_entry() {
    const LONG: &str = "A text of more tokens than the budget of this book has room for, by a long way.";
    let long = format!(r#""key":["wood"],"content":"{LONG}""#);
    let plain = r#""keys":["wood"],"use_regex":false,"enabled":true"#;
    let far = ["wood", "x", "x", "x", "x", "x", "x"];
    let cases: Vec<Case<'_>> = vec![
        (
            world(r#""key":["Wood"],"caseSensitive":true"#),
            SillyTavern,
            &["the wood"],
            "other-case",
            "Case-sensitive: No",
            world(r#""key":["Wood"],"caseSensitive":false"#),
        ),
        (
            world(r#""key":["wood"],"matchWholeWords":true"#),
            SillyTavern,
            &["the woods"],
            "inside-word",
            "Match Whole Words: No",
            world(r#""key":["wood"],"matchWholeWords":false"#),
        ),
        (
            world(r#""key":["Wood"],"matchWholeWords":true,"caseSensitive":true"#),
            SillyTavern,
            &["the woods"],
            "inside-word-other-case",
            "Match Whole Words: No, Case-sensitive: No",
            world(r#""key":["Wood"],"matchWholeWords":false,"caseSensitive":false"#),
        ),
        (
            world(r#""key":["wo+d"]"#),
            SillyTavern,
            &["the wood"],
            "not-a-pattern",
            "the key between slashes: /key/i",
            world(r#""key":["/wo+d/i"]"#),
        ),
        (
            world(r#""key":["wood"]"#),
            SillyTavern,
            &far,
            "deeper",
            "Scan Depth: 7",
            world(r#""key":["wood"],"scanDepth":7"#),
        ),
        (
            world(r#""key":["wood"],"disable":true"#),
            SillyTavern,
            &["the wood"],
            "off",
            "the entry's switch on",
            world(r#""key":["wood"]"#),
        ),
        (
            world(r#""constant":true,"disable":true"#),
            SillyTavern,
            &["hello"],
            "off",
            "the entry's switch on",
            world(r#""constant":true"#),
        ),
        (
            world(r#""key":["wood"],"keysecondary":["Dark"],"selective":true,"selectiveLogic":0,"caseSensitive":true"#),
            SillyTavern,
            &["the wood is dark"],
            "other-case",
            "Case-sensitive: No",
            world(
                r#""key":["wood"],"keysecondary":["Dark"],"selective":true,"selectiveLogic":0,"caseSensitive":false"#,
            ),
        ),
        (
            world(&long),
            SillyTavern,
            &["wood"],
            "budget",
            "Ignore budget",
            world(&format!(r#"{long},"ignoreBudget":true"#)),
        ),
        (
            world(r#""key":["wood"],"useProbability":true,"probability":0"#),
            SillyTavern,
            &["wood"],
            "chance",
            "Trigger %: 100",
            world(r#""key":["wood"],"useProbability":true,"probability":100"#),
        ),
        (
            card("", r#""keys":["Wood"],"use_regex":false,"enabled":true,"case_sensitive":true"#, "Dark."),
            Spec,
            &["the wood"],
            "other-case",
            "case_sensitive: false",
            card("", r#""keys":["Wood"],"use_regex":false,"enabled":true,"case_sensitive":false"#, "Dark."),
        ),
        (
            card("", r#""keys":["wo+d"],"use_regex":false,"enabled":true"#, "Dark."),
            Spec,
            &["the wood"],
            "not-a-pattern",
            "use_regex: true, the key between slashes: /key/i",
            card("", r#""keys":["/wo+d/i"],"use_regex":true,"enabled":true"#, "Dark."),
        ),
        (
            card(r#""scan_depth":3,"#, plain, "Dark."),
            Spec,
            &far,
            "deeper",
            "scan_depth: 7 in the lorebook",
            card(r#""scan_depth":7,"#, plain, "Dark."),
        ),
        (
            card("", plain, "@@scan_depth 2\\nDark."),
            Spec,
            &far,
            "deeper",
            "@@scan_depth 7 in its text",
            card("", plain, "@@scan_depth 7\\nDark."),
        ),
        (
            card("", r#""keys":["wood"],"use_regex":false,"enabled":false"#, "Dark."),
            Spec,
            &["the wood"],
            "off",
            "enabled: true",
            card("", plain, "Dark."),
        ),
        (
            card(r#""token_budget":5,"#, plain, LONG),
            Spec,
            &["the wood"],
            "budget",
            "token_budget: 20 in the lorebook",
            card(r#""token_budget":20,"#, plain, LONG),
        ),
        (
            card("", plain, "Dark."),
            Risu,
            &far,
            "deeper",
            "@@scan_depth 7 in its text",
            card("", plain, "@@scan_depth 7\\nDark."),
        ),
        (
            card("", plain, "@@probability 0\\nDark."),
            Risu,
            &["the wood"],
            "chance",
            "@@probability 100 in its text",
            card("", plain, "@@probability 100\\nDark."),
        ),
        (
            card(r#""token_budget":5,"scan_depth":5,"recursive_scanning":true,"#, plain, LONG),
            Risu,
            &["the wood"],
            "budget",
            "token_budget: 20 in the lorebook",
            card(r#""token_budget":20,"scan_depth":5,"recursive_scanning":true,"#, plain, LONG),
        ),
    ];
    for (file, profile, said, miss, setting, mended) in cases {
        let (fired, near) = search(&file, profile, said);
        assert_eq!(fired.activation.tokens(), 0, "{profile}: {file}");
        let near = near.unwrap_or_else(|| panic!("{profile}: {file}: {:?}", fired.activation.trace));
        assert_eq!((near.miss.as_str(), near.setting.as_str()), (miss, setting), "{profile}: {file}");
        assert!(near.in_words(&fired).ends_with(setting), "{}", near.in_words(&fired));
        assert!(fires(&mended, profile, said), "{profile}: {mended} does not fire with {setting}");
    }
}

#[test]
fn what_no_single_setting_would_fire_has_no_near_miss() {
    for (file, profile, said) in [
        (world(r#""key":["wood"],"disable":true"#), SillyTavern, &["hello"][..]),
        (world(r#""key":["wood"],"disable":true,"scanDepth":1"#), SillyTavern, &["wood", "hello"]),
        (world(r#""key":["Wood"],"caseSensitive":true,"useProbability":true,"probability":0"#), SillyTavern, &["wood"]),
        (world(r#""key":["wood"]"#), SillyTavern, &["hello"]),
    ] {
        let (fired, near) = search(&file, profile, said);
        assert_eq!(fired.activation.tokens(), 0, "{file}");
        assert_eq!(near, None, "{file}");
    }
}

#[test]
fn what_fires_only_after_an_import_says_so() {
    let book = card("", r#""keys":["wood"],"use_regex":false,"enabled":true"#, "Dark.");
    let (fired, near) = search(&book, SillyTavern, &["the wood"]);
    assert!(fired.activation.tokens() > 0);
    let near = near.unwrap();
    assert_eq!(near.miss.as_str(), "not-imported");
    assert_eq!(near.in_words(&fired), "once the lorebook is imported, it fires: import the lorebook of the card");
    for profile in [Spec, Risu] {
        assert_eq!(search(&book, profile, &["the wood"]).1, None, "{profile}");
    }
    assert_eq!(search(&world(r#""key":["wood"]"#), SillyTavern, &["the wood"]).1, None);
}

/// Of two entries with one id SillyTavern keeps the later, and says nothing; the tool does.
#[test]
fn an_entry_that_the_import_drops_is_told_from_a_silent_one() {
    let entry = |text: &str| format!(r#"{{"id":3,"keys":["bell"],"content":"{text}","enabled":true}}"#);
    let book = format!(r#""character_book":{{"entries":[{},{}]}}"#, entry("old"), entry("new"));
    let text =
        format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Wick","first_mes":"Hi",{book}}}}}"#);
    let cast = Cast::read([("wick.json", text.as_bytes())]).unwrap();
    let mut session = Session::new(cast, Options::default().with_profile(SillyTavern)).unwrap();
    let mut chat = Chat::default();
    chat.say_as_user("a bell");
    let fired = session.activate(&chat).unwrap();
    let why = |entry| session.why(&fired, EntryAt { book: 0, entry });
    assert_eq!(
        why(0),
        "a later entry has the same id, and the client keeps only that one when it imports the lorebook"
    );
    assert!(why(1).starts_with("key \"bell\" matched"), "{}", why(1));
}

#[test]
fn entries_of_a_large_book_have_the_near_misses_that_they_have_in_a_small_one() {
    const KINDS: [&str; 6] = [
        r#""keys":["Wood"],"case_sensitive":true,"enabled":true"#,
        r#""keys":["lantern"],"enabled":true"#,
        r#""keys":["wood"],"enabled":false"#,
        r#""keys":["far"],"enabled":true"#,
        r#""keys":["w(oo|aa)d$"],"enabled":true"#,
        r#""keys":["wood"],"enabled":true"#,
    ];
    let answers = |count: usize| {
        let entry = |kind: &str| format!(r#"{{"content":"Dark.","insertion_order":1,"use_regex":false,{kind}}}"#);
        let entries: Vec<String> = KINDS.into_iter().cycle().take(count).map(entry).collect();
        let book = format!(
            r#"{{"spec":"lorebook_v3","data":{{"scan_depth":2,"extensions":{{}},"entries":[{}]}}}}"#,
            entries.join(",")
        );
        let cast = Cast::read([("book.json", book.as_bytes())]).unwrap();
        let mut session = Session::new(cast, Options::default()).unwrap();
        let chat = ["far", "x", "a lamp", "the wood"].map(Message::user);
        let fired = session.activate(&Chat::from_iter(chat)).unwrap();
        let near = session.near_misses(&fired).unwrap();
        (0..count)
            .map(|entry| near.get(&EntryAt { book: 0, entry }).map(|near| (near.miss, near.setting.clone())))
            .collect::<Vec<_>>()
    };
    let small = answers(KINDS.len());
    assert_eq!(small.iter().flatten().count(), 4, "{small:?}");
    // More than are searched for together, twice over.
    let large = answers(20_003);
    for (number, (found, expected)) in large.iter().zip(small.iter().cycle()).enumerate() {
        assert_eq!(found, expected, "entry {number}");
    }
}
