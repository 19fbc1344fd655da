//! `cards compat`: what of a card behaves differently between two clients.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use cards_container::Limits;
use cards_kit::answer::Compatibility;
use cards_kit::compat::{CompatOptions, compat};
use cards_words::Profile;

use crate::failure::Failure;
use crate::input::open_and_lint;
use crate::output::{FAINT, GOOD, LABEL, Output, STRONG};
use crate::plural::plural;
use crate::printable::line;
use crate::status::Status;
use crate::turn::{failure, moment};

/// Characters of a text that a line shows.
const SHOWN: usize = 160;

/// Show what of a card behaves differently between two clients, or two versions of one
///
/// Every text is expanded by the rules of both, every entry of its lorebook is fired by both over its own keys (as written, in
/// another case, inside a word, some messages back) and over the card's greetings and example messages, and its file is held
/// to what each reads. Every line names the page or rule that shows it, and rows of the conformance suite:
/// `cards conform --explain ID` prints one.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status 1 when something differs.\n\nExamples:\n  cards compat aria.png\n  \
    cards compat aria.png --from spec --to sillytavern\n  cards compat aria.png --from sillytavern@1.18 --to \
    sillytavern@1.19\n  cards compat aria.png --json | jq '.differences[].kind'")]
pub(crate) struct Args {
    /// The card.
    #[arg(value_name = "CARD")]
    file: PathBuf,
    /// The rules of one side: spec, sillytavern, sillytavern@1.18, risu, agnai, koboldcpp, marinara, sillybunny, tauritavern; a name that is none of them lists all.
    #[arg(long, value_name = "PROFILE", default_value = "sillytavern")]
    from: Profile,
    /// The rules of the other side.
    #[arg(long, value_name = "PROFILE", default_value = "risu")]
    to: Profile,
    /// The present moment of both sides, for time macros: seconds since 1970, or a date such as 2026-01-31T12:00:00Z; a fixed
    /// one unless given, so that two runs say the same.
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let (_, loaded, report) = open_and_lint(&args.file, &Limits::default())?;
    if loaded.document.card().is_none() {
        let message =
            "this is no card; books and modules alone are compared by `cards activate --profile all`".to_owned();
        return Err(Failure::Content { path: args.file.clone(), class: "not-a-card", message });
    }
    let mut options = CompatOptions::default().with_from(args.from).with_to(args.to);
    if let Some(now) = &args.now {
        options = options.with_now(moment(Some(now))?.unwrap_or(options.now));
    }
    let found = compat(&loaded, &report, &options).map_err(failure)?;
    show(args, &found, out)?;
    Ok(if found.differences.is_empty() { Status::Fine } else { Status::Found }.into())
}

fn show(args: &Args, found: &Compatibility, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        let file = args.file.to_string_lossy();
        return out.answer(&[("file", file.into())], found);
    }
    let (from, to) = (found.from, found.to);
    // Wide enough for a client with its version.
    let width = [from, to].into_iter().map(str::len).fold(10, usize::max) + 2;
    for difference in &found.differences {
        let (kind, at) = (difference.kind, line(&difference.at, SHOWN));
        writeln!(out.results(), "{STRONG}{at}{STRONG:#}  {FAINT}{kind}, {}{FAINT:#}", difference.shown_by)?;
        for (name, text) in [(from, &difference.from), (to, &difference.to)] {
            out.hanging(&format!("  {LABEL}{name:<width$}{LABEL:#}"), &line(text, SHOWN))?;
        }
        if !difference.rows.is_empty() {
            out.hanging(&format!("  {LABEL}{:<width$}{LABEL:#}", "rows"), &difference.rows.join(" "))?;
        }
    }
    if args.from == args.to {
        writeln!(out.results(), "{GOOD}both sides have the rules of {from}, so nothing differs{GOOD:#}")?;
    } else if found.differences.is_empty() {
        writeln!(out.results(), "{GOOD}nothing was found that differs between {from} and {to}{GOOD:#}")?;
    } else {
        writeln!(out.results(), "{}, {from} and {to}", plural(found.differences.len(), "difference"))?;
    }
    Ok(())
}
