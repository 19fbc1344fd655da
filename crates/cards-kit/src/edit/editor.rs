//! A file that is being changed.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::sync::OnceLock;

use cards_container::{Error as FileError, FileKind, Finding, Source};
use cards_json::{Json, Pointer};
use cards_lint::{Facts, Report};
use cards_model::{Content, Document, Timestamp};

use super::change::{Change, Twin, differences};
use super::duty::{Manner, other_creation, sources_gone};
use super::patch::Patch;
use super::place::Place;
use super::read::value;
use super::resolve::{Target, resolve};
use super::work::{change, touch};
use crate::answer;
use crate::error::Error;
use crate::limits::Limits;
use crate::repair::Plan;

/// A file that is being changed, step by step.
///
/// It holds the card and not the file: to write, it takes the file again, and copies what was not changed as it is. Copies
/// that clients keep follow: V1 members beside `data`, the V2 stand-in of a picture. A step that is refused changes nothing.
///
/// # Examples
/// ```
/// use cards_kit::{Limits, Patch, open};
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Halt!"}}"#;
/// let limits = Limits::default();
/// let mut editor = open(&file[..], &limits)?.edit();
/// let changes = editor.apply(&[Patch::Insert { path: "greetings[+]".parse()?, value: "Who goes there?".into() }])?;
/// assert_eq!(changes[0].pointer, "/data/alternate_greetings/0");
/// assert_eq!(editor.get("greetings[1]")?.as_str(), Some("Who goes there?"));
/// editor.undo();
/// assert_eq!(editor.to_bytes(&file[..], &limits)?, file);
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Editor {
    document: Document,
    facts: Facts,
    /// Steps with the content before each.
    steps: Vec<(Content, Vec<Change>)>,
    /// Steps that were taken back, with the content after each.
    undone: Vec<(Content, Vec<Change>)>,
    /// Whether there were more steps than are kept.
    is_cut: bool,
    most: usize,
    made: usize,
    manner: Manner,
    /// The content as JSON, once somebody asked for a place of it; until the next change.
    json: OnceLock<Json>,
}

impl Editor {
    /// What is wrong with the document as it is now, and with the file that it came from.
    pub(crate) fn lint(&self, options: &cards_lint::Options<'_>) -> Report {
        crate::check::report(&self.document, &self.facts, options)
    }

    pub(crate) fn new(document: Document, facts: Facts, limits: &Limits) -> Self {
        Self {
            document,
            facts,
            steps: Vec::new(),
            undone: Vec::new(),
            is_cut: false,
            most: limits.undo_steps,
            made: 0,
            manner: Manner::default(),
            json: OnceLock::new(),
        }
    }

    /// Has each step say when the card was changed, where its form has a place for it: V3, V3L and Prom.
    #[must_use]
    pub fn with_touch(self, now: Option<Timestamp>) -> Self {
        Self { manner: Manner { now, ..self.manner }, ..self }
    }

