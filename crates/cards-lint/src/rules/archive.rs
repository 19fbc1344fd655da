//! Rules of the specs about archives, which only an opened archive shows, and what belongs to them.

use std::collections::HashMap;

use cards_container::charx::Role;
use cards_container::{FileKind, Finding, Format, Location, Place};
use cards_model::rules::{self as spec, Rule};
use cards_model::{Card, Content, Document, Form};

use crate::collector::Collector;
use crate::facts::Facts;
use crate::readers;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about the layout of archives.
    ARCHIVE;
    /// The card in the archive is of another spec.
    CARD_KIND: "archive-card-kind", Warning, "CCv3 CHARX; de facto: RisuAI 460ecae refuses other cards in a CHARX",
        "The card in a CHARX is a CCv3 card.",
        "Convert the card with `cards convert`, or write it as PNG or JSON.",
        check: card_kind,
        breaks: readers::WANT_CCV3_IN_ARCHIVES;
    /// The card in a `ccv3` chunk is of another spec.
    CHUNK_KIND: "chunk-card-kind", Warning, "CCv3 PNG (`ccv3` holds the CCv3 card)",
        "The card in a `ccv3` chunk is a CCv3 card.",
        "Convert the card with `cards convert`; programs that look for `ccv3` expect the members of CCv3.",
        check: chunk_kind,
        breaks: readers::EXPECT_CCV3_IN_ITS_CHUNK;
    /// The name of the file does not say what it is.
    FILE_NAME: "file-name", Warning, "CCv3 CHARX (`.charx`); de facto: RisuAI 460ecae and SillyTavern 1.19 go by the name of a file",
        "The name of a file ends as its format does.",
        "Rename the file; programs choose their reader by its name.",
        check: file_name,
        breaks: readers::GO_BY_FILE_NAME;
    /// A CCv3L card is where CCv3 cards belong.
    LYNN_IN_PICTURE: "v3l-in-picture", Warning, "CCv3L (CHARX only); de facto: SillyTavern 1.19 takes `ccv3` before `chara` and shows no greeting of such a card",
        "A CCv3L card comes in a CHARX.",
        "Pack the card with `cards pack --as charx`, or convert it with `cards convert --to v3`.",
        check: lynn_in_picture,
        breaks: readers::TAKE_LYNN_FOR_CCV3;
}

fn chunk_kind(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(facts) = subject.input.facts else { return };
    let Place::Chunk { name, .. } = &facts.place else { return };
    let content = subject.content();
    if name.to_ascii_lowercase().ends_with(" ccv3") && !matches!(content, Content::Card(Card::V3(_) | Card::V3L(_))) {
        sink.place(facts.place.clone(), format!("a `ccv3` chunk that holds {}", content.form()));
    }
}

fn file_name(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some(facts), Some(name)) = (subject.input.facts, &subject.options.file_name) else { return };
    let Some(end) = facts.kind.belied_by(name) else { return };
    // RisuAI puts an archive behind a JPEG.
    let begins_as_jpeg = facts.findings.iter().any(|odd| matches!(odd, Finding::Prefix { .. }));
    if facts.kind == FileKind::Charx && begins_as_jpeg && ["jpg", "jpeg"].contains(&end.as_str()) {
        return;
    }
    let kind = match facts.kind {
        FileKind::Apng => FileKind::Png,
        kind => kind,
    };
    let wanted = kind.extensions().first().copied().unwrap_or_default();
    sink.place(Place::File, format!("a {kind} whose name ends in `.{end}` and not in `.{wanted}`"));
}

fn lynn_in_picture(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(facts) = subject.input.facts else { return };
    if matches!(facts.kind, FileKind::Png | FileKind::Apng) && subject.content().form() == Form::V3L {
        sink.place(facts.place.clone(), "a CCv3L card in a picture; programs that know CCv3 show no greeting of it");
    }
}

fn card_kind(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(facts) = subject.input.facts.filter(|facts| facts.kind == FileKind::Charx) else {
        return;
    };
    let content = subject.content();
    if !matches!(content, Content::Card(Card::V3(_) | Card::V3L(_))) {
        sink.place(facts.place.clone(), format!("a CHARX that holds {}", content.form()));
    }
}

/// Holds an opened archive to the rules of the specs that only it can show.
pub(crate) fn report(subject: &Subject<'_>, card: &Place, findings: &mut Collector) {
    let Some(facts) = subject.input.facts else {
        return;
    };
    let mut sink = SpecSink { subject, card, findings };
    match facts.kind {
        FileKind::Charx => charx(facts, &mut sink),
        FileKind::Prom => prom(subject.input.document, facts, &mut sink),
        _ => {}
    }
}

/// Adds findings under rules of the specs.
struct SpecSink<'a, 'b> {
    subject: &'a Subject<'b>,
    card: &'a Place,
    findings: &'a mut Collector,
}

impl SpecSink<'_, '_> {
    fn add(&mut self, rule: &'static Rule, place: Place, message: String) {
        if self.subject.options.covers(rule) {
            Sink { rule, place: self.card, findings: self.findings }.place(place, message);
        }
    }
}

