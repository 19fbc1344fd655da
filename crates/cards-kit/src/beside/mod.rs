//! Files that clients keep beside their cards: regex scripts, chats, presets, templates, personas and groups.

mod convert;
pub(crate) mod lint;
mod named;
pub(crate) mod personas;

use cards_container::risup::{self, Packing};
use cards_container::{FileKind, Format, Source};
use cards_model::{Json, Pointer};
use cards_prompt::presets;
use cards_prompt::sillytavern::chat::Preset;
use cards_prompt::sillytavern::text::{TemplateFinding, Templates, templates_of};
use cards_script::ScriptFile;
use cards_words::Outcome;

use crate::answer;
use crate::chat::{Chat, ChatFinding, ChatForm, Names};
use crate::limits::Limits;

pub use self::convert::{BesideConversion, convert_beside, convert_beside_as};
pub use self::personas::{KeptPersona, Personas};

/// A file that a client keeps beside its cards.
///
/// ```
/// use cards_kit::{Beside, Limits};
/// let file = br#"{"temperature":1,"prompts":[{"identifier":"main","name":"Main","content":"Be brief."}],"prompt_order":[]}"#;
/// let preset = Beside::read(file, &Limits::default()).ok_or("a preset")?;
/// assert_eq!(preset.answer().what, "a SillyTavern chat-completion preset");
/// assert!(Beside::read(br#"{"name":"Aria"}"#, &Limits::default()).is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Beside {
    /// Regex scripts of either client.
    Scripts(ScriptFile),
    /// A chat.
    Chat(Box<Chat>),
    /// A preset for chat completion, laid over the client's defaults.
    Preset {
        /// The preset.
        preset: Box<Preset>,
        /// The identifiers of the prompts that the file has itself.
        own: Vec<String>,
    },
    /// A preset of RisuAI.
    RisuPreset {
        /// The kind of file that it came in.
        kind: FileKind,
        /// What it is called.
        name: String,
        /// What each item of its template is, and the bytes of its own text.
        items: Vec<(String, usize)>,
    },
    /// A preset of Marinara.
    MarinaraPreset {
        /// What it is called.
        name: String,
        /// Each section in the order of sending: what it is called, whether it is on, and the bytes of its own text.
        sections: Vec<(String, bool, usize)>,
    },
    /// A preset of NovelAI: settings of sampling.
    NovelAiPreset {
        /// What it is called.
        name: String,
        /// The model that it is for.
        model: String,
        /// Its settings.
        settings: Vec<(String, Json)>,
    },
    /// Templates for text completion.
    Templates(Box<Templates>),
    /// Personas of users.
    Personas(Personas),
    /// A group of characters, as SillyTavern keeps it in its data folder.
    Group {
        /// What it is called.
        name: String,
        /// The files of its cards.
        members: Vec<String>,
        /// How many of them are muted.
        muted: usize,
        /// How many chats it has.
        chats: usize,
    },
    /// Settings that hold nothing which is sent.
    Settings {
        /// The word for it.
        kind: &'static str,
        /// What it is, for people.
        what: &'static str,
    },
}

/// Files of settings: the word, what they are, and members that all of them have. De facto: SillyTavern 1.19.0
/// (`default/content`).
const SETTINGS: [(&str, &str, &[&str]); 11] = [
    ("sillytavern_samplers", "SillyTavern settings of sampling for text completion", &["temp", "rep_pen"]),
    (convert::NOVELAI_SAMPLERS.0, convert::NOVELAI_SAMPLERS.1, &["repetition_penalty_range", "order"]),
    (convert::NOVELAI_SAMPLERS.0, convert::NOVELAI_SAMPLERS.1, &["max_context", "order"]),
    ("sillytavern_reasoning", "a SillyTavern template for reasoning", &["prefix", "suffix", "separator"]),
    ("sillytavern_quick_replies", "SillyTavern quick replies", &["quickReplySlots"]),
    ("sillytavern_quick_replies", "SillyTavern quick replies", &["qrList"]),
    ("sillytavern_theme", "a theme of SillyTavern", &["blur_strength", "main_text_color"]),
    ("sillytavern_moving_ui", "places of SillyTavern's panels", &["movingUIState"]),
    ("sillytavern_settings", "the settings of a SillyTavern user", &["power_user", "main_api"]),
    ("sillytavern_settings", "the settings of a SillyTavern user", &["username", "main_api"]),
    // De facto: SillyTavern 1.9.7 alone.
    (
        "sillytavern_old_template",
        "a SillyTavern story template of 2023, which later versions do not read",
        &["storyString", "injections"],
    ),
];

