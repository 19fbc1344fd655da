//! `cards prompt --profile sillytavern`: the messages that a client sends.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use cards_container::Limits;
use cards_json::Json;
use cards_kit::answer::{Head, Messages, Order, PromptText};
use cards_kit::script::ScriptFile;
use cards_kit::script::sillytavern::Script;
use cards_kit::{Chat, PersonaPlace, Profile, Session, SillyTavern};
use cards_model::{Card, Content};
use cards_prompt::sillytavern::chat::{ChatPrompt, LeftOut, Piece, Preset};
use cards_prompt::sillytavern::text::{BuiltIn, Templates, TextOptions, TextPrompt, read_templates};
use cards_prompt::sillytavern::{Generation, GroupMode, Mistakes};
use cards_prompt::wire::{Names, Post, post_process};
use cards_words::Outcome;

use crate::failure::{Failure, chain};
use crate::input::{load_file, name, read_bytes, read_text};
use crate::output::{FAINT, GOOD, LABEL, Output, STRONG};
use crate::plural::plural;
use crate::printable::{line, printable};
use crate::shell;
use crate::turn::text_or_file;

use super::bar::Bars;
use super::beside::BesideArgs;

/// The built-in preset, as `--preset` names it.
pub(super) const BUILT_IN: &str = "default";

/// The client that has presets.
pub(super) const CLIENT: Profile = Profile::SillyTavern;

/// Whether a profile's prompts are those of the client.
pub(super) fn is_clients(profile: Profile) -> bool {
    profile.newest() == CLIENT
}

/// What the user of a client sets.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "As SillyTavern sends it (--profile sillytavern)")]
pub(super) struct ClientArgs {
    /// Build the messages of chat completion by this preset; `default`, that of a new installation, is taken unless another is
    /// named.
    #[arg(long, value_name = "PRESET")]
    preset: Option<PathBuf>,
    /// Build the text of text completion by this context template: a file, or default, alpaca, chatml, llama3, mistral.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["preset", "post"])]
    context_template: Option<PathBuf>,
    /// The forms of messages in it: a file, or alpaca, chatml, llama3, mistral.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["preset", "post"])]
    instruct: Option<PathBuf>,
    /// The user's system prompt in it, a file; without one the card's is off too.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "post"])]
    sysprompt: Option<PathBuf>,
    /// What is asked for: normal, continue, impersonate, swipe, regenerate or quiet.
    #[arg(long = "type", value_name = "TYPE")]
    generation: Option<Generation>,
    #[command(flatten)]
    beside: BesideArgs,
    /// A quiet prompt, at the end of all; @FILE reads a file.
    #[arg(long, value_name = "TEXT")]
    quiet_prompt: Option<String>,
    /// Another member of the group that the character speaks in.
    #[arg(long, value_name = "CARD", num_args = 1..)]
    group: Vec<PathBuf>,
    /// Show the fields of the speaker alone (swap), or of all (join).
    #[arg(long, value_name = "MODE", value_parser = ["swap", "join"], requires = "group")]
    group_fields: Option<String>,
    /// Run the regex scripts of the card and the preset, as a user who allows them.
    #[arg(long)]
    scripts: bool,
    /// Run the regex scripts of a file too, as the user's own, before those of preset and card.
    #[arg(long, value_name = "FILE")]
    script_file: Vec<PathBuf>,
    /// Join messages for an interface: none, merge, semi, strict or single.
    #[arg(long, value_name = "POST", conflicts_with_all = ["diff", "pieces"])]
    post: Option<Post>,
    /// Show where each part of a message comes from.
    #[arg(long, conflicts_with = "diff")]
    pieces: bool,
    /// Leave out the client's plain mistakes.
    #[arg(long)]
    as_intended: bool,
}

impl ClientArgs {
    /// Whether anything that only a client heeds is asked for.
    pub(super) fn are_asked_for(&self) -> bool {
        let Self {
            preset,
            generation,
            beside,
            quiet_prompt,
            group,
            group_fields: _,
            scripts,
            script_file,
            post,
            pieces,
            as_intended,
            ..
        } = self;
        if self.has_templates() {
            return true;
        }
        let texts = beside.are_asked_for() || quiet_prompt.is_some() || !group.is_empty();
        let runs = *scripts || !script_file.is_empty();
        preset.is_some() || generation.is_some() || texts || runs || post.is_some() || *pieces || *as_intended
    }

    /// The same beside a note alone, which RisuAI's prompt has too.
    pub(super) fn are_asked_for_beside_a_note(&self, profile: Profile) -> bool {
        let noted = profile == Profile::Risu && self.beside.is_note_alone();
        let others = Self { beside: BesideArgs::default(), ..self.clone() };
        if noted { others.are_asked_for() } else { self.are_asked_for() }
    }

