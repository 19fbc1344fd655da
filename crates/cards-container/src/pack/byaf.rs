//! Packing into a Backyard archive.

use std::io::Write;

use cards_model::convert::{Options, STASH_KEY, WrittenForm};
use cards_model::json::{Json, Object, Pointer, Style};
use cards_model::{Asset, AssetUri, Document, Form, Loss};

use super::carried::Carried;
use crate::asset_paths::word;
use crate::carrier::byaf::{MANIFEST, STASH};
use crate::error::Error;
use crate::finding::Finding;
use crate::place::shown;
use crate::sniff::Format;
use crate::zip::{Packing, Writer};

/// Writes a Backyard archive: the card, its picture, and the pictures among its assets.
///
/// De facto: ahoylabs/byaf 7ebf2fd, schemas of 2025-06-06.
pub(super) fn write(
    document: &Document,
    pictures: Pictures,
    convert: &Options,
    out: &mut dyn Write,
) -> Result<Made, Error> {
    let made = document.content.to_foreign(WrittenForm::Byaf, convert);
    let (Some(card), Some(made)) = (document.card(), made) else {
        let found = format!("it is {}, and a Backyard archive holds a card", document.content.form().described());
        return Err(Error::NoCard { container: "the file", found });
    };
    let assets = card.assets();
    let mut findings = Vec::new();
    let images = images(&assets, pictures, &mut findings);
    let all_went = (0..assets.len()).all(|at| {
        let default = assets.get(at).is_some_and(|asset| asset.location() == AssetUri::Default);
        default || images.iter().any(|image| image.asset == Some(at))
    });
    let losses = made.loss.into_iter().filter(|loss| !carried(&loss.pointer, &images, all_went)).collect();
    let mut json = made.value;
    let place = Pointer::from(["character", "images"]);
    if let Some(list) = json.at_mut(&place).filter(|_| !images.is_empty()) {
        *list = Json::Array(images.iter().map(Image::listed).collect());
    }
    let text = |json: &Json| json.to_text(Style::Pretty(2)).into_bytes();
    let at = |name: &str| json.get(name);
    let paths = |name: &str| at("manifest").and_then(|m| m.get(name)?.as_array()).unwrap_or_default();
    let mut writer = Writer::new(out);
    let character = paths("characters").first().and_then(Json::as_str).unwrap_or_default();
    for (path, part) in [(MANIFEST, at("manifest")), (character, at("character")), (STASH, at(STASH_KEY))] {
        if let Some(part) = part {
            writer.add(path, &text(part), Packing::Auto)?;
        }
    }
    let scenarios = at("scenarios").and_then(Json::as_array).unwrap_or_default();
    for (path, scenario) in paths("scenarios").iter().filter_map(Json::as_str).zip(scenarios) {
        writer.add(path, &text(scenario), Packing::Auto)?;
    }
    let folder = character.rsplit_once('/').map_or("", |(folder, _)| folder);
    for image in &images {
        writer.add(&format!("{folder}/{}", image.path), &image.bytes, Packing::Auto)?;
    }
    writer.finish()?;
    let order = ["manifest", "character", "scenarios", STASH_KEY];
    let found = order.into_iter().filter_map(|name| Some((name, at(name)?.clone())));
    let json = Json::from(found.collect::<Object>()).to_string().into_bytes();
    Ok(Made { json, form: card.form(), losses, findings, pictures: images.len() })
}

/// What goes along with the card.
pub(super) struct Pictures {
    /// The card's own picture.
    pub(super) own: Option<Vec<u8>>,
    /// Assets that the card lists.
    pub(super) carried: Vec<Carried>,
    /// Names of what there is beside.
    pub(super) others: Vec<String>,
}

/// An archive that was written.
pub(super) struct Made {
    /// What reading it gives.
    pub(super) json: Vec<u8>,
    /// The form of the card.
    pub(super) form: Form,
    /// What the archive has no place for.
    pub(super) losses: Vec<Loss>,
    /// What was left out.
    pub(super) findings: Vec<Finding>,
    /// How many pictures went along.
    pub(super) pictures: usize,
}

fn left_out(findings: &mut Vec<Finding>, what: &str, reason: &'static str) {
    findings.push(Finding::LeftOut { what: shown(what.as_bytes()), reason });
}

/// A picture of the character.
struct Image {
    /// Its path from the character's folder.
    path: String,
    label: String,
    bytes: Vec<u8>,
    /// The asset that it is; none for the card's own picture.
    asset: Option<usize>,
}

impl Image {
    fn listed(&self) -> Json {
        let members = [("path", Json::from(self.path.as_str())), ("label", self.label.as_str().into())];
        members.into_iter().collect::<Object>().into()
    }
}

/// The pictures, the card's own one first. What is no picture that Backyard shows is left out.
fn images(assets: &[Asset], pictures: Pictures, findings: &mut Vec<Finding>) -> Vec<Image> {
    let own = pictures.own.map(|bytes| Image { path: String::new(), label: String::new(), bytes, asset: None });
    let mut images: Vec<Image> = own.into_iter().collect();
    for one in pictures.carried {
        let Some(asset) = assets.get(one.index) else { continue };
        let image = Image { path: String::new(), label: asset.name.clone(), bytes: one.bytes, asset: Some(one.index) };
        // An icon comes first where the card has no other picture.
        let main = asset.kind == "icon" && asset.name == "main" && images.iter().all(|image| image.asset.is_some());
        images.insert(if main { 0 } else { images.len() }, image);
    }
    let mut kept = Vec::new();
    for mut image in images {
        let Some(extension) = extension(Format::of(&image.bytes)) else {
            left_out(findings, &image.label, "a Backyard archive holds pictures alone");
            continue;
        };
        let name = if image.label.is_empty() { "portrait".to_owned() } else { word(&image.label) };
        let number = kept.len().saturating_add(1);
        image.path = format!("images/{number}_{name}.{extension}");
        kept.push(image);
    }
    for name in &pictures.others {
        left_out(findings, name, "a Backyard archive has no place for it");
    }
    kept
}

/// The kinds of picture that the schema allows.
fn extension(format: Format) -> Option<&'static str> {
    match format {
        Format::Png => Some("png"),
        Format::Jpeg => Some("jpg"),
        Format::Webp => Some("webp"),
        Format::Gif => Some("gif"),
        _ => None,
    }
}

/// Whether a loss is an asset of which the picture went along.
fn carried(at: &Pointer, images: &[Image], all_went: bool) -> bool {
    let assets = Pointer::from(["data", "assets"]);
    if *at == assets {
        return all_went && !images.is_empty();
    }
    images.iter().filter_map(|image| image.asset).any(|index| at.starts_with(&assets.index(index)))
}
