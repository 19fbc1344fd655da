//! RisuAI's presets for SillyTavern.

use cards_model::{Json, Object, Pointer};
use cards_script::risu::Script;
use cards_words::{Outcome, Role};

use super::items::{of_preset, role_of};
use super::samplers::{SAMPLERS, for_sillytavern};
use super::to_risu::{PREFILL, PREFILL_END};
use super::{Loss, Losses, Prompts, is_risu, says_nothing};
use crate::sillytavern::Error;

/// Writes a preset of RisuAI as SillyTavern keeps those for chat completion.
///
/// Texts between two stretches of the chat become prompts at that depth. What a card may replace stays so: the main prompt, and the
/// global note, which are SillyTavern's post-history instructions.
///
/// # Errors
/// [`Error::NotAPreset`] for a file of another kind.
///
/// ```
/// use cards_model::Json;
/// let preset: Json = r#"{"name":"Brief","promptTemplate":[{"type":"plain","type2":"main","text":"Be brief.","role":"system"},
///     {"type":"chat","rangeStart":0,"rangeEnd":"end"}],"temperature":70}"#.parse()?;
/// let made = cards_prompt::presets::to_sillytavern(&preset)?;
/// assert!(made.findings.is_empty());
/// assert_eq!(made.value.pointer("/prompts/0/content").and_then(Json::as_str), Some("Be brief."));
/// assert_eq!(made.value.get("temperature").and_then(Json::as_f64), Some(0.7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_sillytavern(preset: &Json) -> Result<Outcome<Json, Loss>, Error> {
    if !is_risu(preset) {
        return Err(Error::NotAPreset { wanted: "preset of RisuAI", found: preset.kind_name() });
    }
    let mut maker = Maker::default();
    for (at, item) in of_preset(preset) {
        maker.item(&at, &item);
    }
    let mut made = Object::default();
    // SillyTavern calls a preset by its file's name and passes over this one; on the way back it is the name.
    if let Some(name) = preset.get("name").and_then(Json::as_str).filter(|name| !name.is_empty()) {
        made.insert("name", name);
    }
    for_sillytavern(preset, &mut made);
    let settings = preset.get("promptSettings");
    let prefill = settings.and_then(|settings| settings.get("assistantPrefill")).and_then(Json::as_str);
    if let Some(prefill) = prefill.filter(|text| !text.is_empty()) {
        maker.prefill = Some(prefill.to_owned());
    }
    maker.prompts.write(&mut made);
    if let Some(format) = maker.lore_format {
        made.insert("wi_format", format);
    }
    if let Some(prefill) = maker.prefill {
        made.insert("assistant_prefill", prefill);
    }
    let mut losses = maker.losses;
    if let Some(list) = preset.get("regex").filter(|list| list.as_array().is_some_and(|items| !items.is_empty())) {
        let scripts = cards_script::convert::to_sillytavern(&Script::list_from_json(list));
        losses.scripts(&Pointer::from(["regex"]), scripts.findings);
        let scripts = scripts.value.iter().map(cards_script::sillytavern::Script::to_json).collect();
        let mut extensions = Object::default();
        extensions.insert("regex_scripts", Json::Array(scripts));
        made.insert("extensions", Json::Object(extensions));
    }
    others(preset, &mut losses);
    Ok(Outcome::new(Json::Object(made), losses.0))
}

/// Settings that have no counterpart.
fn others(preset: &Json, losses: &mut Losses) {
    const TAKEN: [&str; 7] =
        ["name", "promptTemplate", "regex", "formatingOrder", "mainPrompt", "jailbreak", "globalNote"];
    // A template is sent in the place of what was there before templates.
    let has_template = preset.get("promptTemplate").is_some_and(|template| template.as_array().is_some());
    for name in ["mainPrompt", "jailbreak", "globalNote"].into_iter().filter(|_| has_template) {
        if preset.get(name).is_some_and(|text| !says_nothing(text)) {
            losses.add(&Pointer::from([name]), "RisuAI sends the template in its place, and so does SillyTavern");
        }
    }
    let is_taken = |name: &str| TAKEN.contains(&name) || SAMPLERS.iter().any(|(_, theirs, _)| *theirs == name);
    for (name, value) in preset.as_object().into_iter().flat_map(|object| object.iter()) {
        match value.as_object().filter(|_| name == "promptSettings") {
            Some(settings) => {
                let is_on = |(name, value): &(&str, &Json)| {
                    *name != "assistantPrefill" && **value != Json::Bool(false) && !says_nothing(value)
                };
                for (name, _) in settings.iter().filter(is_on) {
                    losses.add(&Pointer::from(["promptSettings", name]), "SillyTavern has no such setting");
                }
            }
            None if is_taken(name) || says_nothing(value) => {}
            None => losses.add(&Pointer::from([name]), "SillyTavern has no such setting in a preset"),
        }
    }
}

#[derive(Default)]
struct Maker {
    prompts: Prompts,
    losses: Losses,
    lore_format: Option<String>,
    prefill: Option<String>,
    /// Where the last stretch of the chat ended, and whether it was the last one.
    chat: Option<Json>,
}

