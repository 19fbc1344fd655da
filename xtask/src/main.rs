//! Workspace chores: fixtures, conformance vectors, checks of the tree.

#![expect(clippy::print_stdout, reason = "a program for developers that prints what it finds")]
#![allow(
    clippy::indexing_slicing,
    reason = "vector rows are JSON values, whose indexing answers null for what is absent"
)]
#![expect(unreachable_pub, reason = "a program: nothing outside can reach in, and plain `pub` reads better")]

mod address;
mod api;
mod ci;
mod companion;
mod conform;
mod docs;
mod features;
mod field_docs;
mod fixtures;
mod package;
mod pictures;
mod python;
mod release;
mod roundtrip;
mod rule_index;
mod rule_pages;
mod sbom;
mod shown;
mod site;
mod targets;
mod tidy;
mod typescript;
mod web;

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use clap::{Parser, Subcommand};
use xtask::{cargo, failure, performance, root, shared, suite};

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
    Bench {
        /// Jobs and options; `--help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
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
    /// Builds the WebAssembly modules of the npm package and the page; serves or checks them.
    Web(web::Options),
    /// Builds the site of documentation with the page in it, where mdBook is at hand, and looks where its links lead.
    Site(site::Options),
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
        Verb::Bench { arguments } => bench(&arguments),
        Verb::Docs(options) => docs::run(&options),
        Verb::Tidy(options) => tidy::run(&options),
        Verb::Package(options) => package::run(&options),
        Verb::Api(options) => api::run(&options),
        Verb::Release(options) => release::run(&options),
        Verb::Features => features::run(),
        Verb::Targets => targets::run(),
        Verb::Web(options) => web::run(&options),
        Verb::Site(options) => site::run(&options),
        Verb::Python(options) => python::run(&options),
        Verb::Ci => ci::run(),
    };
    failure::exit(result)
}

/// Builds the benchmarks as what is handed out, and runs them.
fn bench(arguments: &[OsString]) -> Result<(), failure::Failure> {
    let mut run = Command::new(env!("CARGO"));
    run.args(["run", "--quiet", "--profile", "dist", "--package", "bench", "--"]).args(arguments);
    // Counts are of functions by their names.
    run.env("CARGO_PROFILE_DIST_STRIP", "none");
    cargo::succeed(run.current_dir(root()))
}
