//! `cards prompt --diff`: two prompts compared.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Limits;
use cards_kit::answer::{PieceDifference, What};
use cards_kit::diff::PromptPieces;
use cards_kit::{Cast, Chat, Profile};
use cards_prompt::sillytavern::chat::Preset;
use cards_prompt::sillytavern::text::{BuiltIn, read_templates};

use super::client::{BUILT_IN, CLIENT, ClientArgs, is_clients};
use super::made::{self, Made};
use super::{Args, tokens};
use crate::cmd::diff::write_words;
use crate::failure::{Failure, chain};
use crate::input::read_text;
use crate::output::{BAD, FAINT, GOOD, LABEL, Output, STRONG};
use crate::plural::plural;
use crate::printable::{line, printable};
use crate::status::Status;

/// Texts of up to so many bytes are shown whole, with their line ends.
const SHORT: usize = 60;
/// Characters shown of a piece that came or went.
const SHOWN: usize = 160;

/// The prompt that is compared with: a saved one, or one that another profile, preset or template makes of the same chat.
pub(super) fn other(
    with: &Path,
    args: &Args,
    cast: &Cast,
    chat: &Chat,
    out: &mut Output,
) -> Result<PromptPieces, Failure> {
    let name = with.to_str().unwrap_or_default();
    let asked = args.clone();
    let other = if let Ok(profile) = name.parse::<Profile>() {
        if is_clients(profile) {
            clients(asked, |client| client)
        } else {
            let turn = asked.turn.clone().without_world_info();
            Args { profile, client: asked.client.clone().none(profile), turn, ..asked }
        }
    } else if name == BUILT_IN || name.parse::<BuiltIn>().is_ok() {
        let named = |client: ClientArgs| match name {
            BUILT_IN => client.with_preset(Some(with.to_owned())),
            _ => client.with_templates(Some(with.to_owned()), Some(with.to_owned())),
        };
        clients(asked, named)
    } else {
        match read(with)? {
            Found::Prompt(prompt) => return Ok(prompt),
            Found::Preset => clients(asked, |client| client.with_preset(Some(with.to_owned()))),
            Found::Templates { context, instruct } => {
                let path = |is_there: bool| is_there.then(|| PathBuf::from(with));
                clients(asked, |client| client.with_templates(path(context), path(instruct)))
            }
        }
    };
    Ok(made::make(&other, cast, chat, out)?.1.pieces())
}

/// The same prompt as the client makes it; the user's prompts are in its preset then.
fn clients(asked: Args, client: impl FnOnce(ClientArgs) -> ClientArgs) -> Args {
    Args { profile: CLIENT, client: client(asked.client), system: None, post_history: None, ..asked }
}

/// What a file to compare with is.
enum Found {
    Prompt(PromptPieces),
    Preset,
    Templates { context: bool, instruct: bool },
}

fn read(path: &Path) -> Result<Found, Failure> {
    let text = read_text(path, &Limits::default())?;
    let limits = cards_json::Limits::default();
    let refused = match PromptPieces::read(&text, &limits) {
        Ok(prompt) => return Ok(Found::Prompt(prompt)),
        Err(error) => error,
    };
    if Preset::read_with(&text, &limits).is_ok() {
        return Ok(Found::Preset);
    }
    match read_templates(&text, &limits) {
        Ok(found) if found.value.context.is_some() || found.value.instruct.is_some() => {
            Ok(Found::Templates { context: found.value.context.is_some(), instruct: found.value.instruct.is_some() })
        }
        _ => {
            let message = format!("{}; nor is it a preset or a template", chain(&refused));
            Err(Failure::Content { path: path.to_owned(), class: refused.class(), message })
        }
    }
}

/// Shows what differs.
pub(super) fn show(before: &PromptPieces, made: &Made, out: &mut Output) -> Result<ExitCode, Failure> {
    let diff = before.diff(&made.pieces());
    if out.json() {
        out.answer(&[], &diff)?;
    } else {
        for change in &diff.changes {
            one(change, out)?;
        }
        let count = |count: Option<u64>| count.map_or("?".to_owned(), |count| count.to_string());
        let (before, after) = (count(diff.before_tokens), count(diff.after_tokens));
        let (changes, kept) = (plural(diff.changes.len(), "difference"), plural(diff.kept, "piece"));
        writeln!(out.results(), "{STRONG}{changes}{STRONG:#}; {kept} the same; {before} -> {after} tokens")?;
    }
    Ok(if diff.same { Status::Fine } else { Status::Found }.into())
}

fn one(change: &PieceDifference, out: &mut Output) -> Result<(), Failure> {
    let (style, mark) = match change.change {
        What::Added => (GOOD, '+'),
        What::Removed => (BAD, '-'),
        _ => (LABEL, '~'),
    };
    let sources = if change.sources.is_empty() { "message".to_owned() } else { change.sources.join(", ") };
    let mut facts: Vec<String> = Vec::new();
    match (&change.before_role, &change.after_role) {
        (Some(before), Some(after)) if before != after => facts.push(format!("{before} -> {after}")),
        (Some(role), _) | (_, Some(role)) => facts.push(role.clone()),
        _ => {}
    }
    match (change.before_tokens, change.after_tokens) {
        (Some(before), Some(after)) if before != after => facts.push(format!("{before} -> {}", tokens(after))),
        (Some(count), _) | (_, Some(count)) => facts.push(tokens(count)),
        _ => {}
    }
    if change.change == What::Reordered {
        facts.push("another place".to_owned());
    }
    let facts = facts.join(", ");
    let whole = out.is_piped();
    let results = out.results();
    writeln!(results, "{style}{mark} [{}]{style:#} {FAINT}{}{FAINT:#}", printable(&sources), printable(&facts))?;
    match (&change.before, &change.after) {
        (Some(before), Some(after)) if before != after && before.len().max(after.len()) <= SHORT => {
            let (before, after) = (format!("{before:?}"), format!("{after:?}"));
            writeln!(results, "    {BAD}{}{BAD:#} -> {GOOD}{}{GOOD:#}", printable(&before), printable(&after))?;
        }
        (Some(before), Some(after)) if before != after => write_words(before, after, whole, results)?,
        (Some(text), None) | (None, Some(text)) => writeln!(results, "    {}", line(text, SHOWN))?,
        _ => {}
    }
    Ok(())
}
