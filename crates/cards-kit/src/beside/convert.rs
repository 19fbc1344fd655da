//! Files beside cards in the other client's form.

use cards_container::risup::{self, Packing};
use cards_json::Style;
use cards_model::convert::Goal;
use cards_model::{Json, LossReason};
use cards_prompt::presets::{self, Loss};
use cards_prompt::sillytavern::Error as PresetError;
use cards_script::ScriptFile;
use cards_words::{Outcome, Profile};

use super::{Beside, Read, personas, text_of};
use crate::answer;
use crate::chat::{self, Chat};
use crate::error::Error;
use crate::limits::Limits;
use crate::profile::client_of_lorebooks;

/// A file beside cards as another client keeps it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BesideConversion {
    /// The word for what it was.
    pub from: &'static str,
    /// The word for what it became.
    pub to: &'static str,
    /// The same two, for people.
    pub names: [&'static str; 2],
    /// What it was; of a file with a value on each line a list of them.
    pub before: Json,
    /// The file; of a chat the list of its rows.
    pub value: Json,
    /// What the other client has no place for.
    pub loss: Vec<Loss>,
}

/// Writes regex scripts and presets as another client keeps them, and presets of NovelAI and Marinara, personas, and chats of any program as
/// SillyTavern does; nothing for another file, or a client that has none. `name` is what a preset is called, where its file does not say it.
///
/// # Errors
/// [`Error::Prompt`] for a preset that its own client would not take, [`Error::NothingCarried`] for scripts of which none has a place there.
///
/// ```
/// use cards_kit::{Limits, Profile, convert_beside};
/// let file = br#"{"prompts":[{"identifier":"main","content":"Be brief."}],"prompt_order":[],"temperature":0.7}"#;
/// let made = convert_beside(file, Profile::Risu, "Brief", &Limits::default())?.ok_or("a preset")?;
/// assert_eq!((made.from, made.to), ("sillytavern_preset", "risu_preset"));
/// assert_eq!(made.value.get("name").and_then(cards_kit::Json::as_str), Some("Brief"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert_beside(
    bytes: &[u8],
    to: Profile,
    name: &str,
    limits: &Limits,
) -> Result<Option<BesideConversion>, Error> {
    let Some((beside, json)) = read(bytes, limits) else { return Ok(None) };
    made(&beside, json, to, name)
}

/// The file with its JSON; of one with a value on each line, a list of them.
fn read(bytes: &[u8], limits: &Limits) -> Option<(Beside, Json)> {
    let Read { what, json, .. } = super::read(bytes, limits)?;
    let json = json.or_else(|| values_of_lines(bytes, limits))?;
    Some((what.ok()?, json))
}

fn made(beside: &Beside, json: Json, to: Profile, name: &str) -> Result<Option<BesideConversion>, Error> {
    let is_risu = match to {
        Profile::Risu => true,
        Profile::SillyTavern => false,
        _ => return Ok(None),
    };
    Ok(Some(match beside {
        Beside::Scripts(file) => scripts(file, json, is_risu)?,
        Beside::Preset { .. } if is_risu => preset(SILLYTAVERN, RISU, presets::to_risu(&json, name), json)?,
        Beside::RisuPreset { .. } if !is_risu => preset(RISU, SILLYTAVERN, presets::to_sillytavern(&json), json)?,
        Beside::Preset { .. } => as_it_is(SILLYTAVERN, json),
        Beside::RisuPreset { .. } => as_it_is(RISU, json),
        Beside::NovelAiPreset { .. } if !is_risu => {
            preset(NOVELAI, NOVELAI_SAMPLERS, Ok(presets::from_novelai(&json)), json)?
        }
        Beside::MarinaraPreset { .. } if !is_risu => {
            preset(MARINARA, SILLYTAVERN, Ok(presets::from_marinara(&json)), json)?
        }
        Beside::Personas(personas) if !is_risu && personas.marinara => of_persona(json),
        Beside::Personas(_) if !is_risu => as_it_is(PERSONAS, json),
        // RisuAI reads SillyTavern's chats itself.
        Beside::Chat(chat) if !is_risu => of_chat(chat, json),
        _ => return Ok(None),
    }))
}

/// The same by the form of a lorebook of the client, as front ends name what they make; nothing for a file that is none of these.
///
/// # Errors
/// Those of [`convert_beside`], and [`Error::BesideForm`] where the file has no form of that client.
#[doc(hidden)]
pub fn convert_beside_as(
    bytes: &[u8],
    to: Goal,
    name: &str,
    limits: &Limits,
) -> Result<Option<BesideConversion>, Error> {
    let Some((beside, json)) = read(bytes, limits) else { return Ok(None) };
    let refused = |way| Error::BesideForm { what: beside.answer().what, way };
    let Some(client) = to.own().and_then(client_of_lorebooks) else {
        return Err(refused(
            "regex scripts and presets become `risu` and `sillytavern`, chats and personas `sillytavern`",
        ));
    };
    let way = match &beside {
        Beside::Chat(_) => "a chat becomes `sillytavern`, which RisuAI reads too",
        Beside::NovelAiPreset { .. } | Beside::MarinaraPreset { .. } | Beside::Personas(_) => {
            "it becomes `sillytavern` alone"
        }
        _ => {
            "of the files beside cards, regex scripts, presets, chats and personas alone have a form of another client"
        }
    };
    made(&beside, json, client, name)?.map(Some).ok_or_else(|| refused(way))
}

