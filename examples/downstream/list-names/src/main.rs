//! An app that lists the names of a folder of cards, with `cards-container` alone.

use std::error::Error;
use std::path::Path;

use cards_container::{Limits, open};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/cards");
    let mut names = Vec::new();
    for file in std::fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|ext| ext == "png") {
            let bytes = std::fs::read(&path)?;
            match open(&bytes[..], Limits::default()).and_then(|mut file| file.load()) {
                Ok(loaded) => names.extend(loaded.document.card().map(|card| card.name().to_owned())),
                Err(error) => println!("{}: {error}", path.display()),
            }
        }
    }
    assert!(names.iter().any(|name| name == "Maren Tidewell"));
    println!("{}", names.join("\n"));
    Ok(())
}
