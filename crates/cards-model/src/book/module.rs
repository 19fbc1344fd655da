//! An RPGGO module as a lorebook and back.

use super::losses::{Losses, entry_at, filled, number_of};
use super::stash;
use crate::Error;
use crate::document::Id;
use crate::json::{Json, Object, Pointer};
use crate::spec::lorebook::{self, Lorebook};
use crate::spec::module::{Category, Entry, IdSource, Module, is_entry_id};
use crate::terms::loss::{Converted, LossReason};
use cards_words::decorators::{Block, Syntax, is_decorated};

/// A comment macro of the card specs. It shows nothing, and a text that begins with it does not begin with `@@`.
const PLAIN: &str = "{{// plain}}";

/// How a module becomes a lorebook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToLorebook {
    /// When entries fire.
    pub firing: Firing,
    /// What becomes of texts that a lorebook would read as decorators.
    pub at_lines: AtLines,
}

/// When the entries of a module fire in a lorebook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Firing {
    /// Always, in their order: what modules are written for.
    #[default]
    Always,
    /// On their keys; entries without keys always.
    Keywords,
}

cards_words::named! {
    Firing: "way to fire";
    Always => "always",
    Keywords => "keywords",
}

/// What becomes of a module text that begins with an `@@` line, plain text there and a decorator in a lorebook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AtLines {
    /// A comment macro in front keeps it plain, and is taken off on the way back.
    #[default]
    Escape,
    /// The conversion is refused.
    Refuse,
}

cards_words::named! {
    AtLines: "choice for decorator lines";
    Escape => "escape",
    Refuse => "refuse",
}

impl Module {
    /// The module as a lorebook of the card specs.
    ///
    /// The entries keep their order and ids; what a lorebook has no field for (the module's id, category, creator and
    /// cover) goes to `extensions.cards.module`, from where [`Lorebook::to_module`] takes it back.
    ///
    /// # Errors
    /// [`Error::Field`] for a text that begins with `@@` when the options refuse those.
    pub fn to_lorebook(&self, options: ToLorebook) -> Result<Converted<Lorebook>, Error> {
        let mut losses = Losses::default();
        let mut book = stash::restored(self, &Pointer::ROOT, &mut losses, |module, losses| {
            head_of_module(module, options, losses)
        });
        for (i, entry) in self.entries.iter().enumerate() {
            let at = entry_at(i);
            if losses.no_object(&at, entry) {
                continue;
            }
            let content = content_of(entry, &at, options.at_lines)?;
            let place = book.entries.len();
            let back = |entry: &Entry, losses: &mut Losses| {
                entry_of_module(entry, content, place, options.firing, &at, losses)
            };
            book.entries.push(stash::restored(entry, &at, &mut losses, back));
        }
        Ok(losses.with(book))
    }
}

fn head_of_module(module: &Module, options: ToLorebook, losses: &mut Losses) -> Lorebook {
    let mut kept: Object = [
        ("module_id", module.module_id.as_str()),
        ("category", module.category.as_str()),
        ("creator", module.creator.as_str()),
        ("cover_url", module.cover_url.as_str()),
    ]
    .into_iter()
    .collect();
    if options.firing == Firing::Keywords {
        kept.insert("firing", "keywords");
    }
    let cards: Object = [("module", kept)].into_iter().collect();
    let mut book = Lorebook {
        name: Some(module.name.clone()),
        description: Some(module.intro.clone()),
        extensions: [("cards", cards)].into_iter().collect(),
        ..Lorebook::default()
    };
    losses.carry(&Pointer::ROOT, module, &mut book);
    book
}

fn entry_of_module(
    entry: &Entry,
    content: String,
    place: usize,
    firing: Firing,
    at: &Pointer,
    losses: &mut Losses,
) -> lorebook::Entry {
    let mut out = lorebook::Entry {
        keys: entry.keys.clone(),
        content,
        insertion_order: number_of(place),
        use_regex: Some(false),
        constant: Some(firing == Firing::Always || entry.keys.is_empty()),
        name: Some(entry.keys.first().cloned().unwrap_or_default()),
        id: filled(&entry.entry_id).map(Id::Text),
        ..lorebook::Entry::default()
    };
    losses.carry(at, entry, &mut out);
    out
}

fn content_of(entry: &Entry, at: &Pointer, at_lines: AtLines) -> Result<String, Error> {
    if is_decorated(&entry.content) && at_lines == AtLines::Refuse {
        return Err(Error::Field {
            pointer: at.member("content"),
            problem: "the text begins with `@@`, which a lorebook reads as a decorator; escape it or change the text"
                .to_owned(),
        });
    }
    Ok(escaped(&entry.content))
}

/// A text of a module that a lorebook takes for text. One that begins with the escape is escaped too, so that one layer
/// comes off on the way back.
fn escaped(content: &str) -> String {
    let escape = is_decorated(content) || content.starts_with(PLAIN);
    if escape { format!("{PLAIN}{content}") } else { content.to_owned() }
}

impl Lorebook {
    /// The lorebook as a module.
    ///
    /// Entries go in insertion order. Ids that follow the module spec are kept, others are reported and replaced by
    /// new ones; a lorebook that was a module gets all of that module's fields back. Decorators are taken off and
    /// reported, since a module would show them as text.
    #[must_use]
    pub fn to_module(&self, ids: &mut dyn IdSource) -> Converted<Module> {
        self.module(ids, false)
    }

