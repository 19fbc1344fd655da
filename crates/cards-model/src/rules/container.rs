//! Rules about the container around the JSON, checked by whoever has it open.

use super::Letter::{Must, Should};
use super::Reader::{Others, Risu};
use crate::Form;
use crate::terms::rule::rules;

const CCV3: &[Form] = &[Form::V3, Form::V3L];
const PROM_CARD: &[Form] = &[Form::Prom];

rules! {
    /// The rules about the container around the JSON.
    CONTAINER;
    /// The archive has no card where one belongs.
    CHARX_CARD_JSON: "charx-card-json", Error, "CCv3 and CCv3L CHARX",
        "A CHARX file has the card in `card.json` at its root.",
        "Pack the card anew with `cards pack --as charx`, which puts it there.",
        letter: Must,
        forms: CCV3;
    /// An asset lies in another folder than its format asks for.
    CHARX_ASSET_FOLDER: "charx-asset-folder", Note, "CCv3 and CCv3L CHARX",
        "Assets lie in the folder of their format: images, audio, video, l2d, 3d, ai, fonts, code or other.",
        "Move the file, and its URI with it; `cards extract` and `cards pack` do so.",
        letter: Should,
        forms: CCV3;
    /// An asset lies in another folder than its use asks for.
    CHARX_ASSET_TYPE_FOLDER: "charx-asset-type-folder", Note, "CCv3L CHARX",
        "Asset folders are named after the use: icon, background, emotion, user_icon, other, or a word of one program.",
        "Move the file into the folder of its use, and its URI with it.",
        letter: Must,
        forms: CCV3;
    /// Data of an application is no JSON file at the root.
    CHARX_APP_DATA: "charx-app-data", Note, "CCv3L CHARX",
        "Data of applications is JSON at the root of the archive.",
        "Write the data as JSON, or take the file out if nothing needs it.",
        letter: Must,
        forms: CCV3;
    /// The archive is encrypted.
    CHARX_ENCRYPTED: "charx-encrypted", Error, "CCv3 and CCv3L CHARX",
        "The archive is not encrypted.",
        "Pack the archive again without a password; readers refuse it.",
        letter: Must,
        forms: CCV3;
    /// A name in the archive is not ASCII.
    CHARX_ASCII_NAMES: "charx-ascii-names", Error, "CCv3L CHARX (SHOULD in CCv3)",
        "Names in the archive are ASCII.",
        "Rename the file in ASCII, and its URI with it; `cards extract` and `cards pack` do so. RisuAI's importer fails on the archive.",
        letter: Must, breaks: &[Risu],
        forms: CCV3;
    /// The V2 twin of a CCv3 card does not say that it is one.
    BACKFILL_WARNING: "backfill-warning", Note, "CCv3 PNG (the V2 twin)",
        "The V2 twin beside a CCv3 card says in its creator notes that it is one.",
        "Say in the twin's creator notes that the file holds a CCv3 card; `cards pack` writes such a twin.",
        letter: Should,
        forms: &[Form::V2];
    /// A Prom archive lacks one of its two files.
    PROM_ZIP_LAYOUT: "prom-zip-layout", Error, "Prom structured ZIP",
        "A Prom archive has `data.json` and `image.png` at its root.",
        "Pack the card anew with `cards pack --as prom`, which puts both there.",
        letter: Must, breaks: &[Others],
        forms: PROM_CARD;
    /// A Prom archive has assets and no list of them.
    PROM_ZIP_ASSET_LIST: "prom-zip-asset-list", Warning, "Prom structured ZIP, assets.jsonl",
        "A Prom archive with assets lists them in `assets.jsonl`.",
        "List each folder of assets in `assets.jsonl`, or take the files out.",
        letter: Must, breaks: &[Others],
        forms: PROM_CARD;
    /// The card file of a Prom archive holds something else.
    PROM_ZIP_CARD: "prom-zip-card", Error, "Prom data.json",
        "`data.json` holds a Prom card.",
        "Convert the card with `cards convert --to prom`, or pack it as CHARX.",
        letter: Must, breaks: &[Others],
        forms: PROM_CARD;
    /// The picture of a Prom archive is no PNG.
    PROM_ZIP_IMAGE: "prom-zip-image", Warning, "Prom image.png",
        "`image.png` is a PNG.",
        "Put a PNG there; programs show it as the portrait.",
        letter: Must, breaks: &[Others],
        forms: PROM_CARD;
    /// A row of the asset list has members of another type.
    PROM_ASSET_ROW: "prom-asset-row", Warning, "Prom assets.jsonl",
        "Each row of `assets.jsonl` has strings for type, path and, if given, name.",
        "Correct the line: one JSON object with texts for `type` and `path`.",
        letter: Must, breaks: &[Others],
        forms: PROM_CARD;
}
