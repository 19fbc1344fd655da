//! SillyBunny: SillyTavern 1.19 with a scanner that mends it. De facto: SillyBunny 16609ad, `world-info.js`, and 0d73cd6,
//! `world-info-scan-core.js`.
//!
//! What is mended, each point where the engine asks [`Rules::mends`]:
//!
//! | of | SillyTavern | SillyBunny |
//! | --- | --- | --- |
//! | a key of white space alone | is found in everything | is no key, nor a condition that counts |
//! | a scan depth of 0 | sees nothing | sees injections and inserted texts, no field |
//! | a chance | is reached too; 100 alone throws no die | is not reached; nothing from 100 on or up to 0 throws a die |
//! | what the budget keeps out | is paid for, and searched by later passes | costs nothing, and is not there |
//! | what is paid for | texts of later passes that are searched | all texts that are in |
//! | least activations | search up to one message past the depth and the chat | up to both |
//! | entries that wait for recursion | come at the end in any case | where recursion is on, and after a pass of it |
//! | a group | a name keeps white space behind it; an entry of two that loses twice takes another out | names are trimmed |
//! | a group that is active | is the whole field of an entry | is any of its names |
//! | the score of a member | counts keys as they are stored | counts keys as the scan reads them |
//! | texts of an outlet | by order descending | ascending, as everywhere |
//! | a place that is no number of one | is nowhere | is read from its words, and else before the character |
//! | lines of decorators | a carriage return is part of them; alone, they are the text | it is not; they are none |
//! | a card's entry | `use_regex` is not read; without `enabled` it is off; its `id` is its name | is read; it is on; it is counted |

use crate::rules::{Engine, Rules, Scanner};

pub(super) const RULES: Rules = Rules { engine: Engine::Passes(Scanner::SillyBunny), ..super::sillytavern::RULES };