    /// The module, on request with a stash.
    pub(super) fn module(&self, ids: &mut dyn IdSource, stash: bool) -> Converted<Module> {
        let mut losses = Losses::default();
        losses.set(&Pointer::ROOT, "scan_depth", LossReason::NoField, &self.scan_depth);
        losses.set(&Pointer::ROOT, "token_budget", LossReason::NoField, &self.token_budget);
        losses.set(&Pointer::ROOT, "recursive_scanning", LossReason::NoField, &self.recursive_scanning);
        let kept = kept_module(&self.extensions, &mut losses);
        let text = |name: &str| kept.get(name).and_then(Json::as_str).unwrap_or_default();
        let mut module = Module {
            module_id: text("module_id").to_owned(),
            name: self.name.clone().unwrap_or_default(),
            creator: text("creator").to_owned(),
            intro: self.description.clone().unwrap_or_default(),
            // Spec: RPGGO Module V1, "Others - Used if the module cannot be identified".
            category: kept.get("category").and_then(Json::as_str).map_or(Category::Others, Category::from),
            cover_url: text("cover_url").to_owned(),
            ..Module::default()
        };
        if module.module_id.is_empty() {
            module.module_id = ids.module_id();
        }
        losses.carry(&Pointer::ROOT, self, &mut module);
        let by_keys = text("firing") == "keywords";
        let options =
            ToLorebook { firing: if by_keys { Firing::Keywords } else { Firing::Always }, ..ToLorebook::default() };
        if stash {
            stash::keep(&stash::head(self), &head_of_module(&module, options, &mut Losses::default()), &mut module);
        }
        let mut order: Vec<_> = self.entries.iter().enumerate().collect();
        order.sort_by(|(_, a), (_, b)| a.insertion_order.as_f64().total_cmp(&b.insertion_order.as_f64()));
        for (i, entry) in order {
            let at = entry_at(i);
            if losses.no_object(&at, entry) {
                continue;
            }
            if entry.insertion_order.as_i64() != number_of(module.entries.len()).as_i64() {
                losses.value(&at, "insertion_order", LossReason::NoField, &entry.insertion_order);
            }
            if !by_keys && entry.constant != Some(true) {
                losses.value(&at, "constant", LossReason::NoField, &false);
            }
            let mut made = entry_for_module(entry, &at, ids, &mut losses);
            if stash {
                let (content, unseen) = (escaped(&made.content), &mut Losses::default());
                let back = entry_of_module(&made, content, module.entries.len(), options.firing, &at, unseen);
                stash::keep(entry, &back, &mut made);
            }
            module.entries.push(made);
        }
        losses.with(module)
    }
}

/// What was kept of a module; everything else among the extensions is reported.
fn kept_module<'a>(extensions: &'a Object, losses: &mut Losses) -> std::borrow::Cow<'a, Object> {
    for (name, value) in extensions.iter().filter(|(name, _)| *name != "cards") {
        losses.json(&Pointer::from(["extensions"]), name, LossReason::NoField, value);
    }
    match extensions.get("cards") {
        Some(Json::Object(cards)) => {
            for (name, value) in cards.iter().filter(|(name, _)| *name != "module") {
                losses.json(&Pointer::from(["extensions", "cards"]), name, LossReason::NoField, value);
            }
            match cards.get("module") {
                Some(Json::Object(module)) => return std::borrow::Cow::Borrowed(module),
                Some(value) => {
                    losses.json(&Pointer::from(["extensions", "cards"]), "module", LossReason::NoField, value)
                }
                None => {}
            }
        }
        Some(value) => losses.json(&Pointer::from(["extensions"]), "cards", LossReason::NoField, value),
        None => {}
    }
    std::borrow::Cow::Owned(Object::new())
}

fn entry_for_module(entry: &lorebook::Entry, at: &Pointer, ids: &mut dyn IdSource, losses: &mut Losses) -> Entry {
    let title = entry.keys.first().map_or("", String::as_str);
    if entry.name.as_deref().is_some_and(|name| name != title) {
        losses.text(at, "name", entry.name.as_deref());
    }
    losses.text(at, "comment", entry.comment.as_deref());
    if !entry.enabled {
        losses.value(at, "enabled", LossReason::NoField, &entry.enabled);
    }
    for (name, value) in
        [("use_regex", entry.use_regex), ("case_sensitive", entry.case_sensitive), ("selective", entry.selective)]
    {
        if value == Some(true) {
            losses.set(at, name, LossReason::NoField, &value);
        }
    }
    if entry.secondary_keys.as_ref().is_some_and(|keys| !keys.is_empty()) {
        losses.set(at, "secondary_keys", LossReason::NoField, &entry.secondary_keys);
    }
    losses.set(at, "priority", LossReason::NoField, &entry.priority);
    losses.set(at, "position", LossReason::NoField, &entry.position);
    losses.members(at, "extensions", &entry.extensions);
    let entry_id = match &entry.id {
        Some(Id::Text(id)) if is_entry_id(id) => id.clone(),
        id => {
            losses.set(at, "id", LossReason::Unrepresentable, id);
            ids.entry_id()
        }
    };
    let content = match entry.content.strip_prefix(PLAIN) {
        Some(plain) => plain.to_owned(),
        None => {
            let block = Block::read(&entry.content, &Syntax::SPEC);
            if !block.is_empty() {
                losses.json(at, "content", LossReason::NoField, &block.head().into());
            }
            block.rest().to_owned()
        }
    };
    let mut out = Entry { entry_id, keys: entry.keys.clone(), content, ..Entry::default() };
    losses.carry(at, entry, &mut out);
    out
}
