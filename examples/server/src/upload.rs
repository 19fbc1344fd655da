//! What comes in: a body, or the file in the form of a browser.

use axum::body::{Body, Bytes, HttpBody as _};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};

use crate::problem::Problem;
use crate::room::Taken;
use crate::{Service, limits::Limits};

/// A file, and the room that it takes.
pub(crate) struct Upload {
    pub(crate) file: Bytes,
    pub(crate) room: Taken,
}

impl Service {
    /// Takes a file in, within its time.
    pub(crate) async fn upload(&self, head: &HeaderMap, body: Body) -> Result<Upload, Problem> {
        let coming = tokio::time::timeout(self.limits.body, self.whole(body));
        let mut upload = coming
            .await
            .map_err(|_| Problem::new(StatusCode::REQUEST_TIMEOUT, "slow", "the upload took too long"))??;
        if let Some(boundary) = boundary(head) {
            upload.file = in_form(upload.file, boundary, &self.limits).await?;
        }
        Ok(upload)
    }

    /// The bytes of a body, which is dropped at the first byte too many.
    async fn whole(&self, body: Body) -> Result<Upload, Problem> {
        let most = self.limits.upload;
        let told = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
        // What the head says already needs no reading.
        if told > most {
            return Err(Problem::too_large(most));
        }
        let mut room = Taken::NONE;
        self.room.grow(&mut room, told).ok_or_else(Problem::full)?;
        let mut bytes = Vec::with_capacity(told);
        let mut body = Limited::new(body, most);
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| match error.is::<LengthLimitError>() {
                true => Problem::too_large(most),
                false => Problem::new(StatusCode::BAD_REQUEST, "cut-off", "the upload ended before its end"),
            })?;
            let Ok(piece) = frame.into_data() else { continue };
            self.room.grow(&mut room, bytes.len() + piece.len()).ok_or_else(Problem::full)?;
            bytes.extend_from_slice(&piece);
        }
        Ok(Upload { file: bytes.into(), room })
    }
}

/// What is between the parts of a form; nothing where the body is the file itself.
fn boundary(head: &HeaderMap) -> Option<String> {
    multer::parse_boundary(head.get(CONTENT_TYPE)?.to_str().ok()?).ok()
}

/// The first file of a form: the first part with the name of a file, or that is called `file`.
async fn in_form(body: Bytes, boundary: String, limits: &Limits) -> Result<Bytes, Problem> {
    let refused = |error| Problem::usage(format_args!("the form cannot be read: {error}"));
    let whole = multer::SizeLimit::new().whole_stream(limits.upload as u64);
    let constraints = multer::Constraints::new().size_limit(whole);
    let mut parts = multer::Multipart::with_reader_with_constraints(&body[..], boundary, constraints);
    while let Some(part) = parts.next_field().await.map_err(refused)? {
        if part.file_name().is_some() || part.name() == Some("file") {
            return part.bytes().await.map_err(refused);
        }
    }
    Err(Problem::usage("the form has no file in it"))
}
