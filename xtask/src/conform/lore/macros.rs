//! The macros that rows about lorebooks use in keys and contents.

use std::borrow::Cow;

use cards_lore::Expander;
use serde_json::{Map, Value};

/// A small stand-in for the macro engine.
pub(super) struct RowMacros<'r> {
    env: &'r Value,
    local: Map<String, Value>,
}

impl<'r> RowMacros<'r> {
    pub(super) fn new(env: &'r Value) -> Self {
        Self { env, local: env["local"].as_object().cloned().unwrap_or_default() }
    }

    /// The local variables as they are now.
    pub(super) fn local(&self) -> Value {
        Value::Object(self.local.clone())
    }

    fn text(&self, name: &str) -> String {
        super::text(&self.env[name])
    }

    fn value(&mut self, inside: &str) -> Option<String> {
        let (name, rest) = inside.split_once("::").unwrap_or((inside, ""));
        Some(match name.trim().to_lowercase().as_str() {
            "user" => self.text("user"),
            "char" => self.text("char"),
            "newline" => "\n".to_owned(),
            "getvar" => self.local.get(rest.trim()).map(super::text).unwrap_or_default(),
            "setvar" => {
                let (name, value) = rest.split_once("::")?;
                self.local.insert(name.trim().to_owned(), Value::String(value.trim().to_owned()));
                String::new()
            }
            name if name.starts_with("//") => String::new(),
            _ => return None,
        })
    }
}

impl Expander for RowMacros<'_> {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let mut out = text.replace("<BOT>", "{{char}}").replace("<USER>", "{{user}}");
        let mut from = 0;
        while let Some(open) = out.get(from..).and_then(|rest| rest.find("{{")).map(|at| at + from) {
            let Some(close) = out.get(open..).and_then(|rest| rest.find("}}")).map(|at| at + open) else { break };
            let inside = out.get(open + 2..close).unwrap_or_default().to_owned();
            match self.value(&inside) {
                Some(value) => {
                    out.replace_range(open..close + 2, &value);
                    from = open + value.len();
                }
                None => from = open + 2,
            }
        }
        let out = out.replace("\\{", "{").replace("\\}", "}");
        if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
    }
}
