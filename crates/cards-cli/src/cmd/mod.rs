//! The verbs, one file each.

mod activate;
mod attach;
mod compat;
mod completions;
#[cfg(feature = "suite")]
mod conform;
#[cfg(not(feature = "suite"))]
#[path = "no_conform.rs"]
mod conform;
pub(crate) mod convert;
mod detach;
mod diff;
mod dupes;
mod edit;
mod edited;
mod expand;
mod extract;
mod get;
mod grep;
mod inspect;
pub(crate) mod lint;
mod man;
mod merge;
mod new;
mod old;
mod pack;
mod prompt;
mod rename;
mod repair;
mod replace;
pub(crate) mod report;
mod rule;
pub(crate) mod scan;
mod schema;
mod set;
mod strip;
mod tags;
mod texts;
mod undo;

use std::process::ExitCode;

use clap::{Command, Subcommand};

use crate::failure::Failure;
use crate::output::Output;

/// The verbs as an enum, and each of them by its name without the others.
macro_rules! verbs {
    ($(#[$about:meta])* enum Verb { $($(#[$more:meta])* $word:literal $name:ident($args:ty),)* }) => {
        $(#[$about])*
        #[derive(Debug, Subcommand)]
        pub(crate) enum Verb {
            $(
                #[command(name = $word)]
                $(#[$more])*
                $name($args),
            )*
        }

        impl Verb {
            /// The verb of this name with all that it takes.
            pub(crate) fn alone(name: &str) -> Option<Command> {
                Some(match name {
                    $($word => <$args as clap::Args>::augment_args(Command::new($word)),)*
                    _ => return None,
                })
            }
        }
    };
}

verbs! {
    /// What to do. The words about each verb are at its arguments, the groups in which help lists them in `groups.rs`.
    ///
    /// The hidden aliases are what people try first.
    enum Verb {
        #[command(aliases = ["info", "show", "view", "open", "read", "look", "summary", "tokens", "stats", "stat", "count"])]
        "inspect" Inspect(inspect::Args),
        "prompt" Prompt(Box<prompt::Args>),
        "activate" Activate(Box<activate::Args>),
        #[command(aliases = ["validate", "check", "verify"])]
        "lint" Lint(lint::Args),
        #[command(alias = "fix")]
        "repair" Repair(repair::Args),
        #[command(alias = "rules")]
        "rule" Rule(rule::Args),
        "get" Get(get::Args),
        "set" Set(set::Args),
        "edit" Edit(edit::Args),
        #[command(aliases = ["find", "search"])]
        "grep" Grep(grep::Args),
        "texts" Texts(texts::Args),
        "merge" Merge(merge::Args),
        #[command(hide = true)]
        "update" Update(old::Update),
        "attach" Attach(attach::Args),
        "detach" Detach(detach::Args),
        #[command(aliases = ["create", "make"])]
        "new" New(new::Args),
        #[command(alias = "tag")]
        "tags" Tags(tags::Args),
        #[command(aliases = ["sed", "sub", "substitute"])]
        "replace" Replace(replace::Args),
        #[command(alias = "revert")]
        "undo" Undo(undo::Args),
        "rename" Rename(rename::Args),
        #[command(aliases = ["compare", "cmp"])]
        "diff" Diff(diff::Args),
        "convert" Convert(convert::Args),
        #[command(hide = true)]
        "embed" Embed(old::Embed),
        #[command(aliases = ["unpack", "unzip"])]
        "extract" Extract(extract::Args),
        "pack" Pack(pack::Args),
        "strip" Strip(strip::Args),
        "expand" Expand(expand::Args),
        #[command(visible_alias = "ls", alias = "list")]
        "scan" Scan(scan::Args),
        #[command(aliases = ["duplicates", "dup", "dups", "dedupe", "dedup"])]
        "dupes" Dupes(dupes::Args),
        "report" Report(report::Args),
        "compat" Compat(compat::Args),
        "conform" Conform(conform::Args),
        "schema" Schema(schema::Args),
        #[command(hide = true)]
        "id" Id(old::Id),
        "completions" Completions(completions::Args),
        "man" Man(man::Args),
    }
}

/// Runs a verb.
pub(crate) fn run(verb: Verb, out: &mut Output) -> Result<ExitCode, Failure> {
    let code = match verb {
        Verb::Inspect(args) => inspect::run(&args, out),
        Verb::Prompt(args) => prompt::run(&args, out),
        Verb::Activate(args) => activate::run(&args, out),
        Verb::Lint(args) => lint::run(&args, out),
        Verb::Repair(args) => repair::run(&args, out),
        Verb::Rule(args) => rule::run(&args, out),
        Verb::Get(args) => get::run(&args, out),
        Verb::Set(args) => set::run(&args, out),
        Verb::Edit(args) => edit::run(&args, out),
        Verb::Grep(args) => grep::run(&args, out),
        Verb::Texts(args) => texts::run(&args, out),
        Verb::Merge(args) => merge::run(&args, out),
        Verb::Update(args) => args.run(out),
        Verb::Attach(args) => attach::run(&args, out),
        Verb::Detach(args) => detach::run(&args, out),
        Verb::New(args) => new::run(&args, out),
        Verb::Tags(args) => tags::run(&args, out),
        Verb::Replace(args) => replace::run(&args, out),
        Verb::Undo(args) => undo::run(&args, out),
        Verb::Rename(args) => rename::run(&args, out),
        Verb::Diff(args) => diff::run(&args, out),
        Verb::Convert(args) => convert::run(&args, out),
        Verb::Embed(args) => args.run(out),
        Verb::Extract(args) => extract::run(&args, out),
        Verb::Pack(args) => pack::run(&args, out),
        Verb::Strip(args) => strip::run(&args, out),
        Verb::Compat(args) => compat::run(&args, out),
        Verb::Conform(args) => conform::run(&args, out),
        Verb::Schema(args) => schema::run(&args, out),
        Verb::Id(args) => args.run(out),
        Verb::Expand(args) => expand::run(&args, out),
        Verb::Scan(args) => scan::run(&args, out),
        Verb::Dupes(args) => dupes::run(&args, out),
        Verb::Report(args) => report::run(&args, out),
        Verb::Completions(args) => completions::run(&args, out),
        Verb::Man(args) => man::run(&args, out),
    }?;
    out.finish()?;
    Ok(code)
}
