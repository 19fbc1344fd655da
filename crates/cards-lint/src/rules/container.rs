//! Rules whose breaches the container reader reports as it reads.

use cards_container::charx::Role;
use cards_container::{FileKind, Finding as Odd, Place};
use cards_model::Pointer;
use cards_model::rules::{self as spec, Rule};

use crate::collector::Collector;
use crate::facts::Breakage;
use crate::finding::{Finding, Location};
use crate::fix::Fix;
use crate::readers;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about the file around the card.
    FILE;
    /// The keyword is in another case.
    KEYWORD_CASE: "keyword-case", Warning, "V1 and CCv3 PNG; de facto: RisuAI 460ecae compares exactly",
        "The keyword of a card chunk is spelled `chara` or `ccv3`.",
        "Write the card again with `cards pack`.",
        repair: "Run `cards repair`, which rewrites the chunk.",
        breaks: readers::COMPARE_KEYWORDS;
    /// The keyword is no standard.
    ODD_KEYWORD: "odd-keyword", Warning, "V1 and CCv3 PNG",
        "A card is stored in a chunk named `chara` or `ccv3`.",
        "Write the card again with `cards pack`.",
        repair: "Run `cards repair`, which rewrites the chunk.";
    /// The payload is in `zTXt` or `iTXt`.
    NOT_PLAIN_TEXT: "not-plain-text", Warning, "V1 and CCv3 PNG (`tEXt`); de facto: SillyTavern 1.19 and RisuAI read `tEXt` alone",
        "A card is stored in a `tEXt` chunk.",
        "Write the card again with `cards pack`.",
        repair: "Run `cards repair`, which rewrites the chunk.",
        breaks: readers::READ_PLAIN_CHUNKS;
    /// The payload is behind the end of the picture.
    AFTER_END: "after-end", Warning, "PNG (ISO/IEC 15948) §5.6",
        "A card comes before the end of the picture.",
        "Write the card again with `cards pack`.",
        repair: "Run `cards repair`, which writes it before `IEND`.";
    /// The checksum of the card chunk is wrong.
    BAD_CRC: "bad-crc", Error, "PNG (ISO/IEC 15948) §5.4; de facto: SillyTavern 1.19 refuses the file",
        "The checksum of a card chunk is right.",
        "Write the card again with `cards pack`, then read it through, since bytes may have been lost.",
        repair: "Run `cards repair`, which rewrites the chunk; then read the card through, since bytes may have been lost.",
        breaks: readers::CHECK_PICTURES;
    /// The base64 uses the URL alphabet.
    BASE64_ALPHABET: "base64-url-alphabet", Warning, "V1 and CCv3 PNG (base64); RFC 4648 §4",
        "Card chunks are base64 of the standard alphabet.",
        "Write the card again with `cards pack`.",
        repair: "Run `cards repair`, which encodes the card again.",
        breaks: readers::DECODE_STRICTLY;
    /// The base64 lacks padding.
    BASE64_PADDING: "base64-padding", Warning, "V1 and CCv3 PNG (base64); RFC 4648 §3.2",
        "Base64 ends in its padding.",
        "Write the card again with `cards pack`.",
        repair: "Run `cards repair`, which encodes the card again.",
        breaks: readers::DECODE_STRICTLY;
    /// The payload is JSON without base64.
    PLAIN_JSON: "plain-json", Error, "V1 and CCv3 PNG (base64); de facto: SillyTavern 1.19 and RisuAI 460ecae read nothing of it",
        "Card chunks are base64.",
        "Write the card again with `cards pack`.",
        repair: "Run `cards repair`, which encodes the card.",
        breaks: readers::DECODE_ALWAYS;
    /// Another program keeps a copy of its own.
    FOREIGN_PAYLOAD: "foreign-payload", Warning, "de facto: Backyard, Ginger, RisuAI of 2023 and NovelAI read their own copy before `chara`",
        "A picture holds its card once, where every program looks.",
        "Write the card again with `cards pack`, which takes the copy out, if the card that `cards inspect` shows is the one you want.",
        breaks: readers::READ_OWN_COPY;
    /// Several chunks of one keyword differ.
    DIFFERING_TWINS: "differing-twins", Error, "de facto: SillyTavern 1.19 takes the first chunk, RisuAI the last",
        "A file has one card per keyword.",
        "Take the card that you want out with `cards extract`, and write it with `cards pack`.",
        repair: "Run `cards repair`, which keeps the one that `cards inspect` shows; take the other out with `cards extract` first if you need it.";
    /// Several chunks of one keyword are equal.
    EQUAL_TWINS: "equal-twins", Note, "de facto: card sites add a chunk at each export",
        "A file holds its card once per keyword.",
        "Write the card again with `cards pack`.",
        repair: "Run `cards repair`, which leaves one.";
    /// A better payload could not be read.
    PASSED_OVER: "passed-over", Error, "CCv3 PNG (`ccv3` before `chara`)",
        "The payload that counts can be read.",
        "Take the readable card out with `cards extract`, and write it with `cards pack`; other programs may refuse the file.",
        repair: "Run `cards repair`, which leaves the readable card alone in the file; other programs may refuse it as it is.";
    /// A checksum beside the card's is wrong.
    PICTURE_CRC: "picture-crc", Error, "PNG (ISO/IEC 15948) §5.4; de facto: SillyTavern 1.19 refuses the file",
        "The checksums of all chunks up to the end of the picture are right.",
        "Get the file again, or take the card out with `cards extract` and put it into a good picture with `cards pack`.",
        check: picture_crc,
        breaks: readers::CHECK_PICTURES;
    /// A text chunk has a zero byte in its text.
    PICTURE_TEXT: "picture-text", Error, "PNG (ISO/IEC 15948) §11.3.4.3; de facto: SillyTavern 1.19 refuses the file",
        "The text of a `tEXt` chunk holds no zero byte.",
        "Take the chunk out with an image tool, or take the card out with `cards extract` and put it into a good picture with `cards pack`.",
        check: picture_text,
        breaks: readers::CHECK_PICTURES;
    /// The file is cut off.
    TRUNCATED: "truncated", Error, "PNG (ISO/IEC 15948), ZIP",
        "The file is whole.",
        "Get the file again; what is left was read.";
    /// Bytes that are no chunk.
    GARBLED: "garbled", Error, "PNG (ISO/IEC 15948) §5.3",
        "A PNG consists of chunks.",
        "Get the file again, or take the card out with `cards extract` and put it into a good picture.";
    /// No header chunk.
    NO_HEADER: "no-header", Error, "PNG (ISO/IEC 15948) §5.6",
        "A PNG begins with its header chunk.",
        "Take the card out with `cards extract` and put it into a good picture.";
    /// Bytes behind the picture.
    TRAILING: "trailing-bytes", Note, "PNG (ISO/IEC 15948) §5.6",
        "Nothing follows the end of the picture.",
        "Look at what it is: another archive may be hidden there.";
    /// Bytes in front of the archive.
    PREFIX: "archive-prefix", Note, "de facto: RisuAI exports a JPEG with an archive behind it",
        "An archive begins at the beginning of the file.",
        "Some programs cannot read it; pack the card again for those.",
        breaks: readers::UNPACK_PLAINLY;
    /// Bytes behind the archive.
    SUFFIX: "archive-suffix", Note, "ZIP (APPNOTE 6.3.10) §4.3.6",
        "Nothing follows the end of the archive.",
        "Look at what it is; readers pass over it.";
    /// The end record miscounts.
    WRONG_COUNT: "wrong-count", Warning, "ZIP (APPNOTE 6.3.10) §4.4.22",
        "The end record of an archive counts its entries rightly.",
        "Pack the archive again.",
        breaks: readers::UNPACK_PLAINLY;
    /// Two archive entries of one name.
    DUPLICATE_ENTRY: "duplicate-entry", Warning, "ZIP (APPNOTE 6.3.10) §4.3.2; parsers disagree about which one counts",
        "Names in an archive differ.",
        "Pack the archive again without the one that is not meant.";
    /// A name that must not become a path.
    ZIP_SLIP: "zip-slip", Error, "CWE-22",
        "Names in an archive stay inside of it.",
        "Rename the archive entry; do not unpack such a file with other tools.",
        breaks: readers::UNPACK_EVERYTHING;
    /// Backslashes in a name.
    BACKSLASH: "backslash", Warning, "ZIP (APPNOTE 6.3.10) §4.4.17",
        "Folders in an archive are separated by `/`.",
        "Pack the archive again with another tool.",
        breaks: readers::UNPACK_PLAINLY;
    /// A name that is not text.
    UNDECODABLE_NAME: "undecodable-name", Warning, "ZIP (APPNOTE 6.3.10) appendix D",
        "Names in an archive are UTF-8.",
        "Rename the file in ASCII and pack the archive again.",
        breaks: readers::UNPACK_EVERYTHING;
    /// An entry claims too much.
    OVERSIZED_ENTRY: "too-large", Error, "cards limits",
        "Archive entries stay within the limits.",
        "Make the file smaller; other programs have lower limits still.",
        breaks: readers::UNPACK_EVERYTHING;
    /// An asset points at nothing.
    MISSING_ASSET: "asset-missing", Error, "CCv3 assets",
        "The file that an asset names is in the container.",
        "Put the file in, or correct the asset's `uri`; paths tell upper from lower case.";
    /// An asset points outside.
    ASSET_URI: "asset-uri", Warning, "CCv3 assets",
        "An asset's URI leads into the container or to the web.",
        "Correct the asset's `uri`.";
    /// A file that belongs to no asset.
    UNLISTED: "unlisted", Note, "CCv3 CHARX; Prom structured ZIP, assets.jsonl",
        "Files of the archive belong to an asset of the card.",
        "List the file, or take it out; programs pass over it.",
        check: unlisted;
    /// Anything that has no rule of its own.
    OTHER: "container-other", Note, "cards",
        "The container shows nothing that has no rule of its own.",
        "See the message.";
}

