//! `cards new`: an empty card or module, and ids for one.

mod ids;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Limits;
use cards_container::pack::{PackOptions, Parts, Report, Target, pack_card};
use cards_kit::{container_of, convert_foreign};
use cards_model::convert::{Options, WrittenForm};
use cards_model::id::{Kind, RandomIds};
use cards_model::json::Style;
use cards_model::{Card, Content, Document, Form, Module};

use super::convert::{random_bits, random_seed};
use super::pack::told;
use super::pack::write::{refuse, save_with};
use super::set::patches;
use crate::failure::Failure;
use crate::input::{load_file, name, now};
use crate::output::Output;
use crate::picture::Size;
use crate::save::{refuse_name, save};
pub(crate) use ids::{IdKind, WhichIds, ids};

/// Make a new card or module from a few texts, or new ids for a module.
///
/// Every member that the spec asks for is written. A PNG needs a picture. The form of a file of another program goes by its
/// name: `.byaf` for Backyard, `.yaml` for text-generation-webui.
#[derive(Debug, clap::Args)]
#[command(after_help = "What follows OUT are changes as `cards set` takes them.\n\nExamples:\n  \
    cards new aria.json name=Aria creator=me\n  cards new aria.png --picture portrait.png name=Aria description=@aria.txt\n  \
    cards new aria.json --spec v2 name=Aria 'greetings+=Hello.' tags=bard,north\n  \
    cards new mira.json --template aria.png name=Mira        # the texts of a card to begin with\n  \
    cards new aria.byaf --picture portrait.png name=Aria\n  \
    cards new town.json --spec module name=Saltmere 'category=World Knowledge' 'book[+].content=A town on stilts.'\n  \
    cards new --ids entry --count 5\n  cards new --ids module --check M1A2B3C4D   # status 1 where it is wrong")]
pub(crate) struct Args {
    /// The file to write: .json, .png, .charx, .zip for a Prom card, .byaf or .yaml.
    #[arg(value_name = "OUT", required_unless_present = "ids")]
    output: Option<PathBuf>,
    /// What to set: PLACE=TEXT, PLACE=@FILE, PLACE:=JSON or PLACE+=TEXT.
    #[arg(value_name = "EDIT")]
    edits: Vec<String>,
    /// The spec of the card, or `module`; without it V3, and V2 for other programs.
    #[arg(long, value_name = "SPEC")]
    spec: Option<Spec>,
    /// Begin with the texts of the card in this file; files that it lists stay behind.
    #[arg(long, value_name = "FILE", conflicts_with = "spec")]
    template: Option<PathBuf>,
    /// The picture of the card: PNG, JPEG, WebP or GIF.
    #[arg(long, value_name = "PICTURE")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    size: Size,
    /// Replace the output file if it exists.
    #[arg(long)]
    force: bool,
    /// Print new ids of this kind, for RPGGO modules and their entries, and write no file.
    #[arg(long, value_name = "KIND", conflicts_with_all = ["output", "edits", "spec", "template", "picture", "size", "force"])]
    ids: Option<IdKind>,
    #[command(flatten)]
    which: WhichIds,
}

/// The specs of new cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Spec {
    V1,
    V2,
    V3,
    V3l,
    Prom,
    /// An RPGGO module, with a new id.
    Module,
}

impl Spec {
    /// An empty card or module.
    fn content(self) -> Content {
        let form = match self {
            Self::V1 => Form::V1,
            Self::V2 => Form::V2,
            Self::V3 => Form::V3,
            Self::V3l => Form::V3L,
            Self::Prom => Form::Prom,
            Self::Module => Form::Module,
        };
        let module = || Module { module_id: RandomIds::new(random_bits).next(Kind::Module), ..Module::default() };
        Card::blank(form).map_or_else(|| Content::Module(module()), Content::Card)
    }
}

/// The card or module to begin with, made now.
fn begun(args: &Args, is_foreign: bool) -> Result<Content, Failure> {
    let mut content = match &args.template {
        None => args.spec.unwrap_or(if is_foreign { Spec::V2 } else { Spec::V3 }).content(),
        Some(path) => {
            let content = load_file(path, &Limits::default())?.document.content;
            if !matches!(content, Content::Card(_)) {
                return Err(Failure::of(path, cards_kit::Error::NoCard));
            }
            content
        }
    };
    let Content::Card(card) = &mut content else { return Ok(content) };
    match card {
        Card::V3(card) => {
            (card.data.creation_date, card.data.modification_date, card.data.assets) = (now(), None, None)
        }
        Card::V3L(card) => {
            (card.data.creation_date, card.data.modification_date, card.data.assets) = (now(), None, None)
        }
        Card::Prom(card) => {
            if let Some(info) = &mut card.metadata {
                (info.created_at, info.updated_at) = (now(), None);
            }
        }
        _ => {}
    }
    Ok(content)
}

