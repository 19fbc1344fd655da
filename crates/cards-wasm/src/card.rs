//! Calls about a card that is being changed.

use std::rc::Rc;

use cards_container::{AssetRef, Location};
use cards_json::Pointer;
use cards_kit::answer::{Attached, Disagreement, FieldChange, Loss, Merged, MergedMember, Misfits, Packed};
use cards_kit::edit::texts::{TextClass, texts};
use cards_kit::edit::{Change, changed, exchange};
use cards_kit::merge::{MergeOptions, merge_members};
use cards_kit::plain::{View, plain};
use cards_kit::{Editor, Limits, Place, Repair};
use cards_model::{Content, Document};
use serde::Serialize;

use crate::args;
use crate::call::{Answerer, Call, Reply};
use crate::file::{compared, converted, document, empty, got, listed, opened, row_of, saved};
use crate::held::Held;
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] = &[
    ("open", open),
    ("create", create),
    ("free", free),
    ("card.about", about),
    ("card.inspect", inspect),
    ("card.json", json),
    ("card.text", text),
    ("card.plain", plain_view),
    ("card.texts", texts_of),
    ("card.get", get),
    ("card.apply", apply),
    ("card.attach", attach),
    ("card.repair", repair),
    ("card.merge", merge),
    ("card.exportTexts", export_texts),
    ("card.importTexts", import_texts),
    ("card.undo", undo),
    ("card.changes", changes),
    ("card.diff", diff),
    ("card.lint", lint),
    ("card.needs", needs),
    ("card.row", row),
    ("card.picture", picture),
    ("card.setPicture", set_picture),
    ("card.assets", assets),
    ("card.asset", asset),
    ("card.bytes", bytes),
    ("card.save", save),
    ("card.convert", convert),
];

/// A card that is being changed. The last layer is how it is now; each change of the
/// file around the card begins another.
pub(crate) struct OpenCard {
    opened: Rc<Vec<u8>>,
    layers: Vec<Layer>,
}

/// A file, and the steps that changed it.
struct Layer {
    file: Rc<Vec<u8>>,
    editor: Editor,
    /// Steps that can be taken back.
    steps: usize,
    /// Whether there were more steps, so that the layer below is further away than one.
    is_cut: bool,
    /// What the step changed that began the layer.
    opening: Vec<FieldChange>,
}

impl Layer {
    fn new(file: Rc<Vec<u8>>, limits: &Limits) -> Result<Self, Refusal> {
        let editor = Editor::open(&file[..], limits)?;
        Ok(Self { file, editor, steps: 0, is_cut: false, opening: Vec::new() })
    }
}

impl OpenCard {
    fn new(file: Vec<u8>) -> Result<Self, Refusal> {
        let opened = Rc::new(file);
        Ok(Self { layers: vec![Layer::new(opened.clone(), &Limits::default())?], opened })
    }

    fn top(&mut self) -> Result<&mut Layer, Refusal> {
        self.layers.last_mut().ok_or_else(|| Refusal::usage("this was freed"))
    }

    /// The document as it is now.
    pub(crate) fn document(&mut self) -> Result<&Document, Refusal> {
        Ok(self.top()?.editor.document())
    }

    /// The file as it would be written now.
    pub(crate) fn bytes(&mut self) -> Result<Rc<Vec<u8>>, Refusal> {
        let top = self.top()?;
        if top.editor.document().is_untouched() {
            return Ok(top.file.clone());
        }
        Ok(Rc::new(top.editor.to_bytes(&top.file, &Limits::default())?))
    }

    /// Makes a step of another file.
    fn begin(&mut self, file: Vec<u8>) -> Result<(), Refusal> {
        let mut layer = Layer::new(Rc::new(file), &Limits::default())?;
        layer.opening = field_changes(&changed(&self.document()?.content, &layer.editor.document().content));
        self.layers.push(layer);
        Ok(())
    }

    /// Makes a step, and gives what it changed.
    fn step<T>(
        &mut self,
        make: impl FnOnce(&mut Editor) -> Result<T, cards_kit::Error>,
    ) -> Result<(T, Vec<FieldChange>), Refusal> {
        let most = Limits::default().undo_steps;
        let top = self.top()?;
        let before = top.editor.made();
        let answer = make(&mut top.editor)?;
        if top.editor.made() == before {
            return Ok((answer, Vec::new()));
        }
        top.is_cut |= top.steps == most;
        top.steps = (top.steps + 1).min(most);
        Ok((answer, field_changes(top.editor.last_changes())))
    }
}

fn field_changes(changes: &[Change]) -> Vec<FieldChange> {
    changes.iter().map(FieldChange::from).collect()
}

fn open(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    call.args::<args::Nothing>()?;
    let file = call.file()?;
    held(call, file)
}

fn create(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let new: args::New = call.args()?;
    let mut text = empty(new.form.as_deref().unwrap_or("v3"))?;
    if let Some(name) = new.name {
        let limits = Limits::default();
        let mut editor = Editor::open(text.as_bytes(), &limits)?;
        editor.apply(&[cards_kit::Patch::Set { path: "name".parse()?, value: name.into() }])?;
        text = String::from_utf8_lossy(&editor.to_bytes(text.as_bytes(), &limits)?).into_owned();
    }
    held(call, text.into_bytes())
}

