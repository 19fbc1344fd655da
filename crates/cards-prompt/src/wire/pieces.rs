//! The content of a message as texts and media, in order.

use cards_json::Json;

use super::message::{object, of_text};

/// A text, or a picture, sound or film.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Text(String),
    Media(Json),
}

/// Contents that can be joined; there is always one piece.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pieces(Vec<Piece>);

impl Pieces {
    /// Reads a content; what is missing is an empty text, and so is a part of a kind that is not known.
    pub(super) fn of(content: Option<&Json>) -> Self {
        let mut pieces = Self(Vec::new());
        match content {
            Some(Json::String(text)) => pieces.push(Piece::Text(text.clone())),
            Some(Json::Array(parts)) => {
                for part in parts {
                    let kind = part.get("type").and_then(Json::as_str);
                    pieces.push(match kind {
                        Some("image_url" | "video_url" | "audio_url") => Piece::Media(part.clone()),
                        Some("text") => {
                            Piece::Text(part.get("text").and_then(Json::as_str).unwrap_or_default().to_owned())
                        }
                        _ => Piece::Text(String::new()),
                    });
                }
            }
            _ => {}
        }
        if pieces.0.is_empty() {
            pieces.push(Piece::Text(String::new()));
        }
        pieces
    }

    fn push(&mut self, piece: Piece) {
        match (self.0.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(text)) => {
                before.push_str("\n\n");
                before.push_str(&text);
            }
            (_, piece) => self.0.push(piece),
        }
    }

    /// Appends other contents behind a blank line.
    pub(super) fn join(&mut self, other: Self) {
        for piece in other.0 {
            self.push(piece);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        matches!(&*self.0, [Piece::Text(text)] if text.is_empty())
    }

    /// The text that it starts with.
    pub(super) fn start(&self) -> &str {
        match self.0.first() {
            Some(Piece::Text(text)) => text,
            _ => "",
        }
    }

    /// Puts a name in front; before a picture it stands as a text of its own, where the client loses the picture.
    pub(super) fn say(&mut self, name: &str) {
        match self.0.first_mut() {
            Some(Piece::Text(text)) => text.insert_str(0, &format!("{name}: ")),
            _ => self.0.insert(0, Piece::Text(format!("{name}: "))),
        }
    }

    /// Writes the content: a text, or a list where there are media.
    pub(super) fn into_json(self) -> Json {
        if let [Piece::Text(text)] = &*self.0 {
            return of_text(text.clone());
        }
        let part = |piece| match piece {
            Piece::Text(text) => object([("type", of_text("text")), ("text", of_text(text))]),
            Piece::Media(part) => part,
        };
        Json::Array(self.0.into_iter().map(part).collect())
    }
}
