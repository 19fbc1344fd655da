//! What can be said of a template without rendering it.

use std::fmt;
use std::ops::Range;

use crate::host::Arity;
use crate::js;
use crate::profile::Engine;
use crate::syntax::{Operator, What};
use crate::table::{self, Group, Variant};
use crate::template::Template;
use crate::tree_view::{Kind, MacroRef};
use crate::vars::Scope;

/// More findings than this are counted, not listed: nobody reads them, and hostile text could make millions.
const MOST_FINDINGS: usize = 1_000;

/// What a template uses and what is odd about it.
///
/// ```
/// use cards_macro::{Profile, Template};
/// let analysis = Template::parse("{{chra}} waits.", Profile::Spec)?.analyse();
/// assert_eq!(analysis.findings[0].to_string(), "byte 0: `chra` is not a macro; `char` is like it");
/// # Ok::<(), cards_macro::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Analysis {
    /// Every macro by its usual name, sorted, with how often it occurs.
    pub macros: Vec<(String, usize)>,
    /// Variables that are read, in text order.
    pub reads: Vec<VariableUse>,
    /// Variables that are written or deleted, in text order.
    pub writes: Vec<VariableUse>,
    /// What is odd, in text order.
    pub findings: Vec<Finding>,
    /// How many findings were left out of the list at least; the list holds a thousand.
    pub omitted: usize,
}

/// A macro that reads or writes a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct VariableUse {
    /// The store.
    pub scope: Scope,
    /// The name; `None` where other macros make it.
    pub name: Option<String>,
    /// Where the macro stands, in bytes.
    pub span: Range<usize>,
    /// Where the name stands, in bytes; `None` where other macros make it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub named: Option<Range<usize>>,
}

/// Something odd about a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Finding {
    /// Where, in bytes.
    pub span: Range<usize>,
    /// What.
    pub oddity: Oddity,
}

/// What is odd.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Oddity {
    /// A macro is opened and never closed.
    Unterminated,
    /// A name that the profile does not know.
    Unknown {
        /// The name as written.
        name: String,
        /// A known name that differs by a slip of the pen.
        suggestion: Option<&'static str>,
        /// Profiles that do know the name.
        known_in: Vec<Engine>,
    },
    /// A name in single braces (`{user}`), which is text.
    SingleBraces {
        /// The name as written.
        name: String,
    },
    /// The number of arguments does not fit; the macro stays as text.
    WrongArguments {
        /// The name as written.
        name: String,
        /// How many are taken.
        takes: Arity,
        /// How many are there.
        found: usize,
    },
    /// Another profile renders it in another way.
    DiffersIn {
        /// The other profile.
        profile: Engine,
        /// How, in one sentence.
        how: String,
    },
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unterminated => f.write_str("`{{` is opened here and never closed"),
            Self::Unknown { name, known_in, .. } if !known_in.is_empty() => {
                let others: Vec<_> = known_in.iter().map(|engine| engine.as_str()).collect();
                write!(f, "`{name}` is a macro of {} and not of this profile", others.join(", "))
            }
            Self::Unknown { name, suggestion: Some(meant), .. } => {
                write!(f, "`{name}` is not a macro; `{meant}` is like it")
            }
            Self::Unknown { name, .. } => {
                write!(f, "`{name}` is not a macro of a spec, of SillyTavern or of RisuAI")
            }
            Self::SingleBraces { name } => write!(f, "`{{{name}}}` is text; the macro has double braces"),
            Self::WrongArguments { name, takes, found } => {
                write!(f, "`{name}` takes {takes} arguments and has {found}")
            }
            Self::DiffersIn { profile, how } => write!(f, "{profile} renders it otherwise: {how}"),
        }
    }
}

/// The place in bytes, and what is odd there.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.span.start, self.oddity)
    }
}

