//! What became of a card on its way, told.

use std::io::Write as _;
use std::path::Path;

use cards_container::pack::Report;
use cards_kit::answer::Packed;
use cards_model::Loss;

use crate::failure::Failure;
use crate::input::name;
use crate::output::{FAINT, LABEL, Output, output_name};
use crate::plural::plural;
use crate::printable::line;

/// Losses shown before the rest is counted.
const SHOWN: usize = 20;

/// Says what was written and what was not.
pub(crate) fn tell(from: &Path, target: &Path, report: &Report, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        let files = [("file", from.to_string_lossy().into()), ("output", target.to_string_lossy().into())];
        return out.answer(&files, &Packed::from(report));
    }
    tell_people(from, target, report, out)
}

fn tell_people(from: &Path, target: &Path, report: &Report, out: &mut Output) -> Result<(), Failure> {
    for finding in &report.findings {
        out.warn(&finding.to_string());
    }
    losses(&report.loss, "the new spec has no place for", out)?;
    if !report.backfill_loss.is_empty() {
        let values = plural(report.backfill_loss.len(), "value");
        out.note(&format!("`chara` is the V2 stand-in and lacks {values} that `ccv3` has; --json lists them"));
    }
    let form = report.form.map(|form| format!(": {}", form.described())).unwrap_or_default();
    let assets = if report.assets == 0 { String::new() } else { format!(" with {}", plural(report.assets, "asset")) };
    out.note(&format!("wrote {}{form}{assets}, from {}", output_name(target), name(from)));
    Ok(())
}

fn losses(losses: &[Loss], what: &str, out: &mut Output) -> Result<(), Failure> {
    if losses.is_empty() || out.quiet() {
        return Ok(());
    }
    let bytes: usize = losses.iter().map(|loss| loss.size).sum();
    out.warn(&format!("{what} {} ({bytes} bytes)", plural(losses.len(), "value")));
    for loss in losses.iter().take(SHOWN) {
        let place = loss.pointer.or_whole("(whole file)");
        let (reason, size) = (loss.reason.as_str(), loss.size);
        writeln!(out.errors(), "  {LABEL}{}{LABEL:#} {reason} {FAINT}{size} bytes{FAINT:#}", line(place, 70))?;
    }
    if losses.len() > SHOWN {
        writeln!(out.errors(), "  {FAINT}and {} more; --json lists all{FAINT:#}", losses.len() - SHOWN)?;
    }
    Ok(())
}
