//! What verbs over many files have in common: how many threads, which paths, and what was passed over.

use std::path::PathBuf;

use cards_library::files::{self, PassedOver};

use crate::failure::Failure;
use crate::input::is_standard_input;
use crate::output::Output;
use crate::plural::plural;

/// How many threads a verb over many files works on.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Threads {
    /// Threads to use; as many as there are cores unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Threads {
    /// How many, as [`files::in_order`] takes them.
    pub(crate) fn number(self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

/// Refuses standard input, and a path that was named and leads nowhere; what vanishes later is a row with `error`.
pub(crate) fn refuse_absent(paths: &[PathBuf]) -> Result<(), Failure> {
    if let Some(path) = paths.iter().find(|path| is_standard_input(path)) {
        let message = "this goes through files and folders; `cards inspect -` reads standard input".to_owned();
        return Err(Failure::Content { path: path.clone(), class: "io", message });
    }
    Ok(files::refuse_absent(paths)?)
}

/// Says how many files were not looked at and how many are no cards, so that nobody takes silence for a clean bill.
pub(crate) fn note_passed(passed: &PassedOver, out: &mut Output) {
    let strays = passed.strays();
    if strays > 0 {
        out.note(&format!("no card in {}", plural(strays, "file")));
    }
    if passed.count() > 0 {
        let what = match passed.count() {
            1 => "1 file of another kind".to_owned(),
            count => format!("{count} files of other kinds"),
        };
        out.note(&format!("not looked at: {what}"));
    }
}
