//! One open file: the card, its picture and all else, changed in steps that can be taken back.

use std::borrow::Cow;
use std::sync::Arc;

use cards_container::FileKind;
use cards_container::pack::Report;
use cards_model::convert::Options as ConvertOptions;
use cards_model::{Asset, Card, Content, Document, Form, Json, Style, Timestamp};

use crate::answer;
use crate::convert::Conversion;
use crate::edit::{Change, Editor, Patch, Place, Twin, changed};
use crate::error::Error;
use crate::limits::Limits;
use crate::open::{OpenOptions, open};
use crate::portrait;
use crate::repair::Repair;

/// A file that is being worked on: what it holds, its picture, and the steps made so far.
///
/// Changes of the card go through [`CardFile::apply`] and [`CardFile::step`]; a new picture, a repair and a merge change the file around the card,
/// and are steps like any other. What was not changed stays byte for byte.
///
/// # Examples
/// ```
/// use cards_kit::{CardFile, Limits, Patch};
/// let bytes = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
/// let mut file = CardFile::open(bytes.to_vec(), &Limits::default())?;
/// file.apply(&[Patch::Set { path: "name".parse()?, value: "Wick".into() }])?;
/// assert_eq!(file.undo().map(|changes| changes.len()), Some(1));
/// assert_eq!(file.to_bytes()?, &bytes[..]);
/// assert!(file.redo().is_some() && file.is_changed());
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CardFile {
    limits: Limits,
    opened: Arc<Vec<u8>>,
    now: State,
    /// The states before steps that changed the file around the card, the oldest first.
    before: Vec<State>,
    /// The states that were taken back, the next to be made again last.
    undone: Vec<State>,
}

/// A file, and the steps that changed its card.
#[derive(Clone, Debug)]
struct State {
    bytes: Arc<Vec<u8>>,
    editor: Editor,
    /// What the step changed in the card that made the file.
    opening: Vec<Change>,
}

/// What a merge made of a file.
///
/// ```
/// use cards_kit::{CardFile, Limits, merge::MergeOptions};
/// let card = |name| format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"{name}"}}}}"#).into_bytes();
/// let mut file = CardFile::open(card("Aria"), &Limits::default())?;
/// let merged = file.merge(&card("Aria"), &card("Mira"), &MergeOptions::default())?;
/// assert!(merged.conflicts.is_empty());
/// assert_eq!(merged.changes.len(), 1);
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[cfg(feature = "diff")]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MergedFile {
    /// What could not be decided in the card.
    pub conflicts: Vec<crate::merge::Conflict>,
    /// What became of the picture, the texts beside it and the files of an archive.
    pub members: crate::merge::MergedMembers,
    /// What changed in the card.
    pub changes: Vec<Change>,
    /// What of their side could not go on.
    pub findings: Vec<cards_container::Finding>,
}

#[cfg(feature = "diff")]
impl MergedFile {
    /// Tells what was merged.
    #[doc(hidden)]
    #[must_use]
    pub fn answer(&self) -> answer::Merged {
        answer::Merged::of(&self.changes, &self.conflicts, &self.members, &self.findings)
    }
}

impl CardFile {
    /// Opens a file of any container.
    ///
    /// # Errors
    /// [`Error::Container`].
    pub fn open(bytes: impl Into<Vec<u8>>, limits: &Limits) -> Result<Self, Error> {
        let bytes = bytes.into();
        let editor = open(bytes.as_slice(), OpenOptions::mendable(limits))?.edit();
        let opened = Arc::new(bytes);
        let now = State { bytes: opened.clone(), editor, opening: Vec::new() };
        Ok(Self { limits: limits.clone(), opened, now, before: Vec::new(), undone: Vec::new() })
    }

    /// Makes an empty card of a form, as JSON.
    ///
    /// # Errors
    /// [`Error::NoBlank`] for a form that is none of a card that is written.
    pub fn blank(form: Form, limits: &Limits) -> Result<Self, Error> {
        let card = Card::blank(form).ok_or(Error::NoBlank { form: form.described() })?;
        Self::open((Document::new(Content::Card(card)).to_text(Style::Pretty(2)) + "\n").into_bytes(), limits)
    }

    /// Gives the file as it was opened.
    #[must_use]
    pub fn opened(&self) -> &[u8] {
        &self.opened
    }

    /// Gives the editor of the card, to look at.
    #[must_use]
    pub fn editor(&self) -> &Editor {
        &self.now.editor
    }