impl Template<'_> {
    /// Lists what the template uses and what is odd about it.
    ///
    /// # Examples
    ///
    /// ```
    /// use cards_macro::{Oddity, Profile, Template};
    ///
    /// let template = Template::parse("{{chra}} sees {user}.", Profile::Spec)?;
    /// let analysis = template.analyse();
    /// assert!(matches!(&analysis.findings[0].oddity, Oddity::Unknown { suggestion: Some("char"), .. }));
    /// assert!(matches!(&analysis.findings[1].oddity, Oddity::SingleBraces { name } if name == "user"));
    /// # Ok::<(), cards_macro::Error>(())
    /// ```
    #[must_use]
    pub fn analyse(&self) -> Analysis {
        let mut analysis = Analysis::default();
        let mut counts = std::collections::BTreeMap::<String, usize>::new();
        for found in self.macros() {
            if let Some(name) = usual_name(found) {
                *counts.entry(name).or_default() += 1;
            }
            variables(found, &mut analysis);
            self.oddities(found, &mut analysis);
        }
        for at in self.unterminated() {
            analysis.add(at..at + 2, || Oddity::Unterminated);
        }
        self.single_braces(&mut analysis);
        analysis.macros = counts.into_iter().collect();
        for used in [&mut analysis.reads, &mut analysis.writes] {
            used.sort_by_key(|used| used.span.start);
        }
        analysis.findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
        analysis
    }

    fn oddities(&self, found: MacroRef<'_>, analysis: &mut Analysis) {
        let name = found.name();
        match found.kind() {
            Kind::Unknown => analysis.add(found.span(), || Oddity::Unknown {
                name: name.to_owned(),
                suggestion: table::suggest(name, self.profile()),
                known_in: Engine::ALL.iter().copied().filter(|&other| table::find(name, other).is_some()).collect(),
            }),
            Kind::Known => {
                if let (false, Some(variant)) = (found.fits(), found.variant()) {
                    analysis.add(found.span(), || Oddity::WrongArguments {
                        name: name.to_owned(),
                        takes: variant.arity(),
                        found: found.args().count(),
                    });
                }
                if let Some(variant) = found.variant() {
                    self.differences(found, variant, analysis);
                }
            }
            _ => {}
        }
    }

    /// Notes the other profiles in which a known macro means something else.
    fn differences(&self, found: MacroRef<'_>, variant: Variant, analysis: &mut Analysis) {
        let own = self.profile();
        for other in [Engine::Spec, Engine::SillyTavern, Engine::Risu] {
            if other == own {
                continue;
            }
            let name =
                if found.is_angled() && found.name().eq_ignore_ascii_case("bot") { "char" } else { found.name() };
            if analysis.is_full() {
                analysis.omitted += 1;
                continue;
            }
            let there = table::find(name, other);
            let how = match there {
                None => format!("`{}` is not known there and stays as text", found.name()),
                Some(_) if found.is_angled() && found.text().starts_with("<<") => {
                    "double angle brackets are not macros there".to_owned()
                }
                Some(there) if std::ptr::eq(there, variant.0) => continue,
                Some(there) if there.note.is_empty() || there.note == variant.note() => continue,
                Some(there) if is_name_only(found) && there.arity == variant.arity() => continue,
                Some(there) => there.note.to_owned(),
            };
            analysis.add(found.span(), || Oddity::DiffersIn { profile: other, how });
        }
        let before = found.span().start.checked_sub(1).and_then(|at| self.text().as_bytes().get(at));
        if before == Some(&b'{') && !found.is_risu() && !found.is_angled() {
            let how = "the first two of three braces open there, so the macro stays as text".to_owned();
            analysis.add(found.span(), || Oddity::DiffersIn { profile: Engine::Risu, how });
        }
    }

    /// Names of people in single braces.
    fn single_braces(&self, analysis: &mut Analysis) {
        let text = self.text();
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(hit) = crate::scan::find2(bytes, at, b'{', b'{') {
            at = hit + 1;
            let doubled = hit.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'{');
            let rest = bytes.get(hit + 1..).unwrap_or_default();
            let len = rest.iter().take(16).take_while(|byte| byte.is_ascii_alphanumeric()).count();
            if doubled || len == 0 || rest.get(len) != Some(&b'}') {
                continue;
            }
            let Some(name) = text.get(hit + 1..hit + 1 + len) else {
                continue;
            };
            // `{user}}` lacks a brace as much as `{user}` lacks two.
            let end = hit + len + 2 + usize::from(rest.get(len + 1) == Some(&b'}'));
            let is_person = ["char", "user", "bot"].iter().any(|person| person.eq_ignore_ascii_case(name));
            if is_person {
                analysis.add(hit..end, || Oddity::SingleBraces { name: name.to_owned() });
            }
        }
    }
}

