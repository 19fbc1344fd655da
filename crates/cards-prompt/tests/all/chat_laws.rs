//! Laws of the messages of chat completion, over any scene and preset.

use cards_json::Json;
use cards_macro::MapHost;
use cards_model::{Card, Content, Document, Limits};
use cards_prompt::Source;
use cards_prompt::sillytavern::chat::{ChatPrompt, Preset, assemble};
use cards_prompt::sillytavern::{
    AuthorsNote, ChatMessage, ExtensionPosition, Generation, Outside, Persona, PersonaPosition, Scene,
};
use cards_script::sillytavern::Script;
use cards_words::{Message, Role, Words};
use proptest::prelude::*;

/// Texts without macros, so that what is left of them can be looked for.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-z]{1,6}( [a-z]{1,6}){0,5}", 1 => Just(String::new()), 1 => "[a-zé\\u{3000}\n ]{1,8}"]
}

/// A text that sets, reads and throws dice.
fn lively() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => text(),
        1 => Just("{{roll::1d6}} {{random::a::b}}".to_owned()),
        1 => Just("{{incvar::n}}{{char}}".to_owned()),
        1 => Just("{{getvar::n}} {{user}} {{original}}".to_owned()),
    ]
}

fn object<'m>(members: impl IntoIterator<Item = (&'m str, Json)>) -> Json {
    Json::Object(members.into_iter().collect())
}

fn card(texts: &[String; 6]) -> Card {
    let [description, personality, scenario, examples, system, after] = texts;
    let json = object([
        ("spec", Json::from("chara_card_v2")),
        ("spec_version", "2.0".into()),
        (
            "data",
            object([
                ("name", Json::from("Aria")),
                ("description", description.as_str().into()),
                ("personality", personality.as_str().into()),
                ("scenario", scenario.as_str().into()),
                ("mes_example", format!("<START>\nSam: {examples}\nAria: {examples}").into()),
                ("system_prompt", system.as_str().into()),
                ("post_history_instructions", after.as_str().into()),
            ]),
        ),
    ]);
    let document = Document::read(json.to_text(cards_json::Style::Compact), &Limits::default()).unwrap();
    let Content::Card(card) = document.content else { panic!("no card") };
    card
}

#[derive(Clone, Debug)]
struct Case {
    card: Card,
    chat: Vec<(Role, String, bool)>,
    preset: Preset,
    persona: (String, i64),
    note: (String, i64, u8),
    generation: usize,
    bias: String,
}

prop_compose! {
    fn prompt(number: usize, content: BoxedStrategy<String>)(
        content in content,
        role in 0..4_usize,
        custom: bool,
        in_chat: bool,
        depth in prop_oneof![(0..5_u8).prop_map(f64::from), Just(1.5), Just(20_000.0)],
        order in prop::option::of(90..110_u8),
        trigger in prop::option::of(0..6_usize),
    ) -> Json {
        let mut prompt: Vec<(&str, Json)> = vec![
            ("identifier", format!("p{number}").into()),
            ("content", content.into()),
            ("role", ["system", "user", "assistant", "god"][role].into()),
            ("system_prompt", (!custom).into()),
            ("injection_position", u32::from(in_chat).into()),
            ("injection_depth", Json::from(depth)),
        ];
        prompt.extend(order.map(|order| ("injection_order", u32::from(order).into())));
        let trigger = trigger.map(|kind| Json::from(Generation::ALL[kind].as_str()));
        prompt.push(("injection_trigger", Json::Array(trigger.into_iter().collect())));
        object(prompt)
    }
}

