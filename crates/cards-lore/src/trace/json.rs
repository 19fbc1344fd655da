//! The stable JSON form of the trace.

use cards_model::json::{Number, Writer};

use super::{Cause, KeyMatch, Outcome, Source, Stop, Trace};
use crate::lore::{Compiled, EntryAt};

impl Trace {
    /// Writes the trace as JSON.
    ///
    /// An object with `profile`, `passes` (`kind`, `fired`) and `entries` in list order. An entry has `book` and
    /// `entry` (places), `id`, `name`, `label`, `outcome` (`fired`, `no-key` or `stopped`) and, by outcome, `pass`, `cause` or
    /// `stop` with their details, `key` and `secondary` (list, number, key, source, offset), `tokens`, `left`.
    pub fn write_json(&self, out: &mut Writer) {
        out.object(|out| {
            text(out, "profile", self.lore.settings.profile.as_str());
            out.key("passes");
            out.array(|out| {
                for pass in &self.passes {
                    out.element();
                    out.object(|out| {
                        text(out, "kind", pass.kind.as_str());
                        count(out, "fired", pass.fired);
                    });
                }
            });
            out.key("entries");
            out.array(|out| {
                for (at, outcome) in self.entries() {
                    out.element();
                    out.object(|out| write_entry(out, &self.lore, at, outcome));
                }
            });
        });
    }
}

fn write_entry(out: &mut Writer, lore: &Compiled, at: EntryAt, outcome: &Outcome) {
    write_at(out, lore, at);
    match outcome {
        Outcome::NoKey => text(out, "outcome", "no-key"),
        Outcome::Fired(fired) => {
            text(out, "outcome", "fired");
            count(out, "pass", fired.pass);
            write_cause(out, lore, &fired.cause);
            write_key(out, lore, "secondary", fired.secondary.as_ref());
            count(out, "tokens", fired.tokens);
            if let Some(left) = fired.left {
                number(out, "left", left);
            }
        }
        Outcome::Stopped(stopped) => {
            text(out, "outcome", "stopped");
            count(out, "pass", stopped.pass);
            text(out, "stop", stopped.stop.as_str());
            write_stop(out, lore, &stopped.stop);
            write_key(out, lore, "key", stopped.key.as_ref());
        }
    }
}

fn write_at(out: &mut Writer, lore: &Compiled, at: EntryAt) {
    count(out, "book", at.book);
    count(out, "entry", at.entry);
    if let Some(entry) = lore.books.get(at.book).and_then(|book| book.entries.get(at.entry)) {
        text(out, "id", &entry.id);
        text(out, "name", &entry.name);
        text(out, "label", &entry.label(at.entry));
    }
}

fn write_cause(out: &mut Writer, lore: &Compiled, cause: &Cause) {
    match cause {
        Cause::Constant => text(out, "cause", "constant"),
        Cause::Key(key) => {
            text(out, "cause", "key");
            write_key(out, lore, "key", Some(key));
        }
        Cause::Sticky { until } => {
            text(out, "cause", "sticky");
            count(out, "until", *until);
        }
        Cause::Decorator { name, line } => {
            text(out, "cause", "decorator");
            text(out, "decorator", name);
            count(out, "line", *line);
        }
        Cause::Forced => text(out, "cause", "forced"),
        Cause::Always => text(out, "cause", "always"),
    }
}

fn write_stop(out: &mut Writer, lore: &Compiled, stop: &Stop) {
    match stop {
        Stop::Depth { found_at, depth } => {
            count(out, "found_at", *found_at);
            number(out, "depth", *depth);
        }
        Stop::Secondary { logic, key } => {
            text(out, "logic", logic.as_str());
            write_key(out, lore, "secondary", key.as_ref());
        }
        Stop::Decorator { name, line, key } => {
            text(out, "decorator", name);
            count(out, "line", *line);
            write_key(out, lore, "listed", key.as_ref());
        }
        Stop::Probability { rolled, chance } => {
            number(out, "rolled", *rolled);
            number(out, "chance", *chance);
        }
        Stop::Group { group, winner, how } => {
            text(out, "group", group);
            text(out, "how", how.as_str());
            if let Some(winner) = winner {
                out.key("winner");
                out.object(|out| write_at(out, lore, *winner));
            }
        }
        Stop::Cooldown { until } => count(out, "until", *until),
        Stop::Delay { needed, length } => {
            count(out, "needed", *needed);
            count(out, "length", *length);
        }
        Stop::RecursionDelayed { level } => count(out, "level", *level),
        Stop::Budget { needed, used, budget } => {
            count(out, "needed", *needed);
            number(out, "used", *used);
            number(out, "budget", *budget);
        }
        Stop::Injected { into } => {
            out.key("into");
            out.object(|out| write_at(out, lore, *into));
        }
        _ => {}
    }
}

fn write_key(out: &mut Writer, lore: &Compiled, name: &str, key: Option<&KeyMatch>) {
    let Some(key) = key else { return };
    out.key(name);
    out.object(|out| {
        text(out, "list", key.list.as_str());
        count(out, "number", key.number);
        text(out, "key", &key.key);
        match key.source {
            Source::Message(number) => {
                text(out, "in", "message");
                count(out, "message", number);
            }
            Source::Greeting => text(out, "in", "greeting"),
            Source::Field(field) => {
                text(out, "in", "field");
                text(out, "field", field.as_str());
            }
            Source::Injection(number) => {
                text(out, "in", "injection");
                count(out, "injection", number);
            }
            Source::Inserted(at) => {
                text(out, "in", "inserted");
                out.key("by");
                out.object(|out| write_at(out, lore, at));
            }
            Source::Window => text(out, "in", "window"),
        }
        count(out, "offset", key.offset);
    });
}

/// Writes a member that is a string.
pub(crate) fn text(out: &mut Writer, name: &str, value: &str) {
    out.key(name);
    out.string(value);
}

/// Writes a member that is a whole number.
pub(crate) fn count(out: &mut Writer, name: &str, value: impl Into<Number>) {
    out.key(name);
    out.number(&value.into());
}

/// Writes a member that is a number; what JSON has no number for becomes `null`.
pub(crate) fn number(out: &mut Writer, name: &str, value: f64) {
    out.key(name);
    match Number::from_f64(value) {
        Some(number) => out.number(&number),
        None => out.null(),
    }
}

#[cfg(test)]
mod tests {
    use cards_model::Style;

    use super::*;

    #[test]
    fn members_are_json() {
        let mut out = Writer::new(Style::Compact);
        out.object(|out| {
            text(out, "a\"", "\u{1}\n\\é");
            count(out, "c", 7_u64);
            number(out, "n", 4.0);
            number(out, "h", -0.5);
            number(out, "x", f64::NAN);
        });
        assert_eq!(out.finish(), r#"{"a\"":"\u0001\n\\é","c":7,"n":4,"h":-0.5,"x":null}"#);
    }
}
