//! The questions of `tests/doors/questions.json`, asked of the libraries.

use std::path::Path;

use cards_kit::answer::{Asked, Conversion, Expansion, GotValue, Head, Order, ProfileAnswer, Prompt};
use cards_kit::compat::CompatOptions;
use cards_kit::merge::MergeOptions;
use cards_kit::{
    CardFile, Cast, Chat, ConvertOptions, Error, ExpandOptions, Limits, LintOptions, Message, Moment, Options, Patch,
    Profile, Role, SeededIds, Session, Stash, Timestamp, convert_beside_as, convert_document, convert_foreign, open,
};
use cards_library::{Depth, FileRow, RowOptions};
use cards_model::convert::Goal;
use serde_json::{Value, json};

use super::Files;

/// The present, in seconds since 1970; the table has it too.
const NOW: i64 = 1_770_000_000;

/// The answer to a question, or the word by which it is refused; nothing for a question that is not asked here.
pub fn answer(id: &str, files: &Files, table: &Value) -> Option<Value> {
    let answer = match id {
        "open" => open_(files),
        "texts" => CardFile::open(files.file.clone(), &Limits::default())
            .map(|file| told(&GotValue::texts(&file.document().content))),
        "row" => {
            let row = RowOptions::default().with_lint(true).with_near(true);
            Ok(told(&FileRow::of_bytes(files.path.clone(), &files.file, Depth::new(true, row))))
        }
        "lint" => lint(files, &[], &[]),
        "lint-for" => lint(files, &["agnai", "risu"], &["entry-*"]),
        "repair" => {
            let options = LintOptions::default().with_file_name(Some(files.name()));
            cards_kit::repair(&files.file, &options, &Limits::default()).map(|repaired| told(&repaired.answer()))
        }
        "to-v2" => convert(files, "v2", Stash::Off),
        "to-v3" => convert(files, "v3", Stash::Everywhere),
        "to-worldinfo" => convert(files, "worldinfo", Stash::Off),
        "to-marinara-lorebook" => convert(files, "marinara_lorebook", Stash::Off),
        "to-risu" => convert(files, "risu", Stash::Off),
        "to-agnai" => convert(files, "agnai_character", Stash::Off),
        "prompt" => session(files, Profile::Spec, "Be brief.").and_then(|mut session| {
            let turn = session.turn(&chat(table))?;
            let mut prompt = Prompt::from(&turn.prompt);
            prompt.head = Some(Head::of(&session, Order::Turn));
            Ok(told(&prompt))
        }),
        "prompt-messages" => session(files, Profile::SillyTavern, "").and_then(|mut session| {
            let mut asked = Asked::default();
            asked.pieces = true;
            Ok(told(&asked.messages(&mut session, &chat(table))?))
        }),
        "prompt-words" => session_of(files, small(), "").and_then(|session| {
            let mut session = session.with_tokens(|text: &str| text.split_whitespace().count() as u64);
            let mut asked = Asked::default();
            asked.pieces = true;
            Ok(told(&asked.messages(&mut session, &chat(table))?))
        }),
        "prompt-text" => session(files, Profile::SillyTavern, "").and_then(|mut session| {
            let mut asked = Asked::default();
            (asked.context_template, asked.instruct) = (Some("chatml".into()), Some("chatml".into()));
            Ok(told(&asked.text(&mut session, &chat(table))?))
        }),
        "activate" => activate(files, Profile::SillyTavern, table),
        "activate-marinara" => activate(files, Profile::Marinara, table),
        "edit" => edit(files),
        "merge" => CardFile::open(files.ours.clone(), &Limits::default())
            .and_then(|mut ours| {
                ours.touch_with(Some(Timestamp::from_seconds(NOW)));
                ours.merge(&files.file, &files.theirs, &MergeOptions::default())
            })
            .map(|merged| told(&merged.answer())),
        "diff" => diff(files),
        "compat" => {
            let options = CompatOptions::default().with_from(Profile::SillyTavern).with_to(Profile::KoboldCpp);
            open(&files.file[..], Limits::default())
                .and_then(|mut opened| opened.compat(&options))
                .map(|told_| told(&told_))
        }
        "expand" => expand(files, table).map(|expansion| told(&expansion)),
        _ => return None,
    };
    Some(answer.unwrap_or_else(|error| json!({ "refused": error.class() })))
}

