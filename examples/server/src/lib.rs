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
}

impl Default for Limits {
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, Into::into);
        Self { upload: 16 << 20, patience: Duration::from_secs(20), uploads: 64, jobs, cards: 1_000 }
    }
}

/// What all requests share.
struct Service {
    limits: Limits,
    uploads: Semaphore,
    jobs: Semaphore,
    shelf: Shelf,
}

/// The routes of the service.
pub fn router(limits: Limits) -> Router {
    let service = Service {
        limits,
        uploads: Semaphore::new(limits.uploads),
        jobs: Semaphore::new(limits.jobs),
        shelf: Shelf::new(limits.cards),
    };
    Router::new()
        .route("/health", get(async || "up"))
        .route("/validate", post(validate))
        .route("/normalise", post(normalise))
        .route("/lint", post(lint))
        .route("/cards", put(keep))
        .route("/cards/{id}/prompt", post(prompt))
        .with_state(Arc::new(service))
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
    /// Takes an upload in, and answers with what a job makes of it on a thread for work.
    async fn work<T: serde::Serialize + Send + 'static>(
        self: Arc<Self>,
        body: Body,
        job: impl FnOnce(&Self, Bytes) -> Result<T, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let _place = self.uploads.try_acquire().map_err(|_| Problem::busy())?;
        let file = self.upload(body).await?;
        let _turn = self.jobs.acquire().await.map_err(|_| Problem::busy())?;
        let service = Arc::clone(&self);
        let made = tokio::task::spawn_blocking(move || {
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
