//! The server for agents: roots and limits from the command line, the protocol on standard input and output.

use std::path::PathBuf;
use std::process::ExitCode;

use cards_library::files::journal::state_folder;
use cards_mcp::{Desk, Disk, Limits, Root, serve};
use clap::Parser;

/// Ten tools for agents that write and repair character cards, over the Model Context Protocol on standard input and output.
///
/// Files outside the roots are neither read nor written, links are not followed, and nothing is written at all without
/// --allow-writes.
#[derive(Debug, Parser)]
#[command(
    name = "cards-mcp",
    version,
    after_help = "Examples:\n  cards-mcp ~/cards\n  cards-mcp --allow-writes cards=\"$HOME/cards\" town=\"$HOME/lore\"\n\n\
    What a run of the server replaces is kept where `cards undo` finds it: `cards undo` takes the whole run back."
)]
struct Args {
    /// A folder whose files may be looked at, as FOLDER or NAME=FOLDER; paths begin with its name.
    #[arg(required = true, value_name = "ROOT", value_parser = root)]
    roots: Vec<Root>,
    /// Let `apply` write what a plan said.
    #[arg(long)]
    allow_writes: bool,
    /// Bytes of an answer unless a call asks for more.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().answer_bytes)]
    max_answer: usize,
    /// Megabytes of a file that is read whole.
    #[arg(long, value_name = "MB", default_value_t = Limits::default().file_bytes >> 20)]
    max_file_mb: u64,
    /// Files that one call looks at.
    #[arg(long, value_name = "N", default_value_t = Limits::default().files)]
    max_files: usize,
    /// Files that one plan changes.
    #[arg(long, value_name = "N", default_value_t = Limits::default().planned_files)]
    max_planned_files: usize,
    /// Seconds after which a call that goes through many files ends with what it has.
    #[arg(long, value_name = "N", default_value_t = Limits::default().millis / 1_000)]
    max_seconds: u64,
    /// Plans that are kept; the oldest goes.
    #[arg(long, value_name = "N", default_value_t = Limits::default().plans)]
    max_plans: usize,
    /// Megabytes of new files that plans may hold.
    #[arg(long, value_name = "MB", default_value_t = Limits::default().plan_bytes >> 20)]
    max_plan_mb: usize,
}

/// A root, named by what is before `=` or by the last part of the folder.
fn root(text: &str) -> Result<Root, String> {
    let (name, folder) = match text.split_once('=') {
        Some((name, folder)) => (name.to_owned(), PathBuf::from(folder)),
        None => {
            let folder = PathBuf::from(text);
            let last = std::fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone());
            let last = last.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let plain: String = last
                .chars()
                .map(|letter| if letter.is_alphanumeric() || letter == '_' { letter } else { '-' })
                .collect();
            (plain, folder)
        }
    };
    Root::new(&name, &folder).map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut names: Vec<&str> = args.roots.iter().map(Root::name).collect();
    names.sort_unstable();
    if let Some([name, _]) = names.windows(2).find(|pair| matches!(pair, [a, b] if a == b)) {
        eprintln!("two roots are called `{name}`; write NAME=FOLDER to name them");
        return ExitCode::from(2);
    }
    let limits = Limits::default()
        .with_answer_bytes(args.max_answer)
        .with_file_bytes(args.max_file_mb << 20)
        .with_files(args.max_files)
        .with_planned_files(args.max_planned_files)
        .with_millis(args.max_seconds.saturating_mul(1_000))
        .with_plans(args.max_plans)
        .with_plan_bytes(args.max_plan_mb << 20);
    let disk = Disk::new(args.roots, state_folder(|name| std::env::var_os(name)));
    match serve(Desk::new(disk, limits, args.allow_writes)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cards-mcp: {error}");
            ExitCode::from(2)
        }
    }
}
