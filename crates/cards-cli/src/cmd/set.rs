//! `cards set`: values of a card changed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Limits;
use cards_json::Json;
use cards_kit::answer::Edit;
use cards_kit::{Editor, Error, Patch, Place};
use cards_library::files::{Choice, Found, PassedOver};

use super::edited::{Target, note_brought, nothing_edited, parsed};
use crate::failure::Failure;
use crate::input::{alert, read_utf8};
use crate::journal::journal;
use crate::library::{Done, Foot, Sum, Threads, change_each};
use crate::output::Output;
use crate::picture::Size;

/// Change texts and other values of a card or lorebook, in the container that it is in.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Places are those of `cards get`. Copies that clients keep follow: V1 members beside `data`, the V2 stand-in \
    in a picture. All else stays byte for byte. Several changes are one: either all are made or none. They are made in this \
    order: EDIT as given, --insert, --move, --remove. A member that the spec wants in every card is emptied, not taken out. A new \
    entry has all that its form asks for: 'book[+].keys=bell' adds one.\n\n\
    PLACE=TEXT sets a text; a list such as tags or keys takes texts between commas, a switch true or false. PLACE=@FILE \
    takes the text from a file, PLACE=@- from standard input (write @@ for a text that begins with @). PLACE:=JSON and PLACE:=@FILE set any \
    value. PLACE+=TEXT and PLACE+:=JSON add to the end of a list; of tags and keys, TEXT may be several between commas. \
    picture=@FILE takes a PNG, JPEG, WebP or GIF.\n\n\
    A place may be several: book[*] is every entry, book[key=rain] those with that key, book[name~=/^NPC/i] those whose name has \
    a match, greetings[*] every greeting. What SillyTavern keeps in the extensions of an entry has its own name: book[*].depth. \
    Of a folder, cards without the places are counted and left, and `cards undo` puts the run back.\n\n\
    Examples:\n  cards set aria.png first_mes=@greeting.txt --in-place\n  cards set aria.png 'greetings+=Who goes there?' -o new.png\n  \
    cards set aria.charx 'book[\"The Bell\"].keys=bell,toll' --dry-run\n  \
    cards set aria.png --move 'greetings[2]=greetings[0]' --in-place\n  \
    cards set aria.json --remove 'tags[0]' --in-place --guard 9f86d081\n  \
    cards set aria.json 'book[name~=/^NPC/].enabled=false' 'book[*].depth=4' --dry-run\n  \
    cards set ~/cards 'book[*].depth=4' --in-place\n  \
    cards set aria.png picture=@new.jpg --size 1024 --in-place"
)]
pub(crate) struct Args {
    /// The file; `-` is standard input; of a folder, every card in it that has the places.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What to set: PLACE=TEXT, PLACE=@FILE, PLACE:=JSON, PLACE+=TEXT or PLACE+:=JSON.
    #[arg(value_name = "EDIT", required_unless_present_any = ["insert", "moves", "remove"])]
    edits: Vec<String>,
    /// Put a text into a list, in front of what is at the place.
    #[arg(long, value_name = "PLACE=TEXT")]
    insert: Vec<String>,
    /// Move what is at one place to another, as places are counted without it.
    #[arg(long = "move", value_name = "FROM=TO")]
    moves: Vec<String>,
    /// Take out what is at the place.
    #[arg(long, value_name = "PLACE")]
    remove: Vec<String>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    target: Target,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let (edits, picture) = wanted(args)?;
    if args.file.is_dir() {
        return folder(args, &edits, picture, out);
    }
    let mut opened = args.target.open(&args.file, out)?;
    if args.size.size.is_some() && picture.is_none() {
        return Err(usage("--size does nothing here: it is for `picture=@FILE`".to_owned()));
    }
    if let Some(path) = picture {
        opened.set_picture(args.size.read(Path::new(path), &Limits::default())?, out);
    }
    alert(&args.file, opened.editor.document(), out);
    change(&mut opened.editor, &edits).map_err(|error| Failure::of(&args.file, error))?;
    opened.finish(out)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the edits as they fit a card, all or none.
fn change(editor: &mut Editor, edits: &[Wanted]) -> Result<(), Error> {
    let mut trial = editor.clone();
    let patches = edits.iter().map(|edit| edit.clone().fitting(&mut trial)).collect::<Result<Vec<_>, _>>()?;
    editor.apply(&patches).map(drop)
}

/// Makes the edits in every card of a folder that has a place for them.
fn folder(args: &Args, edits: &[Wanted], picture: Option<&str>, out: &mut Output) -> Result<ExitCode, Failure> {
    args.target.refuse_for_many()?;
    if picture.is_some() || args.size.size.is_some() {
        return Err(usage("a picture is for one card; name its file".to_owned()));
    }
    let (passed, journal, brought) = (PassedOver::default(), journal(out.command()), Sum::default());
    let paths = std::slice::from_ref(&args.file);
    let mut done = change_each(paths, (Choice::default(), args.threads), &passed, out, |Found { path, .. }, out| {
        let mut opened = args.target.open(path, out)?;
        opened.remember(&journal);
        alert(path, opened.editor.document(), out);
        change(&mut opened.editor, edits).map_err(|error| Failure::of(path, error))?;
        if !opened.editor.is_changed() {
            return Ok(Done::Same);
        }
        opened.write(out)?;
        brought.add(opened.warn_of_one(out));
        opened.tell_one(path, out)?;
        Ok(Done::Changed)
    })?;
    // A place that no card has is more likely a slip than a wish.
    if let (0, false, Some(failure)) = (done.cards, done.refused, done.no_place.take()) {
        return Err(failure);
    }
    if out.json() && done.changed == 0 && !done.refused {
        out.answer(&nothing_edited(args.target.dry_run), &Edit::default())?;
    }
    note_brought(brought.all(), out);
    done.end(paths, &Foot::changed(&done.of_cards(), "no such place in", args.target.dry_run), &passed, out)
}

/// The patches that edits of a command line ask for, as they fit a card.
pub(super) fn patches(edits: &[String], editor: &Editor, file: &Path) -> Result<Vec<Patch>, Failure> {
    let mut trial = editor.clone();
    let mut patches = Vec::with_capacity(edits.len());
    for edit in edits {
        for wanted in of_edit(edit)? {
            patches.push(wanted.fitting(&mut trial).map_err(|error| Failure::of(file, error))?);
        }
    }
    Ok(patches)
}

/// A change as it was asked for: the readings that its text has, of which the first that fits counts.
#[derive(Clone, Debug)]
struct Wanted(Vec<Patch>);

impl Wanted {
    /// The first reading that fits the place.
    fn fitting(self, trial: &mut Editor) -> Result<Patch, Error> {
        let mut first = None;
        for patch in self.0 {
            match trial.apply(std::slice::from_ref(&patch)) {
                Ok(_) => return Ok(patch),
                Err(error @ Error::Model(cards_model::Error::Field { .. })) => first = first.or(Some(error)),
                Err(error) => return Err(first.unwrap_or(error)),
            }
        }
        Err(first.unwrap_or(Error::NoCard))
    }
}

/// What the command line asks for, in the order in which it is done, and the file of a new picture.
fn wanted(args: &Args) -> Result<(Vec<Wanted>, Option<&str>), Failure> {
    let mut picture = None;
    let mut all = Vec::with_capacity(args.edits.len());
    for edit in &args.edits {
        let named = edit.split_once('=').filter(|(place, _)| PICTURE.contains(place));
        match named.map(|(place, file)| (place, file.strip_prefix('@').filter(|file| !file.starts_with('@')))) {
            Some((_, Some(file))) => picture = Some(file),
            // The word that SillyTavern writes there is a text like any other.
            Some((place, None)) if place != "avatar" => {
                return Err(usage(format!("`{edit}`: a picture comes from a file; write {place}=@FILE")));
            }
            _ => all.extend(of_edit(edit)?),
        }
    }
    for insert in &args.insert {
        let (place, text) = cut(insert, "=")?;
        let (path, text) = (parsed(place)?, text_of(text)?);
        all.push(Wanted(readings(&text).map(|value| Patch::Insert { path: path.clone(), value }).collect()));
    }
    for from_to in &args.moves {
        let (from, to) = cut(from_to, "=")?;
        all.push(Wanted(vec![Patch::Move { from: parsed(from)?, path: parsed(to)? }]));
    }
    for place in &args.remove {
        all.push(Wanted(vec![Patch::Remove { path: parsed(place)? }]));
    }
    Ok((all, picture))
}

/// What people call the picture of a card.
const PICTURE: [&str; 4] = ["picture", "portrait", "image", "avatar"];

/// The lists of words, whose elements hold no commas.
const WORDS: [&str; 7] = ["tags", "keys", "secondary_keys", "key", "keysecondary", "keywords", "secondaryKeys"];

/// The changes that one edit of the command line is, in their order.
fn of_edit(edit: &str) -> Result<Vec<Wanted>, Failure> {
    let (place, text) = cut(edit, "=")?;
    if let Some(place) = place.strip_suffix(':') {
        let value = match text.strip_prefix('@') {
            Some(_) => text_of(text)?.parse::<Json>(),
            None => text.parse(),
        };
        let value = value.map_err(|error| usage(format!("`{edit}`: what follows `:=` is not JSON: {error}")))?;
        let patch = match place.strip_suffix('+') {
            Some(list) => Patch::Insert { path: end_of(list)?, value },
            None => Patch::Set { path: parsed(place)?, value },
        };
        return Ok(vec![Wanted(vec![patch])]);
    }
    if let Some(list) = place.strip_suffix('+') {
        let (path, text) = (end_of(list)?, text_of(text)?);
        let adding =
            |text: &str| Wanted(readings(text).map(|value| Patch::Insert { path: path.clone(), value }).collect());
        let of_words = list.rsplit(['.', '/']).next().is_some_and(|name| WORDS.contains(&name));
        return Ok(if of_words { parts(&text).map(adding).collect() } else { vec![adding(&text)] });
    }
    let (path, text) = (parsed(place)?, text_of(text)?);
    let values = readings(&text).chain([parts(&text).collect::<Vec<_>>().into()]);
    Ok(vec![Wanted(values.map(|value| Patch::Set { path: path.clone(), value }).collect())])
}

/// The place behind the last element of a list.
fn end_of(list: &str) -> Result<Place, Failure> {
    parsed(&format!("{list}{}", if list.starts_with('/') { "/-" } else { "[+]" }))
}

/// The texts between commas.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

/// What a text may mean: itself, or the JSON that it is.
fn readings(text: &str) -> impl Iterator<Item = Json> + use<> {
    [Json::from(text)].into_iter().chain(text.parse::<Json>().ok())
}

/// Cuts at the first sign that is not within brackets, where titles may hold anything.
fn cut<'a>(text: &'a str, sign: &str) -> Result<(&'a str, &'a str), Failure> {
    let mut depth = 0_usize;
    for (at, char) in text.char_indices() {
        match char {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => {
                if let Some(behind) = text.get(at..).and_then(|rest| rest.strip_prefix(sign)) {
                    return Ok((text.get(..at).unwrap_or_default(), behind));
                }
            }
            _ => {}
        }
    }
    Err(usage(format!("`{text}` has no `{sign}`; write PLACE{sign}…, as in 'name{sign}Aria'")))
}

/// The text of an edit: itself, or that of a file; a last line end of a file is no part of it.
fn text_of(text: &str) -> Result<String, Failure> {
    match text.strip_prefix('@') {
        Some(rest) if rest.starts_with('@') => Ok(rest.to_owned()),
        Some(file) => {
            let text = read_utf8(Path::new(file), &Limits::default())?;
            let text = text.strip_suffix('\n').map_or(&*text, |text| text.strip_suffix('\r').unwrap_or(text));
            Ok(text.to_owned())
        }
        None => Ok(text.to_owned()),
    }
}

fn usage(message: String) -> Failure {
    Failure::Other { class: "usage", message }
}
