//! What went wrong, as status and JSON.

use std::fmt::Display;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// An answer that is none.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    class: &'static str,
    message: String,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, class: &'static str, message: impl Into<String>) -> Self {
        Self { status, class, message: message.into() }
    }

    /// A value that is not one of those that there are.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "usage", message.to_string())
    }

    pub(crate) fn busy() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many uploads at once; come back in a moment")
    }

    /// All room for uploads and answers is taken.
    pub(crate) fn full() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too much is held at once; come back in a moment")
    }

    pub(crate) fn too_large(most: usize) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", format!("an upload has at most {most} bytes"))
    }

    /// A mistake of ours; what it was is for our log and not for strangers.
    pub(crate) fn internal(error: impl Display) -> Self {
        eprintln!("card-server: {error}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "something went wrong here")
    }
}

/// What the library refuses. Its advice is for programmers, who can raise its limits; whoever sends a file cannot.
impl From<cards_kit::Error> for Problem {
    fn from(error: cards_kit::Error) -> Self {
        let message = cards_kit::chain(&error);
        let told = message.split("; raise `").next().unwrap_or_default();
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.class(), told)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::json!({ "error": { "class": self.class, "message": self.message } });
        let mut response = (self.status, axum::Json(body)).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert("retry-after", axum::http::HeaderValue::from_static("1"));
        }
        response
    }
}
