//! A rule as data: what it asks, where it comes from, how much a breach weighs and whom it hurts.
//!
//! What checks a rule and what repairs a breach are in [`rules`](crate::rules), which knows every form.

use super::form::Form;
use crate::Pointer;

/// How much a breach weighs, by what it does to people who use the card.
///
/// The letter of a spec is another thing: see [`Letter`]. A MUST whose breach no known program minds is a note.
///
/// ```
/// use cards_model::rules::Severity;
/// let least: Severity = "warning".parse()?;
/// assert!(Severity::Error > least && Severity::Note < least);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; no chat program is known to be hurt.
    Note,
    /// The author or the reader will not get what the card promises.
    Warning,
    /// A program refuses the file or loses a part of it.
    Error,
}

cards_words::named! {
    Severity: "severity";
    Error => "error",
    Warning => "warning",
    Note => "note",
}

/// How binding the text of a spec makes a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// No sentence of a spec asks for it.
    #[default]
    Silent,
    /// A spec says SHOULD or SHOULD NOT.
    Should,
    /// A spec (or the JSON grammar) says MUST or MUST NOT.
    Must,
}

cards_words::named! {
    Letter: "strength";
    Silent => "silent",
    Should => "should",
    Must => "must",
}

impl Letter {
    /// The word that specs use: `MUST`, `SHOULD`, or nothing.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Silent => "",
            Self::Should => "SHOULD",
            Self::Must => "MUST",
        }
    }
}

/// Whom a breach hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reader {
    /// SillyTavern.
    SillyTavern,
    /// RisuAI.
    Risu,
    /// Programs beside these two: strict libraries, editors, card sites.
    Others,
}

cards_words::named! {
    Reader: "reader";
    SillyTavern => "sillytavern" | "st" | "tavern" | "silly" | "silly-tavern",
    Risu => "risu" | "risuai" | "risu-ai",
    Others => "others",
}

impl Reader {
    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SillyTavern => "SillyTavern",
            Self::Risu => "RisuAI",
            Self::Others => "other readers",
        }
    }
}

/// Who checks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The reader, as it reads the text.
    Reading,
    /// A function over the typed content.
    Content,
    /// A layer above: what has the container open, or knows programs.
    Above,
}

/// One thing that a fix changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The rule that asked for it.
    pub rule: &'static Rule,
    /// Where.
    pub pointer: Pointer,
    /// What was changed, for people.
    pub message: String,
}

impl Change {
    /// A change at a place.
    #[must_use]
    pub fn new(rule: &'static Rule, pointer: impl Into<Pointer>, message: impl Into<String>) -> Self {
        Self { rule, pointer: pointer.into(), message: message.into() }
    }
}

/// One rule: what it asks, where it comes from, how binding it is, and whom a breach hurts.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// A stable name in kebab case, unique over all rules.
    pub id: &'static str,
    /// How much a breach weighs.
    pub severity: Severity,
    /// How binding the text of a spec makes it.
    pub letter: Letter,
    /// The programs that a breach hurts; empty when none is known.
    pub breaks: &'static [Reader],
    /// The text and section that it comes from, or the program and version where it was observed.
    pub source: &'static str,
    /// What it asks, in one sentence of our own.
    pub summary: &'static str,
    /// What to do about a breach by hand.
    pub help: &'static str,
    /// What `cards repair` does about a breach, for rules of which some breaches have a safe fix.
    pub repair: Option<&'static str>,
    /// The forms of content that it holds for.
    pub forms: &'static [Form],
    /// Whether readers agree on what a file means that breaks it; lenient validation passes over such rules.
    pub settled: bool,
    pub(crate) by: By,
}

impl Rule {
    /// A rule of every form that a layer above checks. Notes hurt nobody, others everybody, until it is said
    /// otherwise.
    #[must_use]
    pub const fn new(
        id: &'static str,
        severity: Severity,
        source: &'static str,
        summary: &'static str,
        help: &'static str,
    ) -> Self {
        Self {
            id,
            severity,
            letter: Letter::Silent,
            breaks: if matches!(severity, Severity::Note) { &[] } else { Reader::ALL },
            source,
            summary,
            help,
            repair: None,
            forms: Form::ALL,
            settled: false,
            by: By::Above,
        }
    }

    /// The rule as a text of a spec makes it binding.
    #[must_use]
    pub const fn letter(self, letter: Letter) -> Self {
        Self { letter, ..self }
    }

    /// The rule with the programs that a breach hurts.
    #[must_use]
    pub const fn breaks(self, breaks: &'static [Reader]) -> Self {
        Self { breaks, ..self }
    }

    /// The rule with what `cards repair` does about a breach.
    #[must_use]
    pub const fn repair(self, repair: &'static str) -> Self {
        Self { repair: Some(repair), ..self }
    }

    /// The rule for some forms of content alone.
    #[must_use]
    pub const fn forms(self, forms: &'static [Form]) -> Self {
        Self { forms, ..self }
    }

    pub(crate) const fn settled(self, settled: bool) -> Self {
        Self { settled, ..self }
    }

    pub(crate) const fn by(self, by: By) -> Self {
        Self { by, ..self }
    }

    /// Whether some breaches have a safe fix.
    #[must_use]
    pub fn is_fixable(&self) -> bool {
        self.repair.is_some()
    }

    /// Whether a look at the content, without its container, shows breaches.
    #[must_use]
    pub fn is_about_content(&self) -> bool {
        self.by != By::Above
    }

    /// The names of the programs that a breach hurts, for people: `SillyTavern, RisuAI`, or `nobody known`.
    #[must_use]
    pub fn hurts(&self) -> String {
        match self.breaks {
            [] => "nobody known".to_owned(),
            all => all.iter().map(|reader| reader.name()).collect::<Vec<_>>().join(", "),
        }
    }
}

/// Ids are unique, so they tell rules apart.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// Declares the rules of one group: a name, an id, a severity, a source, a summary and a help text each, then whatever
/// differs from a new rule of the type. The visibility and the type are first, since a crate may keep more of a rule
/// than this one does.
#[doc(hidden)]
#[macro_export]
macro_rules! declare_rules {
    (
        $visibility:vis $type:ty;
        $(#[doc = $group_doc:literal])* $group:ident;
        $(
            $(#[doc = $doc:literal])*
            $name:ident: $id:literal, $severity:ident, $source:literal, $summary:literal, $help:literal
                $(, $option:ident: $value:expr)* $(,)?;
        )*
    ) => {
        $(
            $(#[doc = $doc])*
            $visibility static $name: $type =
                <$type>::new($id, $crate::rules::Severity::$severity, $source, $summary, $help)
                    $(.$option($value))*;
        )*
        $(#[doc = $group_doc])*
        $visibility static $group: &[&$type] = &[$(&$name),*];
    };
}

/// Declares the rules of one group of this crate.
macro_rules! rules {
    ($($group:tt)*) => { $crate::declare_rules! { pub $crate::terms::rule::Rule; $($group)* } };
}
pub(crate) use rules;
