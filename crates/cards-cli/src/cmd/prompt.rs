//! `cards prompt`: the text that a model would get.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use cards_container::Limits;
use cards_lore::{Lore, Profile, Role};
use cards_model::Card;
use cards_prompt::{ChatMessage, LoreText, Prompt, PromptInput, Source, assemble};
use serde_json::json;

use crate::chat::{self, Line, Persona};
use crate::failure::Failure;
use crate::input::{read_text, refuse_two_dashes};
use crate::lore::{self, Cast, LoreArgs};
use crate::output::{FAINT, GOOD, LABEL, Output, STRONG};
use crate::plural::plural;
use crate::printable::{line, printable};

/// Show the prompt that a model would get: card, fired lore and chat, macros expanded, in order.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards prompt aria.png --chat chat.jsonl --user Sam\n  \
    cards prompt aria.png --user Sam --greeting 1\n  \
    cards prompt aria.png world.json --chat chat.jsonl --context 4096 --json | jq '.messages'")]
pub(crate) struct Args {
    /// The card, and further lorebooks and modules.
    #[arg(required = true, value_name = "CARD_OR_BOOK")]
    files: Vec<PathBuf>,
    /// The chat; `-` is standard input. Without one, the prompt begins with a greeting.
    #[arg(long, value_name = "CHAT")]
    chat: Option<PathBuf>,
    /// The user's name.
    #[arg(long, value_name = "NAME", default_value = "User")]
    user: String,
    /// Which greeting begins an empty chat, counted from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    greeting: usize,
    /// Whose rules hold: spec, sillytavern, risu or module.
    #[arg(long, value_name = "PROFILE", default_value = "spec")]
    profile: Profile,
    /// The user's own system prompt, which the card's replaces; @FILE reads a file.
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "Write {{char}}'s next reply in a chat between {{char}} and {{user}}."
    )]
    system: String,
    /// The user's own post-history instructions, which the card's replace; @FILE reads a file.
    #[arg(long, value_name = "TEXT", default_value = "")]
    post_history: String,
    /// Make the prompt fit so many tokens: example messages go first, then the oldest messages.
    #[arg(long, value_name = "TOKENS")]
    context: Option<u64>,
    /// The present moment for time macros: seconds since 1970, or an ISO date; the system's clock unless given.
    #[arg(long, value_name = "T")]
    now: Option<String>,
    #[command(flatten)]
    lore: LoreArgs,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_two_dashes(args.files.iter().chain(&args.chat).map(PathBuf::as_path))?;
    let cast = Cast::read(&args.files)?;
    let Some(card) = &cast.card else {
        let message =
            "none of the files is a card; a prompt needs a character, so name one beside the lorebooks".to_owned();
        return Err(Failure::Other { class: "not-a-card", message });
    };
    let chat = match &args.chat {
        Some(path) => chat::read_chat(path, &args.user, &Limits::default())?,
        None => Vec::new(),
    };
    let prompt = make(args, &cast, card, &chat)?;
    if out.json() {
        out.json_line(&to_json(&prompt))?;
    } else {
        show(card, &prompt, out)?;
    }
    if !prompt.unknown_macros.is_empty() {
        out.note(&format!("macros left as text: {}", prompt.unknown_macros.join(", ")));
    }
    Ok(ExitCode::SUCCESS)
}

fn make(args: &Args, cast: &Cast, card: &Card, chat: &[Line]) -> Result<Prompt, Failure> {
    let persona = Persona { user: &args.user, character: None };
    let mut host = chat::macro_host(Some(card), &persona, args.lore.seed);
    host.now = chat::moment(args.now.as_deref())?;
    let books = lore::overridden(cast.books(args.profile), &args.lore);
    let compiled = Lore::compile(books, lore::settings(args.profile, &args.lore), cards_lore::Limits::default())
        .map_err(|error| Failure::Other { class: error.class(), message: error.to_string() })?;
    let mut state = lore::read_state(&args.lore)?;
    let activation = lore::run_turn(&compiled, Some(card), chat, &mut host, &args.lore, &mut state)?;
    lore::write_state(&args.lore, &state)?;
    let fired: Vec<_> = activation
        .prompt_order
        .iter()
        .filter_map(|&at| activation.entries.get(at))
        .map(|active| LoreText {
            entry: compiled.entry(active.at).map(|entry| entry.name.clone()).unwrap_or_default(),
            text: active.content.clone(),
            placement: active.placement.clone(),
            role: active.role,
        })
        .collect();
    let messages: Vec<_> = chat.iter().map(message).collect();
    let input = PromptInput {
        chat: &messages,
        greeting: args.greeting,
        lore: &fired,
        system_prompt: &text_or_file(&args.system)?,
        post_history_instructions: &text_or_file(&args.post_history)?,
        profile: args.profile.into(),
        context: args.context,
        ..PromptInput::new(card)
    };
    let mut counter = args.lore.tokenizer.counter()?;
    assemble(&input, &mut host, &mut |text| counter.count(text))
        .map_err(|source| Failure::Macro { what: "a text of the card cannot be expanded".to_owned(), source })
}

fn message(line: &Line) -> ChatMessage {
    let role = match line.role {
        chat::Role::User => Role::User,
        chat::Role::Assistant => Role::Assistant,
        chat::Role::System => Role::System,
    };
    ChatMessage { role, name: line.name.clone(), text: line.text.clone() }
}

fn text_or_file(text: &str) -> Result<String, Failure> {
    match text.strip_prefix('@') {
        Some(path) => read_text(path.as_ref(), &Limits::default()),
        None => Ok(text.to_owned()),
    }
}

fn show(card: &Card, prompt: &Prompt, out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    for segment in &prompt.segments {
        let source = segment.source.name();
        let style = if matches!(segment.source, Source::Lore(_)) { GOOD } else { LABEL };
        writeln!(
            results,
            "{style}[{}]{style:#} {FAINT}{}, {} tokens{FAINT:#}",
            printable(&source),
            segment.role.as_str(),
            segment.tokens
        )?;
        writeln!(results, "{}\n", printable(&segment.text))?;
    }
    let pieces = plural(prompt.segments.len(), "piece");
    let tokens = plural(usize::try_from(prompt.tokens()).unwrap_or(usize::MAX), "token");
    let left_out = match prompt.left_out.len() {
        0 => String::new(),
        count => format!("; {} had no room in --context", plural(count, "piece")),
    };
    let name = line(card.display_name(), 60);
    writeln!(results, "{STRONG}{name}{STRONG:#}: {pieces}, {tokens}{left_out}")?;
    Ok(())
}

fn to_json(prompt: &Prompt) -> serde_json::Value {
    let piece = |segment: &cards_prompt::Segment| {
        json!({
            "role": segment.role.as_str(), "name": segment.name, "content": segment.text,
            "source": segment.source.name(), "tokens": segment.tokens,
        })
    };
    json!({
        "schema": 1,
        "messages": prompt.segments.iter().map(piece).collect::<Vec<_>>(),
        "left_out": prompt.left_out.iter().map(piece).collect::<Vec<_>>(),
        "tokens": prompt.tokens(),
        "unknown_macros": prompt.unknown_macros,
    })
}