/// Such a file as it was read.
pub(crate) struct Read {
    /// What it is; or why its client refuses it, where that is told by its shape.
    pub(crate) what: Result<Beside, cards_script::Error>,
    /// Its JSON, where all of it is one value.
    pub(crate) json: Option<Json>,
    /// What its client passes over.
    pub(crate) passed_over: Vec<(Pointer, String)>,
}

/// All bytes of a file that is none of cards; nothing for one that is larger than a text may be.
pub(crate) fn whole(source: &mut impl Source, limits: &Limits) -> Option<Vec<u8>> {
    let size = source.size();
    let mut bytes = vec![0; usize::try_from(size).ok().filter(|_| size <= limits.files.json)?];
    let mut read = 0;
    while let Some(rest) = bytes.get_mut(read..).filter(|rest| !rest.is_empty()) {
        match source.read_at(read as u64, rest).ok()? {
            0 => break,
            more => read += more,
        }
    }
    bytes.truncate(read);
    Some(bytes)
}

/// Reads a file, once; nothing where it is none of these.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Option<Read> {
    if Packing::of(Format::of(bytes)).is_some() {
        let json = risup::read(bytes, &limits.files).ok()?;
        return Some(Read {
            what: Ok(Beside::risu_preset(&json, FileKind::RisuPreset)),
            json: Some(json),
            passed_over: Vec::new(),
        });
    }
    let limits_of_json = limits.files.for_json();
    let Ok(json) = Json::read(text_of(bytes)?, &limits_of_json) else {
        // A chat has an object on every line.
        let chat = Chat::read_with(bytes, Names::default(), &limits_of_json).ok()?;
        let (beside, passed_over) = of_chat(chat)?;
        return Some(Read { what: Ok(beside), json: None, passed_over });
    };
    if let Some(scripts) = ScriptFile::of_json(&json, &limits.scripts) {
        return Some(Read { what: scripts.map(Beside::Scripts), json: Some(json), passed_over: Vec::new() });
    }
    let (beside, passed_over) = of_json(&json)?;
    Some(Read { what: Ok(beside), json: Some(json), passed_over })
}

/// A file and what its client passes over of it.
type Known = (Beside, Vec<(Pointer, String)>);

fn of_json(json: &Json) -> Option<Known> {
    let is_list = |name: &str| json.get(name).is_some_and(|value| value.as_array().is_some());
    let old =
        Preset::OLD_TEXTS.iter().filter(|(member, _)| json.get(member).is_some_and(|text| text.as_str().is_some()));
    let is_old = json.get("openai_max_context").is_some() && old.clone().next().is_some();
    if is_list("prompts") && is_list("prompt_order") || is_old {
        let prompts = json.get("prompts").and_then(Json::as_array).unwrap_or_default();
        let listed = prompts.iter().filter_map(|prompt| prompt.get("identifier")?.as_str());
        let own = listed.chain(old.map(|(_, prompt)| *prompt)).map(str::to_owned).collect();
        let Outcome { value, findings, .. } = Preset::from_json(json).ok()?;
        let passed_over = findings.into_iter().map(|finding| (finding.at, finding.problem.to_string()));
        return Some((Beside::Preset { preset: Box::new(value), own }, passed_over.collect()));
    }
    if presets::is_risu(json) {
        return Some((Beside::risu_preset(json, FileKind::Json), Vec::new()));
    }
    if presets::is_marinara(json) {
        let name = json.pointer("/data/preset/name").and_then(Json::as_str).unwrap_or_default().to_owned();
        let sections = presets::marinara_sections(json).into_iter();
        let sections = sections.map(|section| (section.name.to_owned(), section.is_on, section.content.len()));
        return Some((Beside::MarinaraPreset { name, sections: sections.collect() }, Vec::new()));
    }
    if presets::is_novelai(json) {
        let text = |name: &str| json.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
        let settings = json.get("parameters").and_then(Json::as_object).into_iter().flat_map(|held| held.iter());
        let settings = settings.map(|(name, value)| (name.to_owned(), value.clone())).collect();
        return Some((Beside::NovelAiPreset { name: text("name"), model: text("model"), settings }, Vec::new()));
    }
    if let Some(personas) = Personas::of_json(json) {
        return Some((Beside::Personas(personas), Vec::new()));
    }
    if let Ok(Outcome { value, findings, .. }) = templates_of(json) {
        let place = |finding: &TemplateFinding| finding.pointer.parse().unwrap_or_default();
        let passed_over = findings.iter().map(|finding| (place(finding), finding.to_string())).collect();
        return (value != Templates::default()).then(|| (Beside::Templates(Box::new(value)), passed_over));
    }
    if is_list("members") && is_list("chats") && json.get("chat_id").is_some() {
        let list = |name: &str| json.get(name).and_then(Json::as_array).unwrap_or_default();
        return Some((
            Beside::Group {
                name: json.get("name").and_then(Json::as_str).unwrap_or_default().to_owned(),
                members: list("members").iter().filter_map(|file| file.as_str().map(str::to_owned)).collect(),
                muted: list("disabled_members").len(),
                chats: list("chats").len(),
            },
            Vec::new(),
        ));
    }
    let has_all = |members: &[&str]| members.iter().all(|name| json.get(name).is_some());
    if let Some((kind, what, _)) = SETTINGS.iter().find(|(.., members)| has_all(members)) {
        return Some((Beside::Settings { kind, what }, Vec::new()));
    }
    of_chat(Chat::of_json(json).ok()?)
}

