//! Connections: how many, how long, and how they end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use crate::patient::Patient;
use crate::{Limits, Service, routes};

/// A pause after the system could not give a connection, as when the process has no more files.
const BREATH: Duration = Duration::from_millis(100);

/// Serves until `stop` ends, then takes no more and gives what is under way its time.
///
/// # Errors
/// None so far: a connection that fails is its own end.
pub async fn serve(
    listener: TcpListener,
    limits: Limits,
    stop: impl Future<Output = ()> + Send,
) -> std::io::Result<()> {
    let service = Arc::new(Service::new(limits));
    let places = Arc::new(Semaphore::new(limits.connections));
    let (ending, ended) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        // One too many is closed at once: to let it wait would let those before it choose for how long.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            service.metrics.refused.fetch_add(1, Ordering::Relaxed);
            continue;
        };
        let (service, ended) = (Arc::clone(&service), ended.clone());
        connections.spawn(async move {
            service.metrics.connections.fetch_add(1, Ordering::Relaxed);
            connection(stream, peer, &service, ended).await;
            service.metrics.connections.fetch_sub(1, Ordering::Relaxed);
            drop(place);
        });
    }
    drop(listener);
    service.ending.store(true, Ordering::Relaxed);
    drop(ending);
    let all = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(limits.drain, all).await.is_err() {
        eprintln!("card-server: {} connections were left at the end", connections.len());
        connections.shutdown().await;
    }
    Ok(())
}

/// Answers the requests of a connection, until it ends or the service does and no request is under way.
async fn connection(stream: TcpStream, peer: SocketAddr, service: &Arc<Service>, mut ended: watch::Receiver<()>) {
    // Small answers are not held back for larger ones.
    let _ = stream.set_nodelay(true);
    let router = routes(Arc::clone(service));
    let answer = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        router.clone().oneshot(request)
    });
    let stream = TokioIo::new(Patient::new(stream, service.limits.write));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(service.limits.head);
    let mut going = std::pin::pin!(http.serve_connection(stream, answer));
    tokio::select! {
        // What ends a connection is the client's affair: it is too slow, or gone.
        _ = going.as_mut() => return,
        _ = ended.changed() => going.as_mut().graceful_shutdown(),
    }
    let _ = going.await;
}
