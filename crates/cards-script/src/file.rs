//! Scripts in a file of their own, of either client.

use cards_json::Json;

use crate::convert::{Loss, to_risu, to_sillytavern};
use crate::{Error, Limits, risu, sillytavern};

const SILLYTAVERN: &str = "sillytavern_scripts";
const RISU: &str = "risu_scripts";

/// A file of regex scripts.
///
/// ```
/// use cards_script::{Limits, ScriptFile};
/// let file = br#"[{"scriptName":"bold","findRegex":"/\\*(.+?)\\*/g","replaceString":"<b>$1</b>","placement":[2]}]"#;
/// let scripts = ScriptFile::read(file, &Limits::default()).ok_or("no scripts")??;
/// assert_eq!(scripts.id(), "sillytavern_scripts");
/// let (risu, loss) = scripts.for_risu();
/// assert!(risu.to_json().to_string().starts_with(r#"{"type":"regex","data":[{"comment":"bold""#) && loss.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ScriptFile {
    /// A list of scripts, as SillyTavern exports them; it reads one alone too.
    SillyTavern(Vec<sillytavern::Script>),
    /// A file of RisuAI.
    Risu(Vec<risu::Script>),
}

impl ScriptFile {
    /// Reads a file; nothing where it looks like none of scripts.
    ///
    /// # Errors
    /// What the client refuses of its own files, and [`Error::TooMany`].
    pub fn read(bytes: &[u8], limits: &Limits) -> Option<Result<Self, Error>> {
        let text = std::str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).ok()?;
        Self::of_json(&Json::read(text, &cards_json::Limits::default()).ok()?, limits)
    }

    /// The same of a value.
    ///
    /// # Errors
    /// Those of [`ScriptFile::read`].
    pub fn of_json(json: &Json, limits: &Limits) -> Option<Result<Self, Error>> {
        Some(match Self::id_of(json)? {
            RISU => risu::Script::file_from_json(json, limits).map(Self::Risu),
            _ => sillytavern::Script::file_from_json(json, limits).map(Self::SillyTavern),
        })
    }

    /// Tells the name for machines by the shape of a value, whether its client takes the file or not.
    #[must_use]
    pub fn id_of(json: &Json) -> Option<&'static str> {
        // One without a name is a script that the client refuses.
        let is_one = |item: &Json| item.get("findRegex").is_some();
        if is_one(json) || json.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_one)) {
            return Some(SILLYTAVERN);
        }
        (json.get("type").and_then(Json::as_str) == Some("regex")).then_some(RISU)
    }

    /// The name for machines.
    #[must_use]
    pub fn id(&self) -> &'static str {
        match self {
            Self::SillyTavern(_) => SILLYTAVERN,
            Self::Risu(_) => RISU,
        }
    }

    /// The name for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::SillyTavern(_) => "SillyTavern regex scripts",
            Self::Risu(_) => "RisuAI regex scripts",
        }
    }

    /// How many scripts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::SillyTavern(scripts) => scripts.len(),
            Self::Risu(scripts) => scripts.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A line for each script: its name, whether it is on, what it looks for and what it writes.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |name: &str, off: bool, find: &str, replace: &str| {
            let name = if name.is_empty() { "(no name)" } else { name };
            let off = if off { " (off)" } else { "" };
            let what = if replace.is_empty() { "takes out".to_owned() } else { format!("-> {}", short(replace)) };
            format!("{name}{off}: {} {what}", short(find))
        };
        match self {
            Self::SillyTavern(scripts) => scripts
                .iter()
                .map(|script| {
                    let text = |text: &Option<String>| text.clone().unwrap_or_default();
                    line(&text(&script.name), script.disabled, &script.find, &text(&script.replace))
                })
                .collect(),
            Self::Risu(scripts) => scripts
                .iter()
                .map(|script| line(&script.comment, script.kind == "disabled", &script.find, &script.replace))
                .collect(),
        }
    }

    /// The scripts as RisuAI has them, and what has no place there.
    #[must_use]
    pub fn for_risu(&self) -> (Self, Vec<Loss>) {
        match self {
            Self::SillyTavern(scripts) => {
                let made = to_risu(scripts);
                (Self::Risu(made.value), made.findings)
            }
            Self::Risu(_) => (self.clone(), Vec::new()),
        }
    }

    /// The scripts as SillyTavern has them, and what has no place there.
    #[must_use]
    pub fn for_sillytavern(&self) -> (Self, Vec<Loss>) {
        match self {
            Self::Risu(scripts) => {
                let made = to_sillytavern(scripts);
                (Self::SillyTavern(made.value), made.findings)
            }
            Self::SillyTavern(_) => (self.clone(), Vec::new()),
        }
    }

    /// The file's value.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match self {
            Self::SillyTavern(scripts) => Json::Array(scripts.iter().map(sillytavern::Script::to_json).collect()),
            Self::Risu(scripts) => risu::Script::file_to_json(scripts),
        }
    }
}

/// The beginning of a text on one line.
fn short(text: &str) -> String {
    /// So many characters of a pattern or a replacement are shown.
    const SHOWN: usize = 40;
    let line: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() { line + "…" } else { line }
}
