//! What to do about a file that holds no readable card.

use crate::failure::Failure;

/// What to do, by the class of the failure; nothing where the message says it.
pub(super) fn help(failure: &Failure) -> Option<&'static str> {
    Some(match failure.class() {
        "bad-json" => "Mend the text at that place, or export the card again from the program that made it.",
        "bad-base64" => {
            "Export the card again; whatever changed the chunk did not know that it holds a card in base64. `cards embed` \
             puts a card into a picture."
        }
        "bad-crc" => "Get the file again; its bytes changed on the way.",
        "bad-field" => "Export the card again; the chunk is not built as a text chunk is.",
        "bad-signature" => "Get the file again as it is, without a change of line ends or format.",
        "bad-utf8" => "Save the file as UTF-8.",
        "bad-zip" => "Get the file again, or pack it anew with another tool.",
        "duplicate-entry" => "Pack the archive anew with the one that is meant.",
        "not-a-card" => {
            "Get the original file: chat programs and picture tools take cards out of pictures. `cards inspect --all` \
             shows what is in it."
        }
        "unsupported-container" => "Export the card as PNG, CHARX or JSON from the program that made it.",
        "too-large" | "limit" | "too-deep" => {
            "No card needs as much; files of strangers are read within limits. Take out what is no part of the card."
        }
        "zip-slip" => "Rename the archive entry; do not unpack such a file with other tools.",
        _ => return None,
    })
}