fn picture_crc(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    broken(subject, sink, Breakage::Checksum, "the checksum does not fit the bytes; the picture is damaged");
}

fn picture_text(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    broken(subject, sink, Breakage::Zero, "the text holds a zero byte");
}

fn broken(subject: &Subject<'_>, sink: &mut Sink<'_>, breakage: Breakage, message: &str) {
    let broken = subject.input.facts.into_iter().flat_map(|facts| &facts.broken);
    for (place, _) in broken.filter(|(_, found)| *found == breakage) {
        sink.place(place.clone(), message);
    }
}

/// Files of a CHARX that nothing names. Those of a Prom archive are reported by its reader.
fn unlisted(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for entry in subject.input.facts.into_iter().flat_map(|facts| &facts.entries) {
        if entry.role != Some(Role::Other) || entry.name.is_empty() {
            continue;
        }
        let last = entry.name.rsplit('/').next().unwrap_or_default();
        let litter = [".DS_Store", "Thumbs.db", "desktop.ini"].contains(&last) || entry.name.starts_with("__MACOSX/");
        let message =
            if litter { "left there by the system that packed the archive" } else { "no asset of the card names it" };
        sink.place(Place::Entry(entry.name.escape_debug().take(120).collect()), message);
    }
}

/// The rule of an oddity that the container reader found.
#[must_use]
pub fn rule_of(odd: &Odd) -> &'static Rule {
    let lint = match odd {
        Odd::KeywordCase { .. } => &KEYWORD_CASE,
        Odd::OddKeyword { .. } => &ODD_KEYWORD,
        Odd::NotPlainText { .. } => &NOT_PLAIN_TEXT,
        Odd::AfterEnd { .. } => &AFTER_END,
        Odd::BadCrc { .. } => &BAD_CRC,
        Odd::UrlAlphabet { .. } => &BASE64_ALPHABET,
        Odd::MissingPadding { .. } => &BASE64_PADDING,
        Odd::PlainJson { .. } => &PLAIN_JSON,
        Odd::Foreign { .. } => &FOREIGN_PAYLOAD,
        Odd::DifferingTwins { .. } => &DIFFERING_TWINS,
        Odd::EqualTwins { .. } => &EQUAL_TWINS,
        Odd::PassedOver { .. } => &PASSED_OVER,
        Odd::Truncated { .. } => &TRUNCATED,
        Odd::Garbled { .. } => &GARBLED,
        Odd::NoHeader => &NO_HEADER,
        Odd::Trailing { .. } => &TRAILING,
        Odd::Prefix { .. } => &PREFIX,
        Odd::Suffix { .. } => &SUFFIX,
        Odd::WrongCount { .. } => &WRONG_COUNT,
        Odd::DuplicateEntry { .. } => &DUPLICATE_ENTRY,
        Odd::UnsafeName { .. } => &ZIP_SLIP,
        Odd::Backslash { .. } => &BACKSLASH,
        Odd::UndecodableName { .. } => &UNDECODABLE_NAME,
        Odd::OversizedEntry { .. } => &OVERSIZED_ENTRY,
        Odd::MissingAsset { .. } => &MISSING_ASSET,
        Odd::AssetUri { .. } => &ASSET_URI,
        Odd::Unlisted { .. } => &UNLISTED,
        // These are rules of the specs.
        Odd::CardName { .. } => return &spec::CHARX_CARD_JSON,
        Odd::NotAscii { .. } => return &spec::CHARX_ASCII_NAMES,
        Odd::EncryptedEntry { .. } => return &spec::CHARX_ENCRYPTED,
        Odd::MissingPart { name: "assets.jsonl", .. } => return &spec::PROM_ZIP_ASSET_LIST,
        Odd::MissingPart { .. } => return &spec::PROM_ZIP_LAYOUT,
        _ => &OTHER,
    };
    &lint.rule
}

