//! `cards report`: a card, or a folder of cards, as one page for a browser.

mod dialogue;
mod fields;
mod html;
mod lore;
mod page;
mod sheet;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::{Bytes, Format, Limits, png};
use cards_lint::{DataFolder, Need, NeedKind, Report};

use crate::cmd::scan::Progress;
use crate::failure::Failure;
use crate::input::{lint_opened, open_found_card, open_source, read_bytes};
use crate::library::note_passed;
use crate::output::Output;
use crate::picture::Picture;
use crate::plural::plural;
use crate::save::{refuse_existing, refuse_name, save};
use cards_kit::Beside;
use cards_kit::answer::Page;
use cards_kit::portrait;
use cards_library::answer::Tokens;
use cards_library::files::in_order;
use cards_library::files::{Choice, Found, Members, PassedOver, Walk, data_folder};
use cards_model::{Content, Json};
use page::{Line, Subject};
use sheet::{Group, Item, Shelf, Unread, World};

/// Make one self-contained HTML page of a card, or a contact sheet of a folder.
///
/// The page needs no network and runs no script: pictures are in it, every text of a card is escaped, and its content
/// policy forbids everything else. The cards of a contact sheet are in the order of their
/// names; the browser's own search finds names, tags and files.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cards report aria.png -o aria.html\n  cards report ~/cards -o cards.html --force   # a contact sheet\n  \
    cards report - -o - < aria.png > aria.html"
)]
pub(crate) struct Args {
    /// A card of any kind, a lorebook, or a folder; `-` is standard input.
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The page to write; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Replace the output file if it exists.
    #[arg(long)]
    force: bool,
    /// Most cards of a contact sheet, 2000 unless given; each takes about 15 KB of the page.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    most: Option<u32>,
}

/// Cards of a contact sheet, where nobody says how many.
const CARDS: usize = 2000;
/// Largest picture that is put into a page as it is; a larger PNG is scaled down, a larger one of another kind is
/// left out. Browsers show pages of 20 MB without trouble, and a portrait needs no more.
const LARGEST: usize = 8 << 20;
/// Width and height of a portrait that is scaled down.
const PORTRAIT: (usize, usize) = (1024, 1536);
/// Width and height of a thumbnail.
const THUMB: (usize, usize) = (160, 240);

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    out.refuse_two_on_stdout(&args.output)?;
    refuse_name(&args.output, &["html", "htm", "xhtml"], "a page", "html")?;
    if args.most.is_some() && !args.path.is_dir() {
        let message = "--most is for the contact sheet of a folder, and this is one file".to_owned();
        return Err(Failure::Other { class: "usage", message });
    }
    if args.output.as_os_str() != "-" {
        refuse_existing(&args.output, args.force)?;
    }
    let (page, cards, unread) = if args.path.is_dir() { contact_sheet(args, out)? } else { (one(&args.path)?, 1, 0) };
    save(&args.output, page.as_bytes(), args.force, out)?;
    if args.output.as_os_str() == "-" {
        return Ok(ExitCode::SUCCESS);
    }
    if out.json() {
        let mut answer = Page::default();
        (answer.written, answer.bytes) = (args.output.to_string_lossy().into_owned(), page.len());
        (answer.cards, answer.unread) = (cards, unread);
        out.answer(&[], &answer)?;
    } else {
        out.note(&format!("wrote {} ({} KB)", args.output.display(), page.len().div_ceil(1000)));
    }
    Ok(ExitCode::SUCCESS)
}

fn one(path: &Path) -> Result<String, Failure> {
    page_of(path, open_source(path, &Limits::default())?)
}

/// The page of one file, which is named and opened already.
pub(crate) fn page_of<'s>(path: &Path, source: Bytes<'s>) -> Result<String, Failure> {
    let (mut file, loaded, report) = lint_opened(path, source, &Limits::default())?;
    let findings = lines(&report);
    let portrait = portrait::read(&mut file, loaded.document.card()).and_then(fit);
    // The name alone: pages are shared, and folders on somebody's disk are nobody's business.
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    Ok(page::page(&Subject { file: &file, loaded: &loaded, portrait, findings }))
}

/// A portrait as it goes into a page: a PNG without its card, anything too large scaled down.
fn fit(bytes: Vec<u8>) -> Option<Vec<u8>> {
    let options = png::WriteOptions::default().with_drop_assets(true);
    let bytes = match Format::of(&bytes) {
        Format::Png => png::strip(&bytes, &options).map_or(bytes, |written| written.bytes),
        _ => bytes,
    };
    if bytes.len() <= LARGEST { Some(bytes) } else { Picture::read(&bytes, PORTRAIT.0, PORTRAIT.1)?.to_jpeg() }
}

fn lines(report: &Report) -> Vec<Line> {
    let line = |finding: &cards_lint::Finding| Line {
        level: finding.severity().as_str(),
        rule: finding.id().to_owned(),
        place: finding.location.to_string(),
        message: finding.message.clone(),
        excerpt: finding.excerpt.clone(),
    };
    report.findings.iter().map(line).collect()
}

