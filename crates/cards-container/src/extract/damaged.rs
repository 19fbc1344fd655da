//! Taking a file apart whose card cannot be read, so that somebody can mend it by hand.

use cards_words::Outcome;

use super::{
    CARD_FILE, From, List, PAYLOAD_FOLDER, Piece, PieceKind, of_archive, of_foreign, of_picture, payload_word,
};
use crate::container::Container;
use crate::finding::Finding;

/// Lists the pieces of an opened file whose card cannot be read, as [`pieces`](super::pieces) does for one that can.
///
/// Payloads are there as far as they can be undone: the JSON text where it is base64 or no encoding at all, else the text of
/// the chunk as it is, in a `.txt`; those of other programs are there too. The card of an archive is there as it
/// stands. A JSON file has no pieces but itself, so the list is empty.
pub fn damaged_pieces(container: &mut Container<'_>) -> Outcome<Vec<Piece>, Finding> {
    let mut list = List::default();
    match container {
        Container::Png(png) => {
            for (at, candidate) in png.candidates().to_vec().into_iter().enumerate() {
                let name = format!("{PAYLOAD_FOLDER}/{:02}-{}", at + 1, payload_word(&candidate));
                if png.payload(&candidate).is_ok() {
                    list.add(&format!("{name}.json"), PieceKind::Payload, From::Payload(candidate));
                } else if let Ok(text) = png.undecoded(&candidate) {
                    // Some programs forget about base64 altogether.
                    let ext = if text.trim_ascii_start().starts_with(b"{") { "json" } else { "txt" };
                    list.add(&format!("{name}.{ext}"), PieceKind::Payload, From::Bytes(text));
                } else {
                    let reason = "its bytes cannot be read";
                    list.findings.push(Finding::LeftOut { what: name, reason });
                }
            }
            // What cannot be read for them is none; the pieces that can are worth having without.
            let foreign = png.foreign().unwrap_or_default();
            of_foreign(png, foreign.iter().map(|one| (one.program, one.chunk.offset)), &mut list);
            of_picture(png, &mut list);
        }
        Container::Charx(charx) => {
            list.add(CARD_FILE, PieceKind::Card, From::Entry(charx.card_entry()));
            of_archive(charx.archive(), charx.card_entry(), None, |_| PieceKind::Other, &mut list);
        }
        Container::Prom(prom) => {
            list.add(CARD_FILE, PieceKind::Card, From::Entry(prom.card_entry()));
            of_archive(prom.archive(), prom.card_entry(), prom.image_entry(), |_| PieceKind::Other, &mut list);
        }
        Container::Carrier(_) | Container::Json(_) | Container::Risum(_) => {}
    }
    Outcome::new(list.pieces, list.findings)
}
