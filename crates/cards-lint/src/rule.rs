//! What a rule is, whichever table it stands in.

use cards_model::rules as spec;

use crate::help;
use crate::severity::Severity;
use crate::sink::Sink;
use crate::subject::Subject;

/// A rule beyond the specs: about the container, or about what authors get wrong.
#[derive(Debug)]
pub struct Rule {
    /// A stable name in kebab case, unique over all tables.
    pub id: &'static str,
    /// How much a breach weighs.
    pub severity: Severity,
    /// The text and section that it comes from, or the program and version where it was observed.
    pub source: &'static str,
    /// What it asks, in one sentence.
    pub summary: &'static str,
    /// What to do about a breach.
    pub help: &'static str,
    /// What finds breaches; nothing for rules whose breaches the container reader reports itself.
    pub(crate) check: Option<fn(&Subject<'_>, &mut Sink<'_>)>,
    /// Whether some breach has a safe fix.
    pub fixable: bool,
}

impl Rule {
    pub(crate) const fn new(
        id: &'static str,
        severity: Severity,
        source: &'static str,
        summary: &'static str,
        help: &'static str,
    ) -> Self {
        Self { id, severity, source, summary, help, check: None, fixable: false }
    }
}

/// Declares the rules of one theme: a name, an id, a severity, a source, a summary and a help text each, then whatever
/// differs from a rule that the container reader checks and nothing fixes.
macro_rules! rules {
    (
        $(#[doc = $group_doc:literal])* $group:ident;
        $(
            $(#[doc = $doc:literal])*
            $name:ident: $id:literal, $severity:ident, $source:literal, $summary:literal, $help:literal
                $(, $field:ident: $value:expr)* $(,)?;
        )*
    ) => {
        $(
            $(#[doc = $doc])*
            pub(crate) static $name: $crate::rule::Rule = $crate::rule::Rule {
                $($field: $value,)*
                ..$crate::rule::Rule::new($id, $crate::severity::Severity::$severity, $source, $summary, $help)
            };
        )*
        $(#[doc = $group_doc])*
        pub(crate) static $group: &[&$crate::rule::Rule] = &[$(&$name),*];
    };
}
pub(crate) use rules;

/// Rules of the model that no sentence of a spec makes binding, and whose breach costs the author what the card promises.
const COSTLY: [&spec::Rule; 3] = [&spec::ENTRY_NO_KEY, &spec::ENTRY_NOT_SELECTIVE, &spec::EMPTY_NAME];

/// A rule of either table.
#[derive(Clone, Copy, Debug)]
pub enum RuleRef {
    /// A rule of a spec, from the table of `cards-model`.
    Spec(&'static spec::Rule),
    /// A rule of this crate.
    Lint(&'static Rule),
}

impl RuleRef {
    /// The stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Spec(rule) => rule.id,
            Self::Lint(rule) => rule.id,
        }
    }

    /// How much a breach weighs.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::Spec(rule) if COSTLY.contains(&rule) => Severity::Warning,
            Self::Spec(rule) => rule.level.into(),
            Self::Lint(rule) => rule.severity,
        }
    }

    /// Where it comes from.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Self::Spec(rule) => rule.source,
            Self::Lint(rule) => rule.source,
        }
    }

    /// What it asks.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Spec(rule) => rule.summary,
            Self::Lint(rule) => rule.summary,
        }
    }

    /// What to do about a breach.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Self::Spec(rule) => help::of(rule.id).unwrap_or(rule.summary),
            Self::Lint(rule) => rule.help,
        }
    }

    /// Whether some breaches have a safe fix.
    #[must_use]
    pub fn fixable(self) -> bool {
        match self {
            Self::Spec(rule) => rule.fix.is_some() || crate::fix::reshapes(rule) || crate::fix::rewrites(rule),
            Self::Lint(rule) => rule.fixable,
        }
    }
}

impl PartialEq for RuleRef {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for RuleRef {}