impl BesideConversion {
    /// Tells what became of it, with the result.
    #[doc(hidden)]
    #[must_use]
    pub fn answer(&self) -> answer::Conversion {
        let loss = |lost: &Loss| answer::Loss {
            pointer: lost.pointer.clone(),
            reason: LossReason::NoField.as_str(),
            bytes: self.before.pointer(&lost.pointer).map_or(0, |value| value.to_string().len()),
            what: lost.what.clone(),
        };
        answer::Conversion {
            from: self.from,
            to: self.to,
            loss: self.loss.iter().map(loss).collect(),
            result: Some(self.value.clone()),
            ..answer::Conversion::default()
        }
    }

    /// The ending of its file's name: `json`, or `jsonl` for a chat.
    #[must_use]
    pub fn ending(&self) -> &'static str {
        if self.to == SILLYTAVERN_CHAT.0 { "jsonl" } else { "json" }
    }

    /// The text of the file: JSON with line breaks, or a row of the chat on each line.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self.value.as_array() {
            Some(rows) if self.to == SILLYTAVERN_CHAT.0 => chat::lines(rows),
            _ => self.value.to_text(Style::Pretty(4)) + "\n",
        }
    }

    /// Whether it is a preset of RisuAI, which has packed files as well as JSON.
    #[must_use]
    pub fn may_be_packed(&self) -> bool {
        self.to == RISU.0
    }

    /// The file as RisuAI packs presets. Numbers that it cannot keep are among the losses then.
    pub fn pack(&mut self, packing: Packing) -> Vec<u8> {
        let packed = risup::write(&self.value, packing);
        let rounded =
            packed.rounded.iter().map(|at| Loss::new(at.as_str(), "a number that a packed preset keeps as a float"));
        self.loss.extend(rounded);
        packed.bytes
    }
}

/// The words for presets.
pub(super) const SILLYTAVERN: (&str, &str) = ("sillytavern_preset", "SillyTavern preset for chat completion");
pub(super) const RISU: (&str, &str) = ("risu_preset", "RisuAI preset");

/// The words for presets of Marinara.
pub(super) const MARINARA: (&str, &str) = ("marinara_preset", "Marinara preset");

/// The words for personas.
pub(super) const PERSONAS: (&str, &str) = ("sillytavern_personas", "SillyTavern personas");
pub(super) const PERSONA: (&str, &str) = ("marinara_persona", "Marinara persona");

/// The words for settings of sampling, as NovelAI keeps them and as SillyTavern keeps them for it.
pub(super) const NOVELAI: (&str, &str) = ("novelai_preset", "NovelAI preset");
pub(super) const NOVELAI_SAMPLERS: (&str, &str) = ("novelai_samplers", "SillyTavern settings of sampling for NovelAI");

/// The words for chats.
pub(super) const CHAT: (&str, &str) = ("chat", "chat");
pub(super) const SILLYTAVERN_CHAT: (&str, &str) = ("sillytavern_chat", "SillyTavern chat");

type Made = Result<Outcome<Json, Loss>, PresetError>;

fn preset(
    from: (&'static str, &'static str),
    to: (&'static str, &'static str),
    made: Made,
    before: Json,
) -> Result<BesideConversion, Error> {
    let made = made.map_err(Error::Prompt)?;
    Ok(BesideConversion {
        from: from.0,
        to: to.0,
        names: [from.1, to.1],
        before,
        value: made.value,
        loss: made.findings,
    })
}

fn of_persona(before: Json) -> BesideConversion {
    let Outcome { value, findings, .. } = personas::from_marinara(&before);
    BesideConversion { from: PERSONA.0, to: PERSONAS.0, names: [PERSONA.1, PERSONAS.1], before, value, loss: findings }
}

fn of_chat(chat: &Chat, before: Json) -> BesideConversion {
    let (rows, loss) = match chat.own_rows(&before) {
        Some(rows) => (rows, Vec::new()),
        None => (chat.rows(), chat::lost(&before)),
    };
    let (from, to) = (CHAT, SILLYTAVERN_CHAT);
    BesideConversion { from: from.0, to: to.0, names: [from.1, to.1], before, value: Json::Array(rows), loss }
}

/// The values of a file that has one on each line.
fn values_of_lines(bytes: &[u8], limits: &Limits) -> Option<Json> {
    let lines = text_of(bytes)?.lines().filter(|line| !line.trim().is_empty());
    let values = lines.map(|line| Json::read(line, &limits.files.for_json()).ok());
    values.collect::<Option<Vec<Json>>>().map(Json::Array)
}

fn as_it_is((id, name): (&'static str, &'static str), value: Json) -> BesideConversion {
    BesideConversion { from: id, to: id, names: [name; 2], before: value.clone(), value, loss: Vec::new() }
}

fn scripts(file: &ScriptFile, before: Json, is_risu: bool) -> Result<BesideConversion, Error> {
    let (made, losses) = if is_risu { file.for_risu() } else { file.for_sillytavern() };
    let list = if matches!(file, ScriptFile::Risu(_)) { "/data" } else { "" };
    let losses = losses.into_iter().map(|loss| Loss::new(format!("{list}/{}/{}", loss.script, loss.member), loss.what));
    let loss: Vec<Loss> = losses.collect();
    // An empty list would be taken for scripts by nobody.
    if made.is_empty() && made.id() != file.id() {
        return Err(Error::NothingCarried { to: made.name(), lost: loss });
    }
    let names = [file.name(), made.name()];
    Ok(BesideConversion { from: file.id(), to: made.id(), names, before, value: made.to_json(), loss })
}
