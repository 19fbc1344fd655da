//! `cards prompt`: the text that a model would get.

mod bar;
mod beside;
mod client;
mod compare;
mod made;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use cards_kit::answer::{Head, Order};
use cards_kit::{Opening, Session, answer};
use cards_prompt::{Prompt, Source};
use cards_words::Profile;

use crate::failure::Failure;
use crate::input::refuse_two_dashes;
use crate::output::{FAINT, GOOD, LABEL, Output, STRONG};
use crate::plural::plural;
use crate::printable::{line, printable};
use crate::turn::TurnArgs;

use bar::Bars;
use made::Made;

/// Show the prompt that a model would get: card, fired lore and chat, macros expanded, in order.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards prompt aria.png --chat chat.jsonl --user Sam\n  \
    cards prompt aria.png --user Sam --greeting 1\n  \
    cards prompt aria.png world.json --chat chat.jsonl --context 4096 --json | jq '.messages'\n  \
    cards prompt aria.png --chat chat.jsonl --profile sillytavern --preset preset.json --pieces\n  \
    cards prompt aria.png --chat chat.jsonl --profile sillytavern --post strict --json\n  \
    cards prompt aria.png --profile sillytavern --instruct chatml --sysprompt sysprompt.json\n  \
    cards prompt aria-new.png --chat chat.jsonl --diff before.json   # as --json saved it\n  \
    cards prompt aria.png --chat chat.jsonl --diff risu\n\n\
    Exit status with --diff: 0 when both prompts are the same, 1 when they differ.")]
pub(crate) struct Args {
    /// The card, and further lorebooks and modules.
    #[arg(required = true, value_name = "CARD_OR_BOOK")]
    files: Vec<PathBuf>,
    /// The chat; `-` is standard input. Without one, the prompt begins with a greeting.
    #[arg(long, value_name = "CHAT")]
    chat: Option<PathBuf>,
    /// Which greeting begins an empty chat: its number from 0, `group:0` for the first one of groups, `de:0` for the first one in
    /// that language, or `none`.
    #[arg(long, value_name = "GREETING", conflicts_with = "chat")]
    greeting: Option<Opening>,
    /// Whose rules hold: spec, sillytavern (its whole prompt, by its default preset), or risu (its own order, as a new installation
    /// sends it).
    #[arg(long, value_name = "PROFILE", default_value = "spec")]
    profile: Profile,
    /// The user's own system prompt, which the card's replaces; @FILE reads a file. Without one it asks for the next reply of
    /// the character; presets and templates have one of their own, and RisuAI's is empty.
    #[arg(long, value_name = "TEXT")]
    system: Option<String>,
    /// The user's own post-history instructions, which the card's replace; @FILE reads a file. Presets have their own.
    #[arg(long, value_name = "TEXT")]
    post_history: Option<String>,
    /// Make the prompt fit so many tokens: example messages go first, then the oldest messages.
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(1..))]
    context: Option<u64>,
    /// Compare the prompt, piece by piece, with another: one that --json saved, that of another profile, or the one that
    /// another preset or template makes.
    #[arg(long, value_name = "WITH")]
    diff: Option<PathBuf>,
    #[command(flatten)]
    turn: TurnArgs,
    #[command(flatten)]
    client: client::ClientArgs,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_two_dashes(args.files.iter().chain(&args.chat).map(PathBuf::as_path))?;
    let cast = args.turn.cast(&args.files, out)?;
    let chat = args.turn.chat(args.chat.as_deref(), &cast, args.greeting.as_ref(), out)?;
    // What is compared with begins with the same memory as the prompt.
    let other = args.diff.as_deref().map(|with| compare::other(with, args, &cast, &chat, out)).transpose()?;
    let (session, made) = made::make(args, &cast, &chat, out)?;
    args.turn.keep(&session.memory)?;
    if let Some(other) = other {
        return compare::show(&other, &made, out);
    }
    match &made {
        Made::Plain(prompt) => show_plain(args, &session, prompt, out)?,
        Made::Chat(prompt) => args.client.show_messages(prompt, &session, &chat, out)?,
        Made::Text(prompt) => args.client.show_text(prompt, &session, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Says by whose rules a prompt is made, and what has to be done first.
fn show_head(head: &Head, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        return Ok(());
    }
    writeln!(out.results(), "{FAINT}profile {}: {}{FAINT:#}", head.profile, printable(&head.order))?;
    for first in &head.first {
        out.hanging("first ", first)?;
    }
    writeln!(out.results())?;
    Ok(())
}

fn show_plain(args: &Args, session: &Session, prompt: &Prompt, out: &mut Output) -> Result<(), Failure> {
    let head = Head::of(session, Order::Turn);
    show_head(&head, out)?;
    if out.json() {
        let mut answer = answer::Prompt::from(prompt);
        answer.head = Some(head);
        out.answer(&[], &answer)?;
    } else {
        show(session.card().map_or("", cards_model::Card::display_name), prompt, out)?;
    }
    for unplaced in &prompt.unplaced {
        out.warn(&unplaced.to_string());
    }
    if prompt.excess > 0 {
        let context = args.context.map(|context| format!(" of {context}")).unwrap_or_default();
        let over = tokens(prompt.excess);
        out.warn(&format!("the prompt has {over} over the context{context}, and nothing else in it may go"));
    }
    if !prompt.unknown_macros.is_empty() {
        out.note(&format!("macros left as text: {}", prompt.unknown_macros.join(", ")));
    }
    Ok(())
}

fn tokens(count: u64) -> String {
    plural(usize::try_from(count).unwrap_or(usize::MAX), "token")
}

fn show(name: &str, prompt: &Prompt, out: &mut Output) -> Result<(), Failure> {
    for segment in &prompt.segments {
        let results = out.results();
        let source = segment.source.name();
        let style = if matches!(segment.source, Source::Lore(_)) { GOOD } else { LABEL };
        let message = if segment.joined { "in the same message" } else { segment.role.as_str() };
        writeln!(
            results,
            "{style}[{}]{style:#} {FAINT}{}, {}{FAINT:#}",
            printable(&source),
            message,
            tokens(segment.tokens)
        )?;
        let text = if segment.joined { segment.text.trim_start_matches('\n') } else { &segment.text };
        writeln!(results, "{}\n", printable(text))?;
    }
    let mut bars = Bars::default();
    prompt.segments.iter().for_each(|segment| bars.add([&segment.source], segment.tokens));
    bars.show(out)?;
    let pieces = plural(prompt.segments.len(), "piece");
    let tokens = tokens(prompt.tokens());
    let left_out = match prompt.left_out.len() {
        0 => String::new(),
        count => format!("; {} had no room in the context", plural(count, "piece")),
    };
    let name = line(name, 60);
    writeln!(out.results(), "{STRONG}{name}{STRONG:#}: {pieces}, {tokens}{left_out}")?;
    Ok(())
}
