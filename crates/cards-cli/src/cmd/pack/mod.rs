//! `cards pack`: a card as another kind of file.

mod folder;
pub(crate) mod told;
pub(crate) mod write;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::pack::{Chunks, PackOptions, Target, pack, pack_folder};
use cards_container::{Format, Limits};
use cards_model::convert::{Options, Stash};

use crate::failure::Failure;
use crate::input::{alert, name, open_file, read_bytes, refuse_two_dashes};
use crate::output::Output;
use write::refused;

/// Make a PNG, CHARX, Prom ZIP or JSON file out of a card or a folder, its assets carried along.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A folder is what `cards extract` makes: card.json, picture.png, and the assets where the card's \
    URIs point.\nA CHARX holds a V3 card and a Prom ZIP a Prom card; others are converted, and what does not fit is \
    reported.\n\nExamples:\n  cards extract aria.charx -o aria/ && cards pack aria/ --as charx -o aria2.charx\n  \
    cards pack aria.png --as charx -o aria.charx   # the picture becomes the icon\n  \
    cards pack aria.charx --as png -o aria.png     # the icon becomes the picture\n  \
    cards pack aria.json --as png --picture portrait.png -o aria.png\n  \
    cards pack aria.png --as json -o aria.json     # assets as data: URIs"
)]
pub(crate) struct Args {
    /// The card, or a folder; `-` is standard input.
    #[arg(value_name = "CARD")]
    card: PathBuf,
    /// The kind of file to make; without it, the extension of OUT says which.
    #[arg(long = "as", value_name = "KIND")]
    kind: Option<Kind>,
    /// A PNG that becomes the card's picture, in a PNG or Prom file.
    #[arg(long, value_name = "PNG")]
    picture: Option<PathBuf>,
    /// Write no V2 stand-in beside a V3 card in a PNG.
    #[arg(long)]
    no_backfill: bool,
    /// Leave assets out of JSON instead of writing them as `data:` URIs.
    #[arg(long)]
    no_assets: bool,
    /// Keep what the new spec cannot hold inside the card, so that a later conversion brings it back.
    #[arg(long)]
    stash: bool,
    /// Write to this file; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Replace the output file if it exists.
    #[arg(long)]
    force: bool,
}

/// The kinds of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    Png,
    Charx,
    Prom,
    Json,
}

impl From<Kind> for Target {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Png => Self::Png,
            Kind::Charx => Self::Charx,
            Kind::Prom => Self::Prom,
            Kind::Json => Self::Json,
        }
    }
}

impl Kind {
    /// The kind that the name of a file promises. A CHARX is an archive, and some programs name it so.
    fn named(path: &Path) -> Option<&'static [Self]> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "png" | "apng" => Some(&[Self::Png]),
            "charx" => Some(&[Self::Charx]),
            "zip" => Some(&[Self::Prom, Self::Charx]),
            "json" => Some(&[Self::Json]),
            "jpg" | "jpeg" | "webp" | "gif" | "risum" => Some(&[]),
            _ => None,
        }
    }

    /// The kind that was asked for, by word or by the name of the output; both have to agree.
    fn asked(kind: Option<Self>, output: &Path) -> Result<Self, Failure> {
        let usage = |message| Err(Failure::Other { class: "usage", message });
        match (kind, Self::named(output)) {
            (Some(kind), Some(promised)) if !promised.contains(&kind) => usage(format!(
                "{} is not the name of a {} file; name it `.{}`, or leave out --as",
                name(output),
                kind.word(),
                kind.extension()
            )),
            (Some(kind), _) => Ok(kind),
            (None, Some([kind, ..])) => Ok(*kind),
            (None, _) => usage("say what to make: --as png, charx, prom or json, or name OUT so".to_owned()),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Charx => "CHARX",
            Self::Prom => "Prom ZIP",
            Self::Json => "JSON",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Charx => "charx",
            Self::Prom => "zip",
            Self::Json => "json",
        }
    }
}

