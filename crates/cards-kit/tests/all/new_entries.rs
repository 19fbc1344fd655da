//! An entry made here fires, and stays silent, for the reasons of one that the client's own editor makes.

use cards_kit::{Cast, Chat, Editor, Limits, Options, Patch, Profile, Session};
use cards_words::Message;

/// Books without entries, where their first entry is, and that entry as the client's own editor writes it, with `KEY` and `TEXT` in
/// its place. De facto: SillyTavern 1.19 (world info, and a card with a book that it exports), RisuAI (lorebooks, and V3 cards that it
/// exports), RPGGO's editor by the text of module-v1.
const BOOKS: &[(&str, &str, &str)] = &[
    (
        r#"{"entries":{}}"#,
        "/entries/0",
        r#"{"uid":0,"key":["KEY"],"keysecondary":[],"comment":"","content":"TEXT","constant":false,"vectorized":false,"selective":true,
        "selectiveLogic":0,"addMemo":true,"order":100,"position":0,"disable":false,"ignoreBudget":false,"excludeRecursion":false,
        "preventRecursion":false,"probability":100,"useProbability":true,"depth":4,"group":"","groupOverride":false,"groupWeight":100,
        "scanDepth":null,"caseSensitive":null,"matchWholeWords":null,"useGroupScoring":null,"automationId":"","role":null,"sticky":0,
        "cooldown":0,"delay":0,"displayIndex":0}"#,
    ),
    (
        r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","character_book":{"name":"B","extensions":{},"entries":[]}}}"#,
        "/data/character_book/entries/0",
        r#"{"id":0,"keys":["KEY"],"secondary_keys":[],"comment":"","content":"TEXT","constant":false,"selective":true,
        "insertion_order":100,"enabled":true,"position":"before_char","use_regex":true,"extensions":{"position":0,
        "exclude_recursion":false,"display_index":0,"probability":100,"useProbability":true,"depth":4,"selectiveLogic":0,"group":"",
        "group_override":false,"group_weight":100,"prevent_recursion":false,"delay_until_recursion":false,"scan_depth":null,
        "match_whole_words":null,"use_group_scoring":false,"case_sensitive":null,"automation_id":"","role":0,"vectorized":false,
        "sticky":0,"cooldown":0,"delay":0}}"#,
    ),
    (
        r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","character_book":{"extensions":{},"entries":[]}}}"#,
        "/data/character_book/entries/0",
        r#"{"keys":["KEY"],"content":"TEXT","extensions":{"risu_case_sensitive":false},"enabled":true,"insertion_order":100,
        "constant":false,"selective":false,"name":"New Lore","comment":"New Lore","case_sensitive":false,"use_regex":false}"#,
    ),
    (
        r#"{"type":"risu","ver":1,"data":[]}"#,
        "/data/0",
        r#"{"key":"KEY","comment":"New Lore","content":"TEXT","mode":"normal","insertorder":100,"alwaysActive":false,"secondkey":"",
        "selective":false}"#,
    ),
    (
        r#"{"module_id":"M00000000","name":"n","creator":"","intro":"","category":"Others","cover_url":"","entries":[]}"#,
        "/entries/0",
        r#"{"entry_id":"aaaaaaaaa","keys":["KEY"],"content":"TEXT"}"#,
    ),
];

/// What people say, so that a key is there, absent, in other letters, inside a word, and twice.
const SAID: [&str; 5] = ["Did you hear the bell?", "No.", "The BELL!", "Bluebells.", "bell bell"];

#[test]
fn an_entry_made_here_fires_for_the_reasons_of_one_that_the_client_makes() {
    for (book, at, theirs) in BOOKS {
        let mut ours = cards_kit::open(book.as_bytes(), Limits::default()).unwrap().edit();
        let set = |place: &str, value: &str| Patch::Set { path: place.parse().unwrap(), value: value.into() };
        let keys =
            Patch::Set { path: "book[+].keys".parse().unwrap(), value: cards_json::Json::Array(vec!["bell".into()]) };
        ours.apply(&[keys, set("book[0].content", "LORE")]).unwrap();
        let mut their = cards_kit::open(book.as_bytes(), Limits::default()).unwrap().edit();
        let entry = theirs.replace("KEY", "bell").replace("TEXT", "LORE").parse().unwrap();
        their.apply(&[Patch::Insert { path: at.parse().unwrap(), value: entry }]).unwrap();
        for &profile in Profile::ALL {
            let reasons = |editor: &Editor, said: &str| {
                let text = editor.document().to_text(cards_model::Style::Compact);
                let cast = Cast::read([("book.json", text.as_bytes())]).unwrap();
                let mut session = Session::new(cast, Options::default().with_profile(profile)).unwrap();
                let fired = session.activate(&Chat::from_iter([Message::user(said)])).unwrap();
                let outcomes = fired.activation.trace.entries();
                outcomes.filter_map(|(at, _)| fired.why(at)).collect::<Vec<_>>()
            };
            // It makes a pattern of each key of an entry that SillyTavern wrote, which says `use_regex` of all.
            if profile == Profile::SillyBunny && theirs.contains(r#""use_regex":true"#) {
                assert_ne!(reasons(&ours, SAID[0]), reasons(&their, SAID[0]));
                continue;
            }
            for said in SAID {
                let reasons = [reasons(&ours, said), reasons(&their, said)];
                assert_eq!(reasons[0].len(), 1, "{book}");
                assert_eq!(reasons[0], reasons[1], "{profile}: {said} {book}");
            }
        }
    }
}
