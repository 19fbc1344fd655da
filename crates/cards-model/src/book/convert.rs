//! The book of any content as a book of any form.

use super::any::AnyBook;
use super::module::ToLorebook;
use super::turn::{into_plain, into_prom, turn};
use crate::json::Pointer;
use crate::spec::module::IdSource;
use crate::stash::{Options, Stash};
use crate::terms::loss::{Converted, Loss, LossReason};
use crate::{Card, Content, Error, Form, Lorebook, prom, v3};

/// Converts the lorebook that a content is or holds to another form of lorebooks.
///
/// A card's book becomes what a file of that book becomes. With a stash in the options, what the target cannot hold is
/// kept beside the book and its entries, and comes back on the way back.
///
/// # Errors
/// [`Error::NoConversion`] for a card without a lorebook, and for a target that is no form of lorebooks.
pub fn convert(
    content: &Content,
    to: Form,
    options: &Options,
    ids: &mut dyn IdSource,
) -> Result<Converted<Content>, Error> {
    let from = content.form();
    if from == to {
        return Ok(Converted { value: content.clone(), loss: Vec::new() });
    }
    let no_conversion = || Error::NoConversion { from, to };
    let keeps_origin = options.stash != Stash::Off && matches!(to, Form::Lorebook | Form::LorebookV3 | Form::PromBook);
    let (mut book, layout, mut loss) = source(content, keeps_origin)?.ok_or_else(no_conversion)?;
    if let (Content::Card(card), Form::Module) = (content, to) {
        name_after(card, &mut book);
    }
    let mut add = |more: Vec<Loss>| loss.extend(more);
    let value = match to {
        Form::PromBook => Content::PromBook(into_prom(turn(book, layout, Form::Prom, options).report(add))),
        Form::LorebookV3 => {
            let data = into_plain(turn(book, layout, Form::V3, options).report(add));
            Content::LorebookV3(v3::LorebookFile { data, ..v3::LorebookFile::default() })
        }
        to if to.is_card() => return Err(no_conversion()),
        to => {
            // The other forms take what V2 and CCv3 have in common.
            let book = match book {
                AnyBook::Plain(book) => book,
                book @ AnyBook::Prom(_) => into_plain(turn(book, layout, Form::V3, options).report(&mut add)),
            };
            let stash = options.stash.goes_into(to);
            match to {
                Form::Lorebook => Content::Lorebook(book),
                Form::Module => {
                    let mut module = book.module(ids, stash).report(add);
                    if let (Content::Card(card), "") = (content, module.creator.as_str()) {
                        card.creator().clone_into(&mut module.creator);
                    }
                    Content::Module(module)
                }
                to => Content::of_client(to, &book, stash).ok_or_else(no_conversion)?.report(add),
            }
        }
    };
    Ok(Converted { value, loss })
}

/// Gives a book without a name that of its card: a module has to have one.
///
/// Spec: Module `name`.
fn name_after(card: &Card, book: &mut AnyBook) {
    let name = match book {
        AnyBook::Plain(book) => &mut book.name,
        AnyBook::Prom(book) => &mut book.name,
    };
    if name.as_deref().is_none_or(|name| name.trim().is_empty()) && !card.name().trim().is_empty() {
        *name = Some(card.name().to_owned());
    }
}

/// The book of a content, the card spec whose layout it has, and what that layout cannot hold.
fn source(content: &Content, keeps_origin: bool) -> Result<Option<(AnyBook, Form, Vec<Loss>)>, Error> {
    let plain = |book: &Lorebook, layout| Some((AnyBook::Plain(book.clone()), layout, Vec::new()));
    let prom = |book: &prom::Book| Some((AnyBook::Prom(book.clone()), Form::Prom, Vec::new()));
    let foreign = |made: Converted<Lorebook>| Some((AnyBook::Plain(made.value), Form::V3, made.loss));
    Ok(match content {
        Content::Card(Card::V2(card)) => card.data.character_book.as_ref().and_then(|book| plain(book, Form::V2)),
        Content::Card(Card::V3(card)) => card.data.character_book.as_ref().and_then(|book| plain(book, Form::V3)),
        Content::Card(Card::V3L(card)) => card.data.character_book.as_ref().and_then(|book| plain(book, Form::V3)),
        Content::Card(Card::Prom(card)) => card.data.character_book.as_ref().and_then(prom),
        Content::Card(_) => None,
        Content::LorebookV3(file) => {
            let beside = file.rest.unknown().iter();
            let lost = |(name, value): (&str, _)| Loss::new(Pointer::from([name]), LossReason::NoField, value);
            Some((AnyBook::Plain(file.data.clone()), Form::V3, beside.map(lost).collect()))
        }
        // Without a wrapping nothing but the member that CCv3 added says which layout it is, and an entry that is in
        // the layout of world info gets it from its reader.
        Content::Lorebook(book)
            if book.entries.iter().all(|entry| entry.use_regex.is_none() || entry.rest.whole().is_some()) =>
        {
            plain(book, Form::V2)
        }
        Content::Lorebook(book) => plain(book, Form::V3),
        Content::PromBook(book) => prom(book),
        Content::Module(module) => foreign(module.to_lorebook(ToLorebook::default())?),
        other => other.client_book().and_then(|book| foreign(book.lorebook(keeps_origin))),
    })
}
