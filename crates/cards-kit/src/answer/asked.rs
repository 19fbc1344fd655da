//! What a session is asked in the files of SillyTavern's user, as a caller of another language hands them on: parsed, and by name.

use cards_json::Json;
use cards_prompt::sillytavern::chat::Preset;
use cards_prompt::sillytavern::text::{BuiltIn, Templates, TextOptions, templates_of};

use super::head::{Head, Order};
use super::messages::{Messages, PromptText};
use crate::chat::Chat;
use crate::client::SillyTavern;
use crate::error::Error;
use crate::session::Session;

/// The user's preset or templates, and what the answer is to have.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Asked {
    /// The preset, for messages; without one, the client's own default.
    pub preset: Option<Json>,
    /// How the beginning of a text is told, and what is between its parts: a template, or the name of one that is built in.
    pub context_template: Option<Json>,
    /// The forms of messages in a text, likewise; without them, instruct mode is off.
    pub instruct: Option<Json>,
    /// The user's system prompt in a text, likewise.
    pub sysprompt: Option<Json>,
    /// Whether the answer says where each part comes from.
    pub pieces: bool,
    /// Whether the regex scripts of card and preset run.
    pub scripts: bool,
}

impl Asked {
    /// Gives the messages that SillyTavern sends to a chat API; the context of the session, if it has one, counts in place of the
    /// preset's.
    ///
    /// # Errors
    /// Those of [`Session::messages`], [`Error::Prompt`] for what is no preset, and [`Error::OtherTemplate`] where templates of a text were
    /// given.
    pub fn messages(&self, session: &mut Session, chat: &Chat) -> Result<Messages, Error> {
        if self.context_template.is_some() || self.instruct.is_some() || self.sysprompt.is_some() {
            return Err(Error::OtherTemplate("templates are for a text; messages take a preset"));
        }
        let read = self.preset.as_ref().map(Preset::from_json).transpose()?;
        let (mut preset, findings) = read.map(|read| (read.value, strings(&read.findings))).unwrap_or_default();
        if let Some(context) = session.options().context {
            preset = preset.with_room(context);
        }
        let how = self.how().with_preset(preset).with_preset_scripts(self.scripts);
        let mut answer = Messages::of(&session.messages(chat, &how)?, self.pieces);
        answer.head = Some(Head::of(session, Order::Preset(self.preset.as_ref().map(|_| "given"))));
        answer.findings = findings;
        Ok(answer)
    }

    /// Gives the text that SillyTavern sends for text completion; the context of the session, if it has one, is its room.
    ///
    /// # Errors
    /// Those of [`Session::text`], [`Error::Prompt`] for what is no template, and [`Error::OtherTemplate`] for one of another kind, or where
    /// a preset was given.
    pub fn text(&self, session: &mut Session, chat: &Chat) -> Result<PromptText, Error> {
        if self.preset.is_some() {
            return Err(Error::OtherTemplate("a preset is for messages; a text takes templates"));
        }
        let (mut options, mut findings) = (TextOptions::default(), Vec::new());
        // Of a file that holds several, each takes its own.
        let mut read = |given: &Option<Json>| {
            let Some(given) = given else { return Ok(None) };
            if let Some(name) = given.as_str() {
                return Ok(Some(name.parse::<BuiltIn>()?.templates()));
            }
            let read = templates_of(given)?;
            findings.extend(strings(&read.findings));
            Ok::<Option<Templates>, Error>(Some(read.value))
        };
        if let Some(read) = read(&self.context_template)? {
            options.context = read.context.ok_or(Error::OtherTemplate("there is no context template in it"))?;
        }
        if let Some(read) = read(&self.instruct)? {
            options.instruct = Some(read.instruct.ok_or(Error::OtherTemplate("there is no instruct template in it"))?);
        }
        if let Some(read) = read(&self.sysprompt)? {
            options.system_prompt =
                Some(read.system_prompt.ok_or(Error::OtherTemplate("there is no system prompt in it"))?);
        }
        if let Some(context) = session.options().context {
            options = options.with_room(context);
        }
        let mut answer = PromptText::of(&session.text(chat, &self.how(), &options)?, self.pieces);
        answer.head = Some(Head::of(session, Order::Templates));
        answer.findings = findings;
        Ok(answer)
    }

    fn how(&self) -> SillyTavern {
        SillyTavern::default().with_card_scripts(self.scripts)
    }
}

/// Findings in words.
pub(super) fn strings(findings: &[impl ToString]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}
