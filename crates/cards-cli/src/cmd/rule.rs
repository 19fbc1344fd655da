//! `cards rule`: what a rule asks and where it comes from.

use std::io::Write as _;
use std::process::ExitCode;

use cards_kit::answer;
use cards_lint::{Rule, catalogue, find_rule, nearest_rule};
use cards_model::rules::{APPLICATION, Duty};

use crate::cmd::lint::style;
use crate::failure::Failure;
use crate::output::{FAINT, LABEL, Output, STRONG};

/// Explain a rule of `cards lint`, or list them all.
///
/// Duties of programs, which no look at a file can check, are explained by their ids too; `docs/rules.md` lists them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cards rule\n  cards rule entry-key-broad\n  cards rule --json | jq -r '.rules[].id'"
)]
pub(crate) struct Args {
    /// The rule's id, as `cards lint` prints it in brackets.
    #[arg(value_name = "ID", value_parser = known)]
    id: Option<Known>,
}

/// What has an id.
#[derive(Clone, Copy, Debug)]
enum Known {
    Rule(&'static Rule),
    Duty(&'static Duty),
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    match &args.id {
        Some(Known::Rule(rule)) => explain(rule, out)?,
        Some(Known::Duty(duty)) => explain_duty(duty, out)?,
        None => list(out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The rule or duty of an id; a wrong one is a wrong command line.
fn known(id: &str) -> Result<Known, String> {
    let duty = || APPLICATION.iter().find(|duty| duty.id == id).map(Known::Duty);
    find_rule(id).map(Known::Rule).or_else(duty).ok_or_else(|| {
        let like = nearest_rule(id).map(|rule| format!("; `{}` is like it", rule.id)).unwrap_or_default();
        format!("there is no rule `{id}`{like} (`cards rule` lists them)")
    })
}

fn explain(rule: &Rule, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        return out.answer(&[], &answer::Rule::from(rule));
    }
    let colour = style(rule.severity);
    let results = out.results();
    writeln!(results, "{colour}{}{colour:#}[{STRONG}{}{STRONG:#}]", rule.severity, rule.id)?;
    out.hanging("  ", rule.summary)?;
    out.hanging(&format!("  {LABEL}from{LABEL:#}  "), rule.source)?;
    out.hanging(&format!("  {LABEL}hurts{LABEL:#} "), &rule.hurts())?;
    if !rule.letter.keyword().is_empty() {
        out.hanging(&format!("  {LABEL}spec{LABEL:#}  "), rule.letter.keyword())?;
    }
    if let Some(repair) = rule.repair {
        out.hanging(&format!("  {LABEL}fix{LABEL:#}   "), repair)?;
    }
    out.hanging(&format!("  {LABEL}help{LABEL:#}  "), rule.help)
}

fn explain_duty(duty: &Duty, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        let message = format!("`{}` is a duty of programs, and --json is for rules", duty.id);
        return Err(Failure::Other { class: "usage", message });
    }
    writeln!(out.results(), "{LABEL}duty of programs{LABEL:#}[{STRONG}{}{STRONG:#}]", duty.id)?;
    out.hanging("  ", duty.summary)?;
    out.hanging(&format!("  {LABEL}from{LABEL:#}  "), duty.source)?;
    match duty.letter.keyword() {
        "" => Ok(()),
        keyword => out.hanging(&format!("  {LABEL}spec{LABEL:#}  "), keyword),
    }
}

fn list(out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        return out.answer(&[], &answer::Rules::all());
    }
    for group in catalogue() {
        writeln!(out.results(), "{STRONG}{}{STRONG:#}  {FAINT}{}{FAINT:#}", group.title, group.intro)?;
        for rule in group.rules {
            let colour = style(rule.severity);
            let fix = if rule.is_fixable() { " [fixable]" } else { "" };
            let head = format!("  {colour}{:<7}{colour:#} {:<26} ", rule.severity.as_str(), rule.id);
            out.hanging(&head, &format!("{}{fix}", rule.summary))?;
        }
    }
    writeln!(out.results(), "{FAINT}`cards rule ID` explains one.{FAINT:#}")?;
    Ok(())
}
