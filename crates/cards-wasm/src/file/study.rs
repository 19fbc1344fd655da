//! Calls about whole files that take more than an editor: what is wrong with them, what differs, what they become.

use cards_container::pack::{self, Chunks, PackOptions, Target};
use cards_kit::answer::{Diff as DiffAnswer, Loss, Packed, Rules, Side};
use cards_kit::{Limits, Opened, convert_document};
use cards_library::{FileRow, RowOptions};
use cards_model::convert::{Goal, Options, Stash};
use cards_model::id::RandomIds;
use cards_model::{Document, Form};
use serde::Serialize;

use super::opened;
use crate::args::form;
use crate::args::study::{self as args, KINDS, Save, made, named};
use crate::call::{Answerer, Call, Reply};
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] = &[
    ("inspect", inspect),
    ("row", row),
    ("scan", scan),
    ("lint", lint),
    ("repair", repair),
    ("convert", convert),
    ("diff", diff),
    ("dupes", dupes),
    ("rules", rules),
    ("schema", schema),
];

/// What a file holds.
pub(crate) fn document(file: &[u8]) -> Result<Document, Refusal> {
    Ok(opened(file)?.loaded.document)
}

fn inspect(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&cards_kit::inspect(&call.file()?[..], &Limits::default())?)
}

fn row(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options: args::Row = call.args()?;
    Reply::of(&row_of(&call.file()?, &options)?)
}

/// A row of a scan, of a file in memory: what it holds, or why it cannot be read.
fn scan(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args: args::Scan = call.args()?;
    let row = FileRow::of_bytes(args.path.clone(), &call.file()?, args.depth());
    Reply::of(&row)
}

/// A card in numbers.
pub(crate) fn row_of(file: &[u8], options: &args::Row) -> Result<cards_library::answer::Row, Refusal> {
    let depth = RowOptions::default().with_lint(options.lint).with_near(options.signature);
    Ok(cards_library::row(file, &depth, &Limits::default())?)
}

fn lint(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options = call.args::<args::Lint>()?.options()?;
    Reply::of(&cards_kit::lint(&call.file()?[..], &options, &Limits::default())?.answer())
}

fn repair(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options = call.args::<args::Lint>()?.options()?;
    let repaired = cards_kit::repair(&call.file()?, &options, &Limits::default())?;
    Ok(Reply::of(&repaired.answer())?.with(repaired.bytes))
}

fn convert(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options: Save = call.args()?;
    converted(&call.file()?, options)
}

/// A file in another form.
pub(crate) fn converted(file: &[u8], options: Save) -> Result<Reply, Refusal> {
    let limits = Limits::default();
    let goal = made(options.form.as_deref().unwrap_or_default())?;
    let beside = |error| beside_converted(file, goal, &options, error);
    let to = match goal {
        Goal::Own(form) => form,
        Goal::Foreign(_) if options.kind.is_some() => {
            return Err(Refusal::usage("a form of another program has one kind of file, which is not chosen"));
        }
        Goal::Foreign(form) => {
            let made = match cards_kit::convert_foreign_file(file, form, &stashing(options.stash), &limits) {
                Ok(made) => made,
                Err(error) => return beside(error),
            };
            let (conversion, packed) = (made.conversion.answer(), made.packed.as_ref().map(Packed::from));
            return Ok(Reply::of(&Converted { conversion, packed })?.with(made.bytes));
        }
    };
    let target = match &options.kind {
        Some(kind) => Some(named("kind of file", kind, &KINDS)?),
        None => match cards_kit::open(file, &limits) {
            Ok(opened) => fitting(&opened, to),
            Err(error) => return beside(error),
        },
    };
    let mut random = random(options.random.clone());
    let target = target.filter(|target| *target != Target::Json);
    match cards_kit::convert_file(file, to, target, &stashing(options.stash), &mut random, &limits) {
        Ok(made) => {
            let (conversion, packed) = (made.conversion.answer(), made.packed.as_ref().map(Packed::from));
            Ok(Reply::of(&Converted { conversion, packed })?.with(made.bytes))
        }
        Err(error) => beside(error),
    }
}

/// What became of a file.
#[derive(Serialize)]
struct Converted {
    #[serde(flatten)]
    conversion: cards_kit::answer::Conversion,
    packed: Option<Packed>,
}

