//! Figures for Prometheus, in its text format: too few for a package that registers them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::Service;

/// The upper ends of the times that answers are counted by, in seconds.
const TIMES: [f64; 8] = [0.005, 0.025, 0.1, 0.25, 1.0, 2.5, 10.0, 30.0];

/// What was counted so far.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) connections: AtomicU64,
    pub(crate) refused: AtomicU64,
    routes: Mutex<BTreeMap<String, Route>>,
}

/// The answers of a route.
#[derive(Default)]
struct Route {
    by_status: BTreeMap<u16, u64>,
    within: [u64; TIMES.len()],
    seconds: f64,
}

impl Metrics {
    /// Counts an answer. `route` is a path as it is declared, so that strangers cannot make names.
    pub(crate) fn answered(&self, route: &str, status: u16, took: Duration) {
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let known = routes.entry(route.to_owned()).or_default();
        *known.by_status.entry(status).or_default() += 1;
        known.seconds += took.as_secs_f64();
        for (count, end) in known.within.iter_mut().zip(TIMES) {
            *count += u64::from(took.as_secs_f64() <= end);
        }
    }

    fn of_routes(&self, out: &mut String) -> std::fmt::Result {
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        head(out, "requests_total", "counter", "Requests that were answered.")?;
        for (name, route) in routes.iter() {
            for (status, count) in &route.by_status {
                writeln!(out, "card_server_requests_total{{route=\"{name}\",status=\"{status}\"}} {count}")?;
            }
        }
        head(out, "request_seconds", "histogram", "From the head of a request until its answer began to leave.")?;
        for (name, route) in routes.iter() {
            let all: u64 = route.by_status.values().sum();
            for (count, end) in route.within.iter().zip(TIMES) {
                writeln!(out, "card_server_request_seconds_bucket{{route=\"{name}\",le=\"{end}\"}} {count}")?;
            }
            writeln!(out, "card_server_request_seconds_bucket{{route=\"{name}\",le=\"+Inf\"}} {all}")?;
            writeln!(out, "card_server_request_seconds_sum{{route=\"{name}\"}} {}", route.seconds)?;
            writeln!(out, "card_server_request_seconds_count{{route=\"{name}\"}} {all}")?;
        }
        Ok(())
    }
}

impl Service {
    /// All figures.
    pub(crate) fn measures(&self) -> String {
        let mut out = String::new();
        // Nothing that is written to a text fails.
        let _ = self.metrics.of_routes(&mut out);
        let (cards, bytes) = self.shelf.held();
        let now = [
            ("connections", "gauge", "Connections that are open.", self.metrics.connections.load(Ordering::Relaxed)),
            (
                "connections_refused_total",
                "counter",
                "Connections that were one too many.",
                self.metrics.refused.load(Ordering::Relaxed),
            ),
            (
                "uploads",
                "gauge",
                "Uploads whose answers have not left yet.",
                (self.limits.uploads - self.uploads.available_permits()) as u64,
            ),
            ("jobs", "gauge", "Jobs that run.", (self.limits.jobs - self.jobs.available_permits()) as u64),
            ("held_bytes", "gauge", "Bytes of uploads and answers that are held.", self.room.held() as u64),
            ("kept_cards", "gauge", "Cards that are kept for prompts.", cards as u64),
            ("kept_bytes", "gauge", "Bytes of the cards that are kept.", bytes as u64),
        ];
        for (name, kind, help, value) in now {
            let _ = head(&mut out, name, kind, help);
            let _ = writeln!(out, "card_server_{name} {value}");
        }
        out
    }
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) -> std::fmt::Result {
    writeln!(out, "# HELP card_server_{name} {help}\n# TYPE card_server_{name} {kind}")
}
