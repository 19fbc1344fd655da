//! `cards activate`: which entries a chat fires, and why.

use std::io::Write as _;
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::Style;
use cards_kit::answer::{Activations, ProfileAnswer};
use cards_kit::{Cast, Chat, Fired, Session};
use cards_lore::trace::Outcome;
use cards_lore::{Entry, EntryAt, WorldInfoSettings};
use cards_words::{Profile, UnknownName};

use crate::failure::Failure;
use crate::input::refuse_two_dashes;
use crate::nearest::nearest;
use crate::output::{BAD, FAINT, GOOD, LABEL, Output, STRONG};
use crate::plural::plural;
use crate::printable::{columns, line};
use crate::turn::{TurnArgs, failure, refuse_idle_macros};

/// Show which lorebook entries a chat fires, where their text goes, and why the others stay silent.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards activate aria.png --chat chat.jsonl\n  \
    cards activate aria.png world.json --chat chat.txt --profile sillytavern --explain\n  \
    cards activate aria.png --chat chat.jsonl --entry 'The Reed King'\n  \
    cards activate aria.png --chat chat.jsonl --profile all\n\n\
    A chat is JSON lines ({\"role\":\"user\",\"content\":\"…\"}, or SillyTavern's form), or plain text with a message a line.")]
pub(crate) struct Args {
    /// Cards, lorebooks and modules; the first card is the character.
    #[arg(required = true, value_name = "CARD_OR_BOOK")]
    files: Vec<PathBuf>,
    /// The chat; `-` is standard input.
    #[arg(long, value_name = "CHAT", required_unless_present = "say")]
    chat: Option<PathBuf>,
    /// Whose rules hold: spec, sillytavern, risu, agnai, koboldcpp, marinara, sillybunny, tauritavern, or all to compare them; a client may have a version, as sillytavern@1.18.
    #[arg(long, value_name = "PROFILE", default_value = "spec", value_parser = profiles)]
    profile: Profiles,
    #[command(flatten)]
    turn: TurnArgs,
    /// Tell of every entry, not only of those that fired.
    #[arg(long)]
    explain: bool,
    /// Tell of the entries of this name only.
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
}

/// The profiles to run.
#[derive(Clone, Debug)]
struct Profiles(Vec<Profile>);

