//! Parsed templates and rendering.

use cards_words::setters;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::call::Env;
use crate::error::Error;
use crate::host::Host;
use crate::limits::Limits;
use crate::profile::{Engine, For};
use crate::render;
use crate::state::State;
use crate::syntax::{self, Tree};
use crate::trace::{Step, Trace};
use crate::vars::Scope;

/// A text parsed for a profile: parse once, render many times.
///
/// Parsing borrows the text. A text without macros is rendered by borrowing it again, without a copy.
///
/// # Examples
///
/// ```
/// use cards_macro::{For, MapHost, Profile, Template};
///
/// let template = Template::parse("{{char}} waves at {{user}}.", Profile::Spec)?;
/// let mut host = MapHost::new("Rin", "Mira");
/// assert_eq!(template.render(&mut host, For::Prompt)?, "Mira waves at Rin.");
/// # Ok::<(), cards_macro::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Template<'t> {
    text: Cow<'t, str>,
    profile: Engine,
    pub(crate) tree: Tree,
}

/// How to render.
///
/// ```
/// use cards_macro::{For, MapHost, Profile, RenderOptions, Template};
/// let template = Template::parse("{{char}}: {{comment: a note}}", Profile::Spec)?;
/// let options = RenderOptions::new(For::Prompt).with_explain(true);
/// let rendered = template.render_with(&mut MapHost::new("Sam", "Aria"), &options)?;
/// assert_eq!((rendered.text.as_ref(), rendered.steps.len()), ("Aria: ", 2));
/// # Ok::<(), cards_macro::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RenderOptions {
    /// What the text is for.
    pub target: For,
    /// What it may cost.
    pub limits: Limits,
    /// Whether to keep an account of every macro.
    pub explain: bool,
    /// The text that this one replaces, for `{{original}}`; the host's [`Fact::Original`](crate::Fact) otherwise.
    pub original: Option<String>,
    /// Texts for `{{outlet::name}}`; the host is asked for names that are not here.
    pub outlets: BTreeMap<String, String>,
}

impl RenderOptions {
    /// Creates options for a target, with default limits and no account.
    #[must_use]
    pub fn new(target: For) -> Self {
        Self { target, ..Self::default() }
    }
}

setters! {
    RenderOptions:
    /// Sets what the text is for.
    with_target(target: For) = target;
    /// Sets the limits.
    with_limits(limits: Limits) = limits;
    /// Asks for an account of every macro.
    with_explain(explain: bool) = explain;
    /// Sets the text that this one replaces.
    with_original(original: Option<String>) = original;
    /// Sets the texts of outlets.
    with_outlets(outlets: BTreeMap<String, String>) = outlets;
}

/// A rendered text and what was found on the way.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Rendered<'t> {
    /// The text.
    pub text: Cow<'t, str>,
    /// Names of macros that neither the profile nor the host knows, sorted.
    pub unknown: Vec<String>,
    /// Variables that were read and not set, sorted.
    pub unset: Vec<(Scope, String)>,
    /// Names of the outlets that were asked for, sorted.
    pub outlets: Vec<String>,
    /// What each macro became, inner ones first; empty unless asked for.
    pub steps: Vec<Step>,
}

impl<'t> Template<'t> {
    /// Parses a text with default limits.
    ///
    /// # Errors
    ///
    /// [`Error::TemplateTooLarge`] and [`Error::TooDeep`].
    pub fn parse(text: &'t str, profile: impl Into<Engine>) -> Result<Self, Error> {
        Self::parse_with(text, profile, &Limits::default())
    }

    /// Parses a text.
    ///
    /// # Errors
    ///
    /// [`Error::TemplateTooLarge`] and [`Error::TooDeep`].
    pub fn parse_with(text: &'t str, profile: impl Into<Engine>, limits: &Limits) -> Result<Self, Error> {
        let profile = profile.into();
        let text = if syntax::is_glued(text, profile) { syntax::in_braces(text) } else { Cow::Borrowed(text) };
        let tree = syntax::parse(&text, profile, limits)?;
        Ok(Self { text, profile, tree })
    }