fn preset(content: BoxedStrategy<String>) -> impl Strategy<Value = Preset> {
    const BUILT_IN: [&str; 12] = [
        "main",
        "nsfw",
        "jailbreak",
        "enhanceDefinitions",
        "dialogueExamples",
        "chatHistory",
        "worldInfoBefore",
        "worldInfoAfter",
        "charDescription",
        "charPersonality",
        "scenario",
        "personaDescription",
    ];
    let prompts = (0..4).map(|number| prompt(number, content.clone()).boxed()).collect::<Vec<_>>();
    let names: Vec<String> =
        BUILT_IN.iter().map(|name| (*name).to_owned()).chain((0..4).map(|number| format!("p{number}"))).collect();
    let order = Just(names).prop_shuffle().prop_flat_map(|names| {
        let kept = names.len();
        (Just(names), prop::collection::vec(prop_oneof![6 => Just(2_u8), 1 => Just(1), 1 => Just(0)], kept))
    });
    (prompts, order, content, 0..260_u32, any::<[bool; 2]>(), -1..3_i64).prop_map(
        |(mut prompts, (names, kept), main, context, [squash, prefill], behavior)| {
            prompts.push(object([("identifier", Json::from("main")), ("content", main.into())]));
            let order = names
                .into_iter()
                .zip(kept)
                .filter(|(_, kept)| *kept > 0)
                .map(|(name, kept)| object([("identifier", Json::from(name)), ("enabled", (kept > 1).into())]));
            let order = object([("character_id", Json::from(100_001_u32)), ("order", Json::Array(order.collect()))]);
            let json = object([
                ("prompts", Json::Array(prompts)),
                ("prompt_order", Json::Array(vec![order])),
                ("openai_max_context", context.into()),
                ("openai_max_tokens", 0_u32.into()),
                ("squash_system_messages", squash.into()),
                ("continue_prefill", prefill.into()),
                ("names_behavior", behavior.into()),
            ]);
            Preset::from_json(&json).unwrap().value
        },
    )
}

fn case(content: BoxedStrategy<String>) -> impl Strategy<Value = Case> {
    let texts = || content.clone();
    let fields = [texts(), texts(), texts(), texts(), texts(), texts()];
    let role = prop_oneof![Just(Role::User), Just(Role::Assistant), Just(Role::System)];
    let chat = prop::collection::vec((role, texts(), prop::bool::weighted(0.1)), 0..8);
    let persona = (texts(), prop_oneof![Just(0_i64), Just(2), Just(3), Just(4), Just(9)]);
    let note = (texts(), -1..3_i64, 0..3_u8);
    (fields, chat, preset(content.clone()), persona, note, 0..6_usize, texts()).prop_map(
        |(fields, chat, preset, persona, note, generation, bias)| Case {
            card: card(&fields),
            chat,
            preset,
            persona,
            note,
            generation,
            bias,
        },
    )
}

fn scene<'c>(case: &'c Case) -> Scene<'c> {
    let mut scene = Scene::new("Sam", &case.card);
    scene.chat = case
        .chat
        .iter()
        .map(|(role, text, hidden)| {
            let mut message = Message::new(*role, text.as_str());
            message.hidden = *hidden;
            ChatMessage::from(message)
        })
        .collect();
    scene.generation = Generation::ALL[case.generation];
    scene.persona = Persona {
        description: &case.persona.0,
        position: PersonaPosition::from_number(case.persona.1),
        ..Persona::default()
    };
    scene.note = AuthorsNote {
        prompt: &case.note.0,
        position: ExtensionPosition::from_number(case.note.1),
        interval: f64::from(case.note.2),
        ..AuthorsNote::default()
    };
    scene.settings.user_prompt_bias.clone_from(&case.bias);
    scene
}

fn run(scene: &Scene<'_>, preset: &Preset, host: &mut MapHost) -> ChatPrompt {
    assemble(scene, preset, Outside { host, tokens: &mut Words, books: None }).unwrap()
}

/// What can be compared of two prompts.
fn shown(prompt: &ChatPrompt) -> String {
    format!("{:?} {} {:?} {:?}", prompt.messages, prompt.budget_left, prompt.left_out, prompt.overflow)
}

