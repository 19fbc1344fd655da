//! `cards pack`: a card as another kind of file.

mod folder;
pub(crate) mod told;
mod tree;
pub(crate) mod write;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Limits;
use cards_container::pack::{Chunks, PackOptions, Target, pack, pack_folder};
use cards_kit::Portrait;
use cards_kit::edit::tree::PLACES;
use cards_model::convert::{Options, Stash};

use crate::failure::Failure;
use crate::input::{alert, name, open_file, refuse_two_dashes};
use crate::output::Output;
use crate::picture::Size;
use write::refused;

/// Make a PNG, CHARX, Prom ZIP, JSON or BYAF file out of a card or a folder, its assets carried along.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A folder is what `cards extract` makes: card.json, picture.png, and the assets where the card's \
    URIs point; or what `cards extract --tree` makes, whose texts go back into the kind of file that they came from, to the byte.\nA CHARX holds a V3 card and a Prom ZIP a Prom card; others are converted, and what does not fit is \
    reported.\n\nExamples:\n  cards extract aria.charx -o aria/ && cards pack aria/ --as charx -o aria2.charx\n  \
    cards pack aria.png --as charx -o aria.charx   # the picture becomes the icon\n  \
    cards pack aria.charx --as png -o aria.png     # the icon becomes the picture\n  \
    cards pack aria.json --as png --picture portrait.jpg --size 1024 -o aria.png\n  \
    cards pack aria.png --as json -o aria.json     # assets as data: URIs"
)]
pub(crate) struct Args {
    /// The card, or a folder; `-` is standard input.
    #[arg(value_name = "CARD")]
    card: PathBuf,
    /// The kind of file to make; without it, the extension of OUT says which.
    #[arg(long = "as", value_name = "KIND")]
    kind: Option<Kind>,
    /// A PNG, JPEG, WebP or GIF that becomes the card's picture; in CHARX and JSON, its icon.
    #[arg(long, value_name = "PICTURE")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    chunks: Which,
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

impl Args {
    /// The line `pack CARD --picture PICTURE --as png -o OUT --force`; whether OUT may be replaced has been asked.
    pub(super) fn into_picture(
        card: PathBuf,
        picture: PathBuf,
        (chunks, size): (Which, Size),
        output: PathBuf,
    ) -> Self {
        let (kind, picture) = (Some(Kind::Png), Some(picture));
        Self { card, kind, picture, size, chunks, no_assets: false, stash: false, output, force: true }
    }
}

/// The specs that a PNG keyword is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Only {
    V2,
    V3,
}

/// The cards that go into a PNG.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Which {
    /// Write one card only into a PNG, converted where needed.
    #[arg(long, value_name = "SPEC", conflicts_with = "no_backfill")]
    only: Option<Only>,
    /// Write no V2 stand-in beside a V3 card in a PNG.
    #[arg(long)]
    no_backfill: bool,
}

impl From<Which> for Chunks {
    fn from(Which { only, no_backfill }: Which) -> Self {
        match only {
            Some(Only::V2) => Self::OnlyV2,
            Some(Only::V3) => Self::OnlyV3,
            None if no_backfill => Self::AsIs,
            None => Self::WithBackfill,
        }
    }
}

/// The kinds of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    Png,
    Charx,
    Prom,
    Json,
    /// A Backyard archive.
    Byaf,
}

impl From<Kind> for Target {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Png => Self::Png,
            Kind::Charx => Self::Charx,
            Kind::Prom => Self::Prom,
            Kind::Json => Self::Json,
            Kind::Byaf => Self::Byaf,
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
            "byaf" => Some(&[Self::Byaf]),
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
            (None, _) => usage("say what to make: --as png, charx, prom, json or byaf, or name OUT so".to_owned()),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Charx => "CHARX",
            Self::Prom => "Prom ZIP",
            Self::Json => "JSON",
            Self::Byaf => "BYAF",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Charx => "charx",
            Self::Prom => "zip",
            Self::Json => "json",
            Self::Byaf => "byaf",
        }
    }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    write::refuse(&args.output, args.force, out)?;
    refuse_two_dashes(args.picture.iter().chain([&args.card]).map(PathBuf::as_path))?;
    let kind = Kind::asked(args.kind, &args.output)?;
    let in_picture = matches!(kind, Kind::Png | Kind::Prom);
    for (given, option, why) in [
        (
            args.size.size.is_some() && args.picture.is_none() && !in_picture,
            "--size",
            "assets stay as they are; give a --picture",
        ),
        (args.no_assets && args.picture.is_some(), "--picture", "--no-assets leaves it out"),
        (args.chunks.no_backfill && kind != Kind::Png, "--no-backfill", "a stand-in goes into pictures alone"),
        (args.chunks.only.is_some() && kind != Kind::Png, "--only", "a PNG alone holds several cards"),
        (
            args.no_assets && kind != Kind::Json,
            "--no-assets",
            "it is for JSON; other files hold their assets beside the card",
        ),
        (args.stash && kind == Kind::Json, "--stash", "JSON holds the card as it is, and nothing is left over"),
    ] {
        if given {
            return Err(Failure::Other { class: "usage", message: format!("{option} does nothing here: {why}") });
        }
    }
    let mut sources = [Some(&args.card), args.picture.as_ref()].into_iter().flatten();
    let was = sources.find_map(|from| write::of_itself(&args.output, from));
    let given = args.picture.as_ref().map(|path| args.size.read(path, &limits)).transpose()?;
    let mut findings = Vec::new();
    let mut take = |portrait: Portrait| {
        findings = portrait.findings;
        portrait.png
    };
    let stash = if args.stash { Stash::Everywhere } else { Stash::Off };
    let mut options = PackOptions::default()
        .with_chunks(args.chunks.into())
        .with_portrait(given.map(&mut take))
        .with_without_assets(args.no_assets)
        .with_convert(Options::default().with_stash(stash))
        .with_limits(limits.clone());
    let target = Target::from(kind);
    if args.card.join(PLACES).is_file() {
        return tree::run(args, kind.extension(), out);
    }
    let report = if args.card.is_dir() {
        let files = folder::read(&args.card, &limits, out)?;
        write::save_with(&args.output, &args.card, was, out, |mut writer| {
            pack_folder(files, target, &options, &mut writer)
        })
    } else {
        let (mut file, loaded) = open_file(&args.card, &limits)?;
        alert(&args.card, &loaded.document, out);
        if in_picture && options.portrait.is_none() {
            options.portrait = args.size.own(&args.card, &mut file, &loaded, &limits)?.map(&mut take);
        }
        write::save_with(&args.output, &args.card, was, out, |mut writer| {
            pack(&mut file, loaded, target, &options, &mut writer)
        })
    };
    let mut report = report.map_err(|failure| advised(failure, args, kind))?;
    report.findings.splice(0..0, findings);
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
