//! Reading a preset file.

use std::collections::BTreeSet;

use cards_model::json::javascript;
use cards_model::{Json, Object, Pointer};
use cards_script::sillytavern::Script;
use cards_words::{Outcome, Role};

use super::defaults;
use super::finding::{PresetFinding, PresetProblem};
use super::prompt::{OrderEntry, PresetPrompt};
use super::{NamesBehavior, Preset, PromptRole};
use crate::sillytavern::error::Error;
use crate::sillytavern::extension::whole_depth;
use crate::sillytavern::kind;

/// Prompts, and places of the order, that are read of one preset. Presets in use have some hundred.
const MOST_PROMPTS: usize = 1_000;

/// The character that stands for all in the order.
const SHARED: f64 = 100_001.0;

/// Members that a preset for chat completion has at least one of.
const OWN: [&str; 12] = [
    "prompts",
    "prompt_order",
    "openai_max_context",
    "openai_max_tokens",
    "chat_completion_source",
    "wi_format",
    "new_chat_prompt",
    "impersonation_prompt",
    "main_prompt",
    "nsfw_prompt",
    "jailbreak_prompt",
    "names_behavior",
];

impl Preset {
    /// The texts that presets of before 1.11 have in members of their own, each with the prompt that it is today.
    pub const OLD_TEXTS: [(&'static str, &'static str); 3] =
        [("main_prompt", "main"), ("nsfw_prompt", "nsfw"), ("jailbreak_prompt", "jailbreak")];

    /// Reads a preset as the client saves it, laid over its defaults.
    ///
    /// # Errors
    /// [`Error::Json`] for what is not JSON, [`Error::NotAPreset`] for a file of another kind.
    pub fn read(text: &str) -> Result<Outcome<Self, PresetFinding>, Error> {
        Self::read_with(text, &cards_model::Limits::default())
    }

    /// Reads a preset as [`Preset::read`] does, with other limits.
    ///
    /// # Errors
    /// Those of [`Preset::read`].
    pub fn read_with(text: &str, limits: &cards_model::Limits) -> Result<Outcome<Self, PresetFinding>, Error> {
        Self::from_json(&Json::read(text, limits)?)
    }

    /// Reads a preset that was parsed already.
    ///
    /// # Errors
    /// [`Error::NotAPreset`] for a file of another kind.
    pub fn from_json(json: &Json) -> Result<Outcome<Self, PresetFinding>, Error> {
        let wanted = "preset for chat completion";
        let Some(object) = json.as_object() else {
            return Err(Error::NotAPreset { wanted, found: json.kind_name() });
        };
        if !object.is_empty() && !OWN.iter().any(|name| object.get(name).is_some()) {
            return Err(Error::NotAPreset { wanted, found: kind::of(object) });
        }
        Ok(Self::over_defaults(object))
    }

    /// Lays the members that are known over the defaults.
    pub fn over_defaults(object: &Object) -> Outcome<Self, PresetFinding> {
        let mut reader = Reader { object, findings: Vec::new() };
        let mut preset = Self::default();
        reader.texts(&mut preset);
        for (name, flag) in [
            ("continue_prefill", &mut preset.continue_prefill),
            ("squash_system_messages", &mut preset.squash_system_messages),
            ("use_sysprompt", &mut preset.use_sysprompt),
        ] {
            if let Some(value) = object.get(name) {
                *flag = javascript::truthy(value);
            }
        }
        for (name, number) in
            [("openai_max_context", &mut preset.max_context), ("openai_max_tokens", &mut preset.max_response)]
        {
            if let Some(value) = reader.number(name) {
                *number = value as i64;
            }
        }
        if let Some(number) = reader.number("names_behavior") {
            preset.names = NamesBehavior::from_number(number as i64);
        }
        if object.get("names_in_completion").is_some_and(javascript::truthy) {
            preset.names = NamesBehavior::NameField;
        }
        if let Some(list) = reader.list("prompts") {
            preset.prompts = reader.prompts(list);
        }
        reader.complete(&mut preset.prompts);
        if let Some(order) = reader.list("prompt_order").and_then(|lists| reader.order(lists)) {
            preset.order = order;
        }
        reader.check_order(&mut preset);
        if let Some(scripts) = object.get("extensions").and_then(|extensions| extensions.get("regex_scripts")) {
            preset.scripts = Script::list_from_json(scripts);
        }
        Outcome::new(preset, reader.findings)
    }
}

/// The members of a preset, and what was odd about them.
struct Reader<'r> {
    object: &'r Object,
    findings: Vec<PresetFinding>,
}

impl<'r> Reader<'r> {
    fn finding(&mut self, at: Pointer, problem: PresetProblem) {
        self.findings.push(PresetFinding { at, problem });
    }

