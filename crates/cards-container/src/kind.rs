//! The kinds of file that documents come in.

/// The kind of file that a document came in.
///
/// ```
/// use cards_container::FileKind;
/// assert_eq!((FileKind::Charx.to_string().as_str(), FileKind::Charx.extensions()), ("CHARX", &["charx"][..]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A JSON file.
    Json,
    /// A PNG picture.
    Png,
    /// An animated PNG picture.
    Apng,
    /// A CHARX archive.
    Charx,
    /// A Prom archive.
    Prom,
    /// A text in YAML.
    Yaml,
    /// A WEBP picture.
    Webp,
    /// A JPEG picture.
    Jpeg,
    /// A Backyard archive.
    Byaf,
    /// A Voxta package.
    Voxta,
    /// A story of KoboldAI United in an archive.
    Kobold,
    /// A preset of RisuAI as [`risup`](crate::risup) packs it.
    RisuPreset,
    /// A RisuAI module.
    Risum,
}

cards_words::named! {
    FileKind: "kind of file";
    Json => "JSON",
    Png => "PNG",
    Apng => "APNG",
    Charx => "CHARX",
    Prom => "Prom ZIP" | "prom",
    Yaml => "YAML",
    Webp => "WEBP",
    Jpeg => "JPEG",
    Byaf => "BYAF",
    Voxta => "Voxta package" | "voxta",
    Kobold => "KoboldAI story" | "kobold",
    RisuPreset => "RisuAI preset" | "risup",
    Risum => "RisuAI module" | "risum",
}

impl FileKind {
    /// The file extensions of this kind, the usual one first.
    ///
    /// De facto: SillyTavern 1.19 and RisuAI 460ecae choose their reader by them.
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Json => &["json"],
            Self::Png | Self::Apng => &["png", "apng"],
            Self::Charx => &["charx"],
            Self::Prom => &["zip"],
            Self::Yaml => &["yaml", "yml"],
            Self::Webp => &["webp"],
            Self::Jpeg => &["jpg", "jpeg"],
            Self::Byaf => &["byaf", "zip"],
            Self::Voxta => &["voxpkg", "zip"],
            Self::Kobold => &["kaistory", "zip"],
            Self::RisuPreset => &["risup", "risupreset"],
            Self::Risum => &["risum"],
        }
    }

    /// The extension of a file name, in lower case, where it promises another kind of file than this. Names that say
    /// nothing about pictures and cards promise nothing.
    #[must_use]
    pub fn belied_by(self, name: &str) -> Option<String> {
        const SAYING: &[&str] = &["png", "apng", "jpg", "jpeg", "webp", "gif", "charx", "zip", "json"];
        let (_, extension) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?;
        let extension = extension.to_ascii_lowercase();
        let (said, right) = (extension.as_str(), self.extensions());
        (SAYING.contains(&said) && !right.contains(&said)).then_some(extension)
    }

    /// Whether it is a kind of file that is read and never written.
    #[must_use]
    pub fn is_only_read(self) -> bool {
        matches!(self, Self::Yaml | Self::Webp | Self::Jpeg | Self::Byaf | Self::Voxta | Self::Kobold | Self::Risum)
    }
}
