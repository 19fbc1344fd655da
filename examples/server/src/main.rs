//! `card-server [ADDRESS]`: serves until it is interrupted or asked to end, then answers what is under way.

use card_server::{Limits, serve};

fn main() -> std::io::Result<()> {
    let limits = Limits::default();
    // As many threads as jobs, since the usual allocator keeps for each thread what its largest job freed.
    let threads = tokio::runtime::Builder::new_multi_thread().max_blocking_threads(limits.jobs).enable_all().build()?;
    threads.block_on(async {
        let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
        let listener = tokio::net::TcpListener::bind(&address).await?;
        println!("card-server: at http://{}", listener.local_addr()?);
        serve(listener, limits, stop()).await
    })
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
