//! `cards embed`: a card into a picture.

use std::path::PathBuf;
use std::process::ExitCode;

use cards_container::Limits;
use cards_container::pack::{PackOptions, Target, pack};

use super::pack::write::Destination;
use super::pack::{Only, chunks, told};
use crate::failure::Failure;
use crate::input::{alert, open_file, refuse_two_dashes};
use crate::output::Output;
use crate::picture::Size;
use crate::save::refuse_name;

/// Put a card, out of any container, into a picture; any card in the picture is replaced. The result is a PNG or APNG.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A V3 card goes into `ccv3`, and its V2 form into `chara` for programs that know nothing newer; \
    V1, V2 and Prom cards\ngo into `chara`, modules into `MOD`. Assets of the card become asset chunks, and the picture \
    becomes its icon.\nAll else in a PNG or APNG stays byte for byte. A JPEG, WebP or GIF becomes a PNG, turned as its EXIF \
    data says and without that data.\n\nExamples:\n  \
    cards embed portrait.png aria.json -o aria.png\n  cards embed portrait.png aria.charx --in-place\n  \
    cards embed new.png old-card.png -o card.png --only v2\n  cards embed photo.jpg aria.json --size 1024 -o aria.png"
)]
pub(crate) struct Args {
    /// The picture: PNG, APNG, JPEG, WebP or GIF; `-` is standard input.
    #[arg(value_name = "PICTURE")]
    picture: PathBuf,
    /// The card or module, in any container.
    #[arg(value_name = "CARD")]
    card: PathBuf,
    /// Write one card only, converted where needed.
    #[arg(long, value_name = "SPEC", conflicts_with = "no_backfill")]
    only: Option<Only>,
    /// Write no V2 stand-in beside a V3 card.
    #[arg(long)]
    no_backfill: bool,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    to: Destination,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    let target = args.to.target(&args.picture, out)?;
    refuse_name(&target, &["png", "apng"], "a PNG", "png")?;
    refuse_two_dashes([args.picture.as_path(), &args.card])?;
    let picture = args.size.read(&args.picture, &limits)?;
    let chunks = chunks(args.only, args.no_backfill);
    let options =
        PackOptions::default().with_chunks(chunks).with_picture(Some(picture.png)).with_limits(limits.clone());
    let (mut file, loaded) = open_file(&args.card, &limits)?;
    alert(&args.card, &loaded.document, out);
    let mut report = args
        .to
        .write(&target, &args.card, out, |mut writer| pack(&mut file, loaded, Target::Png, &options, &mut writer))?;
    report.findings.splice(0..0, picture.findings);
    told::tell(&args.card, &target, &report, out)?;
    Ok(ExitCode::SUCCESS)
}
