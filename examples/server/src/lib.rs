//! A service for character cards: uploads checked, normalised and linted, and the prompt of a turn.
//!
//! Strangers send the files, so everything has a limit: the bytes of an upload while they come in, the time that they may
//! take, the uploads that are under way at once (and with them the memory), the cards that are kept. What a file may cost
//! beyond that is in the limits of the library.

mod jobs;
mod problem;
mod shelf;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use serde::Deserialize;
use tokio::sync::Semaphore;

use problem::Problem;
use shelf::Shelf;

/// What the service takes upon itself.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of an upload.
    pub upload: usize,
    /// How long an upload may take to come in.
    pub patience: Duration,
    /// Uploads under way at once; more are asked to come back later. Memory is at most about this many times `upload`.
    pub uploads: usize,
    /// Jobs that run at once; others wait for their turn.
    pub jobs: usize,
    /// Cards that are kept for prompts; the oldest goes first.
    pub cards: usize,
    /// Bytes of all cards that are kept; a card of more is refused.
    pub kept: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, Into::into);
        Self { upload: 16 << 20, patience: Duration::from_secs(20), uploads: 64, jobs, cards: 1_000, kept: 256 << 20 }
    }
}

/// What all requests share.
struct Service {
    limits: Limits,
    uploads: Arc<Semaphore>,
    jobs: Arc<Semaphore>,
    shelf: Shelf,
}

/// The routes of the service.
pub fn router(limits: Limits) -> Router {
    let service = Arc::new(Service::new(limits));
    Router::new()
        .route("/health", get(async || "up"))
        .route("/validate", post(validate))
        .route("/normalise", post(normalise))
        .route("/lint", post(lint))
        .route("/cards", put(keep))
        .route("/cards/{id}/prompt", post(prompt))
        .with_state(service)
}

/// Serves until `stop` ends, then takes no more and answers what is under way.
pub async fn serve(
    listener: tokio::net::TcpListener,
    limits: Limits,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    axum::serve(listener, router(limits)).with_graceful_shutdown(stop).await
}

type Shared = State<Arc<Service>>;

async fn validate(State(service): Shared, body: Body) -> Result<Response, Problem> {
    service.work(body, |_, file| jobs::validate(&file)).await
}

/// Which form to make.
#[derive(Deserialize)]
struct To {
    to: Option<String>,
}

async fn normalise(State(service): Shared, Query(to): Query<To>, body: Body) -> Result<Response, Problem> {
    let form = jobs::form(to.to.as_deref())?;
    service.work(body, move |_, file| jobs::normalise(&file, form)).await
}

async fn lint(State(service): Shared, body: Body) -> Result<Response, Problem> {
    service.work(body, |_, file| jobs::lint(&file)).await
}

async fn keep(State(service): Shared, body: Body) -> Result<Response, Problem> {
    service
        .work(body, |service, file| {
            let id = jobs::id(&file)?;
            if file.len() > service.limits.kept {
                return Err(Problem::too_large(service.limits.kept));
            }
            service.shelf.put(id.clone(), file);
            Ok(serde_json::json!({ "id": id }))
        })
        .await
}

async fn prompt(State(service): Shared, Path(id): Path<String>, body: Body) -> Result<Response, Problem> {
    let card = service.shelf.get(&id).ok_or_else(|| {
        Problem::new(StatusCode::NOT_FOUND, "no-card", "no card is kept under this id; send it to /cards (again)")
    })?;
    service.work(body, move |_, turn| jobs::prompt(&card, &turn)).await
}

impl Service {
    fn new(limits: Limits) -> Self {
        Self {
            limits,
            uploads: Arc::new(Semaphore::new(limits.uploads)),
            jobs: Arc::new(Semaphore::new(limits.jobs)),
            shelf: Shelf::new(limits.cards, limits.kept),
        }
    }

    /// Takes an upload in, and answers with what a job makes of it on a thread for work.
    async fn work<T: serde::Serialize + Send + 'static>(
        self: Arc<Self>,
        body: Body,
        job: impl FnOnce(&Self, Bytes) -> Result<T, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let place = Arc::clone(&self.uploads).try_acquire_owned().map_err(|_| Problem::busy())?;
        let file = self.upload(body).await?;
        let turn = Arc::clone(&self.jobs).acquire_owned().await.map_err(|_| Problem::busy())?;
        let service = Arc::clone(&self);
        let made = tokio::task::spawn_blocking(move || {
            // A job goes on when whoever asked hangs up, and counts until it ends.
            let _held = (place, turn);
            let answer = job(&service, file)?;
            serde_json::to_vec(&answer).map_err(Problem::internal)
        });
        let json = made.await.map_err(Problem::internal)??;
        Ok(([("content-type", "application/json")], json).into_response())
    }

    /// The bytes of a body, which is dropped at the first byte too many.
    async fn upload(&self, body: Body) -> Result<Bytes, Problem> {
        let most = self.limits.upload;
        // What the head says already needs no reading.
        if body.size_hint().lower() > most as u64 {
            return Err(Problem::too_large(most));
        }
        match tokio::time::timeout(self.limits.patience, to_bytes(body, most)).await {
            Ok(Ok(bytes)) => Ok(bytes),
            Ok(Err(error)) => Err(Problem::unread(error, most)),
            Err(_) => Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "slow", "the upload took too long")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_job_counts_until_it_ends_even_if_nobody_waits_for_it() {
        let service = Arc::new(Service::new(Limits { uploads: 2, jobs: 1, ..Limits::default() }));
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let asked = tokio::spawn(Arc::clone(&service).work(Body::empty(), move |_, _| {
            let _ = begun.send(());
            let _ = ends.recv();
            Ok(())
        }));
        begins.await.unwrap();
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        assert_eq!((service.jobs.available_permits(), service.uploads.available_permits()), (0, 1));
        end.send(()).unwrap();
        let _next = service.jobs.acquire().await.unwrap();
        let _all = service.uploads.acquire_many(2).await.unwrap();
    }
}
