//! Rules about attached files.

use super::Letter::{Must, Should};
use super::Reader::{Others, Risu};
use super::check::Report;
use super::validate::{alter_assets, assets};
use super::{Check, Fix, Rule};
use crate::document::Changes;
use crate::json::Pointer;
use crate::terms::rule::{By, rules};
use crate::{AssetUri, Card, Content, EmbeddedScheme, Form};

const CCV3: &[Form] = &[Form::V3, Form::V3L];

rules! {
    /// The rules about attached files.
    ASSET;
    /// Several icons, and not exactly one of them is the main one.
    ASSET_MAIN_ICON: "asset-main-icon", Warning, "CCv3 and CCv3L assets",
        "Of several icons exactly one is named `main`.",
        "Name the icon `main` that programs should show, and no other.",
        letter: Must,
        forms: CCV3, by: By::Content;
    /// Several backgrounds are the main one.
    ASSET_MAIN_BACKGROUND: "asset-main-background", Warning, "CCv3 and CCv3L assets",
        "At most one background is named `main`.",
        "Name the background `main` that programs should show, and no other.",
        letter: Must, breaks: &[Risu, Others],
        forms: CCV3, by: By::Content;
    /// The file extension is not one.
    ASSET_EXT: "asset-ext", Note, "CCv3 and CCv3L assets",
        "The extension of an asset is in lower case and without a dot, or `unknown`.",
        "Write the extension in lower case without a dot; `unknown` where there is none.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which writes the extension in lower case without a dot.",
        forms: CCV3, by: By::Content;
    /// The type is neither of the spec nor marked as an addition.
    ASSET_TYPE: "asset-type", Note, "CCv3 and CCv3L assets",
        "The type of an asset is icon, background, user_icon, emotion, or begins with `x_`.",
        "Take one of the four types, or put `x_` in front of a type of your own.",
        letter: Should,
        forms: CCV3, by: By::Content;
    /// The URI has no scheme.
    ASSET_URI_SCHEME: "asset-uri-scheme", Warning, "CCv3 and CCv3L assets",
        "The URI of an asset has a scheme.",
        "Write `embeded://` and the path in the archive (CCv3L: `embedded://`), or a link that begins with https://.",
        letter: Should,
        forms: CCV3, by: By::Content;
    /// The URI is of a kind that CCv3L does not name.
    ASSET_URI_KIND: "asset-uri-kind", Warning, "CCv3L assets",
        "The URI of an asset is HTTPS, embedded or a default; other links that CCv3 names are read as well.",
        "Put the file into the archive and write `embedded://` and its path, or link it by https://.",
        letter: Must, breaks: &[Others],
        forms: &[Form::V3L], by: By::Content;
    /// The embedded scheme is spelled as in another spec.
    ASSET_EMBEDDED_SPELLING: "asset-embedded-spelling", Warning, "CCv3 CHARX (`embeded://`), CCv3L CHARX (`embedded://`)",
        "Embedded URIs are spelled as the spec spells them, with `/` between folders.",
        "Spell the scheme as the spec does, in lower case, and write `/` for backslashes.",
        letter: Should, breaks: &[Risu], repair: "Run `cards repair`, which spells the scheme as the spec does; RisuAI passes over the other.",
        forms: CCV3, by: By::Content;
    /// A link is not protected.
    REMOTE_HTTP: "remote-http", Warning, "Prom CharacterAsset url; CCv3 assets",
        "Links to assets are HTTPS.",
        "Link by https://, or put the file into the container.",
        letter: Should, breaks: &[Others],
        forms: &[Form::V3, Form::V3L, Form::Prom], by: By::Content;
    /// A link leads to code.
    REMOTE_CODE: "remote-code", Warning, "Prom CharacterAsset url",
        "Linked assets are not programs.",
        "Take the link out, unless readers are meant to load a program.",
        letter: Should, breaks: &[Others],
        forms: &[Form::V3, Form::V3L, Form::Prom], by: By::Content;
    /// Two assets of one type have one name.
    ASSET_NAME_TWICE: "asset-name-twice", Note, "CCv3L assets (the name identifies)",
        "Assets of one type differ in name.",
        "Give each asset of a type a name of its own; programs find assets by it.",
        forms: CCV3, by: By::Content;
}