impl Maker {
    fn item(&mut self, at: &Pointer, item: &Json) {
        let text = item.get("text").and_then(Json::as_str).unwrap_or_default();
        let kind = item.get("type").and_then(Json::as_str).unwrap_or_default();
        let inner = item.get("innerFormat").and_then(Json::as_str).filter(|format| !is_only_slot(format));
        if let Some(format) = inner.filter(|_| kind != "lorebook") {
            let what = format!("SillyTavern puts nothing around it: {format:?}");
            self.losses.add(&at.member("innerFormat"), what);
        }
        match kind {
            "plain" => self.plain(at, item, text),
            "jailbreak" => {
                self.own(at, item, text, true);
                self.losses.add(at, "RisuAI sends it only where the jailbreak is switched on; here it is on");
            }
            "cot" => {
                self.own(at, item, text, false);
                self.losses.add(at, "RisuAI sends it only where chain of thought is switched on; here it is off");
            }
            "chat" => self.stretch(at, item),
            "description" => {
                ["charDescription", "charPersonality", "scenario"].iter().for_each(|id| self.marker(at, id))
            }
            "persona" => self.marker(at, "personaDescription"),
            "lorebook" => {
                self.lore_format = inner.map(|format| format.replace("{{slot}}", "{0}"));
                self.marker(at, "worldInfoBefore");
            }
            // Lore at depth 0 is in the chat there.
            "postEverything" => {}
            "authornote" => self.losses.add(at, "the author's note goes where its own settings say"),
            "memory" => self.losses.add(at, "SillyTavern has no place for a memory in a preset"),
            "cache" => self.losses.add(at, "SillyTavern marks nothing for a cache"),
            other => self.losses.add(at, format!("SillyTavern has nothing like `{other}`")),
        }
    }

    fn plain(&mut self, at: &Pointer, item: &Json, text: &str) {
        let prefill = text.strip_prefix(PREFILL).and_then(|text| text.strip_suffix(PREFILL_END));
        if let Some(prefill) = prefill.filter(|_| role_of(item) == Role::Assistant) {
            self.prefill = Some(prefill.to_owned());
            return;
        }
        let identifier = match item.get("type2").and_then(Json::as_str) {
            Some("main") => "main",
            Some("globalNote") => "jailbreak",
            _ => return self.own(at, item, text, true),
        };
        if self.prompts.has(identifier) || self.depth().is_some() {
            self.losses
                .add(at, "a card does not replace it there: SillyTavern has one such prompt, outside of the chat");
            return self.own(at, item, text, true);
        }
        let name = if identifier == "main" { "Main Prompt" } else { "Post-History Instructions" };
        let mut prompt = prompt(identifier, name, text, item);
        prompt.insert("system_prompt", true);
        self.prompts.push(identifier, prompt, Some(true));
    }

    /// A prompt of the user's own.
    fn own(&mut self, at: &Pointer, item: &Json, text: &str, on: bool) {
        let identifier = format!("risu-{}", self.prompts.list.len() + 1);
        let name = item.get("name").and_then(Json::as_str).filter(|name| !name.is_empty()).map(str::to_owned);
        let name = name.unwrap_or_else(|| at.as_str().trim_start_matches('/').replace('/', " "));
        let mut made = prompt(&identifier, &name, text, item);
        made.insert("system_prompt", false);
        if let Some(depth) = self.depth() {
            made.insert("injection_position", 1_u32);
            made.insert("injection_depth", depth);
        }
        self.prompts.push(&identifier, made, Some(on));
    }

    /// Something that the client fills in.
    fn marker(&mut self, at: &Pointer, identifier: &str) {
        if self.prompts.has(identifier) {
            self.losses.add(at, format!("`{identifier}` is sent once"));
            return;
        }
        if self.depth().is_some() {
            self.losses.add(at, format!("`{identifier}` is sent behind the chat and not in it"));
        }
        let mut object = Object::default();
        object.insert("identifier", identifier);
        object.insert("name", identifier);
        object.insert("system_prompt", true);
        object.insert("marker", true);
        self.prompts.push(identifier, object, Some(true));
    }

    /// A stretch of the chat: the first one is the chat, each other one has to go on where the last ended.
    fn stretch(&mut self, at: &Pointer, item: &Json) {
        // The client's word for all of it.
        const ALL: f64 = -1000.0;
        let start = item.get("rangeStart").and_then(Json::as_f64).unwrap_or_default();
        let (start, end) = match item.get("rangeEnd").cloned().unwrap_or(Json::Null) {
            _ if start == ALL => (0.0, "end".into()),
            end => (start, end),
        };
        let before = self.chat.replace(end);
        let goes_on = match before {
            None => start == 0.0,
            Some(end) => end.as_f64() == Some(start),
        };
        if !goes_on {
            self.losses.add(at, "SillyTavern sends each message of the chat once, as many as there is room for");
        }
        if !self.prompts.has("chatHistory") {
            self.marker_of_chat(at);
        }
    }

    fn marker_of_chat(&mut self, at: &Pointer) {
        // The chat is not open yet: what is pushed here is no prompt in it.
        let open = self.chat.take();
        ["dialogueExamples", "chatHistory"].iter().for_each(|id| self.marker(at, id));
        self.chat = open;
    }

    /// How deep in the chat the next text goes; none before it, and behind all of it.
    fn depth(&self) -> Option<i64> {
        let end = self.chat.as_ref()?.as_f64()?;
        #[expect(clippy::cast_possible_truncation, reason = "a depth beyond 2^53 is met by no chat")]
        Some(-end as i64).filter(|depth| *depth > 0)
    }
}

/// Whether a format puts nothing around what goes in.
fn is_only_slot(format: &str) -> bool {
    format.is_empty() || format == "{{slot}}"
}

fn prompt(identifier: &str, name: &str, text: &str, item: &Json) -> Object {
    let role = match role_of(item) {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::System => "system",
    };
    let mut object = Object::default();
    object.insert("identifier", identifier);
    object.insert("name", name);
    object.insert("role", role);
    object.insert("content", text);
    object
}
