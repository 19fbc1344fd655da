//! `card-server [ADDRESS]`: serves until it is interrupted or asked to end, then answers what is under way.

use std::process::ExitCode;

use card_server::{ADDRESS, Limits, SETTINGS, serve};

/// Where it listens unless told.
const HERE: &str = "127.0.0.1:8080";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (address, limits) = match &arguments[..] {
        [only] if only == "--help" || only == "-h" => {
            print!("{}", help());
            return ExitCode::SUCCESS;
        }
        [only] if only == "--version" => {
            println!("card-server {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        [] | [_] if arguments.iter().all(|text| !text.starts_with('-')) => {
            let named = arguments.into_iter().next().or_else(|| std::env::var(ADDRESS).ok());
            match Limits::from_environment(
                std::env::vars_os()
                    .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
            ) {
                Ok(limits) => (named.unwrap_or_else(|| HERE.to_owned()), limits),
                Err(why) => return refused(&why, 2),
            }
        }
        _ => return refused("it takes an address and nothing else; `card-server --help` has the rest", 2),
    };
    match run(&address, limits) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refused(&format!("cannot serve at {address}: {error}"), 1),
    }
}

fn refused(why: &str, status: u8) -> ExitCode {
    eprintln!("card-server: {why}");
    ExitCode::from(status)
}

fn help() -> String {
    let limits = Limits::default();
    let lines: String = SETTINGS
        .iter()
        .map(|setting| format!("  {:<24} {} ({})\n", setting.name, setting.what, setting.value(limits)))
        .collect();
    format!(
        "card-server [ADDRESS]: a service for character cards\n\nIt listens at ADDRESS, else at ${ADDRESS}, else at {HERE}.\n\n\
         Variables of the environment, with what holds without them:\n{lines}"
    )
}

fn run(address: &str, limits: Limits) -> std::io::Result<()> {
    // As many threads as jobs, since the usual allocator keeps for each thread what its largest job freed.
    let threads = tokio::runtime::Builder::new_multi_thread().max_blocking_threads(limits.jobs).enable_all().build()?;
    let served = threads.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await?;
        println!("card-server: at http://{}", listener.local_addr()?);
        serve(listener, limits, stop()).await
    });
    // A job whose answer nobody waits for any more is left behind.
    threads.shutdown_background();
    served
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