    /// Has each step from now on say when the card was changed, where its form has a place for it: V3, V3L and Prom. A step of the file
    /// around the card, its picture or a repair, says nothing.
    ///
    /// # Examples
    /// ```
    /// use cards_kit::{CardFile, Form, Limits, Patch, Timestamp};
    /// let mut file = CardFile::blank(Form::V3, &Limits::default())?;
    /// file.touch_with(Some(Timestamp::from_seconds(1_770_000_000)));
    /// file.apply(&[Patch::Set { path: "name".parse()?, value: "Wick".into() }])?;
    /// assert_eq!(file.editor().get("/data/modification_date")?.to_string(), "1770000000");
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn touch_with(&mut self, now: Option<Timestamp>) {
        for state in self.before.iter_mut().chain(&mut self.undone).chain([&mut self.now]) {
            state.editor.set_touch(now.clone());
        }
    }

    /// Changes the card in one step, all of it or nothing, and gives what changed.
    ///
    /// # Errors
    /// Those of [`Editor::apply`].
    pub fn apply(&mut self, patches: &[Patch]) -> Result<Vec<Change>, Error> {
        Ok(self.step(|editor| editor.apply(patches))?.1)
    }

    /// Gives the value at a place, as [`Editor::get`] does.
    ///
    /// # Errors
    /// Those of [`Editor::get`].
    pub fn get<P: TryInto<Place>>(&self, place: P) -> Result<Json, Error>
    where
        Error: From<P::Error>,
    {
        self.now.editor.get(place)
    }

    /// Sets what is at a place, in one step, and gives what changed.
    ///
    /// ```
    /// use cards_kit::{CardFile, Limits};
    /// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":["bard"]}}"#;
    /// let mut file = CardFile::open(card, &Limits::default())?;
    /// file.set("name", "Mira")?;
    /// file.push("tags", "night")?;
    /// file.remove("tags[0]")?;
    /// assert_eq!((file.get("tags")?.to_string().as_str(), file.steps()), (r#"["night"]"#, 3));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Editor::set`].
    pub fn set<P: TryInto<Place>>(&mut self, place: P, value: impl Into<Json>) -> Result<Vec<Change>, Error>
    where
        Error: From<P::Error>,
    {
        Ok(self.step(|editor| editor.set(place, value))?.0)
    }

    /// Adds an element in front of the one at a place, in one step, and gives what changed.
    ///
    /// # Errors
    /// Those of [`Editor::insert`].
    pub fn insert<P: TryInto<Place>>(&mut self, place: P, value: impl Into<Json>) -> Result<Vec<Change>, Error>
    where
        Error: From<P::Error>,
    {
        Ok(self.step(|editor| editor.insert(place, value))?.0)
    }

    /// Adds an element behind the last one of the list at a place, in one step, and gives what changed.
    ///
    /// # Errors
    /// Those of [`Editor::push`].
    pub fn push<P: TryInto<Place>>(&mut self, list: P, value: impl Into<Json>) -> Result<Vec<Change>, Error>
    where
        Error: From<P::Error>,
    {
        Ok(self.step(|editor| editor.push(list, value))?.0)
    }

    /// Takes a member or an element out, in one step, and gives what changed.
    ///
    /// # Errors
    /// Those of [`Editor::remove`].
    pub fn remove<P: TryInto<Place>>(&mut self, place: P) -> Result<Vec<Change>, Error>
    where
        Error: From<P::Error>,
    {
        Ok(self.step(|editor| editor.remove(place))?.0)
    }

    /// Gives the card as it is now; `None` where the file holds none.
    #[must_use]
    pub fn card(&self) -> Option<&Card> {
        self.document().card()
    }

    /// Gives the document as it is now.
    #[must_use]
    pub fn document(&self) -> &Document {
        self.now.editor.document()
    }

    /// Gives the kind of the file, which stays.
    #[must_use]
    pub fn kind(&self) -> FileKind {
        self.now.editor.kind()
    }

    /// Gives the form of what the file holds now.
    #[must_use]
    pub fn form(&self) -> Form {
        self.document().content.form()
    }

    /// Gives the assets that the card lists now.
    #[must_use]
    pub fn assets(&self) -> Vec<Asset> {
        self.card().map(|card| card.assets().into_owned()).unwrap_or_default()
    }

    /// Reads the bytes of an asset, as [`Opened::asset`](crate::Opened::asset) does.
    ///
    /// # Errors
    /// [`Error::Container`] where they are damaged or beyond a limit.
    pub fn asset(&self, asset: &Asset) -> Result<Option<Vec<u8>>, Error> {
        open(self.now.bytes.as_slice(), OpenOptions::mendable(&self.limits))?.asset(asset)
    }

