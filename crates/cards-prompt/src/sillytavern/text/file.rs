//! Template files: one template as the client saves it, or several in one master export.

use cards_model::json::Limits;
use cards_model::{Json, Object, Pointer};
use cards_words::Outcome;

use super::fields::{Fields, TemplateFinding};
use super::{ContextTemplate, InstructTemplate, SystemPrompt};
use crate::sillytavern::{Error, kind};

/// The templates of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Templates {
    /// The context template.
    pub context: Option<ContextTemplate>,
    /// The instruct template.
    pub instruct: Option<InstructTemplate>,
    /// The system prompt.
    pub system_prompt: Option<SystemPrompt>,
}

/// Reads the templates of a file: one, or those of a master export.
///
/// De facto: SillyTavern 1.19.0.
///
/// # Errors
/// [`Error::Json`] for a text that is no JSON or past its limits, [`Error::NotAPreset`] for a file of another kind.
pub fn read_templates(text: &str, limits: &Limits) -> Result<Outcome<Templates, TemplateFinding>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    templates_of(&Json::read(text, limits)?)
}

/// Reads templates that were parsed already.
///
/// # Errors
/// [`Error::NotAPreset`] for a file of another kind.
pub fn templates_of(json: &Json) -> Result<Outcome<Templates, TemplateFinding>, Error> {
    let wanted = "template for text completion";
    let Json::Object(object) = json else { return Err(Error::NotAPreset { wanted, found: json.kind_name() }) };
    let mut found = Outcome::clean(Templates::default());
    let root = Pointer::default();
    let members: Vec<(&str, &Object)> =
        object.iter().filter_map(|(name, value)| Some((name, value.as_object()?))).collect();
    let is_master = members.iter().any(|(name, _)| matches!(*name, "context" | "instruct" | "sysprompt"));
    if is_master {
        for (name, member) in members {
            found.read(Some(name), Fields::new(member, root.member(name)));
        }
        return Ok(found);
    }
    let kind = match kind::of(object) {
        "context template" => "context",
        "instruct template" => "instruct",
        "system prompt" => "sysprompt",
        // An old file may lack one of the two sequences by which the kind is told.
        _ if object.get("output_sequence").is_some() => "instruct",
        found => return Err(Error::NotAPreset { wanted, found }),
    };
    found.read(Some(kind), Fields::new(object, root));
    Ok(found)
}

/// Reads of one template into an outcome.
trait Reads {
    fn read(&mut self, kind: Option<&str>, fields: Fields<'_>);
}

impl Reads for Outcome<Templates, TemplateFinding> {
    fn read(&mut self, kind: Option<&str>, fields: Fields<'_>) {
        let findings = match kind {
            Some("context") => {
                let (context, findings) = ContextTemplate::read(fields);
                self.value.context = Some(context);
                findings
            }
            Some("instruct") => {
                let (instruct, findings) = InstructTemplate::read(fields);
                self.value.instruct = Some(instruct);
                findings
            }
            Some("sysprompt") => {
                let (prompt, findings) = SystemPrompt::read(fields);
                self.value.system_prompt = Some(prompt);
                findings
            }
            _ => Vec::new(),
        };
        self.findings.extend(findings);
    }
}
