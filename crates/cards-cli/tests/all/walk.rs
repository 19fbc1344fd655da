//! A card author with a broken card and no manual: `inspect` names `lint`, `lint` names `repair`, `repair` names `report`,
//! and every command is run as it is printed, by a shell.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use cards_container::png::{self, Keyword, NewText, WriteOptions};
use cards_container::{Container, Limits, Unreadable, open};
use serde_json::{Value, json};

use crate::recipe::bake;
use crate::tool::{CARDS, json as answer, run, shared, text};

/// Runs a line of shell in a folder, with `cards` at hand.
fn shell(folder: &Path, line: &str) -> Output {
    let bin = Path::new(CARDS).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).env("PATH", path).env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command.output().expect("a shell")
}

/// The command lines that an answer ends with: behind `next`, `run:` or `help:`.
fn commands(answer: &str) -> Vec<String> {
    let after = |line: &str| line.find("cards ").map(|at| line[at..].to_owned());
    let lines = answer.lines().skip_while(|line| !line.starts_with("  next ") && !line.starts_with("run: "));
    lines.filter_map(after).collect()
}

/// A name that a shell reads as several words, and a quote in it.
const NAME: &str = "my wick's card";

fn fixture(name: &str) -> Vec<u8> {
    fs::read(crate::tool::fixture(name)).unwrap()
}

fn v2() -> Value {
    serde_json::from_slice(&fixture("wick-v2.json")).unwrap()
}

fn v3() -> Value {
    serde_json::from_slice(&fixture("wick-v3.json")).unwrap()
}

fn picture(payloads: &[(Keyword, &Value)]) -> Vec<u8> {
    let texts: Vec<_> = payloads.iter().map(|(keyword, card)| (*keyword, card.to_string())).collect();
    let new: Vec<_> =
        texts.iter().map(|(keyword, json)| NewText::Card { keyword: *keyword, json: json.as_bytes() }).collect();
    png::write(&fixture("portrait.png"), &new, &WriteOptions::default()).unwrap().bytes
}

fn charx(card: &Value) -> Vec<u8> {
    bake(&json!({"zip": {"entries": [
        {"name": "card.json", "data": card},
        {"name": "assets/icon/images/main.png", "data": {"hex": "89504e470d0a1a0a0000"}},
        {"name": "notes.txt", "data": {"hex": "686f"}},
    ]}}))
}

/// Cards that are broken and can be mended: what is wrong, the extension, the file.
fn broken() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let mut entries = v2();
    let list = entries["data"]["character_book"]["entries"].take();
    let map = list.as_array().unwrap().iter().enumerate().map(|(at, entry)| (at.to_string(), entry.clone()));
    entries["data"]["character_book"]["entries"] = Value::Object(map.collect());
    let mut nulls = v2();
    for member in ["personality", "tags", "alternate_greetings", "character_book"] {
        nulls["data"][member] = Value::Null;
    }
    let mut strings = v2();
    strings["data"]["tags"] = json!("one");
    strings["data"]["alternate_greetings"] = json!("Hello.");
    strings["data"]["first_mes"] = json!(12);
    let mut absent = v2();
    for member in ["extensions", "creator", "post_history_instructions"] {
        absent["data"].as_object_mut().unwrap().remove(member);
    }
    let mut old = v2();
    old["data"]["name"] = json!("Somebody else");
    let mut entries_v3 = v3();
    entries_v3["data"]["character_book"]["entries"] = entries["data"]["character_book"]["entries"].clone();
    entries_v3["data"]["group_only_greetings"] = Value::Null;
    let mut bad_crc = picture(&[(Keyword::Chara, &v2())]);
    let at = bad_crc.len() - 16;
    bad_crc[at] ^= 1;
    // A `ccv3` chunk whose base64 is broken in the middle.
    let mut passed_over = picture(&[(Keyword::Chara, &v2()), (Keyword::Ccv3, &v3())]);
    let chunk = passed_over.windows(5).position(|bytes| bytes == b"ccv3\0").unwrap();
    passed_over[chunk + 105..chunk + 108].copy_from_slice(b"***");
    let mut keyword = picture(&[(Keyword::Chara, &v2())]);
    let at = keyword.windows(6).position(|bytes| bytes == b"chara\0").unwrap();
    keyword[at] = b'C';
    let bom = [b"\xef\xbb\xbf", v2().to_string().as_bytes()].concat();
    vec![
        ("entries are an object", "json", entries.to_string().into_bytes()),
        ("entries are an object", "png", picture(&[(Keyword::Chara, &entries)])),
        ("entries are an object", "charx", charx(&entries_v3)),
        ("members are null", "json", nulls.to_string().into_bytes()),
        ("members are null", "png", picture(&[(Keyword::Chara, &nulls)])),
        ("strings where lists belong", "json", strings.to_string().into_bytes()),
        ("members are absent", "png", picture(&[(Keyword::Chara, &absent)])),
        ("the chara twin is stale", "png", picture(&[(Keyword::Chara, &old), (Keyword::Ccv3, &v3())])),
        ("a checksum is wrong", "png", bad_crc),
        ("the better chunk is no base64", "png", passed_over),
        ("the keyword has another case", "png", keyword),
        ("a byte order mark", "json", bom),
    ]
}

