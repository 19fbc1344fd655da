//! Text completion: the whole prompt as one text, made by a context template, an instruct template and a system prompt.
//!
//! [`complete`] takes the common steps and goes on with the story string, the messages in the forms of the instruct
//! template, what fits, and the last line. The templates are the user's files ([`read_templates`]), or one of the few that
//! are stated here ([`BuiltIn`]).
//!
//! De facto: SillyTavern 1.19.0. `docs/prompt.md` tells the algorithm in steps.

mod assemble;
mod builtin;
mod closing;
mod context;
mod examples;
mod fields;
mod file;
mod fit;
mod format;
mod handlebars;
mod instruct;
mod items;
mod js;
mod prompt;
mod stop;
mod story;
mod sysprompt;

pub use assemble::complete;
pub use builtin::BuiltIn;
pub use context::{ContextTemplate, StoryPlace};
pub use fields::{TemplateFinding, TemplateOddity};
pub use file::{Templates, read_templates, templates_of};
pub use handlebars::{Problem, TemplateError};
pub use instruct::{InstructTemplate, NamesBehavior};
pub use prompt::{TextOptions, TextPrompt};
pub use stop::custom_stop_strings;
pub use sysprompt::SystemPrompt;