/// Reads the picture that the card is to have, a PNG.
fn read_picture(path: &Path, limits: &Limits) -> Result<Vec<u8>, Failure> {
    let bytes = read_bytes(path, limits)?;
    match Format::of(&bytes) {
        Format::Png => Ok(bytes),
        other => Err(Failure::Content {
            path: path.to_owned(),
            class: "unsupported-container",
            message: format!("this is {}; --picture takes a PNG", other.described()),
        }),
    }
}

/// Why `--picture` has nothing to replace in a CHARX or JSON file.
const PICTURE_IS_AN_ASSET: &str = "--picture is for PNG and Prom, which have one picture; in CHARX and JSON it is an \
                                   asset: pack a PNG with --picture first, then that PNG";

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    write::refuse(&args.output, args.force, out)?;
    refuse_two_dashes(args.picture.iter().chain([&args.card]).map(PathBuf::as_path))?;
    let kind = Kind::asked(args.kind, &args.output)?;
    if args.picture.is_some() && !matches!(kind, Kind::Png | Kind::Prom) {
        return Err(Failure::Other { class: "usage", message: PICTURE_IS_AN_ASSET.to_owned() });
    }
    for (given, option, why) in [
        (args.no_backfill && kind != Kind::Png, "--no-backfill", "a stand-in goes into pictures alone"),
        (args.stash && kind == Kind::Json, "--stash", "JSON holds the card as it is, and nothing is left over"),
    ] {
        if given {
            return Err(Failure::Other { class: "usage", message: format!("{option} does nothing here: {why}") });
        }
    }
    let picture = args.picture.as_ref().map(|path| read_picture(path, &limits)).transpose()?;
    let stash = if args.stash { Stash::Everywhere } else { Stash::Off };
    let options = PackOptions::default()
        .with_chunks(if args.no_backfill { Chunks::AsIs } else { Chunks::WithBackfill })
        .with_picture(picture)
        .with_without_assets(args.no_assets)
        .with_convert(Options::default().with_stash(stash))
        .with_limits(limits.clone());
    let target = Target::from(kind);
    let report = if args.card.is_dir() {
        let files = folder::read(&args.card, &limits, out)?;
        write::save_with(&args.output, &args.card, out, |mut writer| pack_folder(files, target, &options, &mut writer))
    } else {
        let (mut file, loaded) = open_file(&args.card, &limits)?;
        alert(&args.card, &loaded.document, out);
        write::save_with(&args.output, &args.card, out, |mut writer| {
            pack(&mut file, loaded, target, &options, &mut writer)
        })
    };
    let report = report.map_err(|failure| advised(failure, args, kind))?;
    told::tell(&args.card, &args.output, &report, out)?;
    Ok(ExitCode::SUCCESS)
}

/// The failure, with the option that helps.
fn advised(failure: Failure, args: &Args, kind: Kind) -> Failure {
    match failure {
        Failure::Card { source: cards_container::Error::CannotWrite { reason, .. }, .. } => {
            let help = match (kind, reason.contains("picture")) {
                (Kind::Png | Kind::Prom, true) => " with --picture",
                _ => "",
            };
            Failure::Content { path: args.card.clone(), class: "bad-field", message: format!("{reason}{help}") }
        }
        Failure::Card { source: source @ cards_container::Error::NoCard { container: "the file", .. }, .. } => {
            let message = format!("{source}; modules go into --as png or json, lorebooks into --as json");
            Failure::Content { path: args.card.clone(), class: source.class(), message }
        }
        Failure::Card { source, .. } if kind == Kind::Json && source.class() == "too-large" => {
            let message = format!("{source}; --no-assets leaves them out");
            Failure::Content { path: args.card.clone(), class: "too-large", message }
        }
        Failure::Card { path, source } => refused(&path, source),
        other => other,
    }
}