    /// The chat with the note that is given.
    pub(super) fn noted<'c>(&self, chat: &'c Chat) -> Result<Cow<'c, Chat>, Failure> {
        let Some(note) = self.beside.note(chat.note.as_ref())? else { return Ok(Cow::Borrowed(chat)) };
        let mut noted = chat.clone();
        noted.note = Some(note);
        Ok(Cow::Owned(noted))
    }

    /// The same with another preset, or without any for a profile that has none.
    pub(super) fn with_preset(self, preset: Option<PathBuf>) -> Self {
        Self { preset, context_template: None, instruct: None, sysprompt: None, ..self }
    }

    /// The same with other templates.
    pub(super) fn with_templates(self, context_template: Option<PathBuf>, instruct: Option<PathBuf>) -> Self {
        let (context_template, instruct) = (context_template.or(self.context_template), instruct.or(self.instruct));
        Self { preset: None, post: None, context_template, instruct, ..self }
    }

    /// Nothing of a client; a note stays where the profile has one.
    pub(super) fn none(self, profile: Profile) -> Self {
        let beside = if profile == Profile::Risu { self.beside.clone().note_alone() } else { BesideArgs::default() };
        let (generation, quiet_prompt, group) = (None, None, Vec::new());
        let (scripts, post, pieces, as_intended) = (false, None, false, false);
        let none = Self { generation, quiet_prompt, group, scripts, post, pieces, as_intended, beside, ..self };
        none.with_preset(None)
    }

    /// Whether the text of text completion is asked for.
    pub(super) fn has_templates(&self) -> bool {
        self.context_template.is_some() || self.instruct.is_some() || self.sysprompt.is_some()
    }

    /// Refuses a place for a persona where there is none.
    pub(super) fn refuse_places_of_no_persona(&self, persona: &str) -> Result<(), Failure> {
        if persona.is_empty() { self.beside.refuse_places_of_persona() } else { Ok(()) }
    }

    /// Reads the templates that are named.
    pub(super) fn templates(&self, context: Option<u64>, out: &mut Output) -> Result<TextOptions, Failure> {
        let mut options = TextOptions::default();
        let missing = |path: &Path, kind: &str| Failure::Content {
            path: path.to_owned(),
            class: "bad-field",
            message: format!("there is no {kind} in it"),
        };
        // Of a file that holds several, each option takes its own.
        if let Some(path) = &self.context_template {
            options.context = templates(path, out)?.context.ok_or_else(|| missing(path, "context template"))?;
        }
        if let Some(path) = &self.instruct {
            let found = templates(path, out)?.instruct.ok_or_else(|| missing(path, "instruct template"))?;
            options.instruct = Some(found);
        }
        if let Some(path) = &self.sysprompt {
            let found = templates(path, out)?.system_prompt.ok_or_else(|| missing(path, "system prompt"))?;
            options.system_prompt = Some(found);
        }
        Ok(match context {
            Some(context) => options.with_room(context),
            None => options,
        })
    }

    /// Shows a text.
    pub(super) fn show_text(&self, prompt: &TextPrompt, session: &Session, out: &mut Output) -> Result<(), Failure> {
        let head = Head::of(session, Order::Templates);
        super::show_head(&head, out)?;
        if out.json() {
            let mut answer = PromptText::of(prompt, self.pieces);
            answer.head = Some(head);
            out.answer(&[], &answer)?;
        } else if self.pieces {
            show_pieces(&prompt.pieces, out)?;
        } else {
            writeln!(out.results(), "{}", printable(&prompt.text))?;
        }
        if !out.json() {
            if !prompt.text.ends_with('\n') {
                writeln!(out.results())?;
            }
            bars(&prompt.pieces).show(out)?;
            let name = line(session.card().map_or("", Card::display_name), 60);
            let (tokens, left) = (super::tokens(prompt.tokens), prompt.left);
            writeln!(out.results(), "{STRONG}{name}{STRONG:#}: {tokens}; {left} left of the context")?;
            let stop: Vec<String> = prompt.stop.iter().map(|text| format!("{text:?}")).collect();
            writeln!(out.results(), "{FAINT}stops at {}{FAINT:#}", printable(&stop.join(", ")))?;
        }
        if prompt.excess > 0 {
            let over = super::tokens(prompt.excess);
            out.warn(&format!("the text has {over} over the context, and nothing else in it may go"));
        }
        let scripts = prompt.script_findings.iter();
        let scripts: Vec<String> =
            scripts.map(|finding| format!("regex script {}: {}", finding.script + 1, finding.kind)).collect();
        say(&prompt.left_out, &scripts, &prompt.unknown_macros, self.pieces, out);
        Ok(())
    }

    /// Reads what is named, for a profile that has presets.
    pub(super) fn read(
        &self,
        profile: Profile,
        context: Option<u64>,
        (chat, persona): (&Chat, PersonaPlace),
        out: &mut Output,
    ) -> Result<SillyTavern, Failure> {
        if !is_clients(profile) {
            let message = format!(
                "presets, notes, places of the persona, groups and types of generation are SillyTavern's, and the profile is \
                 {profile}; add --profile {CLIENT}"
            );
            return Err(Failure::Other { class: "usage", message });
        }
        let preset = self.preset(out)?;
        let preset = match context {
            Some(context) => preset.with_room(context),
            None => preset,
        };
        let quiet = self.quiet_prompt.as_deref().map(text_or_file).transpose()?.unwrap_or_default();
        let joins = self.group_fields.as_deref() == Some("join");
        Ok(SillyTavern::default()
            .with_preset(preset)
            .with_generation(self.generation.unwrap_or_default())
            .with_note(self.beside.note(chat.note.as_ref())?)
            .with_persona(self.beside.persona(persona)?)
            .with_quiet(quiet)
            .with_group(self.group.iter().map(|path| card_of(path)).collect::<Result<_, _>>()?)
            .with_group_mode(if joins { GroupMode::Join } else { GroupMode::Swap })
            .with_user_scripts(self.user_scripts()?)
            .with_card_scripts(self.scripts)
            .with_preset_scripts(self.scripts)
            .with_mistakes(if self.as_intended { Mistakes::AsIntended } else { Mistakes::Reproduced }))
    }

    /// The scripts of the files that are named.
    fn user_scripts(&self) -> Result<Vec<Script>, Failure> {
        let mut scripts = Vec::new();
        for path in &self.script_file {
            let refused = |message: String| Failure::Content { path: path.clone(), class: "bad-field", message };
            let bytes = read_bytes(path, &Limits::default())?;
            let Some(file) = ScriptFile::read(&bytes, &cards_kit::Limits::default().scripts) else {
                return Err(refused("there are no regex scripts in it".to_owned()));
            };
            match file.map_err(|error| refused(chain(&error)))? {
                ScriptFile::SillyTavern(of_file) => scripts.extend(of_file),
                _ => {
                    let turn = format!("cards convert {} --to sillytavern -o scripts.json", shell::word(path));
                    let message =
                        format!("these are regex scripts of RisuAI, which SillyTavern does not run; first {turn}");
                    return Err(refused(message));
                }
            }
        }
        Ok(scripts)
    }

    /// The file of the preset; none for the built-in one.
    fn preset_file(&self) -> Option<&Path> {
        self.preset.as_deref().filter(|path| *path != Path::new(BUILT_IN))
    }

    fn preset(&self, out: &mut Output) -> Result<Preset, Failure> {
        self.preset_file().map_or_else(|| Ok(Preset::default()), |path| of_client(path, Preset::read_with, out))
    }

    /// Shows messages.
    pub(super) fn show_messages(
        &self,
        prompt: &ChatPrompt,
        session: &Session,
        chat: &Chat,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let card = session.card();
        let preset = self.preset_file().map(name);
        let head = Head::of(session, Order::Preset(preset.as_deref()));
        super::show_head(&head, out)?;
        let mut answer = Messages::of(prompt, self.pieces);
        if let Some(post) = self.post {
            let user = session.options().user.as_deref().or(chat.user.as_deref()).unwrap_or("User");
            let group = self.group.iter().map(|path| Ok(card_of(path)?.name().to_owned()));
            let names =
                Names::new(card.map_or("", Card::name), user).with_group(group.collect::<Result<_, Failure>>()?);
            let messages: Vec<Json> = answer.messages.into_iter().map(Json::Object).collect();
            let joined = post_process(&messages, post, false, &names).into_iter();
            answer.messages = joined.filter_map(|message| message.as_object().cloned()).collect();
        }
        answer.head = Some(head);
        if out.json() {
            out.answer(&[], &answer)?;
        } else if self.post.is_some() {
            show_joined(&answer, out)?;
        } else {
            show(prompt, self.pieces, out)?;
        }
        if !out.json() {
            bars(prompt.messages.iter().flat_map(|message| &message.pieces)).show(out)?;
            let name = line(card.map_or("", Card::display_name), 60);
            let (count, tokens) = (plural(answer.messages.len(), "message"), super::tokens(prompt.tokens()));
            let left = prompt.budget_left;
            writeln!(out.results(), "{STRONG}{name}{STRONG:#}: {count}, {tokens}; {left} left of the budget")?;
        }
        if let Some(overflow) = &prompt.overflow {
            out.warn(&format!(
                "[{}] takes {} tokens and {} are left, so the client stops there: no history is sent",
                overflow.label, overflow.tokens, overflow.budget
            ));
        }
        let scripts = prompt.script_findings.iter();
        let scripts: Vec<String> =
            scripts.map(|finding| format!("regex script {}: {}", finding.script + 1, finding.kind)).collect();
        say(&prompt.left_out, &scripts, &prompt.unknown_macros, self.pieces, out);
        Ok(())
    }
}