/// Writes a card as text-generation-webui has it.
fn write_yaml(output: &Path, args: &Args, document: &Document, out: &mut Output) -> Result<Report, Failure> {
    let refused = |error| Failure::of(output, error);
    let made = convert_foreign(document, WrittenForm::TextGen, &Options::default()).map_err(refused)?;
    save(output, made.to_text().as_bytes(), args.force, out)?;
    let mut report = Report::default();
    report.loss = made.loss;
    Ok(report)
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    match (args.ids, &args.output) {
        (Some(kind), _) => ids(kind, &args.which, out),
        (None, Some(output)) => match args.which.given() {
            Some(option) => {
                let message = format!("{option} does nothing here: it is for --ids");
                Err(Failure::Other { class: "usage", message })
            }
            None => file(output, args, out),
        },
        (None, None) => Err(Failure::Other { class: "usage", message: "name the file to write".to_owned() }),
    }
}

/// Writes a new card or module.
fn file(output: &Path, args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse(output, args.force, out)?;
    if output.extension().is_none() && output != Path::new("-") {
        let name = output.to_string_lossy();
        let message = format!("the name of the file says its kind: `cards new {name}.json name={name}`");
        return Err(Failure::Other { class: "usage", message });
    }
    let limits = Limits::default();
    let extension = output.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let is_yaml = matches!(extension.as_str(), "yaml" | "yml");
    let content = begun(args, is_yaml || extension == "byaf")?;
    let text = Document::new(content).to_text(Style::Pretty(2)) + "\n";
    let refused = |error| Failure::of(output, error);
    let kit = cards_kit::Limits::default();
    let editor = cards_kit::open(text.as_bytes(), &kit).map(cards_kit::Opened::edit).map_err(refused)?;
    let mut editor = editor.with_seed(random_seed());
    let patches = patches(&args.edits, &editor, output)?;
    editor.apply(&patches).map_err(refused)?;
    let form: Form = editor.document().content.form();
    let target = match output == Path::new("-") {
        true => None,
        false if is_yaml || extension == "byaf" => {
            if editor.document().card().is_none() {
                return Err(refused(cards_kit::Error::WrongContainer { name: name(output), form }));
            }
            if is_yaml { None } else { Some(Target::Byaf) }
        }
        false => container_of(&name(output), form).map_err(refused)?,
    };
    let from = Path::new("a new card");
    if args.size.size.is_some() && args.picture.is_none() {
        let message = "--size does nothing here: it is for a --picture".to_owned();
        return Err(Failure::Other { class: "usage", message });
    }
    let report = match target {
        Some(target) => {
            let portrait = args.picture.as_ref().map(|path| args.size.read(path, &limits)).transpose()?;
            let (picture, findings) = portrait.map(|portrait| (portrait.png, portrait.findings)).unzip();
            let card = editor.document().card().cloned().ok_or_else(|| refused(cards_kit::Error::NoCard))?;
            let options = PackOptions::default().with_portrait(picture).with_limits(limits);
            let packed = save_with(output, from, None, out, |mut writer| {
                pack_card(card, Parts::default(), target, &options, &mut writer)
            })
            .map_err(|failure| match failure {
                Failure::Card { source: cards_container::Error::CannotWrite { reason, .. }, .. } => Failure::Content {
                    path: output.to_owned(),
                    class: "bad-field",
                    message: format!("{reason} with --picture"),
                },
                other => other,
            });
            let mut report = packed?;
            report.findings.splice(0..0, findings.unwrap_or_default());
            report
        }
        None if args.picture.is_some() => {
            let message =
                "--picture is for a file that holds one; name OUT `.png`, `.charx`, `.zip` or `.byaf`".to_owned();
            return Err(Failure::Other { class: "usage", message });
        }
        None if is_yaml => write_yaml(output, args, editor.document(), out)?,
        None => {
            refuse_name(output, &["json"], "a card as JSON", "json")?;
            let bytes = editor.to_bytes(text.as_bytes(), &kit).map_err(refused)?;
            save_with(output, from, None, out, |writer| {
                writer.write_all(&bytes).map_err(|source| cards_container::Error::Write { source })?;
                let mut report = Report::default();
                report.form = Some(form);
                Ok(report)
            })?
        }
    };
    told::tell(from, output, &report, out)?;
    Ok(ExitCode::SUCCESS)
}
