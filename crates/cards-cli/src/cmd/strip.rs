//! `cards strip`: the picture alone.

use std::path::PathBuf;
use std::process::ExitCode;

use cards_container::png::{WriteOptions, strip_to};
use cards_container::{Container, Limits, open as open_container};
use cards_kit::answer::{FileFinding, Stripped};

use super::pack::write::{Destination, refused};
use crate::failure::Failure;
use crate::input::open_source;
use crate::output::{Output, output_name};
use crate::plural::plural;
use crate::save::refuse_name;
use crate::shell::word;

/// Take every card, module and asset chunk out of a PNG; all else stays byte for byte.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards strip aria.png -o portrait.png\n  cards strip aria.png --in-place\n  \
    cards strip - -o - < aria.png > portrait.png")]
pub(crate) struct Args {
    /// The PNG; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    to: Destination,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    let target = args.to.target(&args.file, out)?;
    refuse_name(&target, &["png", "apng"], "a PNG", "png")?;
    let source = open_source(&args.file, &limits)?;
    let container = open_container(source, &limits).map_err(|source| refused(&args.file, source))?;
    let Container::Png(png) = container else {
        let message = format!(
            "this is not a PNG; pictures in an archive are taken out with: cards extract {} -o DIR",
            word(&args.file)
        );
        return Err(Failure::Content { path: args.file.clone(), class: "unsupported-container", message });
    };
    let (payloads, assets) = (png.candidates().len(), png.assets().len());
    let mut source = png.into_source();
    let options = WriteOptions::default().with_limits(limits);
    let findings =
        args.to.write(&target, &args.file, out, |mut writer| strip_to(&mut source, &options, &mut writer))?;
    for finding in &findings {
        out.warn(&finding.to_string());
    }
    if out.json() {
        let files = [("file", args.file.to_string_lossy().into()), ("output", target.to_string_lossy().into())];
        let mut answer = Stripped::default();
        (answer.payloads, answer.assets) = (payloads, assets);
        answer.findings = findings.iter().map(FileFinding::from).collect();
        out.answer(&files, &answer)?;
    } else {
        let (payloads, assets) = (plural(payloads, "card chunk"), plural(assets, "asset chunk"));
        out.note(&format!("wrote {}: {payloads} and {assets} taken out", output_name(&target)));
    }
    Ok(ExitCode::SUCCESS)
}