/// Whether a source is in the messages, or is said to be left out.
fn is_told(prompt: &ChatPrompt, source: &Source) -> bool {
    let sent = prompt.messages.iter().flat_map(|message| &message.pieces).flat_map(|piece| &piece.sources);
    sent.chain(prompt.left_out.iter().flat_map(|left_out| &left_out.sources)).any(|known| known == source)
}

fn has_text(text: &str) -> bool {
    !cards_model::json::javascript::trim(text).is_empty()
}

proptest! {
    #[test]
    fn pieces_make_up_the_messages(case in case(lively().boxed())) {
        let prompt = run(&scene(&case), &case.preset, &mut MapHost::default());
        for message in &prompt.messages {
            let text: String = message.pieces.iter().map(|piece| piece.text.as_str()).collect();
            prop_assert_eq!(&text, &message.content);
            prop_assert!(message.pieces.iter().all(|piece| !piece.sources.is_empty()), "{:?}", message);
        }
    }

    #[test]
    fn the_budget_is_kept(case in case(lively().boxed())) {
        let prompt = run(&scene(&case), &case.preset, &mut MapHost::default());
        if prompt.overflow.is_none() && !case.preset.squash_system_messages {
            let room = case.preset.max_context - case.preset.max_response;
            prop_assert!(prompt.budget_left >= 0);
            let tokens = i64::try_from(prompt.tokens()).unwrap();
            prop_assert!(tokens + 3 + prompt.budget_left <= room, "{} of {}", tokens, room);
        }
    }

    #[test]
    fn the_same_dice_give_the_same_messages(case in case(lively().boxed()), seed: u64) {
        let scene = scene(&case);
        let once = shown(&run(&scene, &case.preset, &mut MapHost::default().with_seed(seed)));
        prop_assert_eq!(once, shown(&run(&scene, &case.preset, &mut MapHost::default().with_seed(seed))));
    }

    #[test]
    fn nothing_is_left_out_without_a_word(case in case(text().boxed())) {
        let scene = scene(&case);
        let prompt = run(&scene, &case.preset, &mut MapHost::default());
        let last = case.chat.iter().rposition(|(_, _, hidden)| !hidden);
        for (number, (role, text, hidden)) in case.chat.iter().enumerate() {
            let is_last_of_all = number + 1 == case.chat.len();
            let goes = match scene.generation {
                Generation::Swipe => Some(number) == last,
                Generation::Regenerate => is_last_of_all && *role != Role::User,
                _ => false,
            };
            if has_text(text) && !hidden && !goes {
                prop_assert!(is_told(&prompt, &Source::Message(number)), "message {number}: {prompt:?}");
            }
        }
        for known in case.preset.prompts.iter().filter(|known| has_text(&known.content)) {
            let source = Source::Prompt(known.identifier.clone().unwrap());
            prop_assert!(is_told(&prompt, &source), "{source:?}: {prompt:?}");
        }
        for (source, text) in [
            (Source::Description, case.card.description()),
            (Source::Personality, case.card.personality()),
            (Source::Scenario, case.card.scenario()),
            (Source::Persona, &case.persona.0),
            (Source::AuthorsNote, &case.note.0),
        ] {
            if has_text(text) {
                prop_assert!(is_told(&prompt, &source), "{source:?}: {prompt:?}");
            }
        }
    }

    #[test]
    fn scripts_that_are_off_are_none(case in case(lively().boxed())) {
        let mut scene = scene(&case);
        let without = shown(&run(&scene, &case.preset, &mut MapHost::default()));
        let mut script = Script::default();
        (script.find, script.replace) = ("/[a-z]/g".to_owned(), Some("X".to_owned()));
        (script.trim, script.placement) = (Some(Vec::new()), Some(vec![1.0, 2.0, 5.0]));
        (script.prompt_only, script.disabled) = (true, true);
        scene.scripts = vec![script];
        prop_assert_eq!(without, shown(&run(&scene, &case.preset, &mut MapHost::default())));
    }
}
