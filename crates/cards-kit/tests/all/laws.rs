//! Laws of every turn.

use cards_kit::{Cast, Chat, Options, Profile, Session};
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
        let answers = cards_kit::answer::ProfileAnswer::of(&session, &answer.fired);
        prop_assert_eq!(answers.entries.iter().filter(|entry| entry.fired).count(), fired);
        prop_assert!(answers.entries.iter().all(|entry| entry.why.is_some()));
    }
}
