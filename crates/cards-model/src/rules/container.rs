//! Rules about the container around the JSON, checked by whoever has it open.

use super::{Check, rules};
use crate::Form;

const CCV3: &[Form] = &[Form::V3, Form::V3L];
const PROM_CARD: &[Form] = &[Form::Prom];

rules! {
    /// The rules about the container around the JSON.
    CONTAINER;
    /// The archive has no card where one belongs.
    CHARX_CARD_JSON: "charx-card-json", Must, "CCv3 and CCv3L CHARX",
        "A CHARX file has the card in `card.json` at its root.", forms: CCV3, check: Check::Container;
    /// An asset lies in another folder than its format asks for.
    CHARX_ASSET_FOLDER: "charx-asset-folder", Should, "CCv3 and CCv3L CHARX",
        "Assets lie in the folder of their format: images, audio, video, l2d, 3d, ai, fonts, code or other.",
        forms: CCV3, check: Check::Container;
    /// An asset lies in another folder than its use asks for.
    CHARX_ASSET_TYPE_FOLDER: "charx-asset-type-folder", Must, "CCv3L CHARX",
        "Asset folders are named after the use: icon, background, emotion, user_icon, other, or a word of one program.",
        forms: CCV3, check: Check::Container;
    /// Data of an application is no JSON file at the root.
    CHARX_APP_DATA: "charx-app-data", Must, "CCv3L CHARX",
        "Data of applications is JSON at the root of the archive.", forms: CCV3, check: Check::Container;
    /// The archive is encrypted.
    CHARX_ENCRYPTED: "charx-encrypted", Must, "CCv3 and CCv3L CHARX",
        "The archive is not encrypted.", forms: CCV3, check: Check::Container;
    /// A name in the archive is not ASCII.
    CHARX_ASCII_NAMES: "charx-ascii-names", Must, "CCv3L CHARX (SHOULD in CCv3)",
        "Names in the archive are ASCII.", forms: CCV3, check: Check::Container;
    /// The V2 twin of a CCv3 card does not say that it is one.
    BACKFILL_WARNING: "backfill-warning", Should, "CCv3 PNG (the V2 twin)",
        "The V2 twin beside a CCv3 card says in its creator notes that it is one.",
        forms: &[Form::V2], check: Check::Container;
    /// A Prom archive lacks one of its two files.
    PROM_ZIP_LAYOUT: "prom-zip-layout", Must, "Prom structured ZIP",
        "A Prom archive has `data.json` and `image.png` at its root.", forms: PROM_CARD, check: Check::Container;
    /// A Prom archive has assets and no list of them.
    PROM_ZIP_ASSET_LIST: "prom-zip-asset-list", Must, "Prom structured ZIP, assets.jsonl",
        "A Prom archive with assets lists them in `assets.jsonl`.", forms: PROM_CARD, check: Check::Container;
    /// The card file of a Prom archive holds something else.
    PROM_ZIP_CARD: "prom-zip-card", Must, "Prom data.json",
        "`data.json` holds a Prom card.", forms: PROM_CARD, check: Check::Container;
    /// The picture of a Prom archive is no PNG.
    PROM_ZIP_IMAGE: "prom-zip-image", Must, "Prom image.png",
        "`image.png` is a PNG.", forms: PROM_CARD, check: Check::Container;
    /// A row of the asset list has members of another type.
    PROM_ASSET_ROW: "prom-asset-row", Must, "Prom assets.jsonl",
        "Each row of `assets.jsonl` has strings for type, path and, if given, name.",
        forms: PROM_CARD, check: Check::Container;
}
