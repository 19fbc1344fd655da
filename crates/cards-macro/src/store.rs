//! Reading and writing variables while a text is rendered.

use crate::call::Env;
use crate::trace::Change;
use crate::vars::{Scope, Value};

impl Env<'_> {
    /// Reads a variable. Its size is paid for, so that reading a large one again and again runs out of fuel.
    pub(crate) fn get_var(&mut self, scope: Scope, name: &str) -> Option<Value> {
        let value = self.host.get_var(scope, name)?.into_owned();
        self.charge(&value);
        Some(value)
    }

    /// Whether a variable is set.
    pub(crate) fn has_var(&self, scope: Scope, name: &str) -> bool {
        self.host.get_var(scope, name).is_some()
    }

    /// Writes a variable and notes the change.
    pub(crate) fn set_var(&mut self, scope: Scope, name: &str, value: Value) {
        self.charge(&value);
        if self.state.trace.is_some() {
            let before = self.get_var(scope, name);
            self.changed(scope, name, before, Some(value.clone()));
        }
        self.host.set_var(scope, name, value);
    }

    /// Takes the fuel for moving a value; the next step finds out when there is none left.
    fn charge(&mut self, value: &Value) {
        if let Value::Text(text) = value {
            self.state.fuel = self.state.fuel.saturating_sub((text.len() >> 6) as u64);
        }
    }

    /// Deletes a variable and notes the change.
    pub(crate) fn delete_var(&mut self, scope: Scope, name: &str) {
        let before = if self.state.trace.is_some() { self.get_var(scope, name) } else { None };
        if self.host.delete_var(scope, name) {
            self.changed(scope, name, before, None);
        }
    }

    fn changed(&mut self, scope: Scope, name: &str, before: Option<Value>, after: Option<Value>) {
        if let Some(trace) = &mut self.state.trace {
            trace.changes.push(Change { scope, name: name.to_owned(), before, after });
        }
    }

    /// Notes that a variable was read which is not set.
    pub(crate) fn note_unset(&mut self, scope: Scope, name: &str) {
        let names = self.state.unset.entry(scope).or_default();
        // A template asks for the same few names again and again: the name is copied once only.
        if !names.contains(name) {
            names.insert(name.to_owned());
        }
    }
}
