//! Names of old, of verbs whose work another verb does: each runs exactly the line that its help names.

use std::path::PathBuf;
use std::process::ExitCode;

use super::pack::write::Destination;
use super::{merge, new, pack};
use crate::failure::Failure;
use crate::output::Output;
use crate::picture::Size;

/// `cards update OLD NEW MINE`.
#[derive(Debug, clap::Args)]
#[command(
    override_help = "`cards update OLD NEW MINE` is an old name of `cards merge OLD MINE NEW`, with the same options.\n\n\
    `cards help merge` has them.\n"
)]
pub(crate) struct Update {
    old: PathBuf,
    new: PathBuf,
    mine: PathBuf,
    #[command(flatten)]
    how: merge::How,
}

impl Update {
    /// Runs `merge`.
    pub(crate) fn run(self, out: &mut Output) -> Result<ExitCode, Failure> {
        let Self { old, new, mine, how } = self;
        merge::run(&merge::Args { base: old, ours: mine, theirs: new, driver: None, how }, out)
    }
}

/// `cards embed PICTURE CARD`.
#[derive(Debug, clap::Args)]
#[command(
    override_help = "`cards embed PICTURE CARD -o OUT` is an old name of `cards pack CARD --picture PICTURE --as png -o OUT`, \
    with\nthe same options; --in-place is `-o PICTURE --force`.\n\n`cards help pack` has them.\n"
)]
pub(crate) struct Embed {
    picture: PathBuf,
    card: PathBuf,
    #[command(flatten)]
    chunks: pack::Which,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    to: Destination,
}

impl Embed {
    /// Runs `pack`.
    pub(crate) fn run(self, out: &mut Output) -> Result<ExitCode, Failure> {
        let Self { picture, card, chunks, size, to } = self;
        let output = to.target(&picture, out)?;
        pack::run(&pack::Args::into_picture(card, picture, (chunks, size), output), out)
    }
}

/// `cards id KIND`.
#[derive(Debug, clap::Args)]
#[command(
    override_help = "`cards id KIND` is an old name of `cards new --ids KIND`, with the same options.\n\n`cards help new` has them.\n"
)]
pub(crate) struct Id {
    #[arg(value_name = "KIND")]
    ids: new::IdKind,
    #[command(flatten)]
    which: new::WhichIds,
}

impl Id {
    /// Runs `new`.
    pub(crate) fn run(&self, out: &mut Output) -> Result<ExitCode, Failure> {
        new::ids(self.ids, &self.which, out)
    }
}
