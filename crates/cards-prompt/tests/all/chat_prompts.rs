//! Messages of chat completion, case by case; the rows of the suite hold the rest.

use cards_macro::MapHost;
use cards_model::{Card, Limits, v2};
use cards_prompt::sillytavern::chat::{ChatPrompt, Missing, Preset, assemble};
use cards_prompt::sillytavern::{ChatMessage, Generation, Inject, Mistakes, Outside, Scene};
use cards_words::{Message, Words};

fn card() -> Card {
    let mut card = v2::Card::default();
    card.data.name = "Aria".to_owned();
    card.data.mes_example = "<START>\nSam: Sing.\nAria: La.".to_owned();
    Card::from(card)
}

fn scene(card: &Card) -> Scene<'_> {
    let mut scene = Scene::new("Sam", card);
    scene.chat = vec![ChatMessage::from(Message::user("Go on.")), ChatMessage::from(Message::assistant("The bell"))];
    scene
}

/// A preset whose order has these prompts, all on.
fn preset(prompts: &str, order: &[&str]) -> Preset {
    let order: Vec<String> = order.iter().map(|name| format!(r#"{{"identifier":"{name}","enabled":true}}"#)).collect();
    let order = order.join(",");
    let text = format!(r#"{{"prompts":[{prompts}],"prompt_order":[{{"character_id":100001,"order":[{order}]}}]}}"#);
    Preset::read(&text, &Limits::default()).unwrap().value
}

fn run(scene: &Scene<'_>, preset: &Preset) -> ChatPrompt {
    assemble(scene, preset, Outside { host: &mut MapHost::default(), tokens: &mut Words, books: None }).unwrap()
}

fn contents(prompt: &ChatPrompt) -> Vec<&str> {
    prompt.messages.iter().map(|message| message.content.as_str()).collect()
}

fn reasons(prompt: &ChatPrompt) -> Vec<(&str, Missing)> {
    prompt.left_out.iter().map(|left_out| (left_out.text.as_str(), left_out.reason)).collect()
}

#[test]
fn examples_behind_all_else_take_the_place_of_the_continued_message() {
    let card = card();
    let mut scene = scene(&card);
    scene.generation = Generation::Continue;
    // Markers that are not in the order would be behind.
    let markers = ["worldInfoBefore", "worldInfoAfter", "charDescription", "charPersonality", "scenario"];
    let order: Vec<&str> = markers.into_iter().chain(["chatHistory", "dialogueExamples"]).collect();
    let preset = preset("", &order);
    let nudge = "[Continue your last message without repeating its original content.]";
    let lost = run(&scene, &preset);
    assert_eq!(contents(&lost), ["[Start a new Chat]", "Go on.", "[Example Chat]", "Sing.", "La."]);
    let overwritten = [("The bell", Missing::Overwritten), (nudge, Missing::Overwritten)];
    assert!(overwritten.iter().all(|pair| reasons(&lost).contains(pair)), "{:?}", reasons(&lost));
    scene.mistakes = Mistakes::AsIntended;
    let kept = run(&scene, &preset);
    assert_eq!(contents(&kept), ["[Start a new Chat]", "Go on.", "[Example Chat]", "Sing.", "La.", "The bell", nudge]);
}

#[test]
fn a_prompt_with_an_unknown_role_is_the_systems_or_left_out() {
    let card = card();
    let preset = preset(
        r#"{"identifier":"a","content":"Beside.","role":"god","system_prompt":false},
        {"identifier":"b","content":"Among.","role":"god","injection_position":1,"injection_depth":0}"#,
        &["a", "b"],
    );
    let prompt = run(&scene(&card), &preset);
    assert_eq!(contents(&prompt), ["Beside."]);
    assert!(reasons(&prompt).contains(&("Among.", Missing::UnknownRole)));
}

#[test]
fn what_has_no_place_in_the_order_is_named() {
    let card = card();
    let mut scene = scene(&card);
    scene.injects = vec![Inject { key: "memory", value: "Remember.", ..Inject::default() }];
    let prompt = run(&scene, &preset("", &["nsfw"]));
    assert!(contents(&prompt).is_empty(), "{:?}", contents(&prompt));
    for text in ["Go on.", "The bell", "Remember.", "Sam: Sing.\nAria: La."] {
        assert!(reasons(&prompt).contains(&(text, Missing::NoPlace)), "{text}: {:?}", reasons(&prompt));
    }
}

#[test]
fn what_macros_leave_alone_keeps_its_own_piece() {
    let card = card();
    let mut scene = scene(&card);
    scene.injects = vec![
        Inject {
            key: "a",
            value: "First.",
            position: cards_prompt::sillytavern::ExtensionPosition::InChat,
            ..Inject::default()
        },
        Inject {
            key: "b",
            value: "{{char}}.",
            position: cards_prompt::sillytavern::ExtensionPosition::InChat,
            ..Inject::default()
        },
    ];
    let prompt = run(&scene, &preset("", &["chatHistory"]));
    let message = prompt.messages.last().unwrap();
    let pieces: Vec<(String, &str)> =
        message.pieces.iter().map(|piece| (piece.sources[0].name(), piece.text.as_str())).collect();
    assert_eq!(pieces, [("extension: a".to_owned(), "First.\n"), ("extension: b".to_owned(), "Aria.")]);
}