impl Analysis {
    fn is_full(&self) -> bool {
        self.findings.len() >= MOST_FINDINGS
    }

    fn add(&mut self, span: Range<usize>, oddity: impl FnOnce() -> Oddity) {
        if self.is_full() {
            self.omitted += 1;
        } else {
            self.findings.push(Finding { span, oddity: oddity() });
        }
    }
}

/// Whether the macro is a bare name of a person: these mean the same everywhere but for the nickname.
fn is_name_only(found: MacroRef<'_>) -> bool {
    found.info().is_some_and(|info| info.group == Group::Names) && found.args().next().is_none()
}

/// The name that listings use.
fn usual_name(found: MacroRef<'_>) -> Option<String> {
    match found.kind() {
        Kind::Known => found.info().map(|info| info.name.to_owned()),
        Kind::Unknown | Kind::Block => Some(found.name().to_ascii_lowercase()).filter(|name| !name.is_empty()),
        Kind::Shorthand | Kind::Stray => None,
    }
}

/// Notes the variables of a macro.
fn variables(found: MacroRef<'_>, analysis: &mut Analysis) {
    let (scope, reads, writes, named) = if let What::Shorthand(scope, operator) = found.what() {
        let reads = operator != Operator::Set;
        let writes = matches!(
            operator,
            Operator::Set
                | Operator::Increment
                | Operator::Decrement
                | Operator::Add
                | Operator::Subtract
                | Operator::OrElseSet
                | Operator::IfMissingSet
        );
        (scope, reads, writes, Some(found.name_span()))
    } else {
        let lower = found.name().to_ascii_lowercase();
        let scope = if lower.contains("global") { Scope::Global } else { Scope::Chat };
        let (reads, writes) = match lower.replace("global", "").as_str() {
            "getvar" | "hasvar" | "varexists" | "getvarkey" | "getvarindex" => (true, false),
            "setvar" | "deletevar" | "flushvar" | "setdefaultvar" => (false, true),
            "addvar" | "incvar" | "decvar" | "setvarkey" | "setvarindex" => (true, true),
            _ => return,
        };
        (scope, reads, writes, variable_name(found))
    };
    let span = found.span();
    let name = named.clone().and_then(|named| found.template_text().get(named)).map(str::to_owned);
    let used = VariableUse { scope, name, span, named };
    if writes {
        analysis.writes.push(used.clone());
    }
    if reads {
        analysis.reads.push(used);
    }
}

/// Where the first argument is, where no macro takes part in it.
fn variable_name(found: MacroRef<'_>) -> Option<Range<usize>> {
    let first = found.args().next()?;
    let begin = first.span().start;
    if !matches!(found.what(), What::Late) {
        let name = js::trim(first.text());
        let start = begin + first.text().find(name).unwrap_or_default();
        return first.is_plain().then(|| start..start + name.len());
    }
    // RisuAI: the arguments are still in one piece.
    let ((_, name_end), args) = crate::syntax::risu::split(first.text());
    let &(start, end) = args.first()?;
    let first_kid = first.macros().next().map_or(usize::MAX, |kid| kid.span().start - first.span().start);
    (name_end < first_kid && end <= first_kid).then(|| begin + start..begin + end)
}