/// Takes over what the container reader found.
pub(crate) fn report(subject: &Subject<'_>, card: &Place, findings: &mut Collector) {
    let Some(facts) = subject.input.facts else {
        return;
    };
    for odd in &facts.findings {
        let rule = rule_of(odd);
        if !subject.options.covers(rule) {
            continue;
        }
        let (place, pointer) = location(odd, card, facts.kind);
        let picture = matches!(facts.kind, FileKind::Png | FileKind::Apng);
        let fix = (picture && rule.is_fixable()).then_some(Fix::Container);
        let finding = Finding::new(rule, Location::new(place, pointer), odd.to_string());
        findings.push(Finding { fix, ..finding });
    }
}

/// Where an oddity is.
fn location(odd: &Odd, card: &Place, kind: FileKind) -> (Place, Option<Pointer>) {
    match odd {
        // The assets of a Prom archive are rows of a list beside the card.
        Odd::MissingAsset { .. } | Odd::AssetUri { .. } if kind == FileKind::Prom => {
            (Place::Entry("assets.jsonl".to_owned()), None)
        }
        Odd::MissingAsset { index, .. } | Odd::AssetUri { index, .. } => {
            (card.clone(), Some(Pointer::from(["data", "assets"]).index(*index).member("uri")))
        }
        _ => (odd.place().unwrap_or(Place::File), None),
    }
}
