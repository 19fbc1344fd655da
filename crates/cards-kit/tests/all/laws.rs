//! Laws of every turn.

use cards_kit::{Cast, Chat, ConvertOptions, Memory, Options, Profile, SeededIds, Session, SillyTavern, Stash};
use cards_model::{Content, Form, Json};
use proptest::prelude::*;

/// An entry that fires, with a place that some client knows.
fn entry() -> impl Strategy<Value = String> {
    let place = prop::sample::select(vec![
        "",
        "@@depth 2\\n",
        "@@reverse_depth 1\\n",
        "@@instruct_depth 9\\n",
        "@@position before_desc\\n",
        "@@position personality\\n",
        "@@role user\\n",
        "@@inject_at nowhere\\n",
    ]);
    let extensions = prop_oneof![
        Just("{}".to_owned()),
        (0..10).prop_map(|position| format!(r#"{{"position":{position},"depth":1,"outlet_name":"seen"}}"#)),
    ];
    let position = prop::sample::select(vec!["before_char", "after_char"]);
    (place, extensions, position, any::<bool>()).prop_map(|(place, extensions, position, constant)| {
        format!(
            r#"{{"keys":["bell"],"use_regex":false,"content":"{place}<text>","enabled":true,"constant":{constant},
            "insertion_order":1,"position":"{position}","extensions":{extensions}}}"#
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_text_that_fires_is_in_the_prompt_or_in_a_list_that_says_why_not(
        entries in prop::collection::vec(entry(), 0..6),
        profile in prop::sample::select(Profile::ALL.to_vec()),
        context in prop::option::of(0_u64..200),
    ) {
        let numbered: Vec<_> = entries
            .iter()
            .enumerate()
            .map(|(at, entry)| entry.replace("<text>", &format!("<text {at}>")))
            .collect();
        let card = format!(
            r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"Aria","description":"A bard. {{{{outlet::seen}}}}",
            "character_book":{{"extensions":{{}},"entries":[{}]}}}}}}"#,
            numbered.join(",")
        );
        let cast = Cast::read([("aria.json", card.as_bytes())]).unwrap();
        let options = Options::default().with_profile(profile).with_context(context);
        let mut session = Session::new(cast, options).unwrap();
        let mut chat = Chat::default();
        chat.say_as_character("Hello.");
        chat.say_as_user("Did you hear the bell?");
        let answer = session.turn(&chat).unwrap();
        let told = cards_kit::answer::Prompt::from(&answer.prompt);
        for active in &answer.fired.activation.entries {
            let text = active.content.trim();
            let within = |pieces: &[cards_kit::answer::Piece]| pieces.iter().any(|piece| piece.content.contains(text));
            let unplaced = told.unplaced.iter().any(|piece| piece.content.contains(text) && !piece.why.is_empty());
            prop_assert!(within(&told.messages) || within(&told.left_out) || unplaced, "{profile}: {text}\n{card}");
        }
        let fired = answer.fired.activation.entries.len();
        let answers = cards_kit::answer::ProfileAnswer::of(&session, answer.fired);
        prop_assert_eq!(answers.entries.iter().filter(|entry| entry.fired).count(), fired);
        prop_assert!(answers.entries.iter().all(|entry| entry.why.is_some()));
    }
}

/// A message whose macros read and set variables, throw dice, and name keys.
fn said() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "bell ",
        "{{user}} ",
        "{{setvar::mood::calm}}",
        "{{getvar::mood}} ",
        "{{roll::1d20}} ",
        "{{addvar::count::1}}",
        "{{lastMessage}} ",
        "{{random::a::b}} ",
        "toll ",
        "",
    ]);
    prop::collection::vec(part, 1..4).prop_map(|parts| parts.concat())
}