/// A chat of a client; lines of plain text are any text.
fn of_chat(read: Outcome<Chat, ChatFinding>) -> Option<Known> {
    let Outcome { value: chat, findings, .. } = read;
    let passed_over =
        findings.into_iter().map(|finding| (Pointer::ROOT.index(finding.record - 1), finding.problem.to_owned()));
    let is_record = chat.form != ChatForm::Plain && !chat.messages.is_empty();
    is_record.then(|| (Beside::Chat(Box::new(chat)), passed_over.collect()))
}

impl Beside {
    /// Reads a file; nothing where it is none of these, or one that its client refuses.
    #[must_use]
    pub fn read(bytes: &[u8], limits: &Limits) -> Option<Self> {
        read(bytes, limits)?.what.ok()
    }

    /// Whether a file that was refused as a card may be one of these.
    #[must_use]
    pub fn may_be(refused: &cards_container::Error) -> bool {
        let packed =
            if let cards_container::Error::Unsupported(format) = refused { Packing::of(*format) } else { None };
        packed.is_some() || matches!(refused.class(), "not-a-card" | "bad-json")
    }

    fn risu_preset(json: &Json, kind: FileKind) -> Self {
        let text = |value: &Json, name: &str| value.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
        let items = json.get("promptTemplate").and_then(Json::as_array).unwrap_or_default();
        let items = items.iter().map(|item| (text(item, "type"), text(item, "text").len()));
        Self::RisuPreset { kind, name: text(json, "name"), items: items.collect() }
    }

    /// The kind of file that it came in.
    #[must_use]
    pub fn kind(&self) -> FileKind {
        if let Self::RisuPreset { kind, .. } = self { *kind } else { FileKind::Json }
    }

    /// Tells of the file what [`inspect`](crate::inspect) tells of any.
    #[doc(hidden)]
    #[must_use]
    pub fn inspection(&self) -> answer::Inspection {
        let said = self.answer();
        answer::Inspection {
            container: self.kind().as_str(),
            place: "the file".to_owned(),
            form: said.kind,
            told_by: "its members".to_owned(),
            beside: Some(said),
            ..answer::Inspection::default()
        }
    }

