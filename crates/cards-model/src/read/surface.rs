//! The surface of a file: markers and member names, without building any value.

use crate::Error;
use crate::json::{self, Json, Kind, Source};
use crate::spec::CLIENTS;

/// Members by name and kind, in the order of the text.
type Seen = Vec<(String, Kind)>;

/// The markers of a file, and which members of which kind are at its root and in its `data`.
#[derive(Debug, Default)]
pub(crate) struct Surface {
    pub(crate) spec: Option<Json>,
    pub(crate) spec_version: Option<Json>,
    pub(crate) kind: Option<Json>,
    /// The values of other members that name the form of a program.
    markers: Vec<(&'static str, Json)>,
    root: Seen,
    data: Seen,
    /// The members of the first entry, when `entries` is a list or a map of objects.
    entry: Seen,
    /// How many entries there are, when `entries` is a list or a map.
    pub(crate) entries: Option<usize>,
    /// Whether the entries looked at (the first few) all have a text and a list of keys.
    pub(crate) lore: bool,
    /// Whether one of them at least has members of those names.
    pub(crate) some_lore: bool,
    /// Whether one of them at least has `key`, which is what world info calls its keys.
    pub(crate) keyed: bool,
}

/// Where a member stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// At the root.
    Root,
    /// In `data`.
    Data,
}

/// A member that names the form of some program.
fn marker_called(name: &str) -> Option<&'static str> {
    let members = CLIENTS.iter().filter_map(|(_, client)| client.marker.as_ref()).map(|marker| marker.member);
    members.into_iter().find(|member| *member == name)
}

/// How many entries are looked at.
const LOOKED_AT: usize = 20;

