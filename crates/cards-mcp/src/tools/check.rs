//! `check`: what is wrong with a file, for a client.

use std::path::{MAIN_SEPARATOR, Path};

use cards_kit::Repair;
use cards_kit::answer::{Counts, Finding};
use cards_kit::lint::DataFolder;
use cards_words::plural;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Hints, Tool};
use crate::answer::{Answer, value_of};
use crate::desk::{Desk, planned};
use crate::given::{Client, arguments, lint_options};
use crate::path::CardPath;
use crate::refusal::Refusal;
use crate::schema::{any, member, of_answer, of_arguments};

pub(super) const TOOL: Tool = Tool {
    name: "check",
    title: "Check a card",
    about: "Checks a file against the specs and against what programs do with it. Each finding has its rule, place, severity, \
        whom it hurts, help, and whether `plan` with `repair` mends it. With `client`, only what hurts that program. A token of \
        `plan` in place of a path checks the file as it would be.",
    examples: &[
        ("everything", r#"{"path":"cards/aria.png"}"#),
        ("what keeps it from working in RisuAI", r#"{"path":"cards/aria.png","client":"risu"}"#),
        ("only rules about keys", r#"{"path":"cards/aria.png","rules":["entry-key-*"]}"#),
    ],
    hints: Hints::LOOKS,
    input: of_arguments::<Arguments>,
    output: || {
        of_answer(&[
            any("path", "The file."),
            member::<Counts>("counts", "How many findings of each severity."),
            any("repairable", "How many changes a repair would make."),
            member::<Vec<Finding>>("findings", "The findings, the worst first."),
        ])
    },
    run: |desk, value| check(desk, arguments(value)?),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The file, as `root/folder/aria.png`, or the token of a plan.
    path: String,
    /// Only what hurts this program.
    #[serde(default)]
    client: Option<Client>,
    /// Only these rules, as ids or with `*` at the end.
    #[serde(default)]
    rules: Vec<String>,
    /// Go on from this number of the findings.
    #[serde(default)]
    offset: usize,
    /// Bytes that the answer may have; 24576 without it.
    #[expect(dead_code, reason = "the desk reads it for every tool")]
    #[serde(default)]
    max_bytes: Option<usize>,
}

fn check(desk: &mut Desk, args: Arguments) -> Result<Answer, Refusal> {
    let files = &*desk.files;
    let at = |path: &Path| path.to_str()?.replace(MAIN_SEPARATOR, "/").parse::<CardPath>().ok();
    let of_file = planned(&args.path).map_or(Some(&*args.path), |(_, inside)| inside).map(Path::new);
    let is_folder = |path: &Path| at(path).is_some_and(|path| files.is_folder(&path));
    let data = of_file.and_then(|file| DataFolder::of(file, is_folder));
    let data = data.map(|data| data.files(|path| at(path).is_some_and(|path| files.is_there(&path))));
    let name = of_file.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let options = lint_options(args.client, &args.rules, files.now()).with_file_name(name).with_data(data);
    let bytes = desk.bytes(&args.path)?;
    let linted = cards_kit::lint(&*bytes, &options, desk.kit())?;
    let mut counts = Counts::default();
    let mut findings: Vec<_> = linted.report.findings.iter().collect();
    findings.iter().for_each(|finding| counts.add(finding.severity()));
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity()));
    let repairable = Repair::plan(&*bytes, &options, desk.kit()).map_or(0, |repair| repair.changes().len());
    let findings =
        findings.into_iter().map(|finding| value_of(Finding::from(finding))).collect::<Result<Vec<Value>, _>>()?;
    let summary = format!(
        "{}, {}, {}; a repair would make {}",
        plural(counts.error, "error"),
        plural(counts.warning, "warning"),
        plural(counts.note, "note"),
        plural(repairable, "change"),
    );
    let answer =
        Answer::new(summary).with("path", &args.path)?.with("counts", counts)?.with("repairable", repairable)?;
    let answer = answer.with_list("findings", findings, args.offset, "call `check` again with offset {}");
    if repairable == 0 || planned(&args.path).is_some() {
        return Ok(answer);
    }
    let mut repair = json!({});
    if let Value::Object(repair) = &mut repair {
        if let Some(client) = args.client {
            repair.insert("client".to_owned(), client.word().into());
        }
        if !args.rules.is_empty() {
            repair.insert("rules".to_owned(), args.rules.into());
        }
    }
    Ok(answer.then("repair what can be repaired safely", "plan", json!({"paths": [args.path], "repair": repair})))
}
