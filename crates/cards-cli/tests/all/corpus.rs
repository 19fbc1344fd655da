//! Real files of other tools, read as the tool reads them. They lie beside the repository; without them the tests say so.

use cards_container::{Limits, open};
use cards_model::Content;
use serde_json::Value;

use crate::tool::{CARDS, shared, text};

/// The word that the manifest has for a form.
fn spec_word(content: &Content) -> &'static str {
    match content.form() {
        cards_model::Form::V0 => "pygmalion-V0",
        cards_model::Form::V1 => "V1",
        cards_model::Form::V2 => "V2",
        cards_model::Form::V3 => "V3",
        cards_model::Form::Prom => "Prom3.1",
        cards_model::Form::Module => "RPGGO",
        cards_model::Form::Lorebook => "book-v2",
        cards_model::Form::WorldInfo => "st-worldinfo",
        cards_model::Form::NovelAi => "novelai-lorebook",
        _ => "another",
    }
}

/// How many entries the file has, and whether it could have any.
fn entries(content: &Content) -> usize {
    match content {
        Content::Module(module) => module.entries.len(),
        Content::WorldInfo(world) => world.entries.0.len(),
        other => other.lorebook().map_or(0, |book| book.entries.len()),
    }
}

#[test]
fn every_real_file_is_what_the_manifest_says() {
    let Some(folder) = shared("corpus/real") else { return };
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).expect("the manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("the manifest is JSON");
    let mut seen = 0;
    for row in manifest["files"].as_array().expect("files") {
        let name = row["file"].as_str().expect("a name");
        let bytes = std::fs::read(folder.join(name)).expect("the file");
        let loaded = open(&bytes[..], Limits::default())
            .and_then(|mut file| file.load())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let document = &loaded.document;
        assert_eq!(spec_word(&document.content), row["spec"].as_str().expect("a spec"), "{name}");
        let titled = match &document.content {
            Content::Card(card) => card.name().to_owned(),
            Content::Module(module) => module.name.clone(),
            Content::Lorebook(book) => book.name.clone().unwrap_or_default(),
            _ => String::new(),
        };
        assert_eq!(titled, row["character"].as_str().unwrap_or_default(), "{name}");
        if let Some(count) = row["lore_entries"].as_u64() {
            assert_eq!(entries(&document.content) as u64, count, "{name}");
        }
        assert!(document.is_untouched(), "{name}");
        assert_eq!(document.source(), Some(&document.to_bytes()[..]), "{name}");
        seen += 1;
    }
    assert!(seen >= 30, "only {seen} files");
}

#[test]
fn hostile_files_neither_crash_nor_hang() {
    let Some(folder) = shared("corpus/hostile") else { return };
    let python = |script: &str, args: &[&std::ffi::OsStr]| {
        std::process::Command::new("python3").arg(folder.join(script)).args(args).output()
    };
    let made = tempfile::tempdir().expect("a folder");
    if python("make_hostile_sample.py", &[made.path().as_os_str()]).is_err() {
        println!("python3 is absent; the hostile sample was not made");
        return;
    }
    let verb = |words: &str| format!("'{CARDS}' {words}");
    let (inspect, expand) = (verb("inspect {file}"), verb("expand {file}"));
    let (activate, extract) = (verb("activate {file} --chat {chat}"), verb("extract {file} -o {out}"));
    // Unoptimised code is several times slower than what the limit of five seconds is meant for.
    let time = if cfg!(debug_assertions) { "60" } else { "5" };
    let mut args: Vec<&std::ffi::OsStr> = vec![made.path().as_os_str()];
    let flags = [
        "--cmd",
        &inspect,
        "--macro-cmd",
        &expand,
        "--lore-cmd",
        &activate,
        "--extract-cmd",
        &extract,
        "--need-warning",
        "--refuse-status",
        "2",
        "--time",
        time,
    ];
    args.extend(flags.iter().map(std::ffi::OsStr::new));
    let checked = python("check_hostile.py", &args).expect("the checker runs");
    assert!(checked.status.success(), "{}{}", text(&checked.stdout), text(&checked.stderr));
}
