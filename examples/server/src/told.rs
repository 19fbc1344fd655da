//! A line of the log for each request, under an id that the answer has too.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::HttpBody as _;
use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;

use crate::Service;

const ID: &str = "x-request-id";
/// Characters of an id that a proxy in front gave.
const LONGEST_ID: usize = 64;
/// Characters of a path in the log.
const LONGEST_PATH: usize = 200;

/// Answers a request, counts it and says so.
pub(crate) async fn told(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let id = given(&request).unwrap_or_else(fresh);
    let peer = request.extensions().get::<SocketAddr>().map_or("-".to_owned(), SocketAddr::to_string);
    let route = request.extensions().get::<MatchedPath>().map_or("none".to_owned(), |path| path.as_str().to_owned());
    let method = request.method().to_string();
    let path: String = request.uri().path().chars().take(LONGEST_PATH).collect();
    let coming = request.headers().get("content-length").and_then(|size| size.to_str().ok()).unwrap_or("-").to_owned();
    let mut response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    service.metrics.answered(&route, status, took);
    let size = response.body().size_hint().lower();
    let ms = took.as_millis();
    eprintln!("card-server: id={id} peer={peer} {method} {path} status={status} in={coming} out={size} ms={ms}");
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(ID, value);
    }
    response
}

/// The id that came with a request, where it is one that a log can show.
fn given(request: &Request) -> Option<String> {
    let text = request.headers().get(ID)?.to_str().ok()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (!text.is_empty() && text.len() <= LONGEST_ID && text.chars().all(plain)).then(|| text.to_owned())
}

fn fresh() -> String {
    format!("{:016x}", getrandom::u64().unwrap_or_default())
}