/// The same of a file that was refused as a card, and that clients keep beside their cards.
fn beside_converted(file: &[u8], goal: Goal, options: &Save, refused: cards_kit::Error) -> Result<Reply, Refusal> {
    let name = stem(options.file_name.as_deref());
    let is_known = cards_kit::may_be_beside(&refused);
    let made = if is_known { cards_kit::convert_beside_as(file, goal, name, &Limits::default())? } else { None };
    let Some(made) = made else { return Err(refused.into()) };
    if options.stash || options.kind.as_ref().is_some_and(|kind| kind != "json") {
        let message = "`stash` and kinds of file with a picture are for cards, and this file holds none";
        return Err(Refusal::usage(message));
    }
    let (conversion, bytes) = (made.answer(), made.to_text().into_bytes());
    Ok(Reply::of(&Converted { conversion, packed: None })?.with(bytes))
}

/// The name of a file without its ending.
fn stem(name: Option<&str>) -> &str {
    let name = name.unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The container of a file, where it can hold the form.
fn fitting(opened: &Opened<'_>, to: Form) -> Option<Target> {
    let extension = opened.loaded.kind.extensions().first()?;
    cards_kit::container_of(&format!("card.{extension}"), to).ok().flatten()
}

/// Another kind of file.
pub(crate) fn saved(file: &[u8], options: Save, picture: Option<Vec<u8>>) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct Saved {
        kind: &'static str,
        form: &'static str,
        loss: Vec<Loss>,
        packed: Packed,
    }
    let limits = Limits::default();
    let target = named("kind of file", options.kind.as_deref().unwrap_or_default(), &KINDS)?;
    let mut opened = opened(file)?;
    let mut loss = Vec::new();
    if let Some(to) = options.form.as_deref().map(form).transpose()? {
        let mut random = random(options.random);
        let converted = convert_document(&opened.loaded.document, to, &stashing(options.stash), &mut random)?;
        loss.extend(converted.loss.iter().map(Loss::from));
        opened.loaded.document = Document::new(converted.content);
    }
    let mut pack_options = PackOptions::default()
        .with_portrait(picture)
        .with_without_assets(options.without_assets)
        .with_convert(stashing(options.stash))
        .with_limits(limits.files);
    if options.without_backfill {
        pack_options = pack_options.with_chunks(Chunks::AsIs);
    }
    let pack::Packed { bytes, report, .. } =
        pack::Packed::of(&mut opened.file.container, opened.loaded, target, &pack_options)?;
    loss.extend(report.loss.iter().map(Loss::from));
    let kind = KINDS.iter().find(|(_, known)| *known == target).map_or("", |(name, _)| *name);
    let form = report.form.map_or("", Form::id);
    Ok(Reply::of(&Saved { kind, form, loss, packed: Packed::from(&report) })?.with(bytes))
}

fn stashing(stash: bool) -> Options {
    let mut options = Options::default();
    if stash {
        options.stash = Stash::Everywhere;
    }
    options
}

/// Ids from the caller's random bits, used up one by one and then anew.
fn random(bits: Vec<u32>) -> RandomIds<impl FnMut() -> u32> {
    let mut bits = bits.into_iter().cycle();
    RandomIds::new(move || bits.next().unwrap_or_default())
}

fn diff(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options: args::Diff = call.args()?;
    let (a, b) = (call.file()?, call.file()?);
    Reply::of(&compared(&a, &b, options.assets)?)
}

/// What two files say differently.
pub(crate) fn compared(a: &[u8], b: &[u8], assets: bool) -> Result<DiffAnswer, Refusal> {
    let limits = Limits::default();
    let (mut a, mut b) = (opened(a)?, opened(b)?);
    let changes = cards_kit::diff::diff(&mut a, &mut b, assets, &limits);
    Ok(DiffAnswer::of(Side::of("a", &a), Side::of("b", &b), changes))
}

fn dupes(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args: args::Dupes = call.args()?;
    let (near, exact, keep) = (args.near, args.exact, args.keep()?);
    let cards: Vec<_> = args.rows.into_iter().enumerate().filter_map(|(number, row)| row.known(number)).collect();
    // The texts are not at hand, so that the estimates count.
    let links = near.map(|least| cards_library::near_links(&cards, least, |_| Vec::new())).unwrap_or_default();
    let mut found = cards_library::dupes(&cards, exact);
    found.alike = cards_library::alike(&cards, &links);
    found.kept = keep
        .map(|rule| cards_library::kept(&cards, &links, exact, rule, |card| card.picture.clone()))
        .unwrap_or_default();
    Reply::of(&found)
}

fn rules(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    call.args::<crate::args::Nothing>()?;
    Reply::of(&Rules::all())
}

fn schema(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&cards_model::schema(form(&call.args::<args::OfForm>()?.form)?))
}
