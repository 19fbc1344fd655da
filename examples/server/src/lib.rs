//! A service for character cards: uploads checked, repaired, normalised and linted, and the prompt of a turn.
//!
//! Strangers send the files, so everything has a limit: see [`Limits`]. What a file may cost beyond that is in the limits of the
//! library.

mod jobs;
mod limits;
mod metrics;
mod openapi;
mod patient;
mod problem;
mod room;
mod serve;
mod shelf;
mod told;
mod upload;
mod work;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post, put};
use serde::Deserialize;
use tokio::sync::Semaphore;

pub use limits::{ADDRESS, Limits, SETTINGS, Setting};
pub use openapi::{ROUTES, openapi};
pub use patient::LEAST;
pub use serve::serve;

use metrics::Metrics;
use problem::Problem;
use room::Room;
use shelf::Shelf;
use work::json;

/// What all requests share.
struct Service {
    limits: Limits,
    uploads: Arc<Semaphore>,
    jobs: Arc<Semaphore>,
    room: Room,
    shelf: Shelf,
    metrics: Metrics,
    /// Nothing more is taken.
    ending: AtomicBool,
}

impl Service {
    fn new(limits: Limits) -> Self {
        Self {
            limits,
            uploads: Arc::new(Semaphore::new(limits.uploads)),
            jobs: Arc::new(Semaphore::new(limits.jobs)),
            room: Room::new(limits.memory),
            shelf: Shelf::new(limits.cards, limits.kept),
            metrics: Metrics::default(),
            ending: AtomicBool::new(false),
        }
    }
}

/// The routes of the service.
pub fn router(limits: Limits) -> Router {
    routes(Arc::new(Service::new(limits)))
}

fn routes(service: Arc<Service>) -> Router {
    Router::new()
        .route("/health", get(async || "up\n"))
        .route("/ready", get(ready))
        .route("/metrics", get(measured))
        .route("/openapi.json", get(async || axum::Json(openapi())))
        .route("/validate", post(validate))
        .route("/repair", post(repair))
        .route("/normalise", post(normalise))
        .route("/lint", post(lint))
        .route("/cards", put(keep))
        .route("/cards/{id}/prompt", post(prompt))
        .fallback(async || {
            Problem::new(StatusCode::NOT_FOUND, "no-route", "there is no such path; /openapi.json lists them")
        })
        .method_not_allowed_fallback(async || {
            Problem::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "method",
                "this path takes another method; /openapi.json lists them",
            )
        })
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&service), told::told))
        .with_state(service)
}

type Shared = State<Arc<Service>>;

async fn ready(State(service): Shared) -> Result<&'static str, Problem> {
    match service.ending.load(Ordering::Relaxed) {
        true => Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "ending", "the service ends; ask another one")),
        false => Ok("ready\n"),
    }
}

async fn measured(State(service): Shared) -> Response {
    ([("content-type", "text/plain; version=0.0.4")], service.measures()).into_response()
}

/// A query without members that the route does not know.
fn asked<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, Problem> {
    query.map(|Query(query)| query).map_err(|error| Problem::usage(error.body_text()))
}

/// The query of a route that has none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Which form to make, and what to answer with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct To {
    to: Option<String>,
    #[serde(rename = "as")]
    answer: Option<String>,
}

type Asked<T> = Result<Query<T>, QueryRejection>;

async fn validate(
    State(service): Shared,
    query: Asked<Nothing>,
    head: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    asked(query)?;
    service.work(&head, body, |service, file| json(&jobs::validate(&file)?, service.limits.answer)).await
}

async fn repair(
    State(service): Shared,
    query: Asked<Nothing>,
    head: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    asked(query)?;
    service.work(&head, body, |_, file| jobs::repair(&file)).await
}

async fn normalise(State(service): Shared, query: Asked<To>, head: HeaderMap, body: Body) -> Result<Response, Problem> {
    let To { to, answer } = asked(query)?;
    let form = jobs::form(to.as_deref())?;
    let as_file = jobs::as_file(answer.as_deref())?;
    service
        .work(&head, body, move |service, file| match as_file {
            true => jobs::normalised_file(&file, form),
            false => json(&jobs::normalise(&file, form)?, service.limits.answer),
        })
        .await
}

async fn lint(State(service): Shared, query: Asked<Nothing>, head: HeaderMap, body: Body) -> Result<Response, Problem> {
    asked(query)?;
    service.work(&head, body, |service, file| json(&jobs::lint(&file)?, service.limits.answer)).await
}

async fn keep(State(service): Shared, query: Asked<Nothing>, head: HeaderMap, body: Body) -> Result<Response, Problem> {
    asked(query)?;
    service
        .work(&head, body, |service, file| {
            let id = jobs::id(&file)?;
            if file.len() > service.limits.kept {
                return Err(Problem::too_large(service.limits.kept));
            }
            let answer = json(&serde_json::json!({ "id": id }), service.limits.answer)?;
            service.shelf.put(id, file);
            Ok(answer)
        })
        .await
}

async fn prompt(
    State(service): Shared,
    id: Result<Path<String>, PathRejection>,
    query: Asked<Nothing>,
    head: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    asked(query)?;
    let Path(id) = id.map_err(|error| Problem::usage(error.body_text()))?;
    let card = service.shelf.get(&id).ok_or_else(|| {
        Problem::new(StatusCode::NOT_FOUND, "no-card", "no card is kept under this id; send it to /cards (again)")
    })?;
    service.work(&head, body, move |service, turn| json(&jobs::prompt(&card, &turn)?, service.limits.answer)).await
}