/// What checks these rules.
pub(super) static ASSET_CHECKS: &[(&Rule, Check)] = &[
    (&ASSET_MAIN_ICON, main_icon),
    (&ASSET_MAIN_BACKGROUND, main_background),
    (&ASSET_EXT, ext),
    (&ASSET_TYPE, kind),
    (&ASSET_URI_SCHEME, uri_scheme),
    (&ASSET_URI_KIND, uri_kind),
    (&ASSET_EMBEDDED_SPELLING, embedded_spelling),
    (&REMOTE_HTTP, remote_http),
    (&REMOTE_CODE, remote_code),
    (&ASSET_NAME_TWICE, name_twice),
];

/// What repairs breaches of these rules.
pub(super) static ASSET_FIXES: &[(&Rule, Fix)] =
    &[(&ASSET_EXT, fix_ext), (&ASSET_EMBEDDED_SPELLING, fix_embedded_spelling)];

/// The name of the asset that counts among several.
const MAIN: &str = "main";

fn main_icon(content: &Content, report: &mut Report<'_>) {
    let (icons, main) = count(content, "icon");
    if icons > 1 && main != 1 {
        report.add(["data", "assets"], format!("{icons} icons, {main} of them named `main` instead of one"));
    }
}

fn main_background(content: &Content, report: &mut Report<'_>) {
    let (_, main) = count(content, "background");
    if main > 1 {
        report.add(["data", "assets"], format!("{main} backgrounds are named `main`"));
    }
}

/// How many assets of a type there are, and how many of them are named `main`.
fn count(content: &Content, kind: &str) -> (usize, usize) {
    let of_kind = assets(content).filter(|(_, asset)| asset.kind == kind);
    of_kind.fold((0, 0), |(all, main), (_, asset)| (all + 1, main + usize::from(asset.name == MAIN)))
}

/// Whether an extension can stay as it is.
fn is_ext(ext: &str) -> bool {
    !ext.is_empty() && ext.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-'))
}

fn ext(content: &Content, report: &mut Report<'_>) {
    for (pointer, asset) in assets(content) {
        if asset.location() != AssetUri::Default && !is_ext(&asset.ext) {
            report.add(
                pointer.member("ext"),
                format!("`{}` is not a file extension in lower case without a dot", asset.ext),
            );
        }
    }
}

fn fix_ext(content: &mut Content, changes: &mut Changes) {
    alter_assets(content, |pointer, asset| {
        let better = asset.ext.trim().trim_start_matches('.').to_ascii_lowercase();
        if asset.location() != AssetUri::Default && !is_ext(&asset.ext) && is_ext(&better) {
            changes.add(pointer.member("ext"), format!("`{}` became `{better}`", asset.ext));
            asset.ext = better;
        }
    });
}

fn kind(content: &Content, report: &mut Report<'_>) {
    for (pointer, asset) in assets(content) {
        let known = matches!(asset.kind.as_str(), "icon" | "background" | "user_icon" | "emotion");
        // RisuAI writes `x-`, which says the same.
        let added = asset.kind.starts_with("x_") || asset.kind.starts_with("x-");
        if !known && !added {
            report
                .add(pointer.member("type"), format!("`{}` is not a type of the spec and lacks the `x_`", asset.kind));
        }
    }
}

/// The scheme of a URI (RFC 3986, section 3.1).
fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let grammar = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.' | b'_');
    scheme.bytes().all(grammar).then_some(scheme).filter(|scheme| !scheme.is_empty())
}

fn uri_scheme(content: &Content, report: &mut Report<'_>) {
    for (pointer, asset) in assets(content) {
        if scheme(&asset.uri).is_none() {
            report.add(pointer.member("uri"), "the URI has no scheme; nobody can tell where the asset is");
        }
    }
}

