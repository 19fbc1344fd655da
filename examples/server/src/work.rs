//! How a request becomes an answer: a place, the upload, a turn, the job, and the answer with what it holds.

use std::io;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout_at};

use crate::Service;
use crate::problem::Problem;
use crate::room::Taken;
use crate::upload::Upload;

/// What a job made.
pub(crate) struct Made {
    pub(crate) bytes: Vec<u8>,
    pub(crate) kind: &'static str,
    /// Headers of its own.
    pub(crate) heads: Vec<(&'static str, String)>,
}

/// An answer in JSON, of so many bytes at most.
pub(crate) fn json(answer: &impl serde::Serialize, most: usize) -> Result<Made, Problem> {
    let mut bounded = Bounded { bytes: Vec::new(), most };
    match serde_json::to_writer(&mut bounded, answer) {
        Ok(()) => Ok(Made { bytes: bounded.bytes, kind: "application/json", heads: Vec::new() }),
        Err(error) if error.is_io() => Err(answer_too_large(most)),
        Err(error) => Err(Problem::internal(error)),
    }
}

fn answer_too_large(most: usize) -> Problem {
    let message = format!("the answer would have more than {most} bytes");
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "answer-too-large", message)
}

/// Takes so many bytes and no more.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl io::Write for Bounded {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + piece.len() > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An answer, with the place and the room that it gives back once the last of its bytes has left, or its connection is gone.
struct Leaving {
    bytes: Vec<u8>,
    _room: Taken,
    _place: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Leaving {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Service {
    /// Takes an upload in, and answers with what a job makes of it on a thread for work.
    pub(crate) async fn work(
        self: Arc<Self>,
        head: &HeaderMap,
        body: Body,
        job: impl FnOnce(&Self, Bytes) -> Result<Made, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let place = Arc::clone(&self.uploads).try_acquire_owned().map_err(|_| Problem::busy())?;
        let Upload { file, room: taken } = self.upload(head, body).await?;
        let end = Instant::now() + self.limits.job;
        let turn = timeout_at(end, Arc::clone(&self.jobs).acquire_owned()).await;
        let turn = turn.map_err(|_| Problem::busy())?.map_err(Problem::internal)?;
        let service = Arc::clone(&self);
        let job = tokio::task::spawn_blocking(move || {
            // A job goes on when whoever asked hangs up or waits no longer, and counts until it ends.
            let _turn = turn;
            service.finish(place, taken, |service| job(service, file))
        });
        match timeout_at(end, job).await {
            Ok(ended) => ended.map_err(Problem::internal)?,
            Err(_) => {
                Err(Problem::new(StatusCode::GATEWAY_TIMEOUT, "too-long", "the job takes too long; it was given up"))
            }
        }
    }

    /// Runs a job, and has its answer hold the place of the upload, and room for itself in the place of the file's.
    fn finish(
        &self,
        place: OwnedSemaphorePermit,
        mut room: Taken,
        job: impl FnOnce(&Self) -> Result<Made, Problem>,
    ) -> Result<Response, Problem> {
        let Made { bytes, kind, heads } = job(self)?;
        if bytes.len() > self.limits.answer {
            return Err(answer_too_large(self.limits.answer));
        }
        self.room.grow(&mut room, bytes.len()).ok_or_else(Problem::full)?;
        let bytes = Bytes::from_owner(Leaving { bytes, _place: place, _room: room });
        let mut response = ([("content-type", kind)], bytes).into_response();
        for (name, value) in heads {
            let value = value.try_into().map_err(Problem::internal)?;
            response.headers_mut().insert(name, value);
        }
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn small() -> Arc<Service> {
        Arc::new(Service::new(Limits { uploads: 2, jobs: 1, memory: 1 << 20, ..Limits::default() }))
    }

    fn nothing() -> Made {
        Made { bytes: vec![b' '; 100_000], kind: "text/plain", heads: Vec::new() }
    }

    #[tokio::test]
    async fn a_job_counts_until_it_ends_even_if_nobody_waits_for_it() {
        let service = small();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let working = Arc::clone(&service);
        let asked = tokio::spawn(async move {
            let job = move |_: &Service, _| {
                let _ = begun.send(());
                let _ = ends.recv();
                Ok(nothing())
            };
            working.work(&HeaderMap::new(), Body::empty(), job).await
        });
        begins.await.unwrap();
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        assert_eq!((service.jobs.available_permits(), service.uploads.available_permits()), (0, 1));
        end.send(()).unwrap();
        let _next = service.jobs.acquire().await.unwrap();
        let _all = service.uploads.acquire_many(2).await.unwrap();
        assert_eq!(service.room.held(), 0);
    }

    #[tokio::test]
    async fn an_answer_holds_its_place_and_its_room_until_it_has_left() {
        let service = small();
        let response = Arc::clone(&service).work(&HeaderMap::new(), Body::empty(), |_, _| Ok(nothing())).await.unwrap();
        let held = || (service.uploads.available_permits(), service.room.held() >= 100_000);
        assert_eq!(held(), (1, true));
        // Whoever sends it takes the bytes out of the body, and drops them as they leave.
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        assert_eq!(held(), (1, true));
        drop(bytes);
        assert_eq!((held(), service.room.held()), ((2, false), 0));
    }

    #[tokio::test]
    async fn a_job_that_takes_too_long_is_answered_and_counts_on() {
        let limits = Limits { job: std::time::Duration::from_millis(50), jobs: 1, ..Limits::default() };
        let service = Arc::new(Service::new(limits));
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let job = move |_: &Service, _| {
            let _ = ends.recv();
            Ok(nothing())
        };
        let problem = Arc::clone(&service).work(&HeaderMap::new(), Body::empty(), job).await.unwrap_err();
        assert_eq!(problem.into_response().status(), StatusCode::GATEWAY_TIMEOUT);
        assert_eq!(service.jobs.available_permits(), 0);
        // Another one waits in vain for its turn.
        let problem =
            Arc::clone(&service).work(&HeaderMap::new(), Body::empty(), |_, _| Ok(nothing())).await.unwrap_err();
        assert_eq!(problem.into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
        end.send(()).unwrap();
        let _turn = service.jobs.acquire().await.unwrap();
    }
}
