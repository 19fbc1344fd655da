//! `cards compat`: what of a card behaves differently between two clients.

mod lore;
mod profile;
mod rows;
mod texts;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use cards_container::Limits;
use cards_kit::Cast;
use cards_kit::answer::{Compatibility, Divergence};
use cards_words::Profile;
use serde_json::Value;

use crate::failure::Failure;
use crate::input::open_and_lint;
use crate::output::{FAINT, GOOD, LABEL, Output, STRONG};
use crate::plural::plural;
use crate::printable::line;
use crate::status::Status;

/// Characters of a text that a line shows.
const SHOWN: usize = 160;

/// Show what of a card behaves differently between two clients
///
/// Its texts are expanded by the rules of both, its lorebook is fired by both over its greetings and example messages, and
/// its file is held to what each reads. Every line names the page or rule that shows it, and rows of the conformance suite:
/// `cards conform --explain ID` prints one.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status 1 when something differs.\n\nExamples:\n  cards compat aria.png\n  \
    cards compat aria.png --from spec --to sillytavern\n  cards compat aria.png --json | jq '.differences[].kind'")]
pub(crate) struct Args {
    /// The card.
    #[arg(value_name = "CARD")]
    file: PathBuf,
    /// The rules of one side: spec, sillytavern, risu, module.
    #[arg(long, value_name = "PROFILE", default_value = "sillytavern")]
    from: Profile,
    /// The rules of the other side.
    #[arg(long, value_name = "PROFILE", default_value = "risu")]
    to: Profile,
}

/// The two sides.
#[derive(Clone, Copy)]
struct Sides {
    from: Profile,
    to: Profile,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let sides = Sides { from: args.from, to: args.to };
    let (_, loaded, report) = open_and_lint(&args.file, &Limits::default())?;
    let Some(card) = loaded.document.card() else {
        let message =
            "this is no card; books and modules alone are compared by `cards activate --profile all`".to_owned();
        return Err(Failure::Content { path: args.file.clone(), class: "not-a-card", message });
    };
    let whole: Value = serde_json::from_str(&loaded.document.to_text(cards_model::Style::Compact)).unwrap_or_default();
    let mut found = profile::of_file(loaded.kind, sides);
    found.extend(texts::differences(&whole, card, sides));
    found.extend(lore::differences(&Cast::of(card.clone()), card, &whole, sides)?);
    found.extend(profile::of_members(&whole, sides));
    found.extend(profile::of_rules(&report, sides));
    show(args, &found, out)?;
    Ok(if found.is_empty() { Status::Fine } else { Status::Found }.into())
}

fn show(args: &Args, found: &[Divergence], out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        let file = args.file.to_string_lossy();
        let answer = Compatibility::new(args.from, args.to, found.to_vec());
        return out.answer(&[("file", file.into())], &answer);
    }
    let (from, to) = (args.from.as_str(), args.to.as_str());
    for difference in found {
        let (kind, at) = (difference.kind, line(&difference.at, SHOWN));
        writeln!(out.results(), "{STRONG}{at}{STRONG:#}  {FAINT}{kind}, {}{FAINT:#}", difference.shown_by)?;
        for (name, text) in [(from, &difference.from), (to, &difference.to)] {
            out.hanging(&format!("  {LABEL}{name:<12}{LABEL:#}"), &line(text, SHOWN))?;
        }
        if !difference.rows.is_empty() {
            out.hanging(&format!("  {LABEL}{:<12}{LABEL:#}", "rows"), &difference.rows.join(" "))?;
        }
    }
    if found.is_empty() {
        writeln!(out.results(), "{GOOD}nothing was found that differs between {from} and {to}{GOOD:#}")?;
    } else {
        writeln!(out.results(), "{}, {from} and {to}", plural(found.len(), "difference"))?;
    }
    Ok(())
}
