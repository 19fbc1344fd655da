//! The language server for character cards: standard input and output, and nothing else.

mod background;
mod disk;
mod requests;
mod server;
mod shapes;
mod views;
mod wire;

use std::io::Write as _;
use std::process::ExitCode;

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
    let (connection, to_editor, threads) = wire::stdio();
    let ran = server::run(&connection, to_editor);
    // The writing thread ends once nobody can send to it any more.
    drop(connection);
    let joined = threads.join().map_err(|error| error.to_string());
    match ran.and(joined) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            drop(std::io::stderr().write_all(format!("cards-lsp: {message}\n").as_bytes()));
            ExitCode::FAILURE
        }
    }
}