/// Names of asset folders by use.
const USES: &[&str] = &["icon", "background", "emotion", "user_icon", "other"];

fn charx(facts: &Facts, sink: &mut SpecSink<'_, '_>) {
    // CCv3 recommends the folders that CCv3L demands, and says nothing about other files at the root.
    let lynn = sink.subject.content().form() != Form::V3;
    let used: HashMap<usize, String> = uses(facts, sink.subject);
    for (number, entry) in facts.entries.iter().enumerate().filter(|(_, entry)| !entry.folder) {
        let place = || Place::Entry(entry.name.clone());
        let parts: Vec<&str> = entry.name.split('/').collect();
        match parts.as_slice() {
            ["assets", kind, format, _, ..] => {
                // RisuAI writes `image`, which says the same.
                let fits = |right: &str| *format == right || (right == "images" && *format == "image");
                if let Some(right) = folder_of(entry.format).filter(|right| !fits(right)) {
                    let message = format!("the file lies in `{format}` and would belong in `{right}` by its bytes");
                    sink.add(&spec::CHARX_ASSET_FOLDER, place(), message);
                }
                if !USES.contains(kind) && !kind.starts_with("x_") && !kind.starts_with("x-") {
                    let message = format!("`{kind}` is not a use of an asset");
                    sink.add(&spec::CHARX_ASSET_TYPE_FOLDER, place(), message);
                } else if let Some(used) = used.get(&number).filter(|used| is_elsewhere(used, kind)) {
                    let message = format!("the card uses the file as `{used}`, and it lies in `{kind}`");
                    sink.add(&spec::CHARX_ASSET_TYPE_FOLDER, place(), message);
                }
            }
            // A file that an asset of the card names is that asset, wherever it lies.
            [name]
                if lynn
                    && entry.role != Some(Role::Asset)
                    && *name != "module.risum"
                    && !name.to_ascii_lowercase().ends_with(".json") =>
            {
                let message = "data of an application that is not JSON".to_owned();
                sink.add(&spec::CHARX_APP_DATA, place(), message);
            }
            _ => {}
        }
    }
}

/// Whether an asset of a use lies in the folder of another one. Types of one program have folders of their own.
fn is_elsewhere(used: &str, folder: &str) -> bool {
    let own = used.starts_with("x_") || used.starts_with("x-");
    used != folder && (USES.contains(&used) || (own && USES.contains(&folder)))
}

/// What the card uses the files of the archive for, by the number of the archive entry. One that has several uses has
/// no one folder.
fn uses(facts: &Facts, subject: &Subject<'_>) -> HashMap<usize, String> {
    let assets = subject.card().map(Card::assets).unwrap_or_default();
    let mut uses: HashMap<usize, Option<String>> = HashMap::new();
    for fact in &facts.assets {
        let (Location::Entry(number), Some(asset)) = (fact.listed.location, assets.get(fact.listed.index)) else {
            continue;
        };
        let slot = uses.entry(number).or_insert_with(|| Some(asset.kind.clone()));
        if slot.as_ref() != Some(&asset.kind) {
            *slot = None;
        }
    }
    uses.into_iter().filter_map(|(number, used)| Some((number, used?))).collect()
}

/// The folder that CCv3 names for a format; nothing for formats that fit several.
fn folder_of(format: Option<Format>) -> Option<&'static str> {
    Some(match format? {
        Format::Png
        | Format::Jpeg
        | Format::Webp
        | Format::Gif
        | Format::Avif
        | Format::Heif
        | Format::Bmp
        | Format::Tiff
        | Format::Svg => "images",
        Format::Mp3 | Format::Ogg | Format::Wav | Format::Flac => "audio",
        Format::Mp4 | Format::Webm => "video",
        Format::Ttf | Format::Otf | Format::Woff => "fonts",
        // What bytes do not tell may be models, code or anything else.
        _ => return None,
    })
}

fn prom(document: &Document, facts: &Facts, sink: &mut SpecSink<'_, '_>) {
    if !matches!(document.content, Content::Card(Card::Prom(_))) {
        let message = format!("`data.json` holds a {} card", document.content.form());
        sink.add(&spec::PROM_ZIP_CARD, facts.place.clone(), message);
    }
    for entry in &facts.entries {
        if entry.name == "image.png" && entry.format != Some(Format::Png) {
            let what = entry.format.map_or("something else", Format::described);
            sink.add(&spec::PROM_ZIP_IMAGE, Place::Entry(entry.name.clone()), format!("`image.png` is {what}"));
        }
    }
    let list = || Place::Entry("assets.jsonl".to_owned());
    for (line, problem) in &facts.bad_rows {
        sink.add(&spec::PROM_ASSET_ROW, list(), format!("line {line}: {problem}"));
    }
    for (line, kind) in &facts.row_types {
        if !spec::PROM_ASSET_TYPES.contains(&kind.as_str()) {
            sink.add(&spec::PROM_ASSET_TYPE, list(), format!("line {line}: `{kind}` is not one of the usual types"));
        }
    }
}