    /// Makes ids of new entries out of a number of the caller's, as random as the ids are to be. Without one they follow from
    /// the entries that are there, so that two copies of a file get the same new ids.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { manner: Manner { seed: Some(seed), ..self.manner }, ..self }
    }

    /// Changes what a spec says is not to be changed, too: the date on which a card was made.
    #[must_use]
    pub fn with_force(self, force: bool) -> Self {
        Self { manner: Manner { force, ..self.manner }, ..self }
    }

    /// Gives the document as it is now.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Gives the kind of the file, which stays.
    #[must_use]
    pub fn kind(&self) -> FileKind {
        self.facts.kind
    }

    /// Gives the value at a place.
    ///
    /// # Errors
    /// [`Error::NoSuchPlace`], [`Error::Ambiguous`], and [`Error::Picture`] for the picture, which is no JSON.
    pub fn get<P: TryInto<Place>>(&self, place: P) -> Result<Json, Error>
    where
        Error: From<P::Error>,
    {
        value(&place.try_into()?, self.document.content.form(), self.json())
    }

    /// Gives the places that a place stands for: itself, or for `book[*].content` and the like each where something is, in the
    /// order of the file.
    ///
    /// # Errors
    /// [`Error::NothingChosen`] where nothing fits, [`Error::NoSuchPlace`] where none of what fits has it.
    ///
    /// # Examples
    /// ```
    /// use cards_kit::{Limits, Patch, open};
    /// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":["a"],"character_book":{"extensions":{},
    ///     "entries":[{"keys":["rain"],"content":"Wet.","extensions":{}},{"keys":["sun"],"content":"Dry.","extensions":{}}]}}}"#;
    /// let mut editor = open(&card[..], Limits::default())?.edit();
    /// let places = editor.select(&"book[key=rain].content".parse()?)?;
    /// assert_eq!(places.iter().map(ToString::to_string).collect::<Vec<_>>(), ["book[0].content"]);
    /// editor.apply(&[Patch::Set { path: "book[*].enabled".parse()?, value: false.into() }])?;
    /// assert_eq!(editor.changes().count(), 2);
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn select(&self, place: &Place) -> Result<Vec<Place>, Error> {
        super::select::there(place, self.document.content.form(), self.json())
    }

    /// Gives the values at several places, each with where it stands; `None` for the picture and for all greetings of a
    /// card that has them in two members.
    ///
    /// # Errors
    /// Those of [`Editor::get`].
    pub fn get_all(&self, places: &[Place]) -> Result<Vec<(Option<Pointer>, Json)>, Error> {
        let (form, json) = (self.document.content.form(), self.json());
        let one = |place: &Place| {
            let pointer = match resolve(place, form, json)? {
                Target::Value { pointer, .. } => Some(pointer),
                Target::Greetings | Target::Picture => None,
            };
            Ok((pointer, value(place, form, json)?))
        };
        places.iter().map(one).collect()
    }

    /// Gives the entries of the lorebook in any form, in the order in which places count them, each with where it is and with its
    /// members by the names that places have for them; what the form has no other name for stands as it is written.
    ///
    /// ```
    /// let world = br#"{"entries":{"7":{"uid":7,"key":["gate"],"content":"It is shut.","disable":true}}}"#;
    /// let editor = cards_kit::open(&world[..], cards_kit::Limits::default())?.edit();
    /// let entries = editor.entries();
    /// assert_eq!(entries[0].0, "/entries/7");
    /// assert_eq!(entries[0].1.to_string(), r#"{"id":7,"keys":["gate"],"content":"It is shut.","enabled":false}"#);
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    #[must_use]
    pub fn entries(&self) -> Vec<(Pointer, Json)> {
        let form = self.document.content.form();
        let all = super::entries::written(form, self.json()).into_iter();
        all.map(|(pointer, entry)| (pointer, super::entries::named(form, entry))).collect()
    }

    /// The content as JSON.
    fn json(&self) -> &Json {
        self.json.get_or_init(|| self.document.content.to_json())
    }

    /// Changes the card in one step, all of it or nothing, and gives what changed. A step that changes nothing is none.
    ///
    /// # Errors
    /// Those of [`Patch::apply`]; [`Error::OnlyRead`] for a form of another program, which is not written.
    pub fn apply(&mut self, patches: &[Patch]) -> Result<Vec<Change>, Error> {
        Plan::refuse_only_read(&self.document, self.facts.kind)?;
        let before = self.document.content.clone();
        self.json.take();
        let changes = change(&mut self.document, patches, &self.manner)?;
        self.keep(before, changes.clone());
        Ok(changes)
    }

    /// Sets the value at a place, in one step, and gives what changed.
    ///
    /// # Errors
    /// Those of [`Editor::apply`].
    ///
    /// ```
    /// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":["bard"]}}"#;
    /// let mut editor = cards_kit::open(card, cards_kit::Limits::default())?.edit();
    /// editor.set("name", "Mira")?;
    /// editor.insert("tags[0]", "night")?;
    /// editor.push("/data/tags", "bells")?;
    /// editor.remove("tags[1]")?;
    /// assert_eq!(editor.get("tags")?.to_string(), r#"["night","bells"]"#);
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn set<P: TryInto<Place>>(&mut self, path: P, value: impl Into<Json>) -> Result<Vec<Change>, Error>
    where
        Error: From<P::Error>,
    {
        let path = path.try_into()?;
        self.apply(&[Patch::Set { path, value: value.into() }])
    }

    /// Adds an element in front of the one at a place, or behind the last one (`tags[+]`), in one step.
    ///
    /// # Errors
    /// Those of [`Editor::apply`].
    pub fn insert<P: TryInto<Place>>(&mut self, path: P, value: impl Into<Json>) -> Result<Vec<Change>, Error>
    where
        Error: From<P::Error>,
    {
        let path = path.try_into()?;
        self.apply(&[Patch::Insert { path, value: value.into() }])
    }

    /// Adds an element behind the last one of the list at a place, in one step.
    ///
    /// # Errors
    /// Those of [`Editor::apply`].
    pub fn push<P: TryInto<Place>>(&mut self, list: P, value: impl Into<Json>) -> Result<Vec<Change>, Error>
    where
        Error: From<P::Error>,
    {
        let path = list.try_into()?.behind_last();
        self.apply(&[Patch::Insert { path, value: value.into() }])
    }

    /// Takes a member or an element out, in one step; a member that the spec wants in every card is emptied.
    ///
    /// # Errors
    /// Those of [`Editor::apply`].
    pub fn remove<P: TryInto<Place>>(&mut self, path: P) -> Result<Vec<Change>, Error>
    where
        Error: From<P::Error>,
    {
        let path = path.try_into()?;
        self.apply(&[Patch::Remove { path }])
    }

    /// Merges another edit of the card into this one, in one step, and gives what could not be decided: `base` is what both
    /// were made from.
    ///
    /// # Errors
    /// Those of [`merge`](crate::merge::merge), and [`Error::OnlyRead`].
    #[cfg(feature = "diff")]
    pub fn merge(
        &mut self,
        base: &Document,
        theirs: &Document,
        options: &crate::merge::MergeOptions,
        limits: &Limits,
    ) -> Result<Vec<crate::merge::Conflict>, Error> {
        let mine = |document: &mut Document| crate::merge::merge(base, document, theirs, options, limits);
        self.change(mine)
    }

    /// Changes the document in any way, in one step; copies that clients keep are the caller's business.
    ///
    /// # Errors
    /// What `make` answers, after which the document is as it was, and [`Error::OnlyRead`].
    pub fn change<T>(&mut self, make: impl FnOnce(&mut Document) -> Result<T, Error>) -> Result<T, Error> {
        Plan::refuse_only_read(&self.document, self.facts.kind)?;
        let before = self.document.content.clone();
        let old = self.json.take().unwrap_or_else(|| before.to_json());
        // What a program made is held as it will be read.
        let settled = |document: &mut Document| document.edit_json(|_| Ok::<_, Error>(((), Vec::new())));
        match make(&mut self.document).and_then(|answer| settled(&mut self.document).map(|()| answer)) {
            Ok(answer) => {
                let (mut found, new) = (Vec::new(), self.document.content.to_json());
                differences(&Pointer::ROOT, Some(&old), Some(&new), &mut found);
                if found.is_empty() {
                    // What was read from elsewhere in the file would be written where it belongs.
                    self.document.content = before;
                    return Ok(answer);
                }
                found.extend(touch(&mut self.document, &self.manner)?);
                self.keep(before, found);
                Ok(answer)
            }
            Err(error) => {
                self.document.content = before;
                Err(error)
            }
        }
    }

    /// Keeps a step that changed something.
    fn keep(&mut self, before: Content, changes: Vec<Change>) {
        if changes.is_empty() {
            return;
        }
        if self.steps.len() >= self.most {
            self.steps.remove(0);
            self.is_cut = true;
        }
        self.made += 1;
        self.undone.clear();
        self.steps.push((before, changes));
    }

    /// Takes the last step back, and gives what it had changed; `None` where there is none, or only such as lie further
    /// back than the limit `undo_steps`.
    pub fn undo(&mut self) -> Option<Vec<Change>> {
        let (before, changes) = self.steps.pop()?;
        let after = std::mem::replace(&mut self.document.content, before);
        self.undone.push((after, changes.clone()));
        self.json.take();
        Some(changes)
    }

    /// Says whether there is a step that [`Editor::undo`] takes back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Says whether there is a step that [`Editor::redo`] makes again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Makes the step again that was taken back last, and gives what it changes; `None` where there is none, or where another
    /// step was made since.
    pub fn redo(&mut self) -> Option<Vec<Change>> {
        let (after, changes) = self.undone.pop()?;
        let before = std::mem::replace(&mut self.document.content, after);
        self.steps.push((before, changes.clone()));
        self.json.take();
        Some(changes)
    }

    /// As [`Editor::with_touch`], from the next step on.
    pub(crate) fn set_touch(&mut self, now: Option<Timestamp>) {
        self.manner.now = now;
    }

    /// The same manner of changing, for another state of the same file.
    pub(crate) fn like(mut self, other: &Self) -> Self {
        self.manner = other.manner.clone();
        self
    }

    /// Forgets what was taken back.
    pub(crate) fn forget_undone(&mut self) {
        self.undone.clear();
    }

    /// Gives how many steps can be taken back.
    pub(crate) fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Whether there were more steps than can be taken back.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The content as it was before the first step that can be taken back.
    pub(crate) fn first(&self) -> &Content {
        self.steps.first().map_or(&self.document.content, |(before, _)| before)
    }

    /// Gives everything that was changed and not taken back, in order.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.steps.iter().flat_map(|(_, changes)| changes)
    }

    /// Whether a step changed something and was not taken back.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.is_cut || self.changes().next().is_some()
    }

    /// Gives how many steps were made in all, those that were taken back included: whether a change was a step.
    #[must_use]
    pub fn made(&self) -> usize {
        self.made
    }

    /// Gives what the last step changed; nothing where there is none.
    #[must_use]
    pub fn last_changes(&self) -> &[Change] {
        self.steps.last().map(|(_, changes)| changes.as_slice()).unwrap_or_default()
    }

    /// Gives the second accounts of the card that the file holds: those that follow an edit, and those that say afterwards
    /// what the card said before.
    #[must_use]
    pub fn twins(&self) -> Vec<Twin> {
        self.twins_after(self.changes())
    }

    /// The same after changes of the whole file.
    pub(crate) fn twins_after<'c>(&self, mut changes: impl Iterator<Item = &'c Change>) -> Vec<Twin> {
        let chunks = self.facts.twins.iter().map(|twin| Twin { place: twin.place.to_string(), follows: true });
        let foreign = self.facts.findings.iter().filter_map(|finding| match finding {
            Finding::Foreign { place, program, .. } => {
                Some(Twin { place: format!("{place} ({program})"), follows: false })
            }
            _ => None,
        });
        let book = self.document.content.form().book_pointer();
        let in_book = changes.any(|change| book.as_ref().is_some_and(|book| change.pointer.starts_with(book)));
        let module = self.facts.entries.iter().filter(|entry| in_book && entry.name == "module.risum");
        let module = module.map(|entry| Twin { place: format!("{} (RisuAI)", entry.name), follows: false });
        chunks.chain(foreign).chain(module).collect()
    }

    /// Writes the file that was opened, with its changes.
    ///
    /// # Errors
    /// [`Error::Container`]; [`Error::Model`] where the stand-in for older programs cannot be made anew.
    pub fn write(&self, mut source: impl Source, limits: &Limits, mut out: impl Write) -> Result<(), Error> {
        if self.document.is_untouched() {
            return copy(&mut source, &mut out);
        }
        Ok(Plan::new(&self.document, &self.facts, true)?.write(source, &limits.files, out)?)
    }

    /// Proves that what was written holds the changed card, and gives what there is to find in it.
    ///
    /// # Errors
    /// [`Error::NotReadBack`] and [`Error::OtherCard`].
    pub fn prove(&self, source: impl Source, limits: &Limits) -> Result<Report, Error> {
        Plan::new(&self.document, &self.facts, true)?.prove(source, limits)
    }

    /// Writes the file into memory and reads it again, to see that it holds the changed card; what there is to find in it, which
    /// takes longer, is asked of [`Editor::prove`].
    ///
    /// # Errors
    /// Those of [`Editor::write`]; [`Error::NotReadBack`] and [`Error::OtherCard`] where what was written does not hold the card.
    pub fn to_bytes(&self, source: &[u8], limits: &Limits) -> Result<Vec<u8>, Error> {
        let plan = Plan::new(&self.document, &self.facts, true)?;
        let mut out = Vec::new();
        if self.document.is_untouched() {
            out.extend_from_slice(source);
        } else {
            plan.write(source, &limits.files, &mut out)?;
        }
        plan.read_back(&out[..], limits)?;
        Ok(out)
    }

    /// Gives what a spec wants a user to be alerted to: sources of the card that are gone, and another date of creation.
    #[must_use]
    pub fn alerts(&self) -> Vec<String> {
        if self.steps.is_empty() { Vec::new() } else { self.alerts_since(self.first()) }
    }

    /// The same since another content.
    pub(crate) fn alerts_since(&self, first: &Content) -> Vec<String> {
        let (form, before) = (first.form(), first.to_json());
        let gone = sources_gone(form, &before, self.json());
        let mut alerts: Vec<_> =
            gone.into_iter().map(|source| format!("the card does not name its source any more: {source}")).collect();
        let made = other_creation(form, &before, self.json());
        alerts.extend(made.map(|place| format!("{place} is another date of creation; the spec says that it stays")));
        alerts
    }

    /// Gives what the changes themselves brought: what there is to find in the new file, as [`Editor::prove`] gave it, and was
    /// not to find before the first change. What only moved, such as a greeting behind a new one, is none.
    #[must_use]
    pub fn caused(&self, proven: &Report) -> Vec<cards_lint::Finding> {
        let Some((first, _)) = self.steps.first() else { return Vec::new() };
        let mut before = self.document.clone();
        before.content = first.clone();
        let before = crate::check::report(&before, &self.facts, &cards_lint::Options::default());
        let here: HashSet<_> = before.findings.iter().map(|old| (old.id(), &old.location.pointer)).collect();
        // What says the same as before at another place has moved, as often as it was there.
        let mut left: HashMap<_, usize> = HashMap::new();
        before.findings.iter().for_each(|old| *left.entry(said(old)).or_default() += 1);
        let mut was_there =
            |found| left.get_mut(&said(found)).filter(|left| **left > 0).map(|left| *left -= 1).is_some();
        let (stayed, mut new): (Vec<_>, Vec<_>) =
            proven.findings.iter().partition(|found| here.contains(&(found.id(), &found.location.pointer)));
        // Those that stayed are counted first.
        let _ = stayed.into_iter().filter(|found| was_there(found)).count();
        new.retain(|found| !was_there(found));
        new.into_iter().cloned().collect()
    }

    /// Tells what was changed.
    #[doc(hidden)]
    #[must_use]
    pub fn answer(&self) -> answer::Edit {
        answer::Edit {
            changes: self.changes().map(answer::FieldChange::from).collect(),
            twins: self.twins().iter().map(answer::TwinChange::from).collect(),
        }
    }
}

