//! A card in another program's form.

use std::path::Path;
use std::process::ExitCode;

use cards_container::Limits;
use cards_container::pack::{PackOptions, Target, pack};
use cards_kit::answer::Conversion;
use cards_kit::{Opened, convert_foreign};
use cards_model::convert::WrittenForm;

use super::{Args, answered, beside, options, refuse_useless, written};
use crate::failure::Failure;
use crate::input::{alert, name, open_both};
use crate::output::Output;
use crate::save::save;

/// Names that promise a file of another kind.
const OTHERS: [&str; 9] = ["png", "apng", "charx", "zip", "jpg", "jpeg", "webp", "gif", "risum"];

pub(super) fn run(args: &Args, from: &Path, form: WrittenForm, out: &mut Output) -> Result<ExitCode, Failure> {
    let usage = |message: String| Failure::Other { class: "usage", message };
    let limits = Limits::default();
    let is_archive = form == WrittenForm::Byaf;
    let extension =
        args.output.as_deref().and_then(Path::extension).map(|ext| ext.to_string_lossy().to_ascii_lowercase());
    let promised = extension.as_deref().unwrap_or_default();
    let fits = match (is_archive, promised) {
        (true, other) => matches!(other, "" | "byaf"),
        (false, other) => other != "byaf" && !OTHERS.contains(&other),
    };
    if !fits {
        let fitting = match form {
            WrittenForm::TextGen => "yaml",
            WrittenForm::Byaf => "byaf",
            _ => "json",
        };
        let output = args.output.as_deref().map(name).unwrap_or_default();
        return Err(usage(format!("{output} is not a name for {}; name it `.{fitting}`", form.form())));
    }
    let opened = open_both(from, &limits);
    if let Err(failure) = &opened
        && let Some(done) = beside::run(args, from, failure, out)?
    {
        return Ok(done);
    }
    let Opened { mut file, loaded, .. } = opened?;
    alert(from, &loaded.document, out);
    refuse_useless(args, &loaded.document)?;
    if let Some(path) = args.output.as_deref().filter(|_| is_archive) {
        // Pictures go along, so what is lost is known when the archive is.
        let mut loss = loaded.document.origin().map(|origin| origin.loss.clone()).unwrap_or_default();
        let mut answer = Conversion::default();
        (answer.from, answer.to) = (loaded.document.content.form().id(), form.id());
        answer.stashed = args.stash;
        let options = PackOptions::default().with_convert(options(args)).with_limits(limits);
        let packed = written(args, path, from, out, |mut writer| {
            pack(&mut file.container, loaded, Target::Byaf, &options, &mut writer)
        })?;
        for finding in &packed.findings {
            out.warn(&finding.to_string());
        }
        loss.extend(packed.loss);
        answer.loss = loss.iter().map(cards_kit::answer::Loss::from).collect();
        answered(args, from, answer, &loss, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut converted =
        convert_foreign(&loaded.document, form, &options(args)).map_err(|error| Failure::of(from, error))?;
    converted.left_behind = file.container.beside_the_card();
    match &args.output {
        _ if args.dry_run => {}
        Some(path) => save(path, converted.to_text().as_bytes(), args.force, out)?,
        None if is_archive && !out.json() => {
            return Err(usage("a Backyard archive is an archive; give it a file with -o".to_owned()));
        }
        None if !out.json() => out.raw(converted.to_text().as_bytes())?,
        None => {}
    }
    let answer =
        if args.output.is_some() || args.dry_run { converted.answer_without_result() } else { converted.answer() };
    answered(args, from, answer, &converted.loss, out)?;
    Ok(ExitCode::SUCCESS)
}
