//! The state of the program, asked of the host. What the host does not know stays as text.

use super::data;
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::{Fact, List};

macro_rules! facts {
    ($($name:ident: $fact:ident),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            call.put_known(Fact::$fact)
        })*
    };
}

facts! {
    model: Model,
    sub_model: SubModel,
    max_context: MaxContext,
    screen_width: ScreenWidth,
    screen_height: ScreenHeight,
}

/// The button that was pressed, `null` without one.
pub(crate) fn trigger(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let id = call.env.host.fact(Fact::TriggerId).map(std::borrow::Cow::into_owned);
    call.put(id.as_deref().unwrap_or("null"))
}

pub(crate) fn jailbreak_is_on(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let on = call.env.host.fact(Fact::JailbreakToggle).is_some_and(|text| super::is_true(&text));
    call.put_bit(on)
}

/// Whether the model takes a begun answer.
pub(crate) fn prefill(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let fits = call.env.host.fact(Fact::Model).is_some_and(|model| model.starts_with("claude"));
    call.put_bit(fits)
}

pub(crate) fn module_is_on(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = call.args.or_empty(0);
    let modules = call.env.host.list(List::Modules).unwrap_or_default();
    let on = modules.iter().any(|module| module == name);
    call.put_bit(on)
}

pub(crate) fn module_assets(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match call.env.host.list(List::ModuleAssets(call.args.or_empty(0))) {
        Some(names) => data::put_texts(call, names),
        None => Ok(Flow::Done),
    }
}

pub(crate) fn emotions(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    data::put_names(call, List::Emotions)
}

pub(crate) fn assets(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    data::put_names(call, List::Assets)
}

pub(crate) fn display_assets(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    data::put_names(call, List::DisplayAssets)
}

/// A fact about the program by its name.
pub(crate) fn metadata(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(key) = call.args.get(0) else {
        return Ok(Flow::Keep);
    };
    let fact = match key.to_lowercase().as_str() {
        "mobile" => return flag(call, Fact::IsMobile),
        "local" => return flag(call, Fact::IsLocal),
        "node" => return flag(call, Fact::IsNode),
        "imateapot" => return call.put("🫖"),
        "risutype" => return call.put("web"),
        "version" => Fact::ProgramVersion,
        "major" | "majorver" | "majorversion" => return major(call),
        "language" | "lang" | "locale" => Fact::Language,
        "browserlanguage" | "browserlang" | "browserlocale" => Fact::BrowserLanguage,
        "modelname" => return first_known(call, [Fact::ModelName, Fact::Model]),
        "modelshortname" => return short_name(call),
        "modelinternalid" => return first_known(call, [Fact::ModelInternalId, Fact::Model]),
        "modelformat" => Fact::ModelFormat,
        "modelprovider" => Fact::ModelProvider,
        "modeltokenizer" => Fact::ModelTokenizer,
        "maxcontext" => Fact::MaxContext,
        _ => return call.put(&format!("Error: {key} is not a valid metadata key.")),
    };
    call.put_known(fact)
}

fn flag(call: &mut Call<'_, '_>, fact: Fact) -> Result<Flow, Error> {
    let on = call.env.host.fact(fact).is_some_and(|text| super::is_true(&text));
    call.put_bit(on)
}

fn major(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(version) = call.env.host.fact(Fact::ProgramVersion).map(std::borrow::Cow::into_owned) else {
        return Ok(Flow::Keep);
    };
    call.put(version.split('.').next().unwrap_or_default())
}

fn first_known(call: &mut Call<'_, '_>, facts: [Fact; 2]) -> Result<Flow, Error> {
    let known = facts.into_iter().find(|&fact| call.env.host.fact(fact).is_some());
    known.map_or(Ok(Flow::Keep), |fact| call.put_known(fact))
}

fn short_name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match call.env.host.fact(Fact::ModelShortName) {
        Some(_) => call.put_known(Fact::ModelShortName),
        None => first_known(call, [Fact::ModelName, Fact::Model]),
    }
}
