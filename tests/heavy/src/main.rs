//! `cargo heavy`: comparisons and searches that are too long for each test run.

#![expect(clippy::print_stdout, reason = "a program for developers that prints what it finds")]
#![allow(clippy::indexing_slicing, reason = "rows are JSON values, whose indexing answers null for what is absent")]
#![expect(unreachable_pub, reason = "a program: nothing outside can reach in, and plain `pub` reads better")]

mod differential;
mod doors;
mod doubling;
mod editor;
mod fuzz;
mod hostile;
mod laws;

use std::process::ExitCode;

use clap::Parser as _;
use xtask::{cargo, failure, root, shared, suite};

/// Long comparisons and searches.
#[derive(Debug, clap::Parser)]
#[command(name = "cargo heavy")]
enum Verb {
    /// Compares random cases with SillyTavern, where it is at hand, and with the packages that do the same jobs.
    Differential(differential::Options),
    /// Asks the tool, the npm package and the Python package the same questions, and holds them to the answers of the libraries.
    Doors(doors::Options),
    /// Counts what a card costs whose parts are doubled, and doubled again.
    Doubling(doubling::Options),
    /// Measures how long the language server takes to answer while somebody types in a large card, in a release build.
    Editor(editor::Options),
    /// Builds the fuzz targets and runs them.
    Fuzz(fuzz::Options),
    /// Runs the property tests on cases that they have not seen.
    Laws(laws::Options),
    /// Runs every verb of a debug build over files that are made to hurt, under limits.
    Hostile(hostile::Options),
}

fn main() -> ExitCode {
    failure::exit(match Verb::parse() {
        Verb::Differential(options) => differential::run(&options),
        Verb::Doors(options) => doors::run(&options),
        Verb::Doubling(options) => doubling::run(&options),
        Verb::Editor(options) => editor::run(&options),
        Verb::Fuzz(options) => fuzz::run(&options),
        Verb::Laws(options) => laws::run(&options),
        Verb::Hostile(options) => hostile::run(&options),
    })
}
