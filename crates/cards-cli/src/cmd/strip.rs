//! `cards strip`: the picture alone.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::png::{WriteOptions, strip_to};
use cards_container::{Container, Finding, Format, Limits, open as open_container, sniff, strip_picture};
use cards_kit::answer::{FileFinding, Stripped};

use super::pack::write::{Destination, of_itself, refused, save_with};
use crate::failure::Failure;
use crate::input::{open_source, read_bytes};
use crate::output::{Output, output_name};
use crate::plural::plural;
use crate::save::{Stamp, refuse_name};
use crate::shell::word;

/// Take every card, module and asset chunk out of a PNG, and cards out of the EXIF data and comments of a JPEG or WebP; all
/// else stays byte for byte.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards strip aria.png -o portrait.png\n  cards strip aria.png --in-place\n  \
    cards strip - -o - < aria.png > portrait.png\n  cards strip tavern.webp -o portrait.webp")]
pub(crate) struct Args {
    /// The PNG, JPEG or WebP; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    to: Destination,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    let target = args.to.target(&args.file, out)?;
    let was = of_itself(&target, &args.file);
    let mut source = open_source(&args.file, &limits)?;
    if let Ok(Format::Jpeg | Format::Webp) = sniff(&mut source) {
        return of_photo(args, &target, was, &limits, out);
    }
    refuse_name(&target, &["png", "apng"], "a PNG", "png")?;
    let container = open_container(source, &limits).map_err(|source| refused(&args.file, source))?;
    let Container::Png(png) = container.container else {
        let message = format!(
            "this is not a PNG; pictures in an archive are taken out with: cards extract {} -o DIR",
            word(&args.file)
        );
        return Err(Failure::Content { path: args.file.clone(), class: "unsupported-container", message });
    };
    let (payloads, assets) = (png.candidates().len(), png.assets().len());
    let mut source = png.into_source();
    let options = WriteOptions::default().with_limits(limits);
    let findings = save_with(&target, &args.file, was, out, |mut writer| strip_to(&mut source, &options, &mut writer))?;
    // Those of other programs are named in the findings.
    let foreign = findings.iter().filter(|finding| matches!(finding, Finding::ForeignDropped { .. })).count();
    let payloads = payloads + foreign;
    let taken = format!("{} and {}", plural(payloads, "card chunk"), plural(assets, "asset chunk"));
    tell(args, &target, (payloads, assets), &findings, &taken, out)
}

/// Takes cards out of a JPEG or WebP.
fn of_photo(
    args: &Args,
    target: &Path,
    was: Option<Stamp>,
    limits: &Limits,
    out: &mut Output,
) -> Result<ExitCode, Failure> {
    let bytes = read_bytes(&args.file, limits)?;
    let (names, what): (&[&str], _) = match Format::of(&bytes) {
        Format::Webp => (&["webp"], "WebP"),
        _ => (&["jpg", "jpeg", "jpe", "jfif"], "JPEG"),
    };
    refuse_name(target, names, &format!("a {what}"), names.first().copied().unwrap_or_default())?;
    let written = strip_picture(&bytes, limits).map_err(|source| refused(&args.file, source))?;
    save_with(target, &args.file, was, out, |writer| {
        writer.write_all(&written.bytes).map_err(|source| cards_container::Error::Write { source })
    })?;
    let payloads = written.findings.len();
    tell(args, target, (payloads, 0), &written.findings, &plural(payloads, "card"), out)
}

fn tell(
    args: &Args,
    target: &Path,
    (payloads, assets): (usize, usize),
    findings: &[Finding],
    taken: &str,
    out: &mut Output,
) -> Result<ExitCode, Failure> {
    for finding in findings {
        out.warn(&finding.to_string());
    }
    if out.json() {
        let files = [("file", args.file.to_string_lossy().into()), ("output", target.to_string_lossy().into())];
        let mut answer = Stripped::default();
        (answer.payloads, answer.assets) = (payloads, assets);
        answer.findings = findings.iter().map(FileFinding::from).collect();
        out.answer(&files, &answer)?;
    } else {
        out.note(&format!("wrote {}: {taken} taken out", output_name(target)));
    }
    Ok(ExitCode::SUCCESS)
}
