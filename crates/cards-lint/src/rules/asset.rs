//! Rules about assets and portraits.

use cards_container::{FileKind, Format, Location};
use cards_model::AssetUri;

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about assets and portraits.
    ASSET;
    /// The bytes are of another format than `ext` says.
    EXT_CONTENT: "asset-ext-content", Warning, "CCv3 assets (`ext` is the file's format)",
        "The `ext` of an asset names the format of its bytes.",
        "Run `cards repair`, which writes the format that the bytes have.",
        check: Some(ext_content), fixable: true;
    /// The asset is on the web.
    REMOTE: "asset-remote", Note, "CCv3 assets; de facto: RisuAI 460ecae drops such assets, SillyTavern 1.19 loads none",
        "Assets travel with the card.",
        "Put the file into the container: links die, and whoever runs the server sees who opens the card.",
        check: Some(remote);
    /// The picture is larger than anyone shows.
    PORTRAIT_LARGE: "portrait-large", Note, "de facto: card sites refuse large files; thumbnails are 400 pixels wide",
        "The picture of a card is of the size that clients show.",
        "Scale the picture down before the card is put into it.",
        check: Some(portrait_large);
}

fn ext_content(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some(facts), Some(card)) = (subject.input.facts, subject.card()) else {
        return;
    };
    let assets = card.assets();
    for fact in &facts.assets {
        let (Some(format), Some(asset)) = (fact.format, assets.get(fact.listed.index)) else { continue };
        let Some(right) = format.extension() else { continue };
        let said = asset.ext.trim().trim_start_matches('.').to_ascii_lowercase();
        // Bytes that are mere text tell little, and `unknown` says nothing that could be wrong.
        let tells = !matches!(format, Format::Text | Format::Json | Format::Xml | Format::Zip);
        if tells && said != "unknown" && !said.is_empty() && !same_format(&said, right) {
            let pointer = format!("/data/assets/{}/ext", fact.listed.index);
            let message = format!("`{}` says `{said}`, and its bytes are {}", asset.name, format.described());
            sink.value(pointer, message).set(right);
        }
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
    for (index, asset) in card.assets().iter().enumerate() {
        if matches!(asset.location(), AssetUri::Remote { .. }) {
            let message = format!("`{}` ({}) is loaded from the web", asset.name, asset.kind);
            sink.value(format!("/data/assets/{index}/uri"), message).excerpt(&asset.uri);
        }
    }
}

fn portrait_large(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(facts) = subject.input.facts else { return };
    let lines = &subject.options.thresholds;
    if let Some((width, height)) = facts.picture
        && width.max(height) > lines.portrait_side
    {
        let side = lines.portrait_side;
        sink.place(
            cards_container::Place::File,
            format!("the picture has {width}x{height} pixels, over {side} a side"),
        );
    }
    let picture = matches!(facts.kind, FileKind::Png | FileKind::Apng);
    if picture && facts.size > lines.portrait_bytes {
        let mib = |bytes: u64| bytes / (1 << 20);
        let message = format!("the file has {} MiB, over {} MiB", mib(facts.size), mib(lines.portrait_bytes));
        sink.place(cards_container::Place::File, message);
    }
    for fact in facts.assets.iter().filter(|fact| matches!(fact.listed.location, Location::Entry(_))) {
        let icon = subject
            .card()
            .is_some_and(|card| card.assets().get(fact.listed.index).is_some_and(|asset| asset.kind == "icon"));
        if let Some(size) = fact.listed.size.filter(|size| icon && *size > lines.portrait_bytes) {
            let pointer = format!("/data/assets/{}", fact.listed.index);
            sink.value(pointer, format!("the icon has {} MiB, over {} MiB", size >> 20, lines.portrait_bytes >> 20));
        }
    }
}
