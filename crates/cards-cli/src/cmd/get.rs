//! `cards get`: values of a card.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use cards_kit::answer::{Got, GotValue};
use cards_kit::{Limits, OpenOptions};

use super::edited::{parsed, text_of};
use crate::failure::Failure;
use crate::input::alert;
use crate::origin::Origin;
use crate::output::{FAINT, LABEL, Output};
use crate::printable::{columns, line};

/// Print texts and other values of a card or lorebook, or list what there is.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A place is a name: name, description, first_mes, greetings[1], tags, book[\"The Bell\"].keys, \
    book[0].content, extensions.depth_prompt; or a JSON pointer such as /data/first_mes. Names mean the same in every \
    form of card and lorebook. A place may be several: book[*].content, greetings[*], book[key=rain].content, \
    book[name~=/^NPC/].keys. Texts are printed as they are, other values as JSON. Without a place, every text is listed \
    with its place.\n\n\
    Examples:\n  cards get aria.png\n  cards get world.json 'book[*].keys'\n  cards get aria.png first_mes\n  cards get aria.charx 'greetings[1]' tags\n  \
    cards get world.json 'book[\"The Bell\"].content'\n  cards get aria.png description --json | jq -r .hash"
)]
pub(crate) struct Args {
    /// The file; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The places, by name or JSON pointer.
    #[arg(value_name = "PLACE")]
    places: Vec<String>,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    let refused = |error| Failure::of(&args.file, error);
    let places = args.places.iter().map(|place| parsed(place)).collect::<Result<Vec<_>, _>>()?;
    let origin = Origin::new(&args.file, &limits)?;
    let editor = cards_kit::open(origin.source()?, OpenOptions::mendable(&limits))
        .map(cards_kit::Opened::edit)
        .map_err(refused)?;
    alert(&args.file, editor.document(), out);
    let mut answer = Got::default();
    if places.is_empty() {
        answer.values = GotValue::texts(&editor.document().content);
    } else {
        for (written, place) in args.places.iter().zip(&places) {
            let several = place.chooses();
            let chosen = editor.select(place).map_err(refused)?;
            let values = editor.get_all(&chosen).map_err(refused)?;
            answer.values.extend(chosen.iter().zip(values).map(|(one, (pointer, got))| {
                let place = if several { one.to_string() } else { written.clone() };
                GotValue::new(place, pointer, got)
            }));
        }
    }
    if out.json() {
        answer.hash = origin.hash()?;
        out.answer_spelled(&[("file", args.file.to_string_lossy().into())], answer)?;
    } else if places.is_empty() {
        list(&answer.values, out)?;
    } else {
        for value in &answer.values {
            let mut text = text_of(&value.value);
            text.push('\n');
            out.raw(text.as_bytes())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Lists every text, each on one line.
fn list(values: &[GotValue], out: &mut Output) -> Result<(), Failure> {
    /// Columns that the names of places may take.
    const MOST: usize = 32;
    let wide = values.iter().map(|value| columns(&value.place)).max().unwrap_or_default().min(MOST);
    let room = out.wrap_at().saturating_sub(wide + 2).max(20);
    let results = out.results();
    for value in values {
        let place = line(&value.place, usize::MAX);
        let pad = wide.saturating_sub(columns(&place));
        let text = line(&text_of(&value.value), room);
        writeln!(results, "{LABEL}{place}{LABEL:#}{:pad$}  {FAINT}{text}{FAINT:#}", "")?;
    }
    Ok(())
}