impl Surface {
    /// Scans a source. Nothing but the grammar of a text is checked.
    pub(crate) fn scan<'a>(source: impl Source<'a>) -> Result<Self, Error> {
        Self::scan_with(source, |_, _, _, _| Ok(false))
    }

    /// Scans a source and shows each member of the root and of `data` to `look`, which says whether it read the value.
    /// The markers and `data` itself are not shown.
    pub(crate) fn scan_with<'a, S: Source<'a>>(
        mut reader: S,
        mut look: impl FnMut(Level, &str, Kind, &mut S) -> Result<bool, Error>,
    ) -> Result<Self, Error> {
        let mut surface = Self::default();
        let kind = reader.peek()?;
        if kind != Kind::Object {
            let first = if kind == Kind::Array { first_element(&mut reader)? } else { Vec::new() };
            // An error of grammar is the better answer than "not a card".
            if kind != Kind::Array {
                reader.skip()?;
            }
            reader.finish()?;
            surface.root = first;
            let found = match crate::read::lookalike::of_list(&surface) {
                Some(kind) => format!("this looks like {kind}"),
                None => format!("the file holds {}", name_of(kind)),
            };
            return Err(Error::NotACard { found });
        }
        reader.begin_object()?;
        let mut first = true;
        while let Some(key) = reader.next_key(&mut first)? {
            let kind = reader.peek()?;
            match &*key {
                "spec" => surface.spec = Some(scalar(&mut reader, kind)?),
                "spec_version" => surface.spec_version = Some(scalar(&mut reader, kind)?),
                "type" => surface.kind = Some(scalar(&mut reader, kind)?),
                "data" if kind == Kind::Object => surface.scan_data(&mut reader, &mut look)?,
                "entries" => surface.scan_entries(&mut reader, kind)?,
                name => match marker_called(name) {
                    Some(marker) => surface.markers.push((marker, scalar(&mut reader, kind)?)),
                    None if look(Level::Root, name, kind, &mut reader)? => {}
                    None => reader.skip()?,
                },
            }
            reader.leave();
            surface.root.push((key.into_owned(), kind));
        }
        match (reader.finish(), crate::read::lookalike::name(&surface)) {
            // Chat logs have an object on every line.
            (Err(_), Some(kind)) => Err(Error::NotACard { found: format!("this looks like {kind}") }),
            (Err(error), None) => Err(error.into()),
            (Ok(_), _) => Ok(surface),
        }
    }

    /// The text of a member that names a form.
    pub(crate) fn marker(&self, member: &str) -> Option<&str> {
        let value = match member {
            "spec" => self.spec.as_ref(),
            "type" => self.kind.as_ref(),
            member => self.markers.iter().rev().find(|(name, _)| *name == member).map(|(_, value)| value),
        };
        value.and_then(Json::as_str)
    }

    /// The version beside the marker, as text.
    pub(crate) fn version(&self) -> String {
        match &self.spec_version {
            Some(Json::String(version)) => version.clone(),
            version => version.as_ref().map(ToString::to_string).unwrap_or_default(),
        }
    }

    fn scan_data<'a, S: Source<'a>>(
        &mut self,
        reader: &mut S,
        look: &mut impl FnMut(Level, &str, Kind, &mut S) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        reader.begin_object()?;
        let mut first = true;
        while let Some(key) = reader.next_key(&mut first)? {
            let kind = reader.peek()?;
            if !look(Level::Data, &key, kind, reader)? {
                reader.skip()?;
            }
            reader.leave();
            self.data.push((key.into_owned(), kind));
        }
        Ok(())
    }

    /// Looks at the list or map of entries that comes next.
    fn scan_entries<'a>(&mut self, reader: &mut impl Source<'a>, kind: Kind) -> Result<(), Error> {
        let mut count = 0;
        self.lore = true;
        match kind {
            Kind::Array => {
                reader.begin_array()?;
                while reader.next_element(count)? {
                    self.scan_entry(reader, count)?;
                    count += 1;
                }
            }
            Kind::Object => {
                reader.begin_object()?;
                let mut first = true;
                while reader.next_key(&mut first)?.is_some() {
                    self.scan_entry(reader, count)?;
                    count += 1;
                }
            }
            _ => {
                self.lore = false;
                reader.skip()?;
                return Ok(());
            }
        }
        self.entries = Some(count);
        Ok(())
    }

    fn scan_entry<'a>(&mut self, reader: &mut impl Source<'a>, number: usize) -> Result<(), Error> {
        if number >= LOOKED_AT || reader.peek()? != Kind::Object {
            self.lore &= number >= LOOKED_AT;
            reader.skip()?;
        } else {
            let entry = members(reader)?;
            let is = |name: &str, kind| entry.iter().any(|member| *member == (name.to_owned(), kind));
            self.lore &= is("content", Kind::String) && (is("key", Kind::Array) || is("keys", Kind::Array));
            let has = |name: &str| entry.iter().any(|(member, _)| member == name);
            self.some_lore |= has("content") && (has("key") || has("keys"));
            self.keyed |= has("key");
            if self.entry.is_empty() {
                self.entry = entry;
            }
        }
        reader.leave();
        Ok(())
    }

    /// Whether the root has these members alone, or some of them.
    pub(crate) fn only(&self, names: &[&str]) -> bool {
        self.root.iter().all(|(name, _)| names.contains(&name.as_str()))
    }

    /// The kind of a member of the root.
    pub(crate) fn root(&self, key: &str) -> Option<Kind> {
        self.root.iter().rev().find(|(name, _)| name == key).map(|(_, kind)| *kind)
    }

    /// The kind of a member of `data`, when that is an object.
    pub(crate) fn data(&self, key: &str) -> Option<Kind> {
        self.data.iter().rev().find(|(name, _)| name == key).map(|(_, kind)| *kind)
    }

    /// The kind of a member of the first entry.
    pub(crate) fn entry(&self, key: &str) -> Option<Kind> {
        self.entry.iter().rev().find(|(name, _)| name == key).map(|(_, kind)| *kind)
    }

    /// What the file looks like, else the first few member names of its root, for messages.
    pub(crate) fn describe(&self) -> String {
        const SHOWN: usize = 6;
        if let Some(kind) = crate::read::lookalike::name(self) {
            return format!("this looks like {kind}");
        }
        if self.root.is_empty() {
            return "the file holds an empty object".to_owned();
        }
        let names: Vec<_> =
            self.root.iter().take(SHOWN).map(|(name, _)| format!("`{}`", name.escape_debug())).collect();
        let more = if self.root.len() > SHOWN { " …" } else { "" };
        format!("the file holds an object with {}{more}", names.join(", "))
    }
}

/// The members of the object that comes next.
fn members<'a>(reader: &mut impl Source<'a>) -> Result<Seen, Error> {
    let mut members = Vec::new();
    let mut first = true;
    reader.begin_object()?;
    while let Some(key) = reader.next_key(&mut first)? {
        members.push((key.into_owned(), reader.peek()?));
        reader.skip()?;
        reader.leave();
    }
    Ok(members)
}

/// The members of the first element of the list that comes next, when that is an object.
fn first_element<'a>(reader: &mut impl Source<'a>) -> Result<Seen, Error> {
    let mut first = Vec::new();
    let mut index = 0;
    reader.begin_array()?;
    while reader.next_element(index)? {
        if index == 0 && reader.peek()? == Kind::Object {
            first = members(reader)?;
        } else {
            reader.skip()?;
        }
        reader.leave();
        index += 1;
    }
    Ok(first)
}

/// The value of a marker, if it is no list or object.
fn scalar<'a>(reader: &mut impl Source<'a>, kind: Kind) -> Result<Json, json::Error> {
    if matches!(kind, Kind::Array | Kind::Object) {
        reader.skip()?;
        return Ok(Json::Null);
    }
    reader.json()
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}
