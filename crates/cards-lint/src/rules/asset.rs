//! Rules about assets and portraits.

use cards_container::Format;
use cards_model::{AssetUri, Card, Pointer};

use crate::readers;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about assets and portraits.
    ASSET;
    /// The bytes are of another format than `ext` says.
    EXT_CONTENT: "asset-ext-content", Warning, "CCv3 assets (`ext` is the file's format)",
        "The `ext` of an asset names the format of its bytes.",
        "Write the format that the bytes have into `ext`.",
        check: ext_content,
        repair: "Run `cards repair`, which writes the format that the bytes have.";
    /// The file is empty.
    EMPTY: "asset-empty", Warning, "CCv3 assets",
        "The file of an asset has bytes.",
        "Put the file in again; whatever packed the card left it empty.",
        check: empty;
    /// The asset is on the web.
    REMOTE: "asset-remote", Warning, "CCv3 assets; Prom CharacterAsset url; de facto: RisuAI 460ecae drops such assets, SillyTavern 1.19 loads none",
        "Assets travel with the card.",
        "Put the file into the container: links die, and whoever runs the server sees who opens the card.",
        check: remote,
        breaks: readers::LOAD_NO_REMOTE_ASSET;
    /// The picture is larger than anyone shows.
    PORTRAIT_LARGE: "portrait-large", Note, "de facto: card sites refuse large files; thumbnails are 400 pixels wide",
        "The picture of a card is of the size that clients show.",
        "Scale the picture down before the card is put into it.",
        check: portrait_large;
}

fn ext_content(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some(facts), Some(card)) = (subject.input.facts, subject.card()) else {
        return;
    };
    let assets = card.assets();
    for fact in &facts.assets {
        let (Some(format), Some(asset)) = (fact.format, assets.get(fact.listed.index)) else { continue };
        let said = asset.ext.trim().trim_start_matches('.').to_ascii_lowercase();
        // `unknown` says nothing that could be wrong, and an empty file has a rule of its own.
        if said == "unknown" || said.is_empty() || format == Format::Empty {
            continue;
        }
        let pointer = asset_at(fact.listed.index).member("ext");
        let message = format!("`{}` says `{said}`, and its bytes are {}", asset.name, format.described());
        match format.extension() {
            Some(right) if same_format(&said, right) => {}
            // Formats that bytes tell for certain.
            Some(right)
                if !matches!(format, Format::Text | Format::Json | Format::Xml | Format::Html | Format::Zip) =>
            {
                sink.value(pointer, message).set(right);
            }
            // Text and unknown bytes may be much, but nothing whose first bytes are known.
            _ if SIGNED.contains(&said.as_str()) => drop(sink.value(pointer, message)),
            _ => {}
        }
    }
}

/// Where an asset of a CCv3 card is.
fn asset_at(index: usize) -> Pointer {
    Pointer::from(["data", "assets"]).index(index)
}

/// File extensions of formats that are recognised by their first bytes.
const SIGNED: &[&str] = &[
    "png", "apng", "jpg", "jpeg", "jfif", "gif", "webp", "avif", "heic", "bmp", "ogg", "wav", "flac", "mp4", "webm",
    "mkv", "otf", "woff", "woff2", "pdf",
];

fn empty(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some(facts), Some(card)) = (subject.input.facts, subject.card()) else {
        return;
    };
    let assets = card.assets();
    for fact in facts.assets.iter().filter(|fact| fact.format == Some(Format::Empty)) {
        let name = assets.get(fact.listed.index).map(|asset| asset.name.as_str()).unwrap_or_default();
        let pointer = asset_at(fact.listed.index).member("uri");
        sink.value(pointer, format!("the file of `{name}` has no bytes"));
    }
}

/// Whether two file extensions stand for one format.
fn same_format(said: &str, right: &str) -> bool {
    const ALIKE: &[&[&str]] = &[
        &["jpg", "jpeg", "jpe", "jfif"],
        &["png", "apng"],
        &["heic", "heif"],
        &["tif", "tiff"],
        &["ogg", "oga", "ogv", "opus"],
        &["mp4", "m4a", "m4v", "mov"],
        &["webm", "mkv", "weba"],
        &["html", "htm"],
        &["woff", "woff2"],
    ];
    said == right || ALIKE.iter().any(|names| names.contains(&said) && names.contains(&right))
}

fn remote(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(card) = subject.card() else { return };
    if let Card::Prom(prom) = card {
        let linked = prom.external.iter().flat_map(|external| external.assets.iter().flatten());
        for (index, asset) in linked.enumerate() {
            let message = format!("`{}` ({}) is loaded from the web", asset.package, asset.kind);
            sink.value(Pointer::from(["external", "assets"]).index(index).member("url"), message).excerpt(&asset.url);
        }
        return;
    }
    for (index, asset) in card.assets().iter().enumerate() {
        if matches!(asset.location(), AssetUri::Remote { .. }) {
            let message = format!("`{}` ({}) is loaded from the web", asset.name, asset.kind);
            sink.value(asset_at(index).member("uri"), message).excerpt(&asset.uri);
        }
    }
}

fn portrait_large(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(facts) = subject.input.facts else { return };
    let lines = &subject.options.thresholds;
    for portrait in &facts.portraits {
        let mut problems = Vec::new();
        if let Some((width, height)) = portrait.pixels
            && width.max(height) > lines.portrait_side
        {
            problems.push(format!("{width}x{height} pixels, over {} a side", lines.portrait_side));
        }
        if portrait.bytes > lines.portrait_bytes {
            problems.push(format!("{}, over {}", mebibytes(portrait.bytes), mebibytes(lines.portrait_bytes)));
        }
        for problem in problems {
            let message = format!("the picture has {problem}");
            match portrait.asset {
                Some(index) => drop(sink.value(asset_at(index), message)),
                None => drop(sink.place(portrait.place.clone(), message)),
            }
        }
    }
}

/// A size to one decimal, so that one just over a line does not read as the line.
fn mebibytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10).div_ceil(1 << 20);
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}
