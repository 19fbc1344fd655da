//! Packs one card as PNG and as CHARX: `pack PICTURE.png CARD.json OUT`, which writes `OUT.png` and `OUT.charx`.
//!
//! The card's JSON is written as it is; in the CHARX the picture is where an `icon` named `main` would.

use std::error::Error;
use std::fs;

use cards_container::charx::{self, NewFile};
use cards_container::png::{Keyword, NewText, WriteOptions, write};
use cards_container::{AssetRef, Format, asset_paths};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [picture, card, out] = arguments.as_slice() else {
        return Err("usage: pack PICTURE.png CARD.json OUT".into());
    };
    let (picture, json) = (fs::read(picture)?, fs::read(card)?);

    let card = |keyword| NewText::Card { keyword, json: &json };
    let png = write(&picture, &[card(Keyword::Chara), card(Keyword::Ccv3)], &WriteOptions::default())?;
    fs::write(format!("{out}.png"), png.bytes)?;

    let icon = AssetRef { kind: "icon", uri: "", name: "main", ext: "png" };
    let paths = asset_paths(&[icon], &[Format::Png]);
    let files: Vec<NewFile<'_>> = paths.iter().map(|name| NewFile { name, bytes: &picture }).collect();
    fs::write(format!("{out}.charx"), charx::write(&json, &files, Vec::new())?)?;
    Ok(())
}
