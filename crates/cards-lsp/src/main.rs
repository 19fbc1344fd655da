//! The language server over standard input and output, with the disk, and a thread for long work.

mod background;
mod disk;
mod wire;

use std::io::Write as _;
use std::process::ExitCode;

use cards_lsp::{Done, End, Job, Server};
use crossbeam_channel::{Receiver, Sender, select};
use lsp_server::Message;

use crate::disk::Disk;

/// What `--help` says.
const HELP: &str = "cards-lsp: a language server for character cards, lorebooks, regex scripts and presets

It speaks the language server protocol over standard input and output; an editor starts it.
Settings come from the nearest `cards.toml` of a file: [lint], as `cards lint` reads it, and [editor].
docs/editors.md has the settings of VS Code, Neovim, Zed and Helix.

  --stdio     for editors that say so; it is the only way
  --version   print the version
  --help      print this
";

fn main() -> ExitCode {
    for arg in std::env::args().skip(1) {
        let said = match arg.as_str() {
            "--stdio" => continue,
            "--version" | "-V" => format!("cards-lsp {}\n", env!("CARGO_PKG_VERSION")),
            "--help" | "-h" => HELP.to_owned(),
            other => {
                let message = format!("cards-lsp: there is no option `{other}`; see `cards-lsp --help`\n");
                drop(std::io::stderr().write_all(message.as_bytes()));
                return ExitCode::from(2);
            }
        };
        let written = std::io::stdout().write_all(said.as_bytes());
        return if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let beside = match background::start() {
        Ok(beside) => beside,
        Err(error) => return failed(&error.to_string()),
    };
    let (from_editor, to_editor, threads) = wire::stdio();
    let end = serve(&from_editor, &to_editor, &beside);
    // The reading thread ends once nobody takes what it reads, the writing one once nobody can send to it any more.
    drop((from_editor, to_editor));
    let joined = threads.join().map_err(|error| error.to_string());
    let ended = match end {
        End::Asked => Ok(()),
        End::Left => Err("the editor ended without asking for it".to_owned()),
    };
    match joined.and(ended) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => failed(&message),
    }
}

fn failed(message: &str) -> ExitCode {
    drop(std::io::stderr().write_all(format!("cards-lsp: {message}\n").as_bytes()));
    ExitCode::FAILURE
}

/// Answers until the editor is done.
fn serve(
    from_editor: &Receiver<Message>,
    to_editor: &Sender<String>,
    (jobs, done): &(Sender<Job>, Receiver<Done>),
) -> End {
    let mut server = Server::new(Disk);
    loop {
        if server.is_idle() {
            select! {
                recv(from_editor) -> message => match message {
                    Ok(message) => server.take(message),
                    Err(_) => return End::Left,
                },
                recv(done) -> news => if let Ok(news) = news { server.news(news); },
            }
        }
        // What came meanwhile may take back what is waiting.
        from_editor.try_iter().for_each(|message| server.take(message));
        server.step();
        // Where the editor is gone, nobody is left to tell.
        server.said().for_each(|message| drop(to_editor.send(message)));
        server.jobs().for_each(|job| drop(jobs.send(job)));
        if let Some(end) = server.end() {
            return end;
        }
    }
}
