//! `cards schema`: the JSON Schema of a form.

use std::process::ExitCode;

use cards_model::{Form, SCHEMA_NAMES, Style, schema};

use crate::failure::Failure;
use crate::output::Output;

/// Print the JSON Schema (draft 2020-12) of a spec.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards schema v3 > v3.schema.json\n  cards schema worldinfo")]
pub(crate) struct Args {
    /// The spec: v1, v2, v3, v3l, prom, module, worldinfo, lorebook_v3 …
    #[arg(value_name = "SPEC", value_parser = form)]
    form: Form,
}

fn form(name: &str) -> Result<Form, String> {
    SCHEMA_NAMES.iter().find(|(known, _)| *known == name).map(|(_, form)| *form).ok_or_else(|| {
        let names: Vec<_> = SCHEMA_NAMES.iter().map(|(name, _)| *name).collect();
        format!("no schema has this name; there are {}", names.join(", "))
    })
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut text = schema(args.form).to_text(Style::Pretty(2));
    text.push('\n');
    out.raw(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