fn told(answer: &impl serde::Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}

fn open_(files: &Files) -> Result<Value, Error> {
    Ok(told(&cards_kit::inspect(&files.file[..], &Limits::default())?))
}

fn lint(files: &Files, programs: &[&str], select: &[&str]) -> Result<Value, Error> {
    let options = LintOptions::of_words(programs, select, &[]).unwrap_or_default();
    let options = options.with_file_name(Some(files.name()));
    Ok(told(&cards_kit::lint(&files.file[..], &options, &Limits::default())?.answer().findings))
}

fn convert(files: &Files, to: &str, stash: Stash) -> Result<Value, Error> {
    let to = to.parse::<Goal>()?;
    let opened = match open(&files.file[..], Limits::default()) {
        Err(error) if cards_kit::may_be_beside(&error) => {
            let name = Path::new(&files.path).file_stem().unwrap_or_default().to_string_lossy();
            let made = convert_beside_as(&files.file, to, &name, &Limits::default())?;
            return made.map(|made| told(&made.answer())).ok_or(error);
        }
        opened => opened?,
    };
    let options = ConvertOptions::default().with_stash(stash);
    let mut answer: Conversion = match to {
        Goal::Own(form) => convert_document(opened.document(), form, &options, &mut SeededIds::new(1))?.answer(),
        Goal::Foreign(form) => convert_foreign(opened.document(), form, &options)?.answer(),
    };
    answer.left_behind = opened.file.container.beside_the_card();
    Ok(told(&answer))
}

fn chat(table: &Value) -> Chat {
    let messages = table["chat"].as_array().into_iter().flatten();
    let text = |message: &Value, member: &str| message[member].as_str().unwrap_or_default().to_owned();
    let role = |message: &Value| text(message, "role").parse::<Role>().unwrap_or_default();
    messages.map(|message| Message::new(role(message), text(message, "content"))).collect()
}

/// Where the tokens of a text decide what has a place.
fn small() -> Options {
    Options::default().with_profile(Profile::SillyTavern).with_context(300)
}

fn session(files: &Files, profile: Profile, system_prompt: &str) -> Result<Session, Error> {
    session_of(files, Options::default().with_profile(profile), system_prompt)
}

fn session_of(files: &Files, options: Options, system_prompt: &str) -> Result<Session, Error> {
    let mut cast = Cast::default();
    cast.add(open(&files.file[..], Limits::default())?.loaded.document, "");
    let options = options.with_user("Sam").with_system_prompt(system_prompt);
    let mut session = Session::new(cast, options.with_now(Some(Moment::from_unix(NOW))))?;
    session.memory.seed = 7;
    Ok(session)
}

fn activate(files: &Files, profile: Profile, table: &Value) -> Result<Value, Error> {
    let mut session = session(files, profile, "")?;
    let fired = session.activate(&chat(table))?;
    Ok(told(&ProfileAnswer::with_near_misses(&session, fired)?))
}

fn edit(files: &Files) -> Result<Value, Error> {
    let mut file = CardFile::open(files.file.clone(), &Limits::default())?;
    file.touch_with(Some(Timestamp::from_seconds(NOW)));
    let set = |path: &str, value: &str| Ok::<_, Error>(Patch::Set { path: path.parse()?, value: value.into() });
    file.apply(&[set("name", "Mira")?, set("description", "A bard of the river.")?])?;
    Ok(told(&file.answer()))
}

fn diff(files: &Files) -> Result<Value, Error> {
    let limits = Limits::default();
    let (mut a, mut b) = (open(&files.file[..], &limits)?, open(&files.ours[..], &limits)?);
    let changes = cards_kit::diff::diff(&mut a, &mut b, true, &limits);
    let side = |opened: &_| cards_kit::answer::Side::of("", opened);
    Ok(told(&cards_kit::answer::Diff::of(side(&a), side(&b), changes).changes))
}

fn expand(files: &Files, table: &Value) -> Result<Expansion, Error> {
    let opened = open(&files.file[..], Limits::default())?;
    let mut options = ExpandOptions::default();
    options.user = Some("Sam".to_owned());
    let mut host = options.host(opened.card()).with_seed(7);
    let text = table["macros"].as_str().unwrap_or_default();
    cards_kit::expand(text, Profile::SillyTavern.into(), &mut host, options.target, true, &Limits::default())
}
