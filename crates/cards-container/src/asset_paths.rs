//! Names for assets in a CHARX.

use std::collections::HashSet;

use crate::asset::AssetRef;
use crate::sniff::Format;
use crate::zip::SafePath;

/// Longest file name made; long enough to tell files apart, short enough for every file system.
const STEM_MAX: usize = 60;

/// Makes a path for each asset: `assets/{type}/{kind of media}/{name}.{ext}`, ASCII, each one different.
///
/// Spec: CCv3, CHARX. `formats` are those of the bytes, in the same order; where one is known it decides about the
/// kind of media, and about the extension when the card gives none. Names without ASCII letters or digits are numbered.
pub fn asset_paths(refs: &[AssetRef<'_>], formats: &[Format]) -> Vec<String> {
    let mut taken = HashSet::new();
    let path = |(index, asset): (usize, &AssetRef<'_>)| {
        let format = formats.get(index).copied().unwrap_or(Format::Unknown);
        let ext = extension(asset.ext, format);
        let folder = format!("assets/{}/{}", type_folder(asset.kind), media_folder(&ext));
        let stem = stem(asset.name, index);
        let mut number = 0_usize;
        loop {
            let tail = if number == 0 { String::new() } else { format!("_{number}") };
            let path = format!("{folder}/{stem}{tail}.{ext}");
            // Compared without case: some file systems do not tell `A.png` from `a.png`.
            if taken.insert(path.to_ascii_lowercase()) {
                return path;
            }
            number += 1;
        }
    };
    refs.iter().enumerate().map(path).collect()
}

/// The folder of an asset type: that of its use, and for a type of one platform its own.
///
/// Spec: CCv3L, CHARX: "platform specific assets MUST use platform specific {type}". They begin with `x_`, or with `x-` as
/// RisuAI has it.
fn type_folder(kind: &str) -> String {
    match kind {
        "icon" | "background" | "emotion" | "user_icon" => kind.to_owned(),
        _ if kind.starts_with("x_") || kind.starts_with("x-") => word(kind),
        _ => "other".to_owned(),
    }
}

/// A name in the letters that every archive and file system takes.
pub(crate) fn word(name: &str) -> String {
    let kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    name.chars().map(|c| if kept(c) { c } else { '_' }).take(STEM_MAX).collect()
}

/// The folder of a kind of media, by extension. Spec: CCv3, CHARX.
fn media_folder(ext: &str) -> &'static str {
    match ext {
        "png" | "jpg" | "jpeg" | "webp" | "gif" | "apng" | "avif" | "bmp" | "svg" | "heic" | "tiff" => "images",
        "mp3" | "wav" | "ogg" | "flac" | "m4a" | "aac" | "opus" => "audio",
        "mp4" | "webm" | "mkv" | "mov" | "avi" => "video",
        "moc3" | "model3" | "cmo3" | "l2d" => "l2d",
        "mmd" | "obj" | "glb" | "gltf" | "fbx" | "pmx" | "pmd" | "vrm" => "3d",
        "safetensors" | "ckpt" | "onnx" | "pt" | "gguf" => "ai",
        "otf" | "ttf" | "woff" | "woff2" => "fonts",
        "lua" | "js" | "py" | "ts" => "code",
        _ => "other",
    }
}

fn extension(ext: &str, format: Format) -> String {
    let given = ext.trim().trim_start_matches('.').to_ascii_lowercase();
    let usable = !given.is_empty()
        && given != "unknown"
        && given.len() <= 12
        && given.bytes().all(|b| b.is_ascii_alphanumeric());
    if usable { given } else { format.extension().unwrap_or("bin").to_owned() }
}

/// A file name out of an asset's name.
fn stem(name: &str, index: usize) -> String {
    let mut stem = word(name);
    if !stem.bytes().any(|b| b.is_ascii_alphanumeric()) {
        stem = format!("asset_{}", index + 1);
    }
    if SafePath::new(&stem).is_err() {
        stem.insert(0, '_');
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ascii_and_differ() {
        let asset = |kind, name, ext| AssetRef { kind, uri: "", name, ext };
        let refs = [
            asset("icon", "main", "png"),
            asset("emotion", "joy", ""),
            asset("emotion", "JOY", "webp"),
            asset("x-risu-asset", "日本", "unknown"),
            asset("background", "../../up", ".PNG"),
            asset("user_icon", "nul", "png"),
            asset("other", "song", "mp3"),
        ];
        let formats = [Format::Png, Format::Webp, Format::Webp, Format::Unknown];
        assert_eq!(
            asset_paths(&refs, &formats),
            [
                "assets/icon/images/main.png",
                "assets/emotion/images/joy.webp",
                "assets/emotion/images/JOY_1.webp",
                "assets/x-risu-asset/other/asset_4.bin",
                "assets/background/images/______up.png",
                "assets/user_icon/images/_nul.png",
                "assets/other/audio/song.mp3",
            ]
        );
    }
}
