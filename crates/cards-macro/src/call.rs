//! What a macro function gets to see and may do.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::error::Error;
use crate::host::{Fact, Host};
use crate::limits::Limits;
use crate::profile::{Engine, For};
use crate::state::State;
use crate::syntax::Span;
use crate::trace::Trace;

/// A macro's implementation.
pub(crate) type Fun = fn(&mut Call<'_, '_>) -> Result<Flow, Error>;

/// How a macro function ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// What it wrote replaces the macro.
    Done,
    /// The macro stays as text (with its inner macros expanded).
    Keep,
    /// What it wrote is the result of the whole rendering (RisuAI).
    Return,
    /// The last word before the macro goes (RisuAI).
    CutWord,
    /// The last sentence before the macro goes (RisuAI).
    CutSentence,
}

/// One expansion in progress.
pub(crate) struct Call<'c, 'h> {
    pub(crate) env: &'c mut Env<'h>,
    pub(crate) args: Args<'c>,
    /// What is between the braces, inner macros expanded (only RisuAI's macros ask).
    pub(crate) inner: &'c str,
    /// Whether the last argument is what is between two tags.
    pub(crate) scoped: bool,
    /// The whole template.
    pub(crate) template: &'c str,
    /// Where the macro begins.
    pub(crate) at: usize,
    pub(crate) out: &'c mut String,
}

/// What all macros of one rendering share.
pub(crate) struct Env<'h> {
    pub(crate) host: &'h mut dyn Host,
    pub(crate) profile: Engine,
    pub(crate) target: For,
    pub(crate) limits: &'h Limits,
    /// The text that this one replaces, where the caller says.
    pub(crate) original: Option<&'h str>,
    /// Texts of outlets that the caller has for this text.
    pub(crate) outlets: &'h BTreeMap<String, String>,
    pub(crate) engines: Engines,
    pub(crate) state: State,
}

/// How a macro has a text rendered. The engines know the table of macros, and the macros of the table do not know them.
#[derive(Clone, Copy)]
pub(crate) struct Engines {
    /// Renders a field of the card, which begins at an offset of the template.
    pub(crate) field: fn(&mut Env<'_>, &str, usize) -> Result<String, Error>,
    /// Renders a text with RisuAI's engine, with functions and temporary variables of its own unless they are shared.
    pub(crate) nested: fn(&mut Env<'_>, &str, usize, bool) -> Result<String, Error>,
    /// Runs the replacements of an engine of them over a text inside of another.
    pub(crate) again: fn(&mut Env<'_>, &str, usize) -> Result<String, Error>,
}

/// The rendered arguments.
#[derive(Clone, Copy)]
pub(crate) struct Args<'c> {
    pub(crate) text: &'c str,
    pub(crate) spans: ArgSpans<'c>,
}

/// Where the arguments are in the text.
#[derive(Clone, Copy)]
pub(crate) enum ArgSpans<'c> {
    /// In the template.
    Static(&'c [crate::syntax::Seq]),
    /// In the work buffer.
    Rendered(&'c [(usize, usize)]),
}

impl<'c> Args<'c> {
    pub(crate) fn len(&self) -> usize {
        match self.spans {
            ArgSpans::Static(seqs) => seqs.len(),
            ArgSpans::Rendered(ranges) => ranges.len(),
        }
    }

    /// Returns an argument.
    pub(crate) fn get(&self, index: usize) -> Option<&'c str> {
        match self.spans {
            ArgSpans::Static(seqs) => seqs.get(index).map(|seq| Span::of(seq.span, self.text)),
            ArgSpans::Rendered(ranges) => {
                let &(start, end) = ranges.get(index)?;
                self.text.get(start..end)
            }
        }
    }

    /// Returns an argument, or nothing where there is none.
    pub(crate) fn or_empty(&self, index: usize) -> &'c str {
        self.get(index).unwrap_or_default()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = &'c str> {
        (0..self.len()).map(move |index| self.or_empty(index))
    }
}

impl<'c> Call<'c, '_> {
    /// Writes text.
    pub(crate) fn put(&mut self, text: &str) -> Result<Flow, Error> {
        self.room(text.len())?;
        self.out.push_str(text);
        Ok(Flow::Done)
    }