    /// Tells what is wrong with the file as it is now: of its bytes, or where it cannot be written, of the card in the file that was opened.
    ///
    /// ```
    /// use cards_kit::{CardFile, Limits, LintOptions};
    /// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi.","description":"{{chr}}"}}"#;
    /// let mut file = CardFile::open(card, &Limits::default())?;
    /// let told = |file: &CardFile| file.lint(&LintOptions::default()).iter().filter(|it| it.id() == "macro-misspelt").count();
    /// assert_eq!(told(&file), 1);
    /// file.set("description", "{{char}}")?;
    /// assert_eq!(told(&file), 0);
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    #[must_use]
    pub fn lint(&self, options: &cards_lint::Options<'_>) -> cards_lint::Report {
        let opened = |bytes: &[u8]| Ok(open(bytes, OpenOptions::mendable(&self.limits))?.lint(options));
        let of_bytes = self.to_bytes().and_then(|bytes| opened(&bytes));
        of_bytes.unwrap_or_else(|_: Error| self.now.editor.lint(options))
    }

    /// Gives what the file holds now in another form, as [`Opened::convert`](crate::Opened::convert) does.
    ///
    /// # Errors
    /// Those of [`convert`](crate::convert()).
    pub fn convert(&self, to: Form, options: &ConvertOptions) -> Result<Conversion, Error> {
        let bytes = self.to_bytes()?;
        open(&bytes[..], OpenOptions::mendable(&self.limits))?.convert(to, options)
    }