    fn wrong_type(&mut self, at: Pointer, expected: &'static str, found: &Json) {
        self.finding(at, PresetProblem::WrongType { expected, found: found.kind_name() });
    }

    fn texts(&mut self, preset: &mut Preset) {
        for (name, text) in [
            ("wi_format", &mut preset.lore_format),
            ("scenario_format", &mut preset.scenario_format),
            ("personality_format", &mut preset.personality_format),
            ("new_chat_prompt", &mut preset.new_chat_prompt),
            ("new_group_chat_prompt", &mut preset.new_group_chat_prompt),
            ("new_example_chat_prompt", &mut preset.new_example_chat_prompt),
            ("group_nudge_prompt", &mut preset.group_nudge_prompt),
            ("continue_nudge_prompt", &mut preset.continue_nudge_prompt),
            ("impersonation_prompt", &mut preset.impersonation_prompt),
            ("continue_postfix", &mut preset.continue_postfix),
            ("send_if_empty", &mut preset.send_if_empty),
            ("assistant_prefill", &mut preset.assistant_prefill),
            ("assistant_impersonation", &mut preset.assistant_impersonation),
            ("chat_completion_source", &mut preset.source),
        ] {
            if let Some(value) = self.object.get(name) {
                *text = self.text(Pointer::default().member(name), value);
            }
        }
    }

    /// A text; what is none is read as the client shows it, nothing as an empty text.
    fn text(&mut self, at: Pointer, value: &Json) -> String {
        match value {
            Json::String(text) => text.clone(),
            Json::Null => String::new(),
            other => {
                self.wrong_type(at, "a text", other);
                javascript::text(other)
            }
        }
    }

    fn number(&mut self, name: &str) -> Option<f64> {
        let value = self.object.get(name)?;
        let number = javascript::number(Some(value));
        if !matches!(value, Json::Number(_)) {
            self.wrong_type(Pointer::default().member(name), "a number", value);
        }
        number.is_finite().then_some(number)
    }

