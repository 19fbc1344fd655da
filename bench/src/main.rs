//! The limit programs: `cards-bench JOB FOLDER` prints a line of JSON for each way to do a job over the inputs of
//! `inputs.py`.
//!
//! A row that begins with `limit:` is the least work that is known for the job with the fastest parts at hand, `part:` one
//! part of it, and any other a way that is common. Nothing here checks what it reads: the files are those of `inputs.py`.

mod charx;
mod convert;
mod folder;
mod lore;
mod macros;
mod picture;
mod timing;

use std::path::Path;
use std::process::ExitCode;

/// Any failure: the inputs are whole, so that whoever sees one made them otherwise.
type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (Some(job), Some(folder)) = (args.next(), args.next()) else {
        eprintln!("usage: cards-bench a|b|c|d|e|f FOLDER");
        return ExitCode::FAILURE;
    };
    let folder = Path::new(&folder);
    let done = match job.as_str() {
        "a" => picture::run(&job, folder),
        "b" => picture::run(&job, folder).and_then(|()| convert::run(folder)),
        "c" => charx::run(folder),
        "d" => folder::run(folder),
        "e" => macros::run(folder),
        "f" => lore::run(folder),
        _ => Err(format!("there is no job `{job}`").into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