    /// Whether the file is another than the one that was opened.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        !Arc::ptr_eq(&self.now.bytes, &self.opened) || !self.is_as_read()
    }

    /// Whether the card is as it was read; one of another program's form is made anew by reading it, and can be as it was nevertheless.
    fn is_as_read(&self) -> bool {
        let document = self.document();
        document.is_untouched() || document.origin().is_some() && !self.now.editor.is_changed()
    }

    /// Gives the file as it is now; without changes, the very bytes that were opened.
    ///
    /// # Errors
    /// Those of [`Editor::to_bytes`].
    pub fn to_bytes(&self) -> Result<Cow<'_, [u8]>, Error> {
        if self.is_as_read() {
            return Ok(Cow::Borrowed(&self.now.bytes));
        }
        self.now.editor.to_bytes(&self.now.bytes, &self.limits).map(Cow::Owned)
    }

    /// Reads the picture of the card, or of the file where the card has none.
    ///
    /// # Errors
    /// Those of [`CardFile::to_bytes`].
    pub fn portrait(&self) -> Result<Option<Vec<u8>>, Error> {
        Ok(open(&*self.to_bytes()?, &self.limits)?.portrait())
    }

    /// Gives the card another picture, a PNG, as [`portrait::set`] does, in one step; the report names what could not stay.
    ///
    /// # Errors
    /// Those of [`portrait::set`].
    pub fn set_portrait(&mut self, png: impl Into<Vec<u8>>) -> Result<Report, Error> {
        let (file, report) = portrait::set(&self.to_bytes()?, png.into(), &self.limits)?;
        self.begin(file, None)?;
        Ok(report)
    }

    /// Repairs what can be repaired safely, in one step.
    ///
    /// # Errors
    /// Those of [`repair`](crate::repair()).
    pub fn repair(&mut self, options: &cards_lint::Options<'_>) -> Result<answer::Repair, Error> {
        let file = self.to_bytes()?;
        let repair = Repair::plan(&*file, options, &self.limits)?;
        if repair.changes().is_empty() {
            return Ok(repair.answer(None));
        }
        let mut out = Vec::new();
        repair.write(&*file, &self.limits, &mut out)?;
        let left = repair.prove(&out[..], &self.limits)?;
        drop(file);
        self.begin(out, None)?;
        Ok(repair.answer(Some(&left)))
    }

    /// Merges another edit of the file into this one, the card and what is beside it in one step: `base` is what both were
    /// made from.
    ///
    /// # Errors
    /// Those of [`Editor::merge`] and [`merge_members`](crate::merge::merge_members).
    #[cfg(feature = "diff")]
    pub fn merge(
        &mut self,
        base: &[u8],
        theirs: &[u8],
        options: &crate::merge::MergeOptions,
    ) -> Result<MergedFile, Error> {
        let limits = self.limits.clone();
        let document = |bytes| Ok::<_, Error>(open(bytes, &limits)?.loaded.document);
        let (base_document, their_document) = (document(base)?, document(theirs)?);
        let own = self.to_bytes()?;
        let members = crate::merge::merge_members(base, &*own, theirs, options.side, &limits)?;
        let merge = |editor: &mut Editor| editor.merge(&base_document, &their_document, options, &limits);
        if !members.changes() {
            drop(own);
            let (conflicts, changes) = self.step(merge)?;
            return Ok(MergedFile { conflicts, members, changes, findings: Vec::new() });
        }
        let mut editor = open(&*own, OpenOptions::mendable(&limits))?.edit().like(&self.now.editor);
        let conflicts = merge(&mut editor)?;
        let (file, findings) = members.apply(editor.to_bytes(&own, &limits)?, theirs, &limits)?;
        let changes: Vec<Change> = editor.changes().cloned().collect();
        drop(own);
        self.begin(file, Some(changes.clone()))?;
        Ok(MergedFile { conflicts, members, changes, findings })
    }

    /// Makes a step of the card, and gives what it changed.
    ///
    /// # Errors
    /// What `make` answers.
    pub fn step<T>(&mut self, make: impl FnOnce(&mut Editor) -> Result<T, Error>) -> Result<(T, Vec<Change>), Error> {
        let before = self.now.editor.made();
        let answer = make(&mut self.now.editor)?;
        if self.now.editor.made() == before {
            return Ok((answer, Vec::new()));
        }
        self.undone.clear();
        Ok((answer, self.now.editor.last_changes().to_vec()))
    }

    /// Makes a step of another file; one that is the same is none.
    fn begin(&mut self, bytes: Vec<u8>, opening: Option<Vec<Change>>) -> Result<(), Error> {
        if *self.to_bytes()? == bytes[..] {
            return Ok(());
        }
        let editor = open(bytes.as_slice(), OpenOptions::mendable(&self.limits))?.edit().like(&self.now.editor);
        let opening = opening.unwrap_or_else(|| changed(&self.document().content, &editor.document().content));
        self.undone.clear();
        self.now.editor.forget_undone();
        self.before.push(std::mem::replace(&mut self.now, State { bytes: Arc::new(bytes), editor, opening }));
        if self.before.len() > self.limits.undo_steps {
            self.before.remove(0);
        }
        Ok(())
    }

    /// Takes the last step back, of the card or of the file around it, and gives what it had changed in the card; `None` where
    /// there is none, or only such as lie further back than the limit `undo_steps`.
    pub fn undo(&mut self) -> Option<Vec<Change>> {
        if let Some(changes) = self.now.editor.undo() {
            return Some(changes);
        }
        if self.now.editor.is_cut() {
            return None;
        }
        let state = std::mem::replace(&mut self.now, self.before.pop()?);
        let opening = state.opening.clone();
        self.undone.push(state);
        Some(opening)
    }

    /// Says whether there is a step that [`CardFile::undo`] takes back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.now.editor.can_undo() || (!self.now.editor.is_cut() && !self.before.is_empty())
    }

    /// Says whether there is a step that [`CardFile::redo`] makes again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.now.editor.can_redo() || !self.undone.is_empty()
    }

    /// Makes the step again that was taken back last, and gives what it changes in the card; `None` where there is none.
    pub fn redo(&mut self) -> Option<Vec<Change>> {
        if let Some(changes) = self.now.editor.redo() {
            return Some(changes);
        }
        let state = self.undone.pop()?;
        let opening = state.opening.clone();
        self.before.push(std::mem::replace(&mut self.now, state));
        Some(opening)
    }

    /// Gives how many steps can be taken back.
    #[must_use]
    pub fn steps(&self) -> usize {
        let in_cards: usize = self.states().map(|state| state.editor.steps()).sum();
        self.before.len() + in_cards
    }

    /// Gives everything that was changed in the card and not taken back, in order.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.states().flat_map(|state| state.opening.iter().chain(state.editor.changes()))
    }

    /// Gives the second accounts of the card that the file holds, as [`Editor::twins`] does.
    #[must_use]
    pub fn twins(&self) -> Vec<Twin> {
        self.now.editor.twins_after(self.changes())
    }

    /// Gives what a spec wants a user to be alerted to, as [`Editor::alerts`] does.
    #[must_use]
    pub fn alerts(&self) -> Vec<String> {
        let first = self.before.first().unwrap_or(&self.now);
        self.now.editor.alerts_since(first.editor.first())
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

    fn states(&self) -> impl Iterator<Item = &State> {
        self.before.iter().chain(std::iter::once(&self.now))
    }
}
