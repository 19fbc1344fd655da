//! One script, as the client keeps it.

use cards_json::{Json, Number, Object};

use crate::error::Error;
use crate::limits::Limits;
use crate::member::{is_truthy, number, others, text};

/// What a script is run on.
///
/// De facto: SillyTavern 1.19.0, the numbers of `placement`; 0 (display) and 4 (sendAs) are of older versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Placement {
    /// 1: what the user wrote.
    UserInput,
    /// 2: what the model answered, and greetings.
    AiOutput,
    /// 3: messages by slash commands.
    SlashCommand,
    /// 5: contents of lorebook entries.
    WorldInfo,
    /// 6: the model's reasoning.
    Reasoning,
}

cards_words::named! {
    Placement: "placement";
    UserInput => "user-input",
    AiOutput => "ai-output",
    SlashCommand => "slash-command",
    WorldInfo => "world-info",
    Reasoning => "reasoning",
}

impl Placement {
    /// The client's number.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::UserInput => 1,
            Self::AiOutput => 2,
            Self::SlashCommand => 3,
            Self::WorldInfo => 5,
            Self::Reasoning => 6,
        }
    }
}

/// Whether macros of the pattern are expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Substitute {
    /// 0: they stay.
    #[default]
    None,
    /// 1: their values are part of the pattern.
    Raw,
    /// 2: their values are text, with a backslash where one is needed.
    Escaped,
}

cards_words::named! {
    Substitute: "substitution";
    None => "none",
    Raw => "raw",
    Escaped => "escaped",
}

/// One script. What the file does not have is `None` where the client then breaks, and empty elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Script {
    /// `id`.
    pub id: Option<String>,
    /// `scriptName`.
    pub name: Option<String>,
    /// `findRegex`: `/pattern/flags`, or a pattern alone.
    pub find: String,
    /// `replaceString`.
    pub replace: Option<String>,
    /// `trimStrings`: texts that are taken out of what is inserted of a match.
    pub trim: Option<Vec<String>>,
    /// `placement`: the client's numbers.
    pub placement: Option<Vec<f64>>,
    /// `disabled`.
    pub disabled: bool,
    /// `markdownOnly`: alters what is shown, not what is stored.
    pub display_only: bool,
    /// `promptOnly`: alters the prompt, not what is stored.
    pub prompt_only: bool,
    /// `runOnEdit`: runs too when the user edits a message.
    pub runs_on_edit: bool,
    /// `substituteRegex`.
    pub substitute: Substitute,
    /// `minDepth`: the newest message is 0.
    pub min_depth: Option<f64>,
    /// `maxDepth`.
    pub max_depth: Option<f64>,
    /// Every other member, as it was written.
    pub others: Object,
}

const MEMBERS: [&str; 13] = [
    "id",
    "scriptName",
    "findRegex",
    "replaceString",
    "trimStrings",
    "placement",
    "disabled",
    "markdownOnly",
    "promptOnly",
    "runOnEdit",
    "substituteRegex",
    "minDepth",
    "maxDepth",
];

impl Script {
    /// Reads one script, as leniently as the client does; what is no object is a script that does nothing.
    #[must_use]
    pub fn from_json(json: &Json) -> Self {
        let Some(object) = json.as_object() else { return Self::default() };
        let texts = |items: &Json| -> Option<Vec<String>> {
            Some(items.as_array()?.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect())
        };
        Self {
            id: text(object, "id"),
            name: text(object, "scriptName"),
            find: text(object, "findRegex").unwrap_or_default(),
            replace: text(object, "replaceString"),
            trim: object.get("trimStrings").and_then(texts),
            placement: object
                .get("placement")
                .and_then(Json::as_array)
                .map(|items| items.iter().filter_map(|item| item.as_f64()).collect()),
            disabled: is_truthy(object, "disabled"),
            display_only: is_truthy(object, "markdownOnly"),
            prompt_only: is_truthy(object, "promptOnly"),
            runs_on_edit: is_truthy(object, "runOnEdit"),
            substitute: match number(object, "substituteRegex") {
                Some(1.0) => Substitute::Raw,
                Some(2.0) => Substitute::Escaped,
                _ => Substitute::None,
            },
            min_depth: number(object, "minDepth"),
            max_depth: number(object, "maxDepth"),
            others: others(object, &MEMBERS),
        }
    }

    /// Reads the list of a card, a preset or the settings; what is no list holds no scripts, as in the client.
    #[must_use]
    pub fn list_from_json(json: &Json) -> Vec<Self> {
        json.as_array().into_iter().flatten().map(Self::from_json).collect()
    }

    /// Reads a file: one script, or a list of them.
    ///
    /// # Errors
    ///
    /// [`Error::NotScripts`] for other JSON, [`Error::NoName`] where the client refuses the file, [`Error::TooMany`] past
    /// the limit.
    pub fn file_from_json(json: &Json, limits: &Limits) -> Result<Vec<Self>, Error> {
        let items = match json {
            Json::Object(object) if object.get("findRegex").is_some() || object.get("scriptName").is_some() => {
                std::slice::from_ref(json)
            }
            Json::Array(items) if items.iter().all(|item| item.as_object().is_some()) => items.as_slice(),
            _ => {
                let found = json.kind_name().to_owned();
                return Err(Error::NotScripts { found, expected: "a script with `findRegex`, or a list of scripts" });
            }
        };
        if items.len() > limits.scripts {
            return Err(Error::TooMany { count: items.len(), limit: limits.scripts });
        }
        let scripts: Vec<Self> = items.iter().map(Self::from_json).collect();
        match scripts.iter().position(|script| script.name.as_deref().is_none_or(str::is_empty)) {
            Some(at) => Err(Error::NoName { number: at + 1 }),
            None => Ok(scripts),
        }
    }

    /// Writes the script as the client keeps it, absent members left out.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = Object::default();
        let texts = |items: &[String]| Json::Array(items.iter().map(|item| Json::String(item.clone())).collect());
        let whole = |value: f64| Number::from_f64(value).map_or(Json::Null, Json::Number);
        if let Some(id) = &self.id {
            object.insert("id", id.as_str());
        }
        if let Some(name) = &self.name {
            object.insert("scriptName", name.as_str());
        }
        object.insert("findRegex", self.find.as_str());
        if let Some(replace) = &self.replace {
            object.insert("replaceString", replace.as_str());
        }
        if let Some(trim) = &self.trim {
            object.insert("trimStrings", texts(trim));
        }
        if let Some(placement) = &self.placement {
            object.insert("placement", Json::Array(placement.iter().map(|number| whole(*number)).collect()));
        }
        object.insert("disabled", Json::Bool(self.disabled));
        object.insert("markdownOnly", Json::Bool(self.display_only));
        object.insert("promptOnly", Json::Bool(self.prompt_only));
        object.insert("runOnEdit", Json::Bool(self.runs_on_edit));
        let substitute = match self.substitute {
            Substitute::None => 0.0,
            Substitute::Raw => 1.0,
            Substitute::Escaped => 2.0,
        };
        object.insert("substituteRegex", whole(substitute));
        object.insert("minDepth", self.min_depth.map_or(Json::Null, whole));
        object.insert("maxDepth", self.max_depth.map_or(Json::Null, whole));
        for (name, value) in self.others.iter() {
            object.insert(name, value.clone());
        }
        Json::Object(object)
    }

    /// Whether the client's number of a placement is listed.
    #[must_use]
    pub fn is_placed(&self, placement: Placement) -> bool {
        let number = f64::from(placement.number());
        self.placement.as_deref().unwrap_or_default().contains(&number)
    }
}
