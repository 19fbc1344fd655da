//! RisuAI's whole prompt, as its public source builds it for a new installation (read at 015d12a0, see the module's words).

use cards_lore::Placement;
use cards_lore::placement::InjectHow;
use cards_macro::{Engine, Limits, MapHost};
use cards_model::{Card, v2};
use cards_prompt::risu::{RisuInput, assemble};
use cards_prompt::{LoreText, Opening, Prompt, PromptInput, open};
use cards_script::risu::Script;
use cards_words::{Message, Role};

/// A chat, and what is beside it.
struct Scene {
    data: v2::Data,
    lore: Vec<LoreText>,
    said: Vec<Message<'static>>,
    persona: &'static str,
    main: &'static str,
    global_note: &'static str,
    note: &'static str,
    scripts: Vec<Script>,
    context: Option<u64>,
}

impl Scene {
    fn new() -> Self {
        Self {
            data: v2::Data { name: "Aria".into(), description: "A bard.".into(), ..Default::default() },
            lore: Vec::new(),
            said: vec![Message::assistant("Hello."), Message::user("Hi.")],
            persona: "",
            main: "",
            global_note: "",
            note: "",
            scripts: Vec::new(),
            context: None,
        }
    }

    fn with_lore(mut self, text: &str, placement: Placement, role: Role) -> Self {
        let entry = format!("entry {}", self.lore.len());
        self.lore.push(LoreText { entry, text: text.to_owned(), placement, role });
        self
    }

    fn made(&self) -> Prompt {
        let card = Card::V2(Box::new(v2::Card { data: self.data.clone(), ..Default::default() }));
        let mut host = MapHost::new("Sam", "Aria");
        let opening = Opening::Greeting(0);
        let history = open(Some(&card), &self.said, &opening, Engine::Risu, &Limits::default(), &mut host).unwrap();
        let prompt = PromptInput {
            lore: &self.lore,
            persona: self.persona,
            system_prompt: self.main,
            post_history_instructions: self.global_note,
            engine: Engine::Risu,
            context: self.context,
            ..PromptInput::new(&card, &history)
        };
        let mut input = RisuInput::new(prompt);
        (input.note, input.scripts) = (self.note, &self.scripts);
        assemble(&input, &mut host, &mut |text: &str| text.len() as u64).unwrap()
    }

    /// The messages, as `role: content`.
    fn told(&self) -> Vec<String> {
        let prompt = self.made();
        prompt.messages().iter().map(|message| format!("{}: {}", message.role, message.content)).collect()
    }
}

fn slot(name: &str) -> Placement {
    Placement::Slot(name.to_owned())
}

#[test]
fn everything_stands_in_the_clients_order() {
    let mut scene = Scene::new()
        .with_lore("LORE", Placement::Default, Role::System)
        .with_lore("DEPTH0", Placement::Depth { depth: 0.0 }, Role::System)
        .with_lore("PREFILL", Placement::Depth { depth: 0.0 }, Role::Assistant);
    scene.data.personality = "Kind to {{user}}.".into();
    scene.data.scenario = "A tavern.".into();
    scene.data.system_prompt = "Act. {{original}}".into();
    scene.data.post_history_instructions = "Be brief. {{original}}".into();
    scene.data.mes_example = "<START>\n{{user}}: One\n{{char}}: Two".into();
    (scene.main, scene.global_note) = ("MAIN", "GLOBAL");
    (scene.persona, scene.note) = ("A smith.", "Rain.");
    assert_eq!(
        scene.told(),
        [
            // The mark of an example is joined with what is before it, since it is the system's; that of the chat is not.
            "system: Act. MAIN\n\nA bard.\n\nDescription of Aria: Kind to Sam.\n\nCircumstances and context of the dialogue: A tavern.\n\n\
             A smith.\n\n[Start a new chat]",
            "user: One",
            "assistant: Two",
            "system: [Start a new chat]",
            "assistant: Hello.",
            "user: Hi.",
            "system: LORE\n\nBe brief. GLOBAL\n\nRain.\n\nDEPTH0",
            "assistant: PREFILL",
        ]
    );
}

#[test]
fn without_texts_of_its_own_a_card_has_those_of_the_user() {
    let mut scene = Scene::new();
    assert_eq!(scene.told(), ["system: A bard.", "system: [Start a new chat]", "assistant: Hello.", "user: Hi."]);
    (scene.main, scene.global_note) = ("MAIN", "@@user\nGLOBAL\n@@assistant\nYES");
    assert_eq!(
        scene.told()[..1].iter().chain(&scene.told()[3..]).collect::<Vec<_>>(),
        ["system: MAIN\n\nA bard.", "user: Hi.", "user: GLOBAL", "assistant: YES"]
    );
    // `{{original}}` is the user's text before any macro runs, and so may be empty.
    scene.data.system_prompt = "{{original}}".into();
    scene.main = "For {{user}}.";
    assert!(scene.told()[0].starts_with("system: For Sam.\n\n"));
}

