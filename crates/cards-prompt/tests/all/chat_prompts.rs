//! Messages of chat completion, case by case; the rows of the suite hold the rest.

use cards_macro::MapHost;
use cards_model::{Card, v2};
use cards_prompt::sillytavern::chat::{ChatPrompt, Missing, Preset, assemble};
use cards_prompt::sillytavern::{ChatMessage, ExtensionPosition, Generation, Inject, Mistakes, Outside, Scene};
use cards_script::sillytavern::Script;
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
    Preset::read(&text).unwrap().value
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
        Inject { key: "a", value: "First.", position: ExtensionPosition::InChat, ..Inject::default() },
        Inject { key: "b", value: "{{char}}.", position: ExtensionPosition::InChat, ..Inject::default() },
    ];
    let prompt = run(&scene, &preset("", &["chatHistory"]));
    let message = prompt.messages.last().unwrap();
    let pieces: Vec<(String, &str)> =
        message.pieces.iter().map(|piece| (piece.sources[0].name(), piece.text.as_str())).collect();
    assert_eq!(pieces, [("extension: a".to_owned(), "First.\n"), ("extension: b".to_owned(), "Aria.")]);
}

/// Scripts for the prompt run over each message by who wrote it and by how many are newer.
#[test]
fn scripts_run_over_the_messages_of_their_depth() {
    let card = card();
    let script = |find: &str, placement: f64, depths: [Option<f64>; 2]| {
        let mut script = Script::default();
        (script.find, script.replace, script.trim) = (format!("/{find}/g"), Some("*".to_owned()), Some(Vec::new()));
        (script.placement, script.prompt_only) = (Some(vec![placement]), true);
        [script.min_depth, script.max_depth] = depths;
        script
    };
    let mut scene = Scene::new("Sam", &card);
    scene.chat = ["ab", "ab", "ab", "ab"]
        .into_iter()
        .enumerate()
        .map(|(at, text)| ChatMessage::from(if at % 2 == 0 { Message::user(text) } else { Message::assistant(text) }))
        .collect();
    let preset = preset("", &["chatHistory"]);
    for (scripts, expected) in [
        (vec![script("a", 1.0, [None, None])], ["*b", "ab", "*b", "ab"]),
        (vec![script("b", 2.0, [None, None])], ["ab", "a*", "ab", "a*"]),
        (vec![script("a", 1.0, [Some(2.0), None])], ["*b", "ab", "ab", "ab"]),
        (vec![script("a", 2.0, [None, Some(0.0)])], ["ab", "ab", "ab", "*b"]),
    ] {
        scene.scripts = scripts;
        assert_eq!(contents(&run(&scene, &preset))[1..], expected);
    }
}

/// The newest messages that have any get their reasoning back, so many as the settings say.
#[test]
fn reasoning_goes_back_from_the_newest_message() {
    let card = card();
    let mut scene = Scene::new("Sam", &card);
    scene.chat = ["a", "b", "c"]
        .map(|text| ChatMessage::from(Message::assistant(text)))
        .into_iter()
        .zip(["1", "2", ""])
        .map(|(message, reasoning)| message.with_reasoning(reasoning))
        .collect();
    let preset = preset("", &["chatHistory"]);
    for (add, most, expected) in [
        (false, 9, ["a", "b", "c"]),
        (true, 1, ["a", "<think>2</think>\nb", "c"]),
        (true, 2, ["<think>1</think>\na", "<think>2</think>\nb", "c"]),
        (true, 0, ["a", "b", "c"]),
    ] {
        (scene.reasoning.add_to_prompts, scene.reasoning.max_additions) = (add, most);
        assert_eq!(contents(&run(&scene, &preset))[1..], expected, "{add} {most}");
    }
    // A message that is continued goes on with its own, whatever the settings say; the others do not.
    scene.generation = Generation::Continue;
    scene.reasoning.add_to_prompts = false;
    scene.chat.push(ChatMessage::from(Message::assistant("d")).with_reasoning("4"));
    let prompt = run(&scene, &preset);
    let thinking: Vec<&str> = contents(&prompt).into_iter().filter(|text| text.contains("<think>")).collect();
    assert_eq!(thinking, ["<think>4</think>\nd"]);
}

