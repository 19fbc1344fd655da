//! The surface of a JSON file: markers and member names, without building any value.

use crate::json::{self, Json, Kind, Reader};
use crate::read::peek::Level;
use crate::{Error, Limits};

/// Members by name and kind, in the order in which they stood.
type Seen = Vec<(String, Kind)>;

/// The markers of a file, and which members of which kind stand at its root and in its `data`.
#[derive(Debug, Default)]
pub(crate) struct Surface {
    pub(crate) spec: Option<Json>,
    pub(crate) spec_version: Option<Json>,
    pub(crate) kind: Option<Json>,
    /// The value of `kind`, which is Agnaistic's marker.
    pub(crate) agnai_kind: Option<Json>,
    root: Seen,
    data: Seen,
    /// The members of the first entry, when `entries` is a list or a map of objects.
    entry: Seen,
    /// How many entries there are, when `entries` is a list or a map.
    pub(crate) entries: Option<usize>,
}

impl Surface {
    /// Scans a text. Nothing but its grammar is checked.
    pub(crate) fn scan(text: &str, limits: Limits) -> Result<Self, Error> {
        Self::scan_with(text, limits, |_, _, _, _| Ok(false))
    }

    /// Scans a text and shows each member of the root and of `data` to `look`, which says whether it read the value.
    /// The markers and `data` itself are not shown.
    pub(crate) fn scan_with<'a>(
        text: &'a str,
        limits: Limits,
        mut look: impl FnMut(Level, &str, Kind, &mut Reader<'a>) -> Result<bool, Error>,
    ) -> Result<Self, Error> {
        let mut reader = Reader::new(text, &limits);
        let mut surface = Self::default();
        let kind = reader.peek()?;
        if kind != Kind::Object {
            // An error of grammar is the better answer than "not a card".
            reader.skip()?;
            reader.finish()?;
            return Err(Error::NotACard { found: format!("the file holds {}", name_of(kind)) });
        }
        reader.begin_object()?;
        let mut first = true;
        while let Some(key) = reader.next_key(&mut first)? {
            let kind = reader.peek()?;
            match &*key {
                "spec" => surface.spec = Some(scalar(&mut reader, kind)?),
                "spec_version" => surface.spec_version = Some(scalar(&mut reader, kind)?),
                "type" => surface.kind = Some(scalar(&mut reader, kind)?),
                "kind" => surface.agnai_kind = Some(scalar(&mut reader, kind)?),
                "data" if kind == Kind::Object => surface.scan_data(&mut reader, &mut look)?,
                "entries" => (surface.entry, surface.entries) = first_entry(&mut reader, kind)?,
                _ => {
                    if !look(Level::Root, &key, kind, &mut reader)? {
                        reader.skip()?;
                    }
                }
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

    /// The version beside the marker, as text.
    pub(crate) fn version(&self) -> String {
        match &self.spec_version {
            Some(Json::String(version)) => version.clone(),
            version => version.as_ref().map(ToString::to_string).unwrap_or_default(),
        }
    }

    fn scan_data<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        look: &mut impl FnMut(Level, &str, Kind, &mut Reader<'a>) -> Result<bool, Error>,
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
fn members(reader: &mut Reader<'_>) -> Result<Vec<(String, Kind)>, Error> {
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

/// The members of the first object in the list or map that comes next, and how many elements or members that has.
fn first_entry(reader: &mut Reader<'_>, kind: Kind) -> Result<(Seen, Option<usize>), Error> {
    let mut entry = Vec::new();
    let mut count = 0;
    let mut look = |reader: &mut Reader<'_>| -> Result<(), Error> {
        if entry.is_empty() && reader.peek()? == Kind::Object {
            entry = members(reader)?;
        } else {
            reader.skip()?;
        }
        reader.leave();
        count += 1;
        Ok(())
    };
    match kind {
        Kind::Array => {
            reader.begin_array()?;
            let mut index = 0;
            while reader.next_element(index)? {
                look(reader)?;
                index += 1;
            }
        }
        Kind::Object => {
            reader.begin_object()?;
            let mut first = true;
            while reader.next_key(&mut first)?.is_some() {
                look(reader)?;
            }
        }
        _ => {
            reader.skip()?;
            return Ok((entry, None));
        }
    }
    Ok((entry, Some(count)))
}

/// The value of a marker, if it is no list or object.
fn scalar(reader: &mut Reader<'_>, kind: Kind) -> Result<Json, json::Error> {
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
