//! What a text, a chat file or a settings file says: for callers of other languages, since the tool has no verb for it.

use std::fmt;
use std::ops::Range;

use cards_json::{Json, Limits};
use cards_lore::WorldInfoSettings;
use cards_macro::{Engine, Kind, Oddity, Template};
use cards_words::Role;
use serde::Serialize;

use super::asked::strings;
use super::shape::{described, list, text, whole, words};
use crate::answers;
use crate::chat::{Chat, ChatError, Names};
use crate::described::{Described, Schemas, object};
use crate::error::Error;

answers! {
    /// What a text uses of macros.
    pub struct MacroAnalysis {
        /// Every macro, in text order; one that the engine does not know stays as text.
        pub macros: Vec<UsedMacro>,
        /// What is odd, in text order.
        pub findings: Vec<MacroFinding>,
    }

    /// A macro of a text.
    pub struct UsedMacro {
        /// Its name, as written.
        pub name: String,
        /// Its first byte, and the byte behind its last.
        pub span: [usize; 2],
        /// Whether the engine knows it.
        pub known: bool,
    }

    /// A chat, and what its file says beside the messages.
    pub struct ReadChat {
        /// The messages that a model may see, the first one first.
        pub messages: Vec<ChatMessage>,
        /// The user's name.
        pub user: Option<String>,
        /// The character's name.
        pub character: Option<String>,
        /// What was passed over.
        pub findings: Vec<String>,
    }

    /// A message of a chat.
    pub struct ChatMessage {
        /// Who speaks.
        pub role: Role,
        /// What is said.
        pub content: String,
        /// The name of who speaks; absent where none is known.
        #[absent("Option::is_none")]
        pub name: Option<String>,
    }

    /// What SillyTavern's user set for world info.
    pub struct WorldInfo {
        /// The settings, as sessions take them.
        pub settings: WorldInfoSettings,
        /// What of the file has no say.
        pub without_say: Vec<String>,
    }
}

/// Something odd about a text with macros.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MacroFinding {
    span: [usize; 2],
    #[serde(flatten)]
    oddity: Oddity,
}

impl fmt::Display for MacroFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.oddity.fmt(f)
    }
}

impl Described for MacroFinding {
    fn describe(schemas: &mut Schemas) -> Json {
        let texts = list(text());
        let pair = <[usize; 2]>::describe(schemas);
        let suggestion = Option::<String>::describe(schemas);
        let takes = described(schemas, "MacroArity", "How many arguments a macro takes.", |_| {
            vec![("min", "The fewest.", whole(), true), ("max", "The most; 255 is without end.", whole(), true)]
        });
        described(schemas, "MacroFinding", "Something odd about a text with macros.", |_| {
            let kinds = words("unterminated unknown single_braces wrong_arguments differs_in");
            vec![
                ("kind", "What is odd.", kinds, true),
                ("span", "Its first byte, and the byte behind its last.", pair, true),
                ("name", "The name as written.", text(), false),
                ("suggestion", "Of an unknown one: a known name that differs by a slip of the pen.", suggestion, false),
                ("known_in", "Of an unknown one: engines that do know it.", texts, false),
                ("takes", "Of one with too few or too many arguments: how many it takes.", takes, false),
                ("found", "Of the same: how many there are.", whole(), false),
                ("profile", "Of one that another engine renders in another way: which engine.", text(), false),
                ("how", "Of the same: how.", text(), false),
            ]
        })
    }
}

impl Described for Role {
    fn describe(_: &mut Schemas) -> Json {
        object([("enum", Json::Array(Self::ALL.iter().map(|role| role.as_str().into()).collect()))])
    }
}

impl Described for WorldInfoSettings {
    fn describe(_: &mut Schemas) -> Json {
        let values = object([("type", Json::Array(vec!["number".into(), "boolean".into()]))]);
        object([("type", "object".into()), ("additionalProperties", values)])
    }
}

impl MacroAnalysis {
    /// Looks at the macros of a text.
    ///
    /// # Errors
    /// [`Error::Macro`] for a text past the limits.
    pub fn of(text: &str, engine: Engine) -> Result<Self, Error> {
        let template = Template::parse_with(text, engine, &crate::Limits::default().macros)?;
        let pair = |span: Range<usize>| [span.start, span.end];
        let mut macros: Vec<_> = template
            .macros()
            .map(|found| UsedMacro {
                name: found.name().to_owned(),
                span: pair(found.span()),
                known: found.kind() != Kind::Unknown,
            })
            .collect();
        macros.sort_by_key(|found| found.span);
        let odd = |finding: cards_macro::Finding| MacroFinding { span: pair(finding.span), oddity: finding.oddity };
        let findings = template.analyse().findings.into_iter().map(odd).collect();
        Ok(Self { macros, findings })
    }
}

impl ReadChat {
    /// Reads a chat as any client wrote it: lines of JSON, a list of messages, plain text. Hidden messages are left out.
    ///
    /// # Errors
    /// Those of [`Chat::read_with`].
    pub fn of(file: &[u8], names: Names<'_>) -> Result<Self, ChatError> {
        let read = Chat::read_with(file, names, &Limits::default())?;
        let message = |message: cards_words::Message<'_>| ChatMessage {
            role: message.role,
            content: message.text.into_owned(),
            name: message.name.map(|name| name.into_owned()),
        };
        let messages = read.value.messages.into_iter().filter(|message| !message.hidden).map(message).collect();
        let findings = strings(&read.findings);
        Ok(Self { messages, user: read.value.user, character: read.value.character, findings })
    }
}

impl WorldInfo {
    /// Reads SillyTavern's `settings.json`, or its `world_info_settings` alone.
    ///
    /// # Errors
    /// [`Error::Model`] for what is no JSON, [`Error::Setting`] for a file without such settings, or with one of another kind.
    pub fn of(file: &[u8]) -> Result<Self, Error> {
        let file = String::from_utf8_lossy(file);
        let file = Json::read(file.strip_prefix('\u{feff}').unwrap_or(&file), &Limits::default());
        let (settings, without_say) = WorldInfoSettings::from_settings(&file.map_err(cards_model::Error::Json)?)?;
        Ok(Self { settings, without_say })
    }
}
