//! `card-server [ADDRESS]`: serves until it is interrupted or asked to end, then answers what is under way.

use card_server::{Limits, serve};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let listener = tokio::net::TcpListener::bind(&address).await?;
    println!("card-server: at http://{}", listener.local_addr()?);
    serve(listener, Limits::default(), stop()).await
}

/// Ends with Ctrl-C, and where there is such a thing with the signal by which services are ended.
async fn stop() {
    let interrupted = async { drop(tokio::signal::ctrl_c().await) };
    #[cfg(unix)]
    if let Ok(mut ended) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            () = interrupted => {}
            _ = ended.recv() => {}
        }
        return;
    }
    interrupted.await;
}