    /// Returns the template with a text of its own.
    #[must_use]
    pub fn into_owned(self) -> Template<'static> {
        Template { text: Cow::Owned(self.text.into_owned()), profile: self.profile, tree: self.tree }
    }

    /// Returns the text that was parsed: of SillyTavern's, with its names in angle brackets in braces where one follows a brace
    /// in a macro, which is a macro of three braces to the client.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the engine that it was parsed for.
    #[must_use]
    pub fn profile(&self) -> Engine {
        self.profile
    }

    /// Whether rendering gives the text back as it is and changes nothing, whatever the host.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        // The older engine runs the macros of all card fields at every text.
        let runs_fields = self.profile == Engine::SillyTavernLegacy && !self.text.is_empty();
        self.tree.nodes.is_empty() && !runs_fields && !self.needs_finish()
    }

    /// Renders with default limits.
    ///
    /// # Errors
    ///
    /// A limit that was hit; macro text itself never fails.
    pub fn render(&self, host: &mut dyn Host, target: For) -> Result<Cow<'_, str>, Error> {
        self.render_with(host, &RenderOptions::new(target)).map(|rendered| rendered.text)
    }

    /// Renders.
    ///
    /// # Errors
    ///
    /// A limit that was hit; macro text itself never fails.
    pub fn render_with(&self, host: &mut dyn Host, options: &RenderOptions) -> Result<Rendered<'_>, Error> {
        let limit = options.limits.output_bytes;
        let within =
            |text: &str| if text.len() > limit { Err(Error::OutputTooLarge { offset: 0, limit }) } else { Ok(()) };
        if self.is_plain() {
            within(&self.text)?;
            return Ok(Rendered {
                text: Cow::Borrowed(&self.text),
                unknown: Vec::new(),
                unset: Vec::new(),
                outlets: Vec::new(),
                steps: Vec::new(),
            });
        }
        let state =
            State { fuel: options.limits.fuel, trace: options.explain.then(Trace::default), ..State::default() };
        let mut env = Env {
            host,
            profile: self.profile,
            target: options.target,
            limits: &options.limits,
            original: options.original.as_deref(),
            outlets: &options.outlets,
            engines: render::ENGINES,
            state,
        };
        let text = render::render(&self.text, &self.tree, &mut env)?;
        // What no macro made is counted too: a pass over the text that finds nothing hands it on as it is.
        within(&text)?;
        Ok(Rendered {
            text: Cow::Owned(text),
            unknown: env.state.unknown.into_iter().collect(),
            unset: env.state.unset.into_iter().flat_map(of_scope).collect(),
            outlets: env.state.outlets.into_iter().collect(),
            steps: env.state.trace.map(|trace| trace.steps).unwrap_or_default(),
        })
    }

    /// Whether rendering may change text in which the tree has no macro.
    fn needs_finish(&self) -> bool {
        let bytes = self.text.as_bytes();
        self.profile.rules().touches.is_some_and(|[a, b]| crate::scan::find2(bytes, 0, a, b).is_some())
    }
}
/// Parses and renders a text once, with default limits.
///
/// # Errors
///
/// A limit that was hit; macro text itself never fails.
///
/// # Examples
///
/// ```
/// use cards_macro::{expand, For, MapHost, Profile};
/// use std::borrow::Cow;
///
/// let mut host = MapHost::new("Rin", "Mira");
/// let text = expand("No macros here.", Profile::Spec, &mut host, For::Prompt)?;
/// assert!(matches!(text, Cow::Borrowed(_)));
/// # Ok::<(), cards_macro::Error>(())
/// ```
pub fn expand<'t>(
    text: &'t str,
    profile: impl Into<Engine>,
    host: &mut dyn Host,
    target: For,
) -> Result<Cow<'t, str>, Error> {
    let template = Template::parse(text, profile)?;
    if template.is_plain() && text.len() <= Limits::default().output_bytes {
        return Ok(Cow::Borrowed(text));
    }
    template.render(host, target).map(|text| Cow::Owned(text.into_owned()))
}

/// The names of a scope, each with it.
fn of_scope((scope, names): (Scope, BTreeSet<String>)) -> impl Iterator<Item = (Scope, String)> {
    names.into_iter().map(move |name| (scope, name))
}