    /// Writes one text many times.
    pub(crate) fn repeat(&mut self, text: &str, count: usize) -> Result<Flow, Error> {
        self.room(text.len().saturating_mul(count))?;
        for _ in 0..count {
            self.out.push_str(text);
        }
        Ok(Flow::Done)
    }

    /// Writes a fact of the host, or nothing where it has none.
    pub(crate) fn put_fact(&mut self, fact: Fact) -> Result<Flow, Error> {
        if let Some(text) = self.env.host.fact(fact) {
            if self.out.len() + text.len() > self.env.limits.output_bytes {
                return Err(self.too_large());
            }
            self.out.push_str(&text);
        }
        Ok(Flow::Done)
    }

    /// Writes a fact of the host; where it has none, the macro stays.
    pub(crate) fn put_known(&mut self, fact: Fact) -> Result<Flow, Error> {
        if self.env.host.fact(fact).is_none() {
            return Ok(Flow::Keep);
        }
        self.put_fact(fact)
    }

    /// Writes a number as JavaScript spells it; NaN where there is none.
    pub(crate) fn put_number(&mut self, number: Option<f64>) -> Result<Flow, Error> {
        self.put(&crate::js::number_to_string(number.unwrap_or(f64::NAN)))
    }

    /// Writes `1` or `0`.
    pub(crate) fn put_bit(&mut self, value: bool) -> Result<Flow, Error> {
        self.put(if value { "1" } else { "0" })
    }

    /// Reads an argument as a number; `None` is NaN. An absent one is NaN, an empty one 0.
    pub(crate) fn number(&self, index: usize) -> Option<f64> {
        self.args.get(index).and_then(crate::js::number)
    }

    /// Returns an argument without whitespace around.
    pub(crate) fn trimmed(&self, index: usize) -> &'c str {
        crate::js::trim(self.args.or_empty(index))
    }

    /// Makes sure that so many bytes more are within the limit.
    pub(crate) fn room(&mut self, bytes: usize) -> Result<(), Error> {
        if self.out.len().saturating_add(bytes) > self.env.limits.output_bytes {
            return Err(self.too_large());
        }
        self.env.burn(bytes, self.at)
    }

    pub(crate) fn too_large(&self) -> Error {
        Error::OutputTooLarge { offset: self.at, limit: self.env.limits.output_bytes }
    }
}

impl Env<'_> {
    /// Takes the fuel for one step that moves so many bytes.
    pub(crate) fn burn(&mut self, bytes: usize, offset: usize) -> Result<(), Error> {
        let cost = 1 + (bytes >> 6) as u64;
        if self.state.fuel < cost {
            return Err(Error::OutOfFuel { offset, limit: self.limits.fuel });
        }
        self.state.fuel -= cost;
        Ok(())
    }

    /// Renders a field of the card on behalf of the macro at an offset.
    pub(crate) fn field(&mut self, text: &str, at: usize) -> Result<String, Error> {
        (self.engines.field)(self, text, at)
    }

    /// Renders a text with RisuAI's engine on behalf of the macro at an offset.
    pub(crate) fn nested(&mut self, text: &str, at: usize, shared: bool) -> Result<String, Error> {
        (self.engines.nested)(self, text, at, shared)
    }

    /// Runs the replacements of the engine over a text on behalf of the macro at an offset.
    pub(crate) fn again(&mut self, text: &str, at: usize) -> Result<String, Error> {
        (self.engines.again)(self, text, at)
    }

    /// Renders a text inside of another. Its steps speak of itself and not of the template; what they changed is kept.
    pub(crate) fn inside<T>(&mut self, render: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.state.trace.take();
        self.state.trace = outer.is_some().then(Trace::default);
        let rendered = render(self);
        let changes = self.state.trace.take().map(Trace::into_changes).unwrap_or_default();
        self.state.trace = outer.map(|mut trace| {
            trace.changes.extend(changes);
            trace
        });
        rendered
    }

    /// Whether the fuel is enough for so many steps more.
    pub(crate) fn can_burn(&self, steps: u64) -> bool {
        steps <= self.state.fuel
    }

    /// Returns the name that stands for the character.
    pub(crate) fn char_name(&self) -> Cow<'_, str> {
        if self.profile.rules().nickname
            && let Some(nickname) = self.host.fact(Fact::Nickname)
            && !nickname.trim().is_empty()
        {
            return nickname;
        }
        self.host.fact(Fact::Char).unwrap_or_default()
    }
}