#[test]
fn lore_goes_around_the_description_and_among_the_messages() {
    let mut scene = Scene::new()
        .with_lore("B1", slot("before_desc"), Role::System)
        .with_lore("B2", slot("before_desc"), Role::User)
        .with_lore("A1", slot("after_desc"), Role::System)
        .with_lore("P1", slot("personality"), Role::Assistant)
        .with_lore("D1", Placement::Depth { depth: 1.0 }, Role::System)
        .with_lore("R1", Placement::ReverseDepth { depth: 1.0 }, Role::User);
    scene.said =
        vec![Message::assistant("Hello."), Message::user("One."), Message::assistant("Two."), Message::user("Three.")];
    assert_eq!(
        scene.told(),
        [
            "user: B2",
            "system: B1\n\nA bard.\n\nA1",
            "assistant: P1",
            "system: [Start a new chat]",
            // The client counts a depth from the oldest, the newest message apart, and the mark is one of them.
            "system: D1",
            "assistant: Hello.",
            "user: One.",
            "user: R1",
            "assistant: Two.",
            "user: Three.",
        ]
    );
}

#[test]
fn what_has_no_place_says_so() {
    let scene = Scene::new()
        .with_lore("Seen: {{position::a}}{{position::none}}.", Placement::Default, Role::System)
        .with_lore("OWN", slot("pt_a"), Role::System)
        .with_lore("LOST", slot("pt_b"), Role::System)
        .with_lore("BELOW", Placement::Depth { depth: -1.0 }, Role::System)
        .with_lore("PART", Placement::Inject { target: "main".into(), how: InjectHow::Append }, Role::System);
    let told = scene.told();
    assert_eq!(told.last().map(String::as_str), Some("system: Seen: OWN."));
    let prompt = scene.made();
    let reasons: Vec<String> =
        prompt.unplaced.iter().map(|one| format!("{}: {}", one.segment.text, one.reason)).collect();
    assert_eq!(
        reasons,
        [
            "LOST: no text asks for {{position::b}}",
            "BELOW: the client has no place at the depth -1",
            "PART: there is no part `main` in a chat prompt",
        ]
    );
}

#[test]
fn the_note_of_the_character_counts_from_the_end_of_all() {
    let mut scene = Scene::new();
    scene.note = "Rain.";
    for (note, at) in [
        (r#"{"prompt":"NOTE {{user}} ","depth":1}"#, 4),
        (r#"{"prompt":"NOTE {{user}} ","depth":"2"}"#, 3),
        (r#"{"prompt":"NOTE {{user}} ","depth":0}"#, 5),
        // JavaScript's `splice` counts a place below 0 from the end, and takes no number for 0.
        (r#"{"prompt":"NOTE {{user}} ","depth":6}"#, 4),
        (r#"{"prompt":"NOTE {{user}} "}"#, 0),
    ] {
        scene.data.extensions =
            format!(r#"{{"depth_prompt":{note}}}"#).parse::<cards_model::Json>().unwrap().as_object().unwrap().clone();
        let told = scene.told();
        assert_eq!(told.iter().position(|text| text == "system: NOTE Sam "), Some(at), "{note}: {told:?}");
    }
}

#[test]
fn scripts_run_and_thoughts_stay() {
    let mut scene = Scene::new();
    let script = r#"[{"comment":"loud","in":"Hi","out":"HI","type":"editprocess"},{"comment":"no","in":"HI","out":"ho","type":"editdisplay"}]"#;
    scene.scripts = Script::list_from_json(&script.parse().unwrap());
    scene.said[0] = Message::assistant("<Thoughts>hm</Thoughts>Hello.");
    assert_eq!(scene.told()[2..], ["assistant: Hello.", "user: HI."]);
}

#[test]
fn the_oldest_go_first_and_examples_before_them() {
    let mut scene = Scene::new();
    scene.data.mes_example = "{{user}}: One\n{{char}}: Two".into();
    let whole = scene.made();
    assert!(whole.left_out.is_empty() && whole.excess == 0);
    // Each message costs 5 beside its text, also the main prompt and the global note that are empty and not sent; the mark of the
    // new chat counts for nothing until it goes.
    let cost = |text: &str| text.len() as u64 + 5;
    let all: u64 = ["", "", "A bard.", "One", "Two", "Hello.", "Hi."].into_iter().map(cost).sum();
    let left = |context: u64| {
        let scene = Scene { context: Some(context), data: scene.data.clone(), ..Scene::new() };
        let prompt = scene.made();
        (prompt.left_out.iter().map(|piece| piece.text.clone()).collect::<Vec<_>>(), prompt.excess)
    };
    assert_eq!(left(all), (vec![], 0));
    assert_eq!(left(all - 1), (vec!["One".to_owned()], 0));
    assert_eq!(left(all - 17).0, ["One", "Two", "[Start a new chat]"]);
    assert_eq!(left(1).0.len(), 4);
    // The newest stays, and what there is no room for is said.
    assert!(left(1).1 > 0);
}