/// What an extension puts before or into the prompt goes to an end of `main`, under any key.
#[test]
fn extensions_go_to_the_ends_of_the_main_prompt() {
    let card = card();
    let mut scene = scene(&card);
    let inject = |key, value, position| Inject { key, value, position, ..Inject::default() };
    scene.injects = vec![
        inject("mine 1", "In.", ExtensionPosition::InPrompt),
        inject("mine 2", "Before.", ExtensionPosition::BeforePrompt),
    ];
    let preset = preset(r#"{"identifier":"main","content":"Main."}"#, &["main"]);
    assert_eq!(contents(&run(&scene, &preset)), ["Before.", "Main.", "In."]);
}

/// De facto: SillyTavern 1.19.0, `injection_trigger`: no kind of generation named is every kind.
#[test]
fn a_prompt_may_be_for_some_kinds_of_generation() {
    let card = card();
    let mut scene = scene(&card);
    let preset = preset(
        r#"{"identifier":"a","content":"Always.","system_prompt":false,"injection_trigger":[]},
        {"identifier":"b","content":"At times.","system_prompt":false,"injection_trigger":["swipe","impersonate"]}"#,
        &["a", "b"],
    );
    for (generation, sent) in [(Generation::Normal, false), (Generation::Swipe, true), (Generation::Regenerate, false)]
    {
        scene.generation = generation;
        let prompt = run(&scene, &preset);
        assert!(contents(&prompt).contains(&"Always."));
        assert_eq!(contents(&prompt).contains(&"At times."), sent, "{generation:?}");
        assert_eq!(reasons(&prompt).contains(&("At times.", Missing::NotTriggered)), !sent, "{generation:?}");
    }
}

/// What is never met at its depth says so, and what has no place at all says that.
#[test]
fn a_prompt_of_an_extension_that_is_not_sent_says_why() {
    let card = card();
    let mut scene = scene(&card);
    let preset = preset("", &["chatHistory"]);
    for (position, depth, reason) in [
        (ExtensionPosition::InChat, -1.0, Some(Missing::DepthNeverMet)),
        (ExtensionPosition::InChat, 0.5, Some(Missing::DepthNeverMet)),
        (ExtensionPosition::InChat, 0.0, None),
        (ExtensionPosition::Nowhere, 0.0, Some(Missing::NotPlaced)),
    ] {
        scene.injects = vec![Inject { key: "mine", value: "Told.", position, depth, ..Inject::default() }];
        let prompt = run(&scene, &preset);
        let found = reasons(&prompt).into_iter().find(|(text, _)| *text == "Told.").map(|(_, reason)| reason);
        assert_eq!(found, reason, "{position:?} {depth}");
        assert_eq!(contents(&prompt).contains(&"Told."), reason.is_none());
    }
}

/// A new installation names its prompts so; SillyTavern 1.19.0, `chatCompletionDefaultPrompts`.
#[test]
fn the_prompts_of_a_new_installation_have_names() {
    let preset = Preset::default();
    for (identifier, name) in
        [("main", "Main Prompt"), ("nsfw", "Auxiliary Prompt"), ("jailbreak", "Post-History Instructions")]
    {
        assert_eq!(preset.prompt(identifier).unwrap().name, name);
    }
}

/// The bias of the newest message that is the user's counts; a swipe looks past the last message, which is taken anew.
#[test]
fn the_answer_begins_with_the_bias_of_the_message_that_counts() {
    let card = card();
    let mut scene = scene(&card);
    let said = |text, bias| {
        let mut message = ChatMessage::from(Message::user(text));
        message.bias = bias;
        message
    };
    scene.chat = vec![said("One.", "first"), said("Two.", "second")];
    let preset = preset("", &["chatHistory"]);
    for (generation, bias) in [(Generation::Normal, "second"), (Generation::Swipe, "first"), (Generation::Continue, "")]
    {
        scene.generation = generation;
        let prompt = run(&scene, &preset);
        let biased =
            contents(&prompt).into_iter().filter(|text| ["first", "second"].contains(text)).collect::<Vec<_>>();
        assert_eq!(biased.join(","), bias, "{generation:?}");
    }
}
