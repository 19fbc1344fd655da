//! Prompts of text completion: what comes out, where it is from, and what is left out.

use cards_macro::MapHost;
use cards_model::{Card, v2};
use cards_prompt::Source;
use cards_prompt::sillytavern::chat::Missing;
use cards_prompt::sillytavern::text::{BuiltIn, NamesBehavior, SystemPrompt, TextOptions, TextPrompt, complete};
use cards_prompt::sillytavern::{ChatMessage, Error, Generation, Mistakes, Outside, Persona, Scene};
use cards_words::{Message, Words};
use proptest::prelude::*;

fn card() -> Card {
    let mut card = v2::Card::default();
    card.data.name = "Corvin".to_owned();
    card.data.description = "{{char}} repairs clocks.".to_owned();
    card.data.personality = "dry".to_owned();
    card.data.scenario = "A storm.".to_owned();
    card.data.mes_example = "<START>\n{{user}}: Can you?\n{{char}}: I can.\n<START>\n{{user}}: When?".to_owned();
    card.into()
}

fn scene<'s>(card: &'s Card, chat: &[(&'s str, bool)]) -> Scene<'s> {
    let mut scene = Scene::new("Mira", card);
    let message = |(text, is_user): &(&'s str, bool)| {
        ChatMessage::from(if *is_user { Message::user(*text) } else { Message::assistant(*text) })
    };
    scene.chat = chat.iter().map(message).collect();
    scene
}

fn options(built_in: BuiltIn) -> TextOptions {
    TextOptions::default().with_templates(built_in.templates())
}

fn run(scene: &Scene<'_>, options: &TextOptions) -> Result<TextPrompt, Error> {
    let mut host = MapHost::default();
    complete(scene, options, Outside { host: &mut host, tokens: &mut Words, books: None })
}

#[track_caller]
fn check(scene: &Scene<'_>, options: &TextOptions, expected: &str) -> TextPrompt {
    let prompt = run(scene, options).unwrap();
    assert_eq!(prompt.text, expected);
    prompt
}

const CHAT: [(&str, bool); 2] = [("Closed, says {{char}}.", false), ("{{char}}?", true)];

#[test]
fn without_instruct_mode_it_is_lines_with_names() {
    let card = card();
    let prompt = check(
        &scene(&card, &CHAT),
        &options(BuiltIn::Default),
        "Corvin repairs clocks.\ndry\nA storm.\n***\nMira: Can you?\nCorvin: I can.\n***\nMira: When?\n***\n\
         Corvin: Closed, says Corvin.\nMira: {{char}}?\nCorvin:",
    );
    assert_eq!(prompt.stop, ["\nMira:"]);
    let sources: Vec<String> = prompt.pieces.iter().flat_map(|piece| &piece.sources).map(Source::name).collect();
    for source in ["description", "personality", "scenario", "example 1", "example 2", "message 1", "message 2"] {
        assert!(sources.iter().any(|known| known == source), "{source}: {sources:?}");
    }
}

#[test]
fn chatml_stands_around_everything() {
    let card = card();
    let options = options(BuiltIn::ChatMl).with_system_prompt(Some(SystemPrompt::new("Be {{char}}.")));
    let prompt = check(
        &scene(&card, &CHAT),
        &options,
        "<|im_start|>system\nBe Corvin.\nCorvin repairs clocks.\ndry\nA storm.\n<|im_end|>\n\
         <|im_start|>user\nMira: Can you?<|im_end|>\n<|im_start|>assistant\nI can.<|im_end|>\n\
         <|im_start|>user\nMira: When?<|im_end|>\n<|im_start|>assistant\nClosed, says Corvin.<|im_end|>\n\
         <|im_start|>user\n{{char}}?<|im_end|>\n<|im_start|>assistant\n",
    );
    assert_eq!(
        prompt.stop,
        ["\nMira:", "\n<|im_end|>", "\n<|im_start|>user", "\n<|im_start|>assistant", "\n<|im_start|>system"]
    );
}

#[test]
fn macros_show_the_templates_in_use() {
    let mut card = v2::Card::default();
    card.data.description = "{{instructInput}} {{exampleSeparator}} {{maxPrompt}}".to_owned();
    let card = card.into();
    let prompt = run(&scene(&card, &[]), &options(BuiltIn::Alpaca).with_max_context(900)).unwrap();
    assert!(prompt.story.text().starts_with("### Instruction:"), "{}", prompt.story.text());
}

#[test]
fn what_is_continued_has_its_name_twice_unless_the_mistake_is_off() {
    let card = card();
    let mut scene = scene(&card, &[("a", true), ("b", false)]);
    scene.generation = Generation::Continue;
    let options = options(BuiltIn::Default);
    assert!(run(&scene, &options).unwrap().text.ends_with("Mira: a\nCorvin:Corvin: b"));
    scene.mistakes = Mistakes::AsIntended;
    assert!(run(&scene, &options).unwrap().text.ends_with("Mira: a\nCorvin: b"));
}

#[test]
fn the_last_look_costs_a_few_counts_however_many_messages_go() {
    let card = card();
    let texts: Vec<String> = (0..600).map(|number| format!("{number}")).collect();
    let chat: Vec<(&str, bool)> = texts.iter().enumerate().map(|(at, text)| (text.as_str(), at % 2 == 0)).collect();
    let mut scene = scene(&card, &chat);
    scene.generation = Generation::Continue;
    scene.settings.token_padding = 0;
    // Each look adds this line once more, so that no look is the last before every message is gone.
    scene.quiet.prompt = "Say a few more words than any of these messages has, and then some.";
    scene.quiet.to_loud = true;
    let options = options(BuiltIn::Default).with_max_context(900).with_max_response(0);
    let mut counted = 0;
    let mut tokens = cards_words::Named::new("words", |text: &str| {
        counted += text.len();
        text.split_whitespace().count() as u64
    });
    let outside = Outside { host: &mut MapHost::default(), tokens: &mut tokens, books: None };
    let prompt = complete(&scene, &options, outside).unwrap();
    let gone = prompt.left_out.iter().filter(|left| left.reason == Missing::NoRoom).count();
    assert!(gone > 500, "{gone}");
    assert!(counted < 2_000_000, "{counted} bytes were counted");
}

#[test]
fn what_is_not_in_the_prompt_is_named() {
    let card = card();
    let mut scene = scene(&card, &[("one two three four five six", false), ("seven", true)]);
    scene.persona = Persona { description: "A courier.", ..Persona::default() };
    scene.settings.token_padding = 0;
    let mut options = options(BuiltIn::Default).with_max_context(18).with_max_response(0);
    options.context.story_string = "{{description}}".to_owned();
    let prompt = run(&scene, &options).unwrap();
    let left: Vec<(String, Missing)> =
        prompt.left_out.iter().map(|left| (left.sources[0].name(), left.reason)).collect();
    assert!(left.contains(&("persona".to_owned(), Missing::NotAskedFor)), "{left:?}");
    assert!(left.contains(&("example 2".to_owned(), Missing::NoRoom)), "{left:?}");
    assert!(prompt.tokens <= 18 && prompt.excess == 0);
}

#[test]
fn a_story_string_that_cannot_be_read_makes_no_prompt() {
    let card = card();
    let mut options = options(BuiltIn::Default);
    options.context.story_string = "{{#if char}}".to_owned();
    let error = run(&scene(&card, &CHAT), &options).unwrap_err();
    assert_eq!(error.to_string(), "the story string cannot be read");
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert_eq!(cause, "the block `if` at byte 0 is not closed");
}

/// De facto: the templates of these names that SillyTavern 1.19.0 comes with.
/// Handlebars has no function here, so a name with arguments is none of a text; the story of the client has none either.
#[test]
fn the_text_of_a_block_takes_no_arguments() {
    let card = card();
    let mut options = options(BuiltIn::Default);
    options.context.story_string = "{{#char}}[{{this}}]{{/char}}".to_owned();
    let prompt = run(&scene(&card, &[("Hi.", false)]), &options).unwrap();
    assert!(prompt.text.starts_with(&format!("[{}]", card.name())), "{}", prompt.text);
    options.context.story_string = "{{#char}}[{{this 1}}]{{/char}}".to_owned();
    assert!(run(&scene(&card, &[("Hi.", false)]), &options).is_err());
}

/// A return is no character of its own, so that the line feeds on both sides of it are a run.
#[test]
fn runs_of_line_feeds_are_one_where_the_user_asks_for_it() {
    let card = card();
    let text = |collapse: bool| {
        let mut scene = scene(&card, &[("a\n\r\nb\r\n\r\nc\rd\n", false)]);
        scene.settings.collapse_newlines = collapse;
        run(&scene, &options(BuiltIn::Default)).unwrap().text
    };
    assert!(text(false).contains("a\n\nb\n\ncd"), "{:?}", text(false));
    assert!(text(true).contains("a\nb\ncd"), "{:?}", text(true));
}

#[test]
fn built_in_templates_give_their_marks_to_each_message() {
    let card = card();
    for (built_in, end) in [
        (BuiltIn::Alpaca, "### Response:\nClosed, says Corvin.\n\n### Instruction:\n{{char}}?\n\n### Response:\n"),
        (
            BuiltIn::Llama3,
            "<|start_header_id|>assistant<|end_header_id|>\n\nClosed, says Corvin.<|eot_id|>\
             <|start_header_id|>user<|end_header_id|>\n\n{{char}}?<|eot_id|>\
             <|start_header_id|>assistant<|end_header_id|>\n\n",
        ),
        (BuiltIn::Mistral, "[/INST]Closed, says Corvin.</s>[INST]{{char}}?[/INST]"),
    ] {
        let prompt = run(&scene(&card, &CHAT), &options(built_in)).unwrap();
        assert!(prompt.text.ends_with(end), "{built_in}: {:?}", prompt.text);
    }
}

/// What a blank at the end of one answer sequence does, the other is made to do, where the name is behind it.
#[test]
fn a_last_sequence_borrows_the_blank_of_the_usual_one() {
    let card = card();
    let mut options = options(BuiltIn::ChatMl);
    let instruct = options.instruct.as_mut().unwrap();
    (instruct.wrap, instruct.names) = (false, NamesBehavior::Always);
    for (usual, last, end) in [
        ("A: ", "B:", "B: Corvin:"),
        ("A: ", "B: ", "B: Corvin:"),
        ("A:", "B:", "B:Corvin:"),
        ("A: ", "", "A: Corvin:"),
    ] {
        let instruct = options.instruct.as_mut().unwrap();
        (instruct.output_sequence, instruct.last_output_sequence) = (usual.to_owned(), last.to_owned());
        let prompt = run(&scene(&card, &CHAT), &options).unwrap();
        assert!(prompt.text.ends_with(end), "{usual:?} {last:?}: {:?}", prompt.text);
    }
}

proptest! {
    /// The pieces are the text, nothing goes without a word, the room is kept, and the same goes in and out twice.
    #[test]
    fn laws_of_text_prompts(
        texts in prop::collection::vec(("[a-z {}\n\r<]{0,12}", any::<bool>()), 0..7),
        built_in in prop::sample::select(BuiltIn::ALL.to_vec()),
        generation in prop::sample::select(Generation::ALL.to_vec()),
        room in 0_u64..120,
        flags in any::<[bool; 4]>(),
    ) {
        let card = card();
        let chat: Vec<(&str, bool)> = texts.iter().map(|(text, is_user)| (text.as_str(), *is_user)).collect();
        let mut scene = scene(&card, &chat);
        scene.generation = generation;
        scene.settings.token_padding = 0;
        scene.settings.pin_examples = flags[0];
        scene.settings.collapse_newlines = flags[1];
        scene.settings.strip_examples = flags[2];
        scene.mistakes = if flags[3] { Mistakes::Reproduced } else { Mistakes::AsIntended };
        let options = options(built_in).with_max_context(room).with_max_response(0);
        let prompt = run(&scene, &options).unwrap();
        let pieces: String = prompt.pieces.iter().map(|piece| piece.text.as_str()).collect();
        prop_assert_eq!(&pieces, &prompt.text);
        let again = run(&scene, &options).unwrap();
        prop_assert_eq!(&again.text, &prompt.text);

        let told = |source: &Source| {
            let in_text = prompt.pieces.iter().any(|piece| piece.sources.contains(source));
            in_text || prompt.left_out.iter().any(|left| left.sources.contains(source))
        };
        let hidden = match generation {
            Generation::Swipe => chat.len().checked_sub(1),
            Generation::Regenerate => chat.len().checked_sub(1).filter(|at| !chat[*at].1),
            _ => None,
        };
        for (at, (text, _)) in chat.iter().enumerate() {
            let blank = text.chars().all(|c| c.is_whitespace());
            prop_assert!(blank || Some(at) == hidden || told(&Source::Message(at)), "message {}", at + 1);
        }
        for source in [Source::Description, Source::Personality, Source::Scenario, Source::Example(0), Source::Example(1)] {
            prop_assert!(told(&source), "{}", source.name());
        }
        // What has to be there may be too much; what may go does not make it so.
        let alone = scene_alone(&card, generation);
        let least = run(&alone, &options).unwrap().tokens.max(room);
        if !flags[0] && generation != Generation::Continue {
            prop_assert!(prompt.tokens <= least, "{} over {}", prompt.tokens, least);
        }
    }
}

/// The same scene without a chat and without examples.
fn scene_alone(card: &Card, generation: Generation) -> Scene<'_> {
    let mut scene = scene(card, &[]);
    scene.generation = generation;
    scene.settings.strip_examples = true;
    scene
}

/// De facto: SillyTavern 1.19.0, `system_same_as_user`: a narrator's message has the marks of the user's.
#[test]
fn a_narrator_has_the_marks_of_the_user_where_the_template_says_so() {
    let card = card();
    for same in [false, true] {
        let mut options = options(BuiltIn::ChatMl);
        let instruct = options.instruct.as_mut().unwrap();
        instruct.system_same_as_user = same;
        instruct.input_sequence = "<in>".to_owned();
        instruct.system_sequence = "<sys>".to_owned();
        let mut scene = scene(&card, &[("Night falls.", false), ("Hm.", true)]);
        scene.chat[0].narrator = true;
        let text = run(&scene, &options).unwrap().text;
        let at = text.find("Night falls.").unwrap();
        let (user, system) = (text[..at].rfind("<in>"), text[..at].rfind("<sys>"));
        assert_eq!(user > system, same, "{text}");
    }
}