    fn list(&mut self, name: &str) -> Option<&'r [Json]> {
        let value = self.object.get(name)?;
        let at = Pointer::default().member(name);
        match value {
            Json::Array(items) => {
                if items.len() > MOST_PROMPTS {
                    self.finding(at, PresetProblem::TooMany { limit: MOST_PROMPTS });
                }
                Some(items.get(..MOST_PROMPTS).unwrap_or(items))
            }
            Json::Null => None,
            other => {
                self.wrong_type(at, "a list", other);
                None
            }
        }
    }

    fn prompts(&mut self, list: &[Json]) -> Vec<PresetPrompt> {
        let at = Pointer::default().member("prompts");
        let mut seen = BTreeSet::new();
        let mut prompts = Vec::new();
        for (number, item) in list.iter().enumerate() {
            let at = at.index(number);
            let Some(object) = item.as_object() else {
                self.wrong_type(at, "an object", item);
                continue;
            };
            let prompt = self.prompt(&at, object);
            match &prompt.identifier {
                None => self.finding(at, PresetProblem::NoIdentifier),
                Some(identifier) if !seen.insert(identifier.clone()) => {
                    self.finding(at, PresetProblem::SameIdentifier(identifier.clone()));
                }
                Some(_) => {}
            }
            prompts.push(prompt);
        }
        prompts
    }

    fn prompt(&mut self, at: &Pointer, object: &Object) -> PresetPrompt {
        let identifier = object.get("identifier").and_then(Json::as_str).map(str::to_owned);
        let mut text = |name: &str| object.get(name).map(|value| self.text(at.member(name), value)).unwrap_or_default();
        let (name, content) = (text("name"), text("content"));
        let role = match object.get("role") {
            None | Some(Json::Null) => None,
            Some(value) => {
                let word = self.text(at.member("role"), value);
                match Role::from_name(&word) {
                    Some(role) => Some(PromptRole::Known(role)),
                    // An empty role counts as none.
                    None if word.is_empty() => None,
                    None => {
                        self.finding(at.member("role"), PresetProblem::UnknownRole(word.clone()));
                        Some(PromptRole::Unknown(word))
                    }
                }
            }
        };
        // The client compares with `===`: texts and other numbers are neither.
        let given = |name: &str| object.get(name).filter(|value| !value.is_null());
        let in_chat =
            given("injection_position").map(|value| matches!(value, Json::Number(number) if number.as_f64() == 1.0));
        let depth = given("injection_depth");
        let spelt = depth.filter(|_| in_chat == Some(true)).map(javascript::text);
        let depth = match depth {
            Some(Json::Number(number)) => Some(number.as_f64()),
            _ => None,
        };
        if let Some(spelt) = spelt.filter(|_| depth.and_then(whole_depth).is_none()) {
            self.finding(at.member("injection_depth"), PresetProblem::DepthNeverMet(spelt));
        }
        let triggers = match object.get("injection_trigger") {
            Some(Json::Array(items)) => items.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
            None | Some(Json::Null) => Vec::new(),
            Some(other) => {
                self.wrong_type(at.member("injection_trigger"), "a list", other);
                Vec::new()
            }
        };
        let is_custom = object.get("system_prompt").and_then(Json::as_bool) == Some(false);
        let prompt = PresetPrompt {
            identifier,
            name,
            role,
            content,
            is_custom,
            in_chat,
            depth,
            injection_order: given("injection_order").map(|value| javascript::number(Some(value))),
            triggers,
            forbids_overrides: object.get("forbid_overrides").and_then(Json::as_bool) == Some(true),
        };
        self.check_prompt(at, object, &prompt);
        prompt
    }

    /// What a prompt seems to say and does not do.
    fn check_prompt(&mut self, at: &Pointer, object: &Object, prompt: &PresetPrompt) {
        let Some(identifier) = &prompt.identifier else { return };
        let built_in = defaults::is_built_in(identifier);
        let is_marker = object.get("marker").is_some_and(javascript::truthy);
        if is_marker && !built_in {
            self.finding(at.clone(), PresetProblem::UnknownMarker(identifier.clone()));
        } else if !built_in && !prompt.is_custom && prompt.in_chat != Some(true) && !prompt.content.is_empty() {
            self.finding(at.clone(), PresetProblem::NeverSent(identifier.clone()));
        }
    }

    /// Adds the built-in prompts that are missing, and the texts that old presets keep beside the list.
    fn complete(&mut self, prompts: &mut Vec<PresetPrompt>) {
        for prompt in defaults::prompts() {
            if !prompts.iter().any(|known| known.identifier == prompt.identifier) {
                prompts.push(prompt);
            }
        }
        for (field, identifier) in Preset::OLD_TEXTS {
            let Some(value) = self.object.get(field) else { continue };
            let text = self.text(Pointer::default().member(field), value);
            let prompt = prompts.iter_mut().find(|prompt| prompt.identifier.as_deref() == Some(identifier));
            if let Some(prompt) = prompt.filter(|_| !text.is_empty()) {
                prompt.content = text;
            }
        }
    }

    /// The order that all characters share; `None` where there is none.
    fn order(&mut self, lists: &[Json]) -> Option<Vec<OrderEntry>> {
        let at = Pointer::default().member("prompt_order");
        let is_shared = |list: &Json| match list.get("character_id") {
            Some(Json::Number(number)) => number.as_f64() == SHARED,
            Some(Json::String(text)) => text == "100001",
            _ => false,
        };
        let Some((number, list)) = lists.iter().enumerate().find(|(_, list)| is_shared(list)) else {
            if !lists.is_empty() {
                self.finding(at, PresetProblem::NoSharedOrder);
            }
            return None;
        };
        let at = at.index(number).member("order");
        let Some(items) = list.get("order").and_then(Json::as_array) else {
            self.finding(at, PresetProblem::EmptyOrder);
            return Some(Vec::new());
        };
        if items.is_empty() {
            self.finding(at.clone(), PresetProblem::EmptyOrder);
        }
        if items.len() > MOST_PROMPTS {
            self.finding(at.clone(), PresetProblem::TooMany { limit: MOST_PROMPTS });
        }
        let mut order = Vec::new();
        for (number, item) in items.iter().enumerate().take(MOST_PROMPTS) {
            match item.get("identifier").and_then(Json::as_str) {
                Some(identifier) => {
                    order.push(OrderEntry::new(identifier, item.get("enabled").is_some_and(javascript::truthy)));
                }
                None => self.finding(at.index(number), PresetProblem::NoIdentifier),
            }
        }
        Some(order)
    }

    /// Leaves out of the order what is not there.
    fn check_order(&mut self, preset: &mut Preset) {
        let at = Pointer::default().member("prompt_order");
        let known: BTreeSet<String> = preset.prompts.iter().filter_map(|prompt| prompt.identifier.clone()).collect();
        let mut seen = BTreeSet::new();
        for entry in &preset.order {
            if !known.contains(&entry.identifier) {
                self.finding(at.clone(), PresetProblem::UnknownPrompt(entry.identifier.clone()));
            } else if !seen.insert(entry.identifier.clone()) {
                self.finding(at.clone(), PresetProblem::OrderedTwice(entry.identifier.clone()));
            }
        }
        preset.order.retain(|entry| known.contains(&entry.identifier));
    }
}
