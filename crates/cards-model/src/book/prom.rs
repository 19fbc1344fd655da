//! Prom's lorebook as one of the other specs and back.

use super::losses::Losses;
use crate::convert::loss::Converted;
use crate::json::Object;
use crate::spec::lorebook::{self, Lorebook};
use crate::spec::prom::{Book, Entry, External};

impl Book {
    /// The lorebook that a Prom book stands for: the same fields, with `external.appdata` for `extensions`.
    #[must_use]
    pub fn to_lorebook(&self) -> Converted<Lorebook> {
        let mut losses = Losses::default();
        let mut book = Lorebook {
            name: self.name.clone(),
            description: self.description.clone(),
            scan_depth: self.scan_depth.clone(),
            token_budget: self.token_budget.clone(),
            recursive_scanning: self.recursive_scanning,
            extensions: appdata(self.external.as_ref(), "", &mut losses),
            ..Lorebook::default()
        };
        losses.carry("", self, &mut book);
        for (i, entry) in self.entries.iter().enumerate() {
            let at = format!("/entries/{i}");
            if !losses.no_object(&at, entry) {
                book.entries.push(entry_of_prom(entry, &at, &mut losses));
            }
        }
        losses.with(book)
    }
}

fn entry_of_prom(entry: &Entry, at: &str, losses: &mut Losses) -> lorebook::Entry {
    let mut out = lorebook::Entry {
        keys: entry.keys.clone(),
        content: entry.content.clone(),
        extensions: appdata(entry.external.as_ref(), at, losses),
        enabled: entry.enabled,
        insertion_order: entry.insertion_order.clone(),
        use_regex: entry.use_regex,
        case_sensitive: entry.case_sensitive,
        constant: entry.constant,
        name: Some(entry.name.clone()),
        priority: entry.priority.clone(),
        id: entry.id.clone(),
        comment: entry.comment.clone(),
        selective: entry.selective,
        secondary_keys: entry.secondary_keys.clone(),
        position: entry.position.clone(),
        ..lorebook::Entry::default()
    };
    losses.carry(at, entry, &mut out);
    out
}

fn appdata(external: Option<&External>, at: &str, losses: &mut Losses) -> Object {
    let Some(external) = external else {
        return Object::new();
    };
    losses.unknown(&crate::json::pointer::member(at, "external"), external);
    external.appdata.clone()
}

impl From<&Book> for Lorebook {
    /// The lorebook of [`Book::to_lorebook`], without the report.
    fn from(book: &Book) -> Self {
        book.to_lorebook().value
    }
}

impl Lorebook {
    /// The lorebook as a Prom book. An entry without a name gets its comment for one, since Prom wants a name.
    #[must_use]
    pub fn to_prom(&self) -> Converted<Book> {
        let mut losses = Losses::default();
        let mut book = Book {
            name: self.name.clone(),
            description: self.description.clone(),
            scan_depth: self.scan_depth.clone(),
            token_budget: self.token_budget.clone(),
            recursive_scanning: self.recursive_scanning,
            external: external(&self.extensions),
            ..Book::default()
        };
        losses.carry("", self, &mut book);
        for (i, entry) in self.entries.iter().enumerate() {
            let at = format!("/entries/{i}");
            if !losses.no_object(&at, entry) {
                book.entries.push(entry_for_prom(entry, &at, &mut losses));
            }
        }
        losses.with(book)
    }
}

fn entry_for_prom(entry: &lorebook::Entry, at: &str, losses: &mut Losses) -> Entry {
    let mut out = Entry {
        name: entry.name.clone().unwrap_or_else(|| entry.title().to_owned()),
        keys: entry.keys.clone(),
        secondary_keys: entry.secondary_keys.clone(),
        content: entry.content.clone(),
        constant: entry.constant,
        selective: entry.selective,
        enabled: entry.enabled,
        insertion_order: entry.insertion_order.clone(),
        case_sensitive: entry.case_sensitive,
        use_regex: entry.use_regex,
        priority: entry.priority.clone(),
        id: entry.id.clone(),
        comment: entry.comment.clone(),
        position: entry.position.clone(),
        external: external(&entry.extensions),
        ..Entry::default()
    };
    losses.carry(at, entry, &mut out);
    out
}

fn external(extensions: &Object) -> Option<External> {
    (!extensions.is_empty()).then(|| External { appdata: extensions.clone(), ..External::default() })
}