fn card_of(path: &Path) -> Result<Card, Failure> {
    match load_file(path, &Limits::default())?.document.content {
        Content::Card(card) => Ok(card),
        other => Err(Failure::Content {
            path: path.to_owned(),
            class: "not-a-card",
            message: format!("this is {}, and only cards are members of a group", other.form().described()),
        }),
    }
}

fn show(prompt: &ChatPrompt, pieces: bool, out: &mut Output) -> Result<(), Failure> {
    for message in &prompt.messages {
        let results = out.results();
        let label = message.label.as_deref().unwrap_or("continued");
        let name = message.name.as_deref().map(|name| format!(" as {name}")).unwrap_or_default();
        let role = message.role.as_str();
        let tokens = super::tokens(message.tokens);
        writeln!(
            results,
            "{LABEL}[{}]{LABEL:#} {FAINT}{role}{}, {tokens}{FAINT:#}",
            printable(label),
            printable(&name)
        )?;
        if !pieces {
            writeln!(results, "{}", printable(&message.content))?;
        }
        if pieces {
            show_pieces(&message.pieces, out)?;
        }
        writeln!(out.results())?;
    }
    Ok(())
}

fn show_joined(answer: &Messages, out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    for message in &answer.messages {
        let text = |member: &str| message.get(member).and_then(Json::as_str).unwrap_or_default();
        writeln!(results, "{LABEL}[{}]{LABEL:#}", printable(text("role")))?;
        writeln!(results, "{}\n", printable(text("content")))?;
    }
    Ok(())
}