fn held(call: &mut Call<'_>, file: Vec<u8>) -> Result<Reply, Refusal> {
    let card = OpenCard::new(file)?;
    Reply::of(&call.table.keep(Held::Card(Box::new(card))))
}

fn free(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    call.table.free(call.held);
    Reply::of(&())
}

/// The card that a call is about.
fn card<'c>(call: &'c mut Call<'_>) -> Result<&'c mut OpenCard, Refusal> {
    call.table.card(call.held)
}

fn about(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct About<'c> {
        container: &'static str,
        form: &'static str,
        name: &'c str,
        card: bool,
        changed: bool,
        steps: usize,
    }
    let card = card(call)?;
    let steps = card.layers.iter().map(|layer| layer.steps).sum::<usize>() + card.layers.len() - 1;
    let layers = card.layers.len();
    let editor = &card.top()?.editor;
    let content = &editor.document().content;
    let name = match content {
        Content::Card(card) => card.name(),
        Content::Module(module) => &module.name,
        _ => "",
    };
    let book = content.lorebook();
    let name =
        if name.is_empty() { book.as_deref().and_then(|book| book.name.as_deref()).unwrap_or(name) } else { name };
    Reply::of(&About {
        container: editor.kind().name(),
        form: content.form().name(),
        name,
        card: matches!(content, Content::Card(_)),
        changed: layers > 1 || !editor.document().is_untouched(),
        steps,
    })
}

fn inspect(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let file = card(call)?.bytes()?;
    Reply::of(&opened(&file)?.answer())
}

fn json(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&card(call)?.document()?.content.to_json())
}

fn text(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&String::from_utf8_lossy(&card(call)?.document()?.to_bytes()))
}

fn plain_view(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&View::Map(plain(&card(call)?.document()?.content)).to_json())
}

fn texts_of(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&listed(&texts(&card(call)?.document()?.content)))
}

fn get(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let names = call.args::<args::Places>()?.places;
    let places = names.iter().map(|place| place.parse::<Place>()).collect::<Result<Vec<_>, _>>()?;
    let values = card(call)?.top()?.editor.get_all(&places)?;
    let one = |(place, (pointer, value)): (String, (Option<Pointer>, _))| {
        got(place, pointer.map(|pointer| pointer.to_string()), value)
    };
    Reply::of(&names.into_iter().zip(values).map(one).collect::<Vec<_>>())
}

fn apply(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let patches = call.args::<args::Patches>()?.patches;
    Reply::of(&card(call)?.step(|editor| editor.apply(&patches))?.1)
}

fn attach(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let books = call.files.by_ref().map(|book| document(&book)).collect::<Result<Vec<_>, _>>()?;
    let contents: Vec<&Content> = books.iter().map(|book| &book.content).collect();
    let (done, _) = card(call)?.step(|editor| editor.attach(&contents))?;
    let mut answer = Attached::default();
    (answer.added, answer.doubles) = (done.added, done.doubles);
    answer.loss = done.loss.iter().map(|(_, loss)| Loss::from(loss)).collect();
    Reply::of(&answer)
}

fn repair(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options = call.args::<args::Lint>()?.options()?;
    let limits = Limits::default();
    let card = card(call)?;
    let file = card.bytes()?;
    let repair = Repair::plan(&file[..], &options, &limits)?;
    if repair.changes().is_empty() {
        return Reply::of(&repair.answer(None));
    }
    let mut out = Vec::new();
    repair.write(&file[..], &limits, &mut out)?;
    let left = repair.prove(&out[..], &limits)?;
    card.begin(out)?;
    Reply::of(&repair.answer(Some(&left)))
}

fn merge(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let (limits, options) = (Limits::default(), MergeOptions::default());
    let (old, new) = (call.file()?, call.file()?);
    let (base, theirs) = (document(&old)?, document(&new)?);
    let card = card(call)?;
    let own = card.bytes()?;
    let members = merge_members(&old[..], &own[..], &new[..], None, &limits)?;
    let merge = |editor: &mut Editor| editor.merge(&base, &theirs, &options, &limits);
    let (conflicts, changes) = if members.changes() {
        // The card and what is beside it change in one step.
        let mut editor = Editor::open(&own[..], &limits)?;
        let conflicts = merge(&mut editor)?;
        let (file, _doubles) = members.apply(editor.to_bytes(&own, &limits)?, &new[..], &limits)?;
        card.begin(file)?;
        (conflicts, card.top()?.opening.clone())
    } else {
        card.step(merge)?
    };
    let mut answer = Merged::default();
    (answer.changes, answer.conflicts) = (changes, conflicts.iter().map(Disagreement::from).collect());
    answer.members = members.members.iter().map(MergedMember::from).collect();
    Reply::of(&answer)
}

