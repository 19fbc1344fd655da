//! `cards schema`: the JSON Schema of a form.

use std::process::ExitCode;

use cards_kit::answer::FormSchema;
use cards_model::{Form, Style, schema};
use cards_words::UnknownName;

use crate::failure::Failure;
use crate::nearest::nearest;
use crate::output::Output;

/// Print the JSON Schema (draft 2020-12) of a spec.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards schema v3 > v3.schema.json\n  cards schema worldinfo\n  \
    cards schema v2 --json | jq .json_schema.required")]
pub(crate) struct Args {
    /// The spec: v1, v2, v3, v3l, prom, module, worldinfo, lorebook_v3 …
    #[arg(value_name = "SPEC", value_parser = form)]
    form: Form,
}

fn form(name: &str) -> Result<Form, String> {
    name.parse().map_err(|unknown: UnknownName| {
        let like = nearest(name, &unknown.known).map(|like| format!("; `{like}` is like it")).unwrap_or_default();
        format!("no schema has this name{like}; there are {}", unknown.known.join(", "))
    })
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    if out.json() {
        out.answer_spelled(&[], FormSchema::of(args.form))?;
    } else {
        out.raw(format!("{}\n", schema(args.form).to_text(Style::Pretty(2))).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
