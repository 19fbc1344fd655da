//! Files that other programs wrote, against what their manifest says of them.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_model::{Content, Document, Form, Limits};
use serde_json::Value;

/// The folder of real files.
fn corpus() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("CARDS_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    shared.join("corpus/real")
}

/// The text of the best card chunk of a PNG: `ccv3`, else the first `chara`. Just enough of a walk for whole files.
fn card_text(png: &[u8]) -> Vec<u8> {
    let mut found: Vec<(Vec<u8>, &[u8])> = Vec::new();
    let mut rest = png.get(8..).unwrap_or_default();
    while let Some((head, body)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, kind @ ..] = *head;
        let Some((body, after)) = body.split_at_checked(u32::from_be_bytes([a, b, c, d]) as usize) else { break };
        if &kind == b"tEXt"
            && let Some(nul) = body.iter().position(|byte| *byte == 0)
            && let (keyword, [_, text @ ..]) = body.split_at(nul)
        {
            found.push((keyword.to_ascii_lowercase(), text));
        }
        rest = after.get(4..).unwrap_or_default();
    }
    let best = |keyword: &[u8]| found.iter().find(|(key, _)| key == keyword);
    let (_, text) = best(b"ccv3").or_else(|| best(b"chara")).expect("the file has a card chunk");
    STANDARD.decode(text).expect("the chunk is base64")
}

fn form_of(spec: &str) -> Form {
    match spec {
        "pygmalion-V0" => Form::V0,
        "V1" => Form::V1,
        "V2" => Form::V2,
        "V3" => Form::V3,
        "Prom3.1" => Form::Prom,
        "RPGGO" => Form::Module,
        "st-worldinfo" => Form::WorldInfo,
        "book-v2" => Form::Lorebook,
        "novelai-lorebook" => Form::NovelAi,
        other => panic!("the manifest has a spec that this test does not know: {other}"),
    }
}

fn name_of(content: &Content) -> Option<&str> {
    match content {
        Content::Card(card) => Some(card.name()),
        Content::Module(module) => Some(&module.name),
        Content::Lorebook(book) => book.name.as_deref(),
        Content::WorldInfo(world) => world.name.as_deref(),
        _ => None,
    }
}

#[test]
fn real_files_are_what_their_manifest_says_and_survive() {
    let folder = corpus();
    if !folder.is_dir() {
        println!("skipped: no corpus at {}", folder.display());
        return;
    }
    let manifest: Value = serde_json::from_slice(&std::fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    let mut read = 0;
    for row in manifest["files"].as_array().unwrap() {
        let file = row["file"].as_str().unwrap();
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let json = match row["container"].as_str().unwrap() {
            "json" => bytes,
            "png" => card_text(&bytes),
            _ => continue,
        };
        let document = Document::read(json.clone(), &Limits::default()).unwrap_or_else(|e| panic!("{file}: {e}"));
        let detection = document.detection();
        println!("{file}: {}, since {}; {} findings", detection.form, detection.reason, document.findings().len());
        assert_eq!(detection.form, form_of(row["spec"].as_str().unwrap()), "{file}");
        if let Some(character) = row["character"].as_str() {
            let name = name_of(&document.content).unwrap_or_default();
            assert!(name.starts_with(character), "{file}: the name is {name}");
        }
        let entries = document.content.lorebook().map_or(0, |book| book.entries.len()) as u64;
        assert_eq!(entries, row["lore_entries"].as_u64().unwrap_or(0), "{file}: lore entries");
        assert!(document.is_untouched(), "{file}");
        assert_eq!(document.to_bytes(), json, "{file}: untouched bytes");
        // The typed content alone, without the bytes behind it, says the same too.
        let anew = document.to_text(cards_model::Style::Compact);
        let same = |text: &[u8]| -> Value { serde_json::from_slice(text).unwrap() };
        assert_eq!(same(anew.as_bytes()), same(&json), "{file}: content");
        read += 1;
    }
    println!("{read} files read");
    assert!(read > 0, "the manifest lists no JSON or PNG file");
}
