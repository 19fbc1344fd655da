//! Rules about what programs do, which no look at a file can check.

use crate::terms::rule::Letter;

/// A rule about what programs do, which no look at a file can check.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duty {
    /// A stable name in kebab case, unique over all rules and duties.
    pub id: &'static str,
    /// How binding it is.
    pub letter: Letter,
    /// The text and section that it comes from.
    pub source: &'static str,
    /// What it asks, in one sentence of our own.
    pub summary: &'static str,
}

macro_rules! duties {
    ($($id:literal, $letter:ident, $source:literal, $summary:literal;)*) => {
        /// Every rule of the specs that only an application can keep.
        pub static APPLICATION: &[Duty] = &[
            $(Duty { id: $id, letter: Letter::$letter, source: $source, summary: $summary }),*
        ];
    };
}

duties! {
    // Words and promises.
    "spec-words", Must, "keywords of every text", "Programs read the specs' keywords in the sense of RFC 2119.";
    "charx-no-promise", Must, "CCv3L CHARX", "Programs do not take the list of folders for a promise that each exists or is supported.";
    "assets-no-promise", Must, "CCv3L assets", "Programs may leave out asset uses that they have no feature for.";
    "prom-assets-optional", Silent, "Prom assets.jsonl", "Programs need not support every asset, nor store the asset list with the assets.";
    // Prompts.
    "prompt-magic-strings", Must, "V1; Module V1 entries", "Programs replace the names of character and user in prompt texts, in any case (cards-macro does).";
    "prompt-definitions", Should, "V1 description, personality, scenario", "Programs put the character's definition into every prompt by default.";
    "prompt-original", Must, "V2 system_prompt, post_history_instructions", "Programs replace {{original}} by the prompt that the card's own one stands in for.";
    "user-name-default", Must, "V1", "Programs have a name for a user who has set none.";
    "example-format", Must, "V1 mes_example", "Programs expect example conversations as blocks behind `<START>` lines.";
    "example-pruning", Should, "V1 mes_example", "Programs drop example conversations first when the conversation fills the context.";
    "system-prompt-replaces", Must, "V2 system_prompt", "The card's system prompt replaces the user's by default, and nothing else does.";
    "system-prompt-empty", Must, "V2 system_prompt", "Where the card's system prompt is empty, the user's or a built-in one holds.";
    "post-history-replaces", Must, "V2 post_history_instructions", "The card's post-history instructions replace the user's by default, and nothing else does.";
    "post-history-empty", Must, "V2 post_history_instructions", "Where the card's post-history instructions are empty, the user's or built-in ones hold.";
    "nickname-replaces", Must, "CCv3 and CCv3L nickname", "Programs show the nickname where the name of the character would be inserted.";
    "notes-outside-prompt", Must, "V2 creator_notes", "Creator notes stay out of prompts.";
    "tags-outside-prompt", Should, "V2 tags", "Tags stay out of prompts.";
    "creator-outside-prompt", Must, "V2 creator", "The creator's name stays out of prompts.";
    "version-outside-prompt", Must, "V2 character_version", "The card's version stays out of prompts.";
    "names-outside-prompt", Should, "Prom CharacterEntry", "Names, ids, comments and order values of entries are not inserted into prompts.";
    "intro-outside-prompt", Should, "Module V1 intro", "A module's introduction stays out of prompts.";
    "asset-name-outside-prompt", Must, "CCv3L assets", "Asset names stay out of prompts.";
    // Greetings.
    "greeting-first", Must, "V1 first_mes; Prom solo, group", "The character speaks first, with its first greeting.";
    "swipes-offered", Must, "V2 alternate_greetings", "Programs offer the alternate greetings as swipes of the first message.";
    "group-greetings-used", Must, "CCv3 and CCv3L group_only_greetings", "Programs offer group-only greetings in group chats and nowhere else.";
    // Creator notes.
    "notes-discoverable", Should, "V2 creator_notes; CCv3L keywords; Prom creator_notes", "Users find the creator notes easily, and see at least their beginning.";
    "notes-language-chosen", Must, "CCv3 and CCv3L creator_notes, creator_notes_multilingual", "Programs show the notes of the user's language; the plain notes are the English ones unless the map has those.";
    "notes-language-selection", Must, "CCv3L creator_notes_multilingual", "Users can choose the language of the notes.";
    "tags-any-case", Should, "V2 tags", "Programs sort and filter by tags without regard to case.";
    // Lorebooks.
    "book-used", Must, "V2 and CCv3 character_book", "Programs use the card's lorebook by default.";
    "book-saved", Must, "V2 and CCv3 character_book", "Editors write the lorebook in the form of the spec (the writer does).";
    "book-stacks", Should, "V2 and CCv3 character_book", "The card's lorebook adds to the user's books and goes before them.";
    "pattern-invalid", Must, "CCv3 use_regex", "An entry with a pattern that does not compile never fires (cards-lore sees to it).";
    "prom-book-asked", Should, "Prom character_book", "Programs ask before they import a card's lorebook.";
    // What is kept.
    "extensions-kept", Must, "V2 extensions; Prom appdata", "Editors keep every key of extensions and appdata (the document model does).";
    "unknown-members-ignored", Must, "CCv3 and CCv3L CharacterCard", "Programs read past members that they do not know, and import the card.";
    "lynn-removed-unused", Must, "CCv3L CharacterCard", "Programs do not use members of V2 that CCv3L removed.";
    "asset-kept", Should, "CCv3 and CCv3L assets", "Programs keep assets that they cannot use, for the next export.";
    "asset-loss-alert", Must, "CCv3L assets", "Programs tell users about assets that they could not keep.";
    "source-append-only", Should, "CCv3 and CCv3L source", "Programs add to the sources and change or remove none that others added.";
    "source-not-edited", Should, "CCv3 and CCv3L source", "Users cannot edit the sources.";
    "source-alert", Should, "CCv3 and CCv3L source", "Programs tell users when they remove a source.";
    // Versions.
    "marker-decides", Should, "CCv3 and CCv3L spec", "A card without the marker of a spec is not taken for a card of it.";
    "version-compared", Should, "CCv3 and CCv3L spec_version", "Programs compare versions as decimal numbers, and import newer and older ones.";
    "version-alert", Must, "CCv3L spec_version", "Programs tell users about cards of a newer version than they support.";
    "version-older-filled", Should, "CCv3L spec_version", "Programs fill what an older version lacks with defaults.";
    "lynn-version-refused", Must, "CCv3L spec_version", "Programs refuse a CCv3L card of any other version (strict reading does).";
    // Dates.
    "lynn-date-order", Must, "CCv3L sequence", "Programs settle the date of creation before the date of modification.";
    "dates-written", Must, "CCv3 and CCv3L creation_date, modification_date; Prom created_at, updated_at", "Programs set the date of creation once and the date of modification at each change.";
    "dates-not-edited", Should, "CCv3L creation_date, modification_date", "Users cannot edit the dates.";
    // Assets.
    "assets-default", Must, "CCv3 and CCv3L assets", "A card without assets behaves as if it had the one default icon.";
    "asset-default-resolved", Should, "CCv3 and CCv3L assets", "Programs have a default asset for each type that ccdefault: may stand for.";
    "asset-default-picture", Should, "CCv3 and CCv3L assets", "In a PNG, ccdefault: is the picture itself for an icon, and never for a user icon.";
    "asset-url-used", Should, "CCv3L assets; Prom CharacterAsset", "Programs load those linked assets that they can use, and no others.";
    "asset-uri-support", Should, "CCv3 and CCv3L assets", "Programs support embedded and default URIs.";
    "asset-icon-used", Must, "CCv3 and CCv3L assets", "The main icon is the picture of the character.";
    "asset-background-used", Must, "CCv3 and CCv3L assets", "The main background, or else the first, is the background of the character.";
    "asset-user-icon-used", Should, "CCv3 and CCv3L assets", "A user icon is the picture of the user, and its name the user's name.";
    "asset-persona-disabled", Should, "CCv3 and CCv3L assets", "Programs turn their persona feature off for cards with a user icon.";
    "asset-emotion-used", Should, "CCv3 and CCv3L assets", "Emotion assets show the expression that their name says, `neutral` by default.";
    "asset-name-identifies", Must, "CCv3L assets", "Programs tell assets apart by name.";
    "asset-formats", Should, "CCv3 and CCv3L assets", "Programs support PNG, JPEG and WebP at least.";
    "asset-ext-ignored", Should, "CCv3 and CCv3L assets", "Programs ignore the file extension of a ccdefault: asset.";
    // Modules.
    "module-default-name", Must, "Module V1 name", "Programs have a name for a module without one.";
    // Prom.
    "prom-variable-macros", Must, "Prom greetings, macro requirements", "Programs support {{getvar}} and {{setvar}} (cards-macro does).";
    "prom-role-macros", Must, "Prom role", "Programs put the name of the speaker before an example message.";
    "prom-role-system", Should, "Prom role", "Programs handle example messages of the system as they see fit.";
    "prom-asset-types-named", Must, "Prom assets.jsonl, CharacterAsset type", "Programs say which asset types and file types they take.";
    "prom-image-asked", Should, "Prom image.png", "Programs ask before they import a card together with its picture.";
    "prom-zip-read-only", Should, "Prom ZIP", "Programs open the ZIP for reading only (the container reader does).";
    "prom-remote-warned", Must, "Prom url", "Programs warn users before they fetch a remote asset.";
    "prom-remote-alert", Should, "Prom url", "Programs tell users about links that do not answer, and go on without them.";
}