fn export_texts(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let form = call.args::<args::List>()?.form()?;
    Reply::of(&exchange::write(&exchange::rows(&card(call)?.document()?.content, &[TextClass::Prose]), form))
}

fn import_texts(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args: args::List = call.args()?;
    let rows = exchange::read(&args.list, args.form()?, &Limits::default())?;
    let (misfits, changes) = card(call)?.step(|editor| editor.set_texts(&rows))?;
    let mut answer = Misfits::default();
    (answer.changes, answer.misfits) = (changes, misfits.iter().map(Into::into).collect());
    Reply::of(&answer)
}

fn undo(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let card = card(call)?;
    let layers = card.layers.len();
    let top = card.top()?;
    if top.steps > 0 {
        top.steps -= 1;
        let changes = top.editor.undo().unwrap_or_default();
        return Reply::of(&Some(field_changes(&changes)));
    }
    if layers < 2 || top.is_cut {
        return Reply::of(&None::<()>);
    }
    Reply::of(&card.layers.pop().map(|layer| layer.opening))
}

fn changes(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let card = card(call)?;
    let mut answer = card.top()?.editor.answer();
    let of_layer = |layer: &Layer| {
        let made = layer.editor.changes().map(FieldChange::from);
        layer.opening.iter().cloned().chain(made).collect::<Vec<_>>()
    };
    answer.changes = card.layers.iter().flat_map(of_layer).collect();
    Reply::of(&answer)
}

fn diff(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let other = call.files.next();
    let card = card(call)?;
    let now = card.bytes()?;
    let answer = match other {
        Some(other) => compared(&other, &now, true),
        None => compared(&card.opened, &now, true),
    };
    Reply::of(&answer?)
}

fn lint(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options = call.args::<args::Lint>()?.options()?;
    let file = card(call)?.bytes()?;
    Reply::of(&cards_kit::lint(&file[..], &options, &Limits::default())?.answer())
}

fn needs(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let needs = cards_lint::needs(&card(call)?.document()?.content);
    Reply::of(&needs.iter().map(cards_kit::answer::Need::from).collect::<Vec<_>>())
}

fn row(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options: args::Row = call.args()?;
    Reply::of(&row_of(&card(call)?.bytes()?, &options)?)
}

fn picture(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let file = card(call)?.bytes()?;
    perhaps(opened(&file)?.portrait())
}

fn set_picture(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let png = call.file()?;
    let card = card(call)?;
    let (file, report) = cards_kit::portrait::set(&card.bytes()?, png, &Limits::default())?;
    card.begin(file)?;
    Reply::of(&Packed::from(&report))
}

/// A file where there is one.
fn perhaps(file: Option<Vec<u8>>) -> Result<Reply, Refusal> {
    let reply = Reply::of(&file.is_some())?;
    Ok(match file {
        Some(file) => reply.with(file),
        None => reply,
    })
}

fn assets(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct Asset<'c> {
        r#type: &'c str,
        name: &'c str,
        ext: &'c str,
        uri: &'c str,
        inside: bool,
    }
    /// Bytes of an URI that are shown; more is an asset that is written in it.
    const SHOWN: usize = 200;
    let file = card(call)?.bytes()?;
    let mut opened = opened(&file)?;
    let assets = opened.card().map(|card| card.assets().into_owned()).unwrap_or_default();
    let refs: Vec<AssetRef<'_>> = assets.iter().map(AssetRef::from).collect();
    let places = opened.container.assets(&refs).value;
    let has_picture = opened.portrait().is_some();
    let one = |(asset, place): (_, &cards_container::ListedAsset)| {
        let asset: &cards_model::Asset = asset;
        let shown = (0..=SHOWN).rev().find_map(|end| asset.uri.get(..end)).unwrap_or_default();
        Asset {
            r#type: &asset.kind,
            name: &asset.name,
            ext: &asset.ext,
            uri: if asset.uri.len() > SHOWN { shown } else { &asset.uri },
            inside: match place.location {
                Location::Default => has_picture,
                location => matches!(location, Location::Entry(_) | Location::Chunk(_) | Location::Inline),
            },
        }
    };
    Reply::of(&assets.iter().zip(&places).map(one).collect::<Vec<_>>())
}

fn asset(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let index = call.args::<args::Index>()?.index;
    let file = card(call)?.bytes()?;
    let mut opened = opened(&file)?;
    let asset = opened.card().and_then(|card| card.assets().get(index).cloned());
    perhaps(match asset {
        Some(asset) if cards_kit::portrait::is_portrait(&asset) => match opened.container.asset(&asset)? {
            None => opened.portrait(),
            found => found,
        },
        Some(asset) => opened.container.asset(&asset)?,
        None => None,
    })
}

fn bytes(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let file = card(call)?.bytes()?;
    Ok(Reply::of(&())?.with(Rc::unwrap_or_clone(file)))
}

fn save(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options: args::Save = call.args()?;
    let picture = if options.picture { Some(call.file()?) } else { None };
    saved(&card(call)?.bytes()?, options, picture)
}

fn convert(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options: args::Save = call.args()?;
    converted(&card(call)?.bytes()?, options)
}