    /// Tells what the file is, what is in it, and which option of the tool takes it.
    #[doc(hidden)]
    #[must_use]
    pub fn answer(&self) -> answer::BesideSummary {
        let mut said = answer::BesideSummary::default();
        match self {
            Self::Scripts(scripts) => {
                (said.kind, said.what) = (scripts.id(), scripts.name().to_owned());
                (said.count, said.lines) = (scripts.len(), scripts.lines());
                said.taken_by = "cards convert --to risu or --to sillytavern";
            }
            Self::Chat(chat) => {
                (said.kind, said.what, said.count) = (convert::CHAT.0, "a chat".to_owned(), chat.messages.len());
                let name = |name: &Option<String>| name.clone().filter(|name| !name.is_empty());
                said.lines.extend(name(&chat.character).map(|name| format!("character: {name}")));
                said.lines.extend(name(&chat.user).map(|name| format!("user: {name}")));
                let mut speakers: Vec<&str> =
                    chat.messages.iter().filter_map(|message| message.name.as_deref()).collect();
                speakers.sort_unstable();
                speakers.dedup();
                let by = if speakers.is_empty() { String::new() } else { format!(", said by {}", speakers.join(", ")) };
                said.lines.push(format!("messages: {}{by}", chat.messages.len()));
                said.taken_by = "--chat of cards prompt and cards activate, and cards convert --to sillytavern";
            }
            Self::Preset { preset, own } => {
                (said.kind, said.what) = (convert::SILLYTAVERN.0, "a SillyTavern chat-completion preset".to_owned());
                said.count = own.len();
                let is_on =
                    |id: &str| preset.order.iter().find(|line| line.identifier == id).is_some_and(|line| line.enabled);
                let of_file = |id: &Option<String>| id.as_ref().is_some_and(|id| own.contains(id));
                for prompt in preset.prompts.iter().filter(|prompt| of_file(&prompt.identifier)) {
                    let id = prompt.identifier.as_deref().unwrap_or_default();
                    let name = if prompt.name.is_empty() { id } else { &prompt.name };
                    let off = if is_on(id) { "" } else { " (off)" };
                    said.lines.push(format!("{name}{off}: {} bytes", prompt.content.len()));
                }
                if !preset.scripts.is_empty() {
                    said.lines.push(format!("regex scripts: {}", preset.scripts.len()));
                }
                said.taken_by = "--preset of cards prompt, and cards convert --to risu";
            }
            Self::RisuPreset { name, items, .. } => {
                (said.kind, said.what) = (convert::RISU.0, "a RisuAI preset".to_owned());
                said.count = items.len();
                said.lines.extend((!name.is_empty()).then(|| format!("name: {name}")));
                said.lines.extend(items.iter().map(|(kind, bytes)| match bytes {
                    0 => kind.clone(),
                    bytes => format!("{kind}: {bytes} bytes"),
                }));
                said.taken_by = "cards convert --to sillytavern";
            }
            Self::MarinaraPreset { name, sections } => {
                (said.kind, said.what) = (convert::MARINARA.0, "a Marinara preset".to_owned());
                said.count = sections.len();
                said.lines.extend((!name.is_empty()).then(|| format!("name: {name}")));
                said.lines.extend(sections.iter().map(|(name, is_on, bytes)| {
                    let off = if *is_on { "" } else { " (off)" };
                    format!("{name}{off}: {bytes} bytes")
                }));
                said.taken_by = "cards convert --to sillytavern";
            }
            Self::NovelAiPreset { name, model, settings } => {
                (said.kind, said.what) = (convert::NOVELAI.0, "a NovelAI preset".to_owned());
                said.count = settings.len();
                let named = [("name", name), ("model", model)].into_iter().filter(|(_, text)| !text.is_empty());
                said.lines.extend(named.map(|(what, text)| format!("{what}: {text}")));
                let plain =
                    settings.iter().filter(|(_, value)| value.as_array().is_none() && value.as_object().is_none());
                said.lines.extend(plain.map(|(name, value)| format!("{name}: {value}")));
                said.taken_by = "cards convert --to sillytavern";
            }
            Self::Templates(templates) => {
                (said.kind, said.what) =
                    ("sillytavern_templates", "SillyTavern templates for text completion".to_owned());
                let held = [
                    (templates.context.is_some(), "a context template"),
                    (templates.instruct.is_some(), "an instruct template"),
                    (templates.system_prompt.is_some(), "a system prompt"),
                ];
                said.lines.extend(held.into_iter().filter(|(is, _)| *is).map(|(_, what)| what.to_owned()));
                said.count = said.lines.len();
                said.taken_by = "--context-template, --instruct and --sysprompt of cards prompt";
            }
            Self::Settings { kind, what } => {
                (said.kind, said.what) = (kind, (*what).to_owned());
                said.taken_by = match *kind {
                    "sillytavern_settings" => "--settings of cards prompt and cards activate",
                    _ => "its client alone: nothing in it is sent",
                };
            }
            Self::Group { name, members, muted, chats } => {
                (said.kind, said.what) = ("sillytavern_group", "a group of SillyTavern".to_owned());
                said.count = members.len();
                said.lines.extend((!name.is_empty()).then(|| format!("name: {name}")));
                said.lines.extend(members.iter().map(|file| format!("card: {file}")));
                said.lines.push(format!("muted: {muted}; chats: {chats}"));
                said.taken_by = "its client alone: --group of cards prompt takes its cards";
            }
            Self::Personas(personas) => {
                (said.kind, said.what) = match personas.marinara {
                    true => (convert::PERSONA.0, "a persona of Marinara".to_owned()),
                    false => (convert::PERSONAS.0, "personas of SillyTavern".to_owned()),
                };
                said.count = personas.all.len();
                let usual = |number: usize| if personas.usual == Some(number) { " (usual)" } else { "" };
                said.lines.extend(personas.all.iter().enumerate().map(|(number, persona)| {
                    let book = persona.lorebook.as_ref().map(|name| format!(", lorebook {name}")).unwrap_or_default();
                    let (place, bytes) = (persona.place.position, persona.description.len());
                    format!("{}{}: {bytes} bytes, {place}{book}", persona.name, usual(number))
                }));
                said.taken_by = match personas.marinara {
                    true => {
                        "--persona @FILE of cards prompt, cards activate and cards expand, and cards convert --to sillytavern"
                    }
                    false => "--persona @FILE of cards prompt, cards activate and cards expand",
                };
            }
        }
        said
    }
}

/// The text of a file, without a mark of its encoding.
fn text_of(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).ok()
}
