//! Taking files apart and packing them: what was packed is read, with the same name.
#![no_main]

use cards_container::extract::pieces;
use cards_container::pack::{PackOptions, Target, pack};
use cards_container::{Container, Error, Limits, Loaded, open};
use libfuzzer_sys::fuzz_target;

fn opened(file: &[u8]) -> Result<(Container<'_>, Loaded), Error> {
    let mut file = open(file, Limits::default())?;
    let loaded = file.load()?;
    Ok((file.container, loaded))
}

fn name(loaded: &Loaded) -> Option<String> {
    loaded.document.card().map(|card| card.name().to_owned())
}

fuzz_target!(|bytes: &[u8]| {
    let Ok((mut container, loaded)) = opened(bytes) else { return };
    for piece in &pieces(&container, &loaded).value {
        let _ = piece.write_to(&mut container, &mut std::io::sink());
    }
    let card = name(&loaded);
    for target in [Target::Json, Target::Charx] {
        let Ok((mut container, loaded)) = opened(bytes) else { return };
        let mut packed = Vec::new();
        if pack(&mut container, loaded, target, &PackOptions::default(), &mut packed).is_err() {
            continue;
        }
        let (_, loaded) = opened(&packed).expect("what was packed is read");
        assert_eq!(name(&loaded), card, "{target:?}");
    }
});
