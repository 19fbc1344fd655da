//! What `docs/conversion.md` says of these forms.

/// The section of the page.
pub(crate) const PAGE: &str = r#"
## Forms of other programs

Each is read as the spec or form of lorebook whose members hold it, and says so (`foreign-form`). What has no place there is in
the loss report of `cards convert`, by pointer into the original; with a stash the whole original is kept under `cards_origin` in
the extensions. Such a file is never written in place: `cards repair` and edits refuse it, and convert makes a card of it.

| form | told by | read as |
| --- | --- | --- |
| text-generation-webui, Ginger (YAML or JSON) | a name, `context` and `greeting`; one of the two where nothing else stands beside; no template for turns | V1: the context is the description, in one piece |
| V0, V1 and V2 in YAML (aichar) | as in JSON | as in JSON |
| Backyard picture | EXIF `UserComment` with `character` (`aiName` or `aiDisplayName`) and `version` 1 to 4 | V2; its chats and sampling settings are lost |
| Backyard archive (BYAF) | `manifest.json` with `characters/…/character.json` | V2, as SillyTavern reads it: the first scenario gives the texts, the others greetings |
| Voxta package | `Characters`, `Books` or `Scenarios` with files of their `$type` | V3 with its pictures as assets; the linked books as one |
| RisuAI module | `type` `risuModule` and a `lorebook`, in JSON or packed (`.risum`) | a RisuAI lorebook; what else it has is reported |
| RisuAI picture of 2023 | chunk `risuai`, MessagePack of type 101 | V2; emotions where RisuAI's V2 cards have them |
| Agnai character | `kind` `character`, or persona, greeting, scenario and sample chat together | V2; the persona as the text that Agnai makes of it |
| Character.AI | `character` with a greeting and members of that site; dumps of chats too | V1: title as personality, definition as examples |
| `chara_card_v1` with `data` | the marker | V1 |
| `chara_card_v4` with `meta`, `lorebook_v4` | the marker; an alert says that it is newer | V3: `meta` goes back into `data`, structured members of entries become decorators |
| NovelAI scenario, story | `scenarioVersion`, `storyContainerVersion` | the lorebook inside, with the title |
| NovelAI lorebook in a picture | chunk `naidata` | NovelAI lorebook |
| AI Dungeon world info, story cards, scenarios; aetherroom.club | lists of which every item has the members; `worldInfo`, `worldInfos` | world info |
| KoboldAI, Kobold Lite, KoboldAI United (`.kaistory` too) | a save with world info | world info; `keyanti` becomes secondary keys of which none may be there |
| Marinara character, lorebook | `type` `marinara_character` or `marinara_lorebook` around `data` | the card inside, with all that stands beside it; the lorebook as V2 has it, with SillyTavern's settings in the extensions of entries, and off what is in a folder that is off. For that program's own profile it fires as that program reads it. Personas, presets and profiles are named |
| a bare list of lorebook entries | every item has `content` and keys, by the names of world info, RisuAI or V2 | world info, a RisuAI lorebook or a lorebook of V2, entry by entry as it is |
| any of these texts in EXIF of WEBP or JPEG, or in a comment of a JPEG | `UserComment` or segment COM: JSON, byte values, base64 | what the text is |

Ginger's own payload is made of recipes that only Ginger has: it is named, and no card is made of it.

### Forms written

`cards convert --to` and `Content::to_foreign` write these, each from the spec that it is read as; reading the result gives the
same texts where the form has a place for each. What does not come back is in the loss report. With a stash the difference is
kept in the file, where its program does not look, and reading the file gives the card again. A card that kept its original
under `cards_origin` becomes that original, with the edits made since.

Where the result is text, assets and whatever else the file has stay behind; they are named, and are `left_behind` in the answer.
`cards pack` writes files that have room for them.

| form | what goes where | lost | the stash |
| --- | --- | --- | --- |
| text-generation-webui (`yaml`) | `name`, `greeting`; description as `context`, with lines `Personality:` and `Scenario:` behind it where the card has them; examples as `example_dialogue` | all else | member `cards` |
| Backyard archive (`byaf`) | a scenario for each greeting, all with the scenario text, the system prompt and the examples; the book as items; `nsfw` of the tags; creator as author; `{{char}}` and `{{user}}` as Backyard writes them; pictures | instructions behind the history, notes that are no address, other tags; entries that are switched off, and of the others all but keys and content | file `cards.json` |
| Agnai character (`agnai_character`) | all texts; description and personality as one persona, or the persona that the card came with while that says the same; the book as a memory book | of entries what a memory book has no place for | `cards` in the extensions |
| Marinara character (`marinara_character`) | the card as V2, in the envelope of that program's exports | what V2 has no place for | `cards` in the extensions |
| Marinara lorebook (`marinara_lorebook`) | of any lorebook, or a card's: book and entries by that program's names, SillyTavern's settings from the extensions; where one key of an entry is a pattern, all are, and the texts are escaped | priority, places around the author's note and the examples (the nearer side of the character), what else applications keep | none |
| NovelAI lorebook (`novelai`) | keys, content, name, order as budget priority, constant as forced activation | secondary keys, position, case, the book's budget and depth | member `cards` of the book and of each entry |

Dates that a Backyard archive and an export of Marinara have to have are those of the card, and 1970 where it has none.
"#;