fn contact_sheet(args: &Args, out: &mut Output) -> Result<(String, usize, usize), Failure> {
    let choice = Choice { sorted: true, archives: true, ..Choice::default() };
    let folders = [args.path.clone()];
    let passed = PassedOver::default();
    let progress = Progress::start(out.quiet(), &folders, choice);
    let most = args.most.map_or(CARDS, |most| usize::try_from(most).unwrap_or(usize::MAX));
    let (mut items, mut files, mut unread, mut left_out) = (Vec::new(), Vec::new(), Vec::new(), 0_usize);
    let mut shelf = Shelf::default();
    in_order(
        Members::of(Walk::new(&folders, choice).counting(&passed), choice),
        0,
        |found| {
            let item = item(&found);
            let is_stray = matches!(item, Err(NoCard::Unread(_))) && found.seldom_holds_a_card();
            progress.step(item.map(|item| (found, item)).map_err(|unread| (unread, is_stray)))
        },
        |round| {
            for one in round {
                match one {
                    Ok(_) if items.len() >= most => left_out += 1,
                    Ok((file, item)) => {
                        files.push(file);
                        items.push(item);
                    }
                    Err((_, true)) => passed.stray(),
                    Err((NoCard::World(world), false)) => shelf.worlds.push(world),
                    Err((NoCard::Group(group), false)) => shelf.groups.push(group),
                    Err((NoCard::Unread(file), false)) => unread.push(file),
                }
            }
            Ok::<(), Failure>(())
        },
    )?;
    // Pictures take most of the time, so only those that are shown are made small.
    let mut thumbs = Vec::with_capacity(files.len());
    let small = |found: Found| {
        let (mut file, loaded) = open_found_card(&found, &Limits::default()).ok()?;
        portrait::read(&mut file, loaded.document.card()).and_then(thumb)
    };
    in_order(files.into_iter(), 0, small, |round| {
        thumbs.extend(round);
        Ok::<(), Failure>(())
    })?;
    for (item, thumb) in items.iter_mut().zip(thumbs) {
        item.thumb = thumb;
    }
    progress.finish();
    if left_out > 0 {
        let cards = plural(left_out, "card");
        let are = if left_out == 1 { "is" } else { "are" };
        out.warn(&format!("{cards} {are} not on the sheet; raise --most to show more than {most}"));
    }
    note_passed(&passed, out);
    let counts = (items.len(), unread.len());
    let folder = args.path.canonicalize().ok();
    let title = folder.as_deref().and_then(Path::file_name).unwrap_or(args.path.as_os_str()).to_string_lossy();
    Ok((sheet::page(&title, items, &shelf, &unread), counts.0, counts.1))
}

/// What a file is that is no card.
enum NoCard {
    World(World),
    Group(Group),
    Unread(Unread),
}

fn item(found: &Found) -> Result<Item, NoCard> {
    let (path, inside) = (found.shown(), found.inside().to_string_lossy().into_owned());
    let failed = |message: String| NoCard::Unread(Unread { path: inside.clone(), message });
    if let Some(error) = &found.error {
        return Err(failed(error.to_string()));
    }
    let limits = Limits::default();
    let data = data_folder(&found.path);
    let (_, loaded) = open_found_card(found, &limits).map_err(|failure| {
        if let Some(group) = data.as_ref().and_then(|data| group(found, data)) {
            return NoCard::Group(group);
        }
        let chain = failure.chain();
        failed(chain.strip_prefix(&path).map_or(chain.as_str(), |rest| rest.trim_start_matches(": ")).to_owned())
    })?;
    let stem = found.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let Some(card) = loaded.document.card() else {
        if let (Some(_), Content::WorldInfo(world)) = (&data, &loaded.document.content) {
            return Err(NoCard::World(World { path: inside, name: stem, entries: world.entries.len() }));
        }
        return Err(failed(format!("it is not a card: {}", loaded.document.content.form())));
    };
    let is_scripts = |need: &&Need| matches!(need.kind, NeedKind::RegexScripts | NeedKind::RisuRegexScripts);
    let world = card.extensions().get("world").and_then(Json::as_str).filter(|name| !name.trim().is_empty());
    let world = data
        .as_ref()
        .zip(world)
        .map(|(data, name)| (name.to_owned(), data.world(name).is_some_and(|path| path.is_file())));
    let chats = data.map_or(0, |data| chats_in(&data.chats(&stem)));
    let about = [card.creator_notes(), card.description()].into_iter().find(|text| !text.trim().is_empty());
    Ok(Item {
        path: inside,
        name: card.name().to_owned(),
        creator: card.creator().to_owned(),
        about: about.unwrap_or_default().chars().take(300).collect(),
        spec: loaded.document.content.form().name(),
        tags: card.tags().to_vec(),
        tokens: Tokens::from(card).total,
        entries: card.lorebook().map_or(0, |book| book.entries.len()),
        world,
        chats,
        scripts: cards_lint::needs(&loaded.document.content).iter().filter(is_scripts).map(|need| need.count).sum(),
        thumb: None,
    })
}

/// The group of a data folder that a file is.
fn group(found: &Found, data: &DataFolder) -> Option<Group> {
    let bytes = read_bytes(found.member_size().is_none().then_some(&found.path)?, &Limits::default()).ok()?;
    let Some(Beside::Group { name, members, .. }) = Beside::read(&bytes, &cards_kit::Limits::default()) else {
        return None;
    };
    let path = found.inside();
    let beside = path.parent().and_then(Path::parent).unwrap_or(Path::new("")).join(data.cards().file_name()?);
    let member = |file: String| {
        let there = data.card(&file).is_some_and(|path| path.is_file());
        (file.clone(), beside.join(&file).to_string_lossy().into_owned(), there)
    };
    Some(Group { path: path.to_string_lossy().into_owned(), name, members: members.into_iter().map(member).collect() })
}

/// How many chats a folder has.
fn chats_in(folder: &Path) -> usize {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    files.filter(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"))).count()
}

/// A small picture; one that is no PNG is shown as it is when it is small already.
fn thumb(bytes: Vec<u8>) -> Option<Vec<u8>> {
    const SMALL: usize = 64 << 10;
    match Picture::read(&bytes, THUMB.0, THUMB.1) {
        Some(picture) => picture.to_jpeg(),
        None => Some(bytes).filter(|bytes| bytes.len() <= SMALL && Format::of(bytes) != Format::Png),
    }
}