/// Findings of a file by rule and place.
fn findings(folder: &Path, file: &str) -> Vec<Value> {
    let row = answer(&run(folder, &["lint", "--json", file]).stdout);
    row["findings"].as_array().unwrap_or_else(|| panic!("{row}")).clone()
}

/// Goes the whole way with one file, and says whether there was something to mend.
fn walk(what: &str, folder: &Path, file: &str) -> bool {
    let quoted = format!("'{}'", file.replace('\'', "'\\''"));
    let seen = shell(folder, &format!("cards inspect {quoted}"));
    let page = text(&seen.stdout);
    assert!(seen.status.success(), "{what}: {}", text(&seen.stderr));
    let before = findings(folder, file);
    let steps = commands(&page);
    if before.is_empty() {
        assert!(steps[0].starts_with("cards report "), "{what}: {page}");
        assert!(shell(folder, &steps[0]).status.success(), "{what}: {}", steps[0]);
        return false;
    }
    assert!(steps[0].starts_with("cards lint "), "{what}: {page}");
    let lint = shell(folder, &steps[0]);
    let answer = text(&lint.stdout);
    assert!(matches!(lint.status.code(), Some(0 | 1)), "{what}: {}: {}", steps[0], text(&lint.stderr));
    let fixable = before.iter().any(|finding| finding["fixable"] == true);
    let next = commands(&answer).pop().unwrap_or_else(|| panic!("{what}: lint names nothing to do: {answer}"));
    assert_eq!(next.starts_with("cards repair "), fixable, "{what}: {answer}");
    assert_eq!(steps.get(1), fixable.then_some(&next), "{what}: inspect and lint differ");
    if !fixable {
        assert!(next.starts_with("cards report "), "{what}: {next}");
        assert!(shell(folder, &next).status.success(), "{what}: {next}");
        return false;
    }
    let mentioned = mentioned(folder, file);
    let repair = shell(folder, &next);
    let told = text(&repair.stdout);
    assert!(repair.status.success(), "{what}: {}", text(&repair.stderr));
    let path = Path::new(file);
    let ext = path.extension().unwrap().to_str().unwrap();
    let mended = format!("{}.repaired.{ext}", path.file_stem().unwrap().to_str().unwrap());
    assert!(told.contains(&format!("wrote {mended}")), "{what}: {told}");
    for place in &mentioned {
        assert!(told.contains(place.as_str()), "{what}: {place} is not in {told}");
    }
    let after = findings(folder, &mended);
    assert!(after.len() < before.len(), "{what}: {} findings became {}", before.len(), after.len());
    assert!(after.iter().all(|finding| finding["fixable"] == false), "{what}: something is left to mend");
    only_what_was_mentioned_changed(what, &folder.join(file), &folder.join(&mended), &mentioned);
    let steps = commands(&told);
    assert_eq!(steps.len(), 1 + usize::from(!after.is_empty()), "{what}: {told}");
    for step in &steps {
        let output = shell(folder, step);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{what}: {step}: {}", text(&output.stderr));
    }
    let page = folder.join(Path::new(&mended).with_extension("html"));
    assert!(fs::read_to_string(&page).is_ok_and(|html| html.starts_with("<!doctype html>")), "{what}: no page");
    true
}

/// The places that a repair says it changes.
fn mentioned(folder: &Path, file: &str) -> Vec<String> {
    let answer = answer(&run(folder, &["repair", "--dry-run", "--json", file]).stdout);
    let changes = answer["changes"].as_array().unwrap().iter();
    changes.map(|change| change["place"].as_str().unwrap().to_owned()).collect()
}

