//! What can be asked of any content, from the one list of forms that [`spec`](super) is.

use super::lorebook::Lorebook;
use crate::terms::loss::Converted;

/// A lorebook as the file of a program has it.
pub(crate) trait ClientBook {
    /// The lorebook of the specs that it stands for, on request with each part as it was among its extensions.
    fn lorebook(&self, with_origin: bool) -> Converted<Lorebook>;

    /// What it becomes in a file of the program, on request with a stash.
    fn of(book: &Lorebook, stash: bool) -> Converted<Self>
    where
        Self: Sized;
}

/// Makes [`Content`](super::Content) and all that goes form by form out of a list of forms with their types.
macro_rules! contents {
    (
        cards { $($card:ident($card_type:ty),)* }
        specs { $($(#[$spec_doc:meta])* $spec:ident($spec_type:ty),)* }
        clients { $($(#[$book_doc:meta])* $book:ident($book_type:ty) = $client:path,)* }
    ) => {
        /// What a file holds: a card, a lorebook, or a module.
        ///
        /// ```
        /// use cards_model::{Content, Document, Lorebook};
        /// let document = Document::new(Content::Lorebook(Lorebook { name: Some("Saltmere".into()), ..Lorebook::default() }));
        /// let Content::Lorebook(book) = &document.content else { panic!("no lorebook") };
        /// assert_eq!(book.name.as_deref(), Some("Saltmere"));
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Content {
            /// A card.
            Card(Card),
            $($(#[$spec_doc])* $spec($spec_type),)*
            $($(#[$book_doc])* $book($book_type),)*
        }

        impl Content {
            /// The form that it has.
            #[must_use]
            pub fn form(&self) -> Form {
                match self {
                    Self::Card(card) => card.form(),
                    $(Self::$spec(_) => Form::$spec,)*
                    $(Self::$book(_) => Form::$book,)*
                }
            }

            /// Reads a content of a known form.
            pub(crate) fn read<'a, S: SpecSource<'a>>(form: Form, reader: &mut S) -> Result<Self, json::Error> {
                Ok(match form {
                    $(Form::$card => Self::Card(Card::$card(Box::new(read_object(reader)?))),)*
                    $(Form::$spec => Self::$spec(read_object(reader)?),)*
                    $(Form::$book => Self::$book(read_object(reader)?),)*
                })
            }

            /// Mends what was oddly, as far as nothing is lost.
            pub(crate) fn settle(&mut self, wanted: Settle, changes: &mut Changes) {
                match self {
                    $(Self::Card(Card::$card(card)) => card.settle(&Pointer::ROOT, wanted, changes),)*
                    $(Self::$spec(content) => content.settle(&Pointer::ROOT, wanted, changes),)*
                    $(Self::$book(book) => book.settle(&Pointer::ROOT, wanted, changes),)*
                }
            }

            /// Writes it.
            pub(crate) fn write(&self, out: &mut impl Sink) {
                match self {
                    Self::Card(card) => card.write(out),
                    $(Self::$spec(content) => content.write(out),)*
                    $(Self::$book(book) => book.write(out),)*
                }
            }

            /// The lorebook of a program that it is.
            pub(crate) fn client_book(&self) -> Option<&dyn ClientBook> {
                match self {
                    $(Self::$book(book) => Some(book),)*
                    _ => None,
                }
            }

            /// What a lorebook becomes in the file of a program, on request with a stash; none where the form is not that of one.
            pub(crate) fn of_client(form: Form, book: &Lorebook, stash: bool) -> Option<Converted<Self>> {
                Some(match form {
                    $(Form::$book => <$book_type>::of(book, stash).map(Self::$book),)*
                    _ => return None,
                })
            }
        }

        impl Card {
            /// Writes it.
            pub(crate) fn write(&self, out: &mut impl Sink) {
                match self {
                    $(Self::$card(card) => card.write(out),)*
                }
            }
        }

        impl Form {
            /// What is particular about it, where it is that of the lorebooks of a program.
            pub(crate) fn client(self) -> Option<&'static Client> {
                CLIENTS.iter().find(|(form, _)| *form == self).map(|(_, client)| client)
            }

            /// Whether it is that of the lorebooks of a program, and of no spec.
            #[doc(hidden)]
            #[must_use]
            pub fn is_of_client(self) -> bool {
                self.client().is_some()
            }

            /// The members of a whole file.
            pub(crate) fn object_shape(self) -> ObjectShape {
                match self {
                    $(Self::$card => <$card_type>::object_shape(),)*
                    $(Self::$spec => <$spec_type>::object_shape(),)*
                    $(Self::$book => <$book_type>::object_shape(),)*
                }
            }
        }

        /// The forms of lorebooks that programs have of their own.
        pub(crate) static CLIENTS: &[(Form, Client)] = &[$((Form::$book, $client),)*];
    };
}
pub(super) use contents;

impl super::Content {
    /// Whether the content, or the character in it, was read from an older layout: a change to a part would put the
    /// whole into the final one.
    pub(crate) fn is_lifted(&self) -> bool {
        use crate::Card;
        match self {
            Self::Card(Card::Prom(card)) => card.rest.whole().is_some() || card.data.rest.whole().is_some(),
            Self::PromBook(book) => book.rest.whole().is_some(),
            Self::Lorebook(book) => book.rest.whole().is_some(),
            _ => false,
        }
    }
}