/// What a finding says, wherever it is.
fn said(finding: &cards_lint::Finding) -> (&str, &str, Option<&str>) {
    (finding.id(), &finding.message, finding.excerpt.as_deref())
}

/// Copies a file as it is.
fn copy(source: &mut dyn Source, out: &mut dyn Write) -> Result<(), Error> {
    let failed = |source| Error::Container(FileError::Write { source });
    let mut block = vec![0; 1 << 16];
    let mut offset = 0;
    while offset < source.size() {
        let count =
            source.read_at(offset, &mut block).map_err(|source| Error::Container(FileError::Io { offset, source }))?;
        if count == 0 {
            break;
        }
        out.write_all(block.get(..count).unwrap_or_default()).map_err(failed)?;
        offset += count as u64;
    }
    out.flush().map_err(failed)
}

#[cfg(feature = "hash")]
impl Editor {
    /// Refuses a file that is not the one that an edit was made for: the hash is SHA-256 in hex digits, of which the first
    /// eight are enough.
    ///
    /// # Errors
    /// [`Error::Stale`].
    ///
    /// # Examples
    /// ```
    /// let hash = cards_kit::plain::bytes_hash(b"abc");
    /// assert!(cards_kit::Editor::guard(&hash, &hash[..8]).is_ok());
    /// assert!(cards_kit::Editor::guard(&hash, "ba78").is_err());
    /// ```
    pub fn guard(found: &str, wanted: &str) -> Result<(), Error> {
        /// Digits that are enough to tell files apart.
        const LEAST: usize = 8;
        let same = wanted.len() >= LEAST && found.starts_with(&wanted.to_ascii_lowercase());
        if same { Ok(()) } else { Err(Error::Stale { found: found.to_owned(), wanted: wanted.to_owned() }) }
    }
}