/// A card with entries that stay, rest and throw dice.
const BUSY: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard. {{getvar::mood}}",
    "first_mes":"Hello.","mes_example":"<START>\n{{user}}: Sing.\n{{char}}: Of what?","character_book":{"extensions":{},"entries":[
    {"keys":["bell"],"content":"The bell lies {{random::deep::low}}.","enabled":true,"insertion_order":1,"extensions":{"sticky":2,"cooldown":1}},
    {"keys":["toll"],"content":"A toll of {{roll::1d6}}.","enabled":true,"insertion_order":2,"extensions":{"probability":50,"useProbability":true,"position":4,"depth":1}},
    {"keys":["calm"],"content":"All is calm at the bell.","enabled":true,"insertion_order":3,"extensions":{"position":2}}]}}}"#;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What a session keeps between turns changes no answer: a new one that goes on from the same memory says the same.
    #[test]
    fn a_warm_turn_says_what_a_cold_one_says(texts in prop::collection::vec(said(), 1..7), seed: u64, is_text: bool) {
        let session = || {
            let cast = Cast::read([("aria.json", BUSY.as_bytes())]).unwrap();
            let options = Options::default().with_profile(Profile::SillyTavern).with_user("Sam").with_context(Some(4000));
            Session::new(cast, options).unwrap()
        };
        let how = SillyTavern::default();
        let mut warm = session().with_memory(Memory::seeded(seed));
        let mut chat = Chat::default();
        for (number, text) in texts.iter().enumerate() {
            if number % 2 == 0 { chat.say_as_user(text.as_str()) } else { chat.say_as_character(text.as_str()) }
            let memory = Memory::from_text(&warm.memory.to_text()).unwrap();
            let mut cold = session().with_memory(memory);
            if is_text {
                let templates = Default::default();
                let (a, b) = (warm.text(&chat, &how, &templates).unwrap(), cold.text(&chat, &how, &templates).unwrap());
                prop_assert_eq!((&a.text, &a.pieces, &a.left_out, a.tokens), (&b.text, &b.pieces, &b.left_out, b.tokens));
            } else {
                let (a, b) = (warm.messages(&chat, &how).unwrap(), cold.messages(&chat, &how).unwrap());
                prop_assert_eq!((&a.messages, &a.left_out, a.budget_left), (&b.messages, &b.left_out, b.budget_left));
            }
            prop_assert_eq!(warm.memory.to_text(), cold.memory.to_text());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Who is told that what a form lacks is kept aside gets all of it back.
    #[test]
    fn what_is_said_to_be_kept_aside_comes_back(
        document in cards_model::strategy::document(cards_model::strategy::Oddity::Plain),
        to in any::<Form>(),
        stash in prop::sample::select(vec![Stash::Off, Stash::Extensions, Stash::Everywhere]),
    ) {
        let (content, from) = (document.content.clone(), document.content.form());
        let options = ConvertOptions::default().with_stash(stash);
        let Ok(there) = cards_kit::convert(content.clone(), to, &options, &mut SeededIds::new(1)) else { return Ok(()) };
        // A card has no way back from the file of its book, and a module gets new ids for those that are none.
        prop_assume!(from.is_card() == to.is_card() && from != Form::Module);
        // A lorebook without a wrapping may be in the layout of either spec, and stays in that of the file that it comes from.
        prop_assume!(from != Form::Lorebook || !matches!(to, Form::LorebookV3 | Form::PromBook));
        prop_assume!(stash != Stash::Off && !there.loss.is_empty());
        let back = cards_kit::convert(there.content, from, &ConvertOptions::default(), &mut SeededIds::new(2)).unwrap();
        let (before, after) = (in_any_order(&content), in_any_order(&back.content));
        if there.stashed {
            prop_assert_eq!(after, before, "{} as {}: {:?}", from, to, there.loss);
        } else if matches!(to, Form::Lorebook | Form::LorebookV3 | Form::PromBook) {
            // The other way round: a lorebook of the specs that gives all of it back is said to.
            prop_assert_ne!(after, before, "{} as {}: {:?}", from, to, there.loss);
        }
    }
}

/// What is written of a content, with its entries as a list in the order of their texts: world info has them by numbers, and finds
/// one where there is none.
fn in_any_order(content: &Content) -> Json {
    let mut json = content.to_json();
    let entries = content.form().entries_pointer().and_then(|at| json.at_mut(&at));
    if let Some(entries) = entries {
        let mut all: Vec<Json> = match &*entries {
            Json::Object(map) => map.iter().map(|(_, entry)| entry.clone()).collect(),
            list => list.as_array().unwrap_or_default().to_vec(),
        };
        all.sort_by_key(Json::to_string);
        *entries = Json::Array(all);
    }
    json
}