/// The JSON of a card, and all else that its file holds, each with a name.
fn parts(path: &Path) -> (Value, Vec<(String, Vec<u8>)>) {
    let bytes = fs::read(path).unwrap();
    let limits = Limits::default();
    let json = |bytes: &[u8]| {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        serde_json::from_slice(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    match open(&bytes[..], &limits).unwrap().container {
        Container::Png(mut picture) => {
            let chosen = picture.choose(|payload| {
                serde_json::from_slice::<Value>(&payload.bytes)
                    .map(drop)
                    .map_err(|error| Unreadable::new("bad-json", error))
            });
            let chosen = chosen.unwrap().payload;
            let cards: Vec<_> = picture.candidates().iter().map(|candidate| candidate.chunk.offset).collect();
            let mut others: Vec<_> = picture
                .chunks()
                .iter()
                .filter(|chunk| !cards.contains(&chunk.offset))
                .map(|chunk| (chunk.kind.to_string(), bytes[chunk.offset as usize..chunk.end() as usize].to_vec()))
                .collect();
            for candidate in picture.candidates().to_vec() {
                if candidate.chunk.offset != chosen.candidate.chunk.offset {
                    let place = format!(
                        "chunk `{} {}` at byte {}",
                        candidate.kind.as_str(),
                        candidate.spelled,
                        candidate.chunk.offset
                    );
                    others.push((place, picture.payload(&candidate).map(|payload| payload.bytes).unwrap_or_default()));
                }
            }
            (json(&chosen.bytes), others)
        }
        Container::Charx(mut charx) => {
            let (own, count) = (charx.card_entry(), charx.archive().len());
            let card = json(&charx.card_json().unwrap());
            let others = (0..count).filter(|index| *index != own).map(|index| {
                let name = charx.archive().entry(index).unwrap().name.text().unwrap().to_owned();
                (name, charx.archive_mut().read(index).unwrap())
            });
            (card, others.collect())
        }
        Container::Prom(mut prom) => {
            let (own, count) = (prom.card_entry(), prom.archive().len());
            let card = json(&prom.card_json().unwrap());
            let others = (0..count).filter(|index| *index != own).map(|index| {
                let name = prom.archive().entry(index).unwrap().name.text().unwrap().to_owned();
                (name, prom.archive_mut().read(index).unwrap())
            });
            (card, others.collect())
        }
        _ => (json(&bytes), Vec::new()),
    }
}

/// The pointers at which two values differ.
fn differences(a: &Value, b: &Value, at: &str, found: &mut Vec<String>) {
    match (a, b) {
        (Value::Object(one), Value::Object(other)) => {
            let keys: std::collections::BTreeSet<_> = one.keys().chain(other.keys()).collect();
            for key in keys {
                let pointer = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                match (one.get(key), other.get(key)) {
                    (Some(a), Some(b)) => differences(a, b, &pointer, found),
                    _ => found.push(pointer),
                }
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (a, b)) in one.iter().zip(other).enumerate() {
                differences(a, b, &format!("{at}/{index}"), found);
            }
        }
        _ if a == b => {}
        _ => found.push(at.to_owned()),
    }
}

fn only_what_was_mentioned_changed(what: &str, before: &Path, after: &Path, mentioned: &[String]) {
    let ((old, old_parts), (new, new_parts)) = (parts(before), parts(after));
    let mut changed = Vec::new();
    differences(&old, &new, "", &mut changed);
    for pointer in &changed {
        let covered = mentioned.iter().any(|place| {
            pointer == place || pointer.strip_prefix(place.as_str()).is_some_and(|rest| rest.starts_with('/'))
        });
        assert!(covered, "{what}: {pointer} changed, and only {mentioned:?} was mentioned");
    }
    for (name, bytes) in &old_parts {
        // A twin of the card goes or changes only when that is said of its chunk.
        let stays = new_parts.iter().any(|(_, other)| other == bytes);
        // Twins of one keyword are the business of the file as a whole.
        let said =
            mentioned.contains(name) || (name.starts_with("chunk ") && mentioned.contains(&"the file".to_owned()));
        assert!(stays || said, "{what}: {name} is gone, and only {mentioned:?} was mentioned");
    }
}

#[test]
fn a_broken_card_leads_to_a_page_about_the_mended_one() {
    for (what, ext, bytes) in broken() {
        let folder = tempfile::tempdir().unwrap();
        let file = format!("{NAME}.{ext}");
        fs::write(folder.path().join(&file), bytes).unwrap();
        assert!(walk(&format!("{what} ({ext})"), folder.path(), &file), "{what} ({ext}): nothing was mended");
    }
}

#[test]
fn real_cards_lead_to_a_page() {
    let Some(real) = shared("corpus/real") else { return };
    let (mut walked, mut mended) = (0, 0);
    for entry in fs::read_dir(real).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name == "manifest.json" {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        fs::copy(&path, folder.path().join(&name)).unwrap();
        mended += usize::from(walk(&name, folder.path(), &name));
        walked += 1;
    }
    println!("{mended} of {walked} were mended");
    assert!(walked >= 30 && mended >= 5, "{mended} of {walked}");
}

/// What cannot be read says what to do; commands in it can be pasted.
#[test]
fn a_dead_end_is_none() {
    let whole = fixture("wick-v3.png");
    let mut bad_base64 = picture(&[(Keyword::Chara, &v2())]);
    let at = bad_base64.windows(6).position(|bytes| bytes == b"chara\0").unwrap();
    bad_base64[at + 106..at + 109].copy_from_slice(b"***");
    let zip = |name: &str| bake(&json!({"zip": {"entries": [{"name": name, "data": {"hex": "7b22"}}]}}));
    for (what, name, bytes, advice) in [
        ("cut off in the pixels", "a card.png", whole[..3000].to_vec(), "fetch it again"),
        ("no bytes", "a card.png", Vec::new(), "fetch or export it again"),
        (
            "a picture without a card",
            "a card.png",
            fixture("portrait.png"),
            "cards pack CARD.json --picture 'a card.png'",
        ),
        ("a web page", "a card.png", b"<!doctype html><title>404</title>".to_vec(), "save the file itself"),
        ("another kind of picture", "a card.webp", b"RIFF\x24\0\0\0WEBPVP8 ".to_vec(), "take the PNG, CHARX or JSON"),
        ("half an archive", "a card.charx", zip("card.json")[..40].to_vec(), "fetch it again"),
        ("an archive of something else", "a card.zip", zip("readme.md"), "inspect what is in it"),
        ("half a JSON text", "a card.json", b"{\"spec\":\"chara_card_v2\",".to_vec(), "in an editor"),
        ("a text", "a card.txt", b"Hello.".to_vec(), "cards expand 'a card.txt'"),
        ("broken base64", "a card.png", bad_base64, "cards extract 'a card.png' -o 'a card'"),
        ("broken JSON in an archive", "a card.charx", zip("card.json"), "cards extract 'a card.charx' -o 'a card'"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        for verb in ["inspect", "lint", "repair"] {
            let output = shell(folder.path(), &format!("cards {verb} '{name}'"));
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{what}: {verb}: {said}");
            assert!(said.contains(advice), "{what}: {verb}: {said}");
        }
        let Some(extract) = advice.strip_prefix("cards extract") else { continue };
        // The way round: take it apart, mend it by hand, put it together.
        let output = shell(folder.path(), &format!("cards extract{extract}"));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{what}: {said}");
        let parts = folder.path().join("a card");
        let back = said.rsplit("then: ").next().unwrap().trim();
        let mended = v2().to_string();
        if name.ends_with(".png") {
            assert!(said.contains("repair 'a card/payloads/01-chara.txt' in an editor"), "{said}");
            let text = fs::read(parts.join("payloads/01-chara.txt")).unwrap();
            let good = String::from_utf8(text).unwrap();
            assert!(good.contains("***"));
            // What the editor would do: put the right letters back.
            let right = picture(&[(Keyword::Chara, &v2())]);
            let at = right.windows(6).position(|bytes| bytes == b"chara\0").unwrap();
            let letters = std::str::from_utf8(&right[at + 106..at + 109]).unwrap();
            fs::write(parts.join("payloads/01-chara.txt"), good.replace("***", letters)).unwrap();
        } else {
            assert!(said.contains("repair 'a card/card.json' in an editor"), "{said}");
            fs::write(parts.join("card.json"), mended).unwrap();
        }
        let output = shell(folder.path(), back);
        assert!(output.status.success(), "{what}: {back}: {}", text(&output.stderr));
        let output = shell(folder.path(), "cards inspect repaired.*");
        assert!(text(&output.stdout).contains("Maren Tidewell"), "{what}: {}", text(&output.stderr));
    }
}
