//! What went wrong, as status and JSON.

use std::error::Error as _;
use std::fmt::Display;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;

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

    pub(crate) fn too_large(most: usize) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", format!("an upload has at most {most} bytes"))
    }

    /// Why a body was not read to its end.
    pub(crate) fn unread(error: axum::Error, most: usize) -> Self {
        match error.source().is_some_and(|source| source.is::<LengthLimitError>()) {
            true => Self::too_large(most),
            false => Self::new(StatusCode::BAD_REQUEST, "cut-off", "the upload ended before its end"),
        }
    }

    /// A mistake of ours; what it was is for our log and not for strangers.
    pub(crate) fn internal(error: impl Display) -> Self {
        eprintln!("card-server: {error}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "something went wrong here")
    }
}

impl From<cards_kit::Error> for Problem {
    fn from(error: cards_kit::Error) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.class(), cards_kit::chain(&error))
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
