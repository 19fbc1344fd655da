//! Workspace chores: fixtures, conformance vectors, checks of the tree.

#![expect(clippy::print_stdout, reason = "a program for developers that prints what it finds")]
#![allow(
    clippy::indexing_slicing,
    reason = "vector rows are JSON values, whose indexing answers null for what is absent"
)]
#![expect(unreachable_pub, reason = "a program: nothing outside can reach in, and plain `pub` reads better")]

mod api;
mod bench;
mod cargo;
mod ci;
mod conform;
mod differential;
mod docs;
mod doubling;
mod failure;
mod features;
mod fixtures;
mod fuzz;
mod hostile;
mod laws;
mod package;
mod pictures;
mod python;
mod release;
mod roundtrip;
mod rule_index;
mod rule_pages;
mod sbom;
mod shared;
mod shown;
mod suite;
mod targets;
mod tidy;
mod typescript;
mod web;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Workspace chores.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Makes the fixtures from their sources, the same bytes each time.
    Fixtures(fixtures::Options),
    /// Runs the conformance suite, or a folder of vectors, and holds the pass counts against the baseline.
    Conform(conform::Options),
    /// Folds vectors and our own cases into the conformance suite, and counts its rows.
    Suite(suite::Options),
    /// Reads every card file of a folder, writes it back, edits and converts it, and checks that nothing is lost.
    Roundtrip(roundtrip::Options),
    /// Times our crates beside the least work that is known for each job, in one run.
    Bench(bench::Options),
    /// Makes the pages of `docs/` that come from the code, and the pictures of what the tool prints.
    Docs(docs::Options),
    /// Checks the tree: arrows between crates and inside them, orphan fixtures, errors and limits without a test,
    /// dependency ceilings.
    Tidy(tidy::Options),
    /// Makes the package of every crate, and holds what is in them against a list.
    Package(package::Options),
    /// Lists the public items of each library, and holds them against the lists in the repository.
    Api(api::Options),
    /// The steps of a release: what a tag needs, its notes, the archives with the tool.
    Release(release::Options),
    /// Builds every crate without features, and with each feature alone.
    Features,
    /// Builds every library for the web and for 32-bit machines, where a toolchain for them is at hand.
    Targets,
    /// Compares random cases with SillyTavern, where it is at hand, and with the packages that do the same jobs.
    Differential(differential::Options),
    /// Counts what a card costs whose parts are doubled, and doubled again.
    Doubling(doubling::Options),
    /// Builds the fuzz targets and runs them.
    Fuzz(fuzz::Options),
    /// Runs the property tests on cases that they have not seen.
    Laws(laws::Options),
    /// Runs every verb of a debug build over files that are made to hurt, under limits.
    Hostile(hostile::Options),
    /// Builds the WebAssembly modules of the npm package and the page; serves or checks them.
    Web(web::Options),
    /// Builds the Python package and checks it, where Python and its tools are at hand.
    Python(python::Options),
    /// Everything that the server runs, in the same order.
    Ci,
}

fn main() -> ExitCode {
    if let Some(code) = api::as_rustdoc() {
        return code;
    }
    let result = match Cli::parse().verb {
        Verb::Fixtures(options) => fixtures::run(&options),
        Verb::Conform(options) => conform::run(&options),
        Verb::Suite(options) => suite::run(&options),
        Verb::Roundtrip(options) => roundtrip::run(&options),
        Verb::Bench(options) => bench::run(&options),
        Verb::Docs(options) => docs::run(&options),
        Verb::Tidy(options) => tidy::run(&options),
        Verb::Package(options) => package::run(&options),
        Verb::Api(options) => api::run(&options),
        Verb::Release(options) => release::run(&options),
        Verb::Features => features::run(),
        Verb::Targets => targets::run(),
        Verb::Differential(options) => differential::run(&options),
        Verb::Doubling(options) => doubling::run(&options),
        Verb::Fuzz(options) => fuzz::run(&options),
        Verb::Laws(options) => laws::run(&options),
        Verb::Hostile(options) => hostile::run(&options),
        Verb::Web(options) => web::run(&options),
        Verb::Python(options) => python::run(&options),
        Verb::Ci => ci::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}
