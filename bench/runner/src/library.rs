//! Jobs of a library: its texts searched, near texts found, edits merged; each over several sizes, since the curve is what
//! counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cards_kit::edit::texts::texts;
use cards_kit::merge::MergeOptions;
use cards_library::near::{Shingles, Signature, links};
use cards_model::{Document, Limits as JsonLimits};

use super::Row;
use super::jobs::write_card;
use super::limits::Limits;
use super::scan::build;
use super::timing::median_us;
use xtask::failure::Failure;

/// Microseconds that searching a card may take: 20,000 of them in about a second.
const A_CARD: f64 = 50.0;
/// How much more than in proportion a larger input may take: memory is slower than caches.
const STEEPER: f64 = 1.6;

/// Cards of the folder that is searched again and again.
const FOLDER: usize = 1_000;

/// Times `cards grep` as its users start it, a whole process, over 1,000 to 20,000 pictures.
pub(super) fn grep(_: &Path, _: &Limits) -> Result<Vec<Row>, Failure> {
    let (cards, folder) = (build()?, folder()?);
    let mut rows = Vec::new();
    for (kind, pattern) in [("a text that nothing has", "celestial magpie"), ("a pattern", r"celestial\s+magp[a-z]+")] {
        for times in [1, 5, 20] {
            let search = || {
                let mut search = Command::new(&cards);
                search.args(["grep", "--quiet", "--threads", "2", pattern]).args(std::iter::repeat_n(&folder, times));
                search.stdout(Stdio::null()).status().map(|status| status.code())
            };
            if search()? != Some(1) {
                return Err(Failure::new("`cards grep` of the bench folder failed"));
            }
            let count = times * FOLDER;
            rows.push(Row {
                job: format!("h grep {kind}, {count} cards"),
                ours: median_us(search),
                baseline: ("what it may take", Some(A_CARD * count as f64)),
                target: Some(1.0),
            });
        }
    }
    Ok(rows)
}

/// Times finding near texts among 1,000 to 16,000 cards, of which every fourth is an edited copy, and a tenth a crowd of one
/// template.
pub(super) fn near(_: &Path, _: &Limits) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for count in [1_000, 4_000, 16_000] {
        let mut known = Vec::with_capacity(count);
        for number in 0..count {
            let document = Document::read(card(number), &JsonLimits::default())?;
            let texts = texts(&document.content);
            known.push((
                Signature::of(&texts).unwrap_or_else(|| unreachable!("there is enough text")),
                Shingles::of(&texts),
            ));
        }
        let (signatures, prose): (Vec<_>, Vec<_>) = known.into_iter().unzip();
        let some_of = |numbers: &[usize]| numbers.iter().map(|number| prose.get(*number).cloned()).collect();
        let ours = median_us(|| links(&signatures, 0.8, some_of).len());
        rows.push((format!("i near texts of {count} cards"), count, ours));
    }
    Ok(curve(rows))
}

/// Times merging two edits of a book of 1,000 to 50,000 entries, each of which changed some.
pub(super) fn merge(_: &Path, _: &Limits) -> Result<Vec<Row>, Failure> {
    let (options, limits) = (MergeOptions::default(), cards_kit::Limits::default());
    let mut rows = Vec::new();
    for count in [1_000, 10_000, 50_000] {
        let [base, ours, theirs] = [(0, 0), (7, 0), (0, 11)].map(|(ours, theirs)| book(count, ours, theirs));
        let [base, ours, theirs] = [base, ours, theirs].map(|text| Document::read(text, &JsonLimits::default()));
        let (base, ours, theirs) = (base?, ours?, theirs?);
        let time = median_us(|| {
            let mut merged = ours.clone();
            cards_kit::merge::merge(&base, &mut merged, &theirs, &options, &limits).map(|conflicts| conflicts.len())
        });
        rows.push((format!("j merge of books of {count} entries"), count, time));
    }
    Ok(curve(rows))
}

/// Rows beside what they would take if each unit took what it takes in the first.
fn curve(rows: Vec<(String, usize, f64)>) -> Vec<Row> {
    let unit = rows.first().map_or(0.0, |(_, count, ours)| ours / *count as f64);
    let row = |(job, count, ours): (String, usize, f64)| Row {
        job,
        ours,
        baseline: ("in proportion to the first", Some(unit * count as f64)),
        target: Some(STEEPER),
    };
    rows.into_iter().map(row).collect()
}

/// The folder of pictures, made once.
fn folder() -> Result<PathBuf, Failure> {
    let folder = crate::root().join("target/bench-library");
    let last = folder.join(format!("{:04}.png", FOLDER - 1));
    if !last.exists() {
        fs::create_dir_all(&folder)?;
        let portrait = fs::read(crate::root().join("fixtures/cards/portrait.png"))?;
        for number in 0..FOLDER {
            fs::write(folder.join(format!("{number:04}.png")), write_card(&portrait, card(number).as_bytes())?)?;
        }
    }
    Ok(folder)
}

/// A card of about 5 KB of prose.
pub(super) fn card(number: usize) -> String {
    // Every fourth is a copy of the one in front of it but for a word; every tenth is the same template.
    let seed = if number % 10 == 9 { 0 } else { number - usize::from(number % 4 == 3) };
    let mut state = (seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut words: Vec<String> = Vec::with_capacity(700);
    for _ in 0..700 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        words.push(word(usize::try_from(state >> 33).unwrap_or_default()));
    }
    "edited".clone_into(&mut words[number % 700]);
    let (description, greeting) = words.split_at(500);
    format!(
        r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Card {number}","description":"{}","personality":"calm","scenario":"a road","first_mes":"{}","mes_example":"","creator_notes":"","system_prompt":"","post_history_instructions":"","alternate_greetings":[],"tags":["made"],"creator":"bench","character_version":"1","extensions":{{}}}}}}"#,
        description.join(" "),
        greeting.join(" ")
    )
}

/// A made word of three syllables. Two texts of such words have as many runs of letters in common as those of two real cards,
/// 3 of 100; texts of a few real words would have 40, and every card would be held against every other.
fn word(mut drawn: usize) -> String {
    const BEGINNINGS: &[u8; 12] = b"bdfgklmnprst";
    const ENDS: &[u8; 5] = b"aeiou";
    let mut word = String::with_capacity(6);
    for _ in 0..3 {
        word.push(char::from(BEGINNINGS[drawn % BEGINNINGS.len()]));
        drawn /= BEGINNINGS.len();
        word.push(char::from(ENDS[drawn % ENDS.len()]));
        drawn /= ENDS.len();
    }
    word
}

/// A book of world info in which every so many entries were changed by a side; 0 for none.
fn book(count: usize, ours: usize, theirs: usize) -> String {
    let changed = |number: usize, each: usize| each > 0 && number.is_multiple_of(each);
    let entries: Vec<String> = (0..count)
        .map(|number| {
            let comment = if changed(number, ours) { "ours" } else { "" };
            let content = if changed(number, theirs) { "theirs" } else { "rings at noon" };
            format!(r#""{number}":{{"uid":{number},"key":["bell {number}"],"comment":"{comment}","content":"{content}","order":100}}"#)
        })
        .collect();
    format!(r#"{{"entries":{{{}}}}}"#, entries.join(","))
}