/// What is to be said of a prompt beside its text.
fn say(left_out: &[LeftOut], scripts: &[String], unknown: &[String], all: bool, out: &mut Output) {
    if all {
        for text in left_out {
            let sources: Vec<String> = text.sources.iter().map(cards_prompt::Source::name).collect();
            out.note(&format!("[{}] is not in the prompt: {}", sources.join(", "), text.reason.as_str()));
        }
    } else if !left_out.is_empty() {
        let count = plural(left_out.len(), "text");
        let verb = if left_out.len() == 1 { "is" } else { "are" };
        out.note(&format!("{count} {verb} not in the prompt; --pieces says which and why"));
    }
    for script in scripts {
        out.warn(script);
    }
    if !unknown.is_empty() {
        out.note(&format!("macros left as text: {}", unknown.join(", ")));
    }
}

/// The templates of a file, or those that are built in under a name.
fn templates(path: &Path, out: &mut Output) -> Result<Templates, Failure> {
    if let Some(built_in) = path.to_str().and_then(|name| name.parse::<BuiltIn>().ok()) {
        return Ok(built_in.templates());
    }
    of_client(path, read_templates, out)
}

/// Reads a file that the client saved, and says what was odd in it.
fn of_client<T, F: Display>(
    path: &Path,
    read: impl FnOnce(&str, &cards_json::Limits) -> Result<Outcome<T, F>, cards_prompt::sillytavern::Error>,
    out: &mut Output,
) -> Result<T, Failure> {
    let text = read_text(path, &Limits::default())?;
    let read = read(&text, &cards_json::Limits::default()).map_err(|error| Failure::Content {
        path: path.to_owned(),
        class: cards_kit::Error::class_of_preset(&error),
        message: chain(&error),
    })?;
    for finding in &read.findings {
        out.warn(&format!("{}: {finding}", name(path)));
    }
    Ok(read.value)
}

/// The tokens of pieces by their sources; what each message costs by itself is not among them.
fn bars<'p>(pieces: impl IntoIterator<Item = &'p Piece>) -> Bars {
    let mut bars = Bars::default();
    pieces.into_iter().for_each(|piece| bars.add(&piece.sources, piece.tokens));
    bars
}

fn show_pieces(pieces: &[Piece], out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    for piece in pieces {
        let sources: Vec<String> = piece.sources.iter().map(cards_prompt::Source::name).collect();
        let tokens = super::tokens(piece.tokens);
        writeln!(results, "{GOOD}{}{GOOD:#} {FAINT}{tokens}{FAINT:#}", printable(&sources.join(", ")))?;
        writeln!(results, "{}", printable(piece.text.strip_suffix('\n').unwrap_or(&piece.text)))?;
    }
    Ok(())
}