fn profiles(name: &str) -> Result<Profiles, String> {
    match name {
        "all" => Ok(Profiles(Profile::CLIENTS.to_vec())),
        name => name.parse().map(|profile| Profiles(vec![profile])).map_err(|error: UnknownName| error.to_string()),
    }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_two_dashes(args.files.iter().chain(&args.chat).map(PathBuf::as_path))?;
    let cast = args.turn.cast(&args.files, out)?;
    let chat = args.turn.chat(args.chat.as_deref(), &cast, None, out)?;
    let world_info = args.turn.world_info(&args.profile.0, out)?;
    refuse_idle_macros(&args.turn.macros, &args.profile.0)?;
    let alone = args.profile.0.len() == 1;
    let mut search = Search::default();
    let (mut all, mut rows) = (Activations::default(), Rows::default());
    // One after the other: what a profile answers about a large book takes as much as the book.
    for profile in &args.profile.0 {
        let answer = answer(args, &cast, &chat, *profile, &world_info)?;
        search.look(&answer, args);
        if out.json() {
            all.profiles.push(answer.told(args)?);
        } else if !alone {
            rows.add(&answer, args);
        } else if search.failed(args).is_none() {
            show(&answer, args, &chat, out)?;
        }
    }
    if let Some(failure) = search.failed(args) {
        return Err(failure);
    }
    if out.json() {
        out.answer_spelled(&[], all)?;
    } else if !alone {
        table(&rows.0, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What one profile answers.
struct Answer {
    profile: Profile,
    session: Session,
    fired: Fired,
}

fn answer(
    args: &Args,
    cast: &Cast,
    chat: &Chat,
    profile: Profile,
    world_info: &WorldInfoSettings,
) -> Result<Answer, Failure> {
    let mut options = args.turn.options(profile)?;
    if WorldInfoSettings::are_of(profile) {
        options.world_info = world_info.clone();
    }
    let mut session = args.turn.session(cast, options)?;
    let fired = session.activate(chat).map_err(failure)?;
    args.turn.keep(&session.memory)?;
    Ok(Answer { profile, session, fired })
}

impl Answer {
    /// The one name of an entry.
    fn title(&self, at: EntryAt) -> String {
        self.session.lore().label(at).into_owned()
    }

    /// Every entry of every book.
    fn entries(&self) -> impl Iterator<Item = (EntryAt, &Entry)> {
        self.session.entries()
    }

    /// What machines get, without the entries that were not asked for.
    fn told(self, args: &Args) -> Result<ProfileAnswer, Failure> {
        let asked: Vec<bool> = self.entries().map(|(at, entry)| wanted(args, &self, at, entry)).collect();
        let mut told = ProfileAnswer::with_near_misses(&self.session, self.fired).map_err(failure)?;
        let mut asked = asked.into_iter();
        told.entries.retain(|_| asked.next() == Some(true));
        Ok(told)
    }
}

fn wanted(args: &Args, answer: &Answer, at: EntryAt, entry: &Entry) -> bool {
    args.entry.as_ref().is_none_or(|name| is_called(name, answer, at, entry))
}

/// Whether an entry is meant: by its name, by the title that it is shown with, or by its key alone.
fn is_called(name: &str, answer: &Answer, at: EntryAt, entry: &Entry) -> bool {
    entry.name == name || answer.title(at) == name || entry.keys.iter().any(|key| key == name)
}

fn tokens(count: u64) -> String {
    plural(usize::try_from(count).unwrap_or(usize::MAX), "token")
}

fn show(answer: &Answer, args: &Args, chat: &Chat, out: &mut Output) -> Result<(), Failure> {
    let activation = &answer.fired.activation;
    let (total, width) = (answer.entries().count(), out.columns() - 4);
    if args.entry.is_none() {
        let fired = format!("{} of {} fired", activation.entries.len(), plural(total, "entry"));
        let (tokens, messages) = (tokens(activation.tokens()), plural(chat.messages.len(), "message"));
        let profile = answer.profile.as_str();
        writeln!(out.results(), "{STRONG}{fired}{STRONG:#} {FAINT}({tokens}, {messages}, profile {profile}){FAINT:#}")?;
    }
    for active in activation.prompt_order.iter().filter_map(|&at| activation.entries.get(at)) {
        if !answer.session.lore().entry(active.at).is_some_and(|entry| wanted(args, answer, active.at, entry)) {
            continue;
        }
        let why = answer.fired.why(active.at).unwrap_or_default();
        let place = active.placement.in_words();
        writeln!(
            out.results(),
            "{GOOD}+{GOOD:#} {STRONG}{}{STRONG:#}  {FAINT}{place}, {}{FAINT:#}",
            line(&answer.title(active.at), 31),
            tokens(active.tokens)
        )?;
        out.hanging("    ", &why)?;
        writeln!(out.results(), "    {FAINT}{}{FAINT:#}", line(&active.content, width))?;
    }
    for first in answer.session.to_do_first() {
        out.hanging("first ", &first)?;
    }
    if total == 0 {
        let why = if answer.session.lore().books().is_empty() {
            "there is no lorebook in what was given"
        } else {
            "the lorebook has no entries"
        };
        writeln!(out.results(), "{why}")?;
    }
    if args.explain || args.entry.is_some() {
        let misses = answer.session.near_misses(&answer.fired).map_err(failure)?;
        for (at, _) in answer.entries().filter(|(at, entry)| wanted(args, answer, *at, entry)) {
            if !matches!(activation.trace.outcome(at), Some(Outcome::Fired(_))) {
                writeln!(out.results(), "{BAD}-{BAD:#} {STRONG}{}{STRONG:#}", line(&answer.title(at), 31))?;
                out.hanging("    ", &answer.session.why(&answer.fired, at))?;
                if let Some(near) = misses.get(&at) {
                    out.hanging("    ", &near.in_words(&answer.fired))?;
                }
            }
        }
    }
    for finding in &activation.findings {
        let entry = finding.entry.map(|at| format!("{}: ", answer.title(at)));
        out.warn(&format!("{}{}", entry.unwrap_or_default(), finding.kind));
    }
    Ok(())
}

/// Profiles side by side: a row for each entry, a column for each profile.
#[derive(Default)]
struct Rows(Vec<Vec<(Style, String)>>);

impl Rows {
    fn add(&mut self, answer: &Answer, args: &Args) {
        let entries: Vec<_> =
            answer.entries().filter(|(at, entry)| wanted(args, answer, *at, entry)).map(|(at, _)| at).collect();
        if self.0.is_empty() {
            let titles = entries.iter().map(|&at| line(&answer.title(at), 31));
            self.0 = iter::once(String::new()).chain(titles).map(|title| vec![(Style::new(), title)]).collect();
        }
        let cell = |at| match answer.fired.activation.trace.outcome(at) {
            Some(Outcome::Fired(_)) => (GOOD, "fires".to_owned()),
            Some(Outcome::Stopped(stopped)) => (BAD, stopped.stop.as_str().to_owned()),
            _ => (FAINT, "no key".to_owned()),
        };
        let head = (LABEL, answer.profile.as_str().to_owned());
        for (row, cell) in self.0.iter_mut().zip(iter::once(head).chain(entries.into_iter().map(cell))) {
            row.push(cell);
        }
    }
}

/// Whether the entry that was asked for is there, and what else there is.
#[derive(Default)]
struct Search {
    found: bool,
    names: Vec<String>,
}

impl Search {
    fn look(&mut self, answer: &Answer, args: &Args) {
        let Some(name) = &args.entry else { return };
        self.found |= answer.entries().any(|(at, entry)| is_called(name, answer, at, entry));
        if !self.found {
            self.names.extend(answer.entries().map(|(at, _)| answer.title(at)));
        }
    }

    fn failed(&self, args: &Args) -> Option<Failure> {
        let name = args.entry.as_ref().filter(|_| !self.found)?;
        let like = nearest(name, self.names.iter().map(String::as_str))
            .map(|like| format!("; `{like}` is like it"))
            .unwrap_or_default();
        let message = format!("no entry is named `{name}`{like}; leave out --entry to see all of them");
        Some(Failure::Other { class: "bad-field", message })
    }
}

/// Prints rows of cells in columns that are as wide as they have to be. Those that a terminal has no room for come below, each time
/// behind the first one.
fn table(rows: &[Vec<(Style, String)>], out: &mut Output) -> Result<(), Failure> {
    const GAP: usize = 2;
    let mut widths = vec![0; rows.first().map_or(0, Vec::len)];
    for row in rows {
        for (width, (_, text)) in widths.iter_mut().zip(row) {
            *width = columns(text).max(*width);
        }
    }
    let room = out.wrap_at();
    let head = widths.first().copied().unwrap_or_default();
    let mut from = 1;
    while from < widths.len() {
        let mut taken = head;
        let fits = |width: &&usize| {
            taken += GAP + **width;
            taken <= room
        };
        // One at least, however narrow a terminal is.
        let until = from + widths.iter().skip(from).take_while(fits).count().max(1);
        let results = out.results();
        if from > 1 {
            writeln!(results)?;
        }
        for row in rows {
            let mut gap = 0;
            for at in iter::once(0).chain(from..until) {
                let (Some(width), Some((style, text))) = (widths.get(at), row.get(at)) else { continue };
                write!(results, "{:gap$}{style}{text}{style:#}", "")?;
                gap = width + GAP - columns(text);
            }
            writeln!(results)?;
        }
        from = until;
    }
    Ok(())
}