fn uri_kind(content: &Content, report: &mut Report<'_>) {
    for (pointer, asset) in assets(content) {
        match asset.location() {
            AssetUri::Other(_) => {
                report.add(pointer.member("uri"), "the asset is neither embedded nor on the net");
            }
            AssetUri::Remote { secure: false, .. } => report.add(pointer.member("uri"), "the link is not HTTPS"),
            _ => {}
        }
    }
}

/// The spelling of the embedded scheme in the spec of the content.
fn spelling(content: &Content) -> EmbeddedScheme {
    if content.form() == Form::V3L { EmbeddedScheme::Embedded } else { EmbeddedScheme::Embeded }
}

fn embedded_spelling(content: &Content, report: &mut Report<'_>) {
    let wanted = spelling(content);
    for (pointer, asset) in assets(content) {
        let AssetUri::Embedded { path, .. } = asset.location() else { continue };
        // Programs compare letter by letter.
        if !asset.uri.starts_with(wanted.prefix()) {
            let found = asset.uri.strip_suffix(path).unwrap_or(&asset.uri);
            report.add(pointer.member("uri"), format!("`{found}` where `{}` belongs", wanted.prefix()));
        }
        if path.contains('\\') {
            report.add(pointer.member("uri"), "folders are separated by a backslash");
        }
    }
}

fn fix_embedded_spelling(content: &mut Content, changes: &mut Changes) {
    let wanted = spelling(content);
    alter_assets(content, |pointer, asset| {
        let AssetUri::Embedded { path, .. } = asset.location() else { return };
        if !asset.uri.starts_with(wanted.prefix()) {
            let better = format!("{}{path}", wanted.prefix());
            changes.add(pointer.member("uri"), format!("`{}` became `{better}`", asset.uri));
            asset.uri = better;
        }
    });
}

/// Links to assets, with a pointer and the name of the file if it is beside the link.
fn links(content: &Content) -> Vec<(Pointer, &str, &str)> {
    if let Content::Card(Card::Prom(card)) = content {
        let assets = card.external.iter().flat_map(|external| external.assets.iter().flatten()).enumerate();
        return assets
            .map(|(i, asset)| {
                (
                    Pointer::from(["external", "assets"]).index(i).member("url"),
                    asset.url.as_str(),
                    asset.package.as_str(),
                )
            })
            .collect();
    }
    let remote = assets(content).filter(|(_, asset)| matches!(asset.location(), AssetUri::Remote { .. }));
    remote.map(|(pointer, asset)| (pointer.member("uri"), asset.uri.as_str(), "")).collect()
}

fn remote_http(content: &Content, report: &mut Report<'_>) {
    for (pointer, url, _) in links(content) {
        if matches!(AssetUri::parse(url), AssetUri::Remote { secure: false, .. }) {
            report.add(pointer, "the link is not protected; use https://");
        }
    }
}

fn remote_code(content: &Content, report: &mut Report<'_>) {
    const CODE: &[&str] =
        &["js", "mjs", "lua", "py", "exe", "dll", "so", "sh", "bat", "cmd", "ps1", "wasm", "jar", "vbs"];
    let is_code = |name: &str| {
        let path = name.split(['?', '#']).next().unwrap_or_default();
        let ext = path.rsplit_once('.').map(|(_, ext)| ext.to_ascii_lowercase());
        ext.is_some_and(|ext| CODE.contains(&ext.as_str()))
    };
    for (pointer, url, package) in links(content) {
        if is_code(url) || is_code(package) {
            report.add(pointer, "the link leads to code");
        }
    }
}

fn name_twice(content: &Content, report: &mut Report<'_>) {
    let mut seen = std::collections::HashSet::new();
    for (pointer, asset) in assets(content) {
        // Several main icons or backgrounds break rules of their own.
        if asset.name != MAIN && !seen.insert((&asset.kind, &asset.name)) {
            report.add(
                pointer.member("name"),
                format!("another asset of type `{}` is named `{}`", asset.kind, asset.name),
            );
        }
    }
}
