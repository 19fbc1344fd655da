//! Profiles and their settings.

use cards_words::Profile;

pub use crate::match_mode::MatchMode;
use crate::profile;

/// What the user of an application sets; books and entries may override parts.
///
/// ```
/// use cards_lore::{Profile, Settings};
/// let settings = Settings::new(Profile::Spec).with_scan_depth(8.0).with_token_budget(600.0);
/// assert_eq!(settings.token_budget, Some(600.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Settings {
    /// Whose rules hold.
    pub profile: Profile,
    /// How many messages are searched where neither entry nor book says.
    pub scan_depth: f64,
    /// How many tokens a book may take where it does not say; absent means no limit. SillyTavern has one budget for
    /// all books, see [`Settings::budget_percent`], used when this is absent.
    pub token_budget: Option<f64>,
    /// How many tokens all books may take together in one turn, beside their own budgets; absent means no such limit.
    pub turn_budget: Option<f64>,
    /// Whether inserted text is searched where the book does not say.
    pub recursive: bool,
    /// Whether case counts where the entry does not say.
    pub case_sensitive: bool,
    /// How keys match where neither entry nor book asks for whole words.
    pub match_mode: MatchMode,
    /// How keys match where entry or book asks for whole words.
    pub whole_word_mode: MatchMode,
    /// Whether a message is searched as `name: text` (SillyTavern).
    pub include_names: bool,
    /// SillyTavern: the budget in percent of [`Settings::max_context`].
    pub budget_percent: f64,
    /// SillyTavern: the prompt size in tokens.
    pub max_context: f64,
    /// SillyTavern: the most that the budget may be; 0 means no cap.
    pub budget_cap: f64,
    /// SillyTavern: whether groups look at the number of matching keys.
    pub group_scoring: bool,
    /// SillyTavern: search deeper until so many entries fired; 0 switches it off.
    pub min_activations: usize,
    /// SillyTavern: how deep [`Settings::min_activations`] may go; 0 means to the start of the chat.
    pub min_activations_depth: usize,
    /// SillyTavern: how many passes there may be; 0 means no limit.
    pub max_passes: usize,
    /// SillyTavern: how character and global books meet.
    pub strategy: Strategy,
    /// Spec: whether the prompt is a chat or one text; decorators of the other kind are ignored.
    pub context: Context,
    /// Spec: whether the application has user icons; without, `@@is_user_icon` is ignored and its fallback counts.
    pub user_icons: bool,
    /// Whether entries of modules that have keys wait for one of them.
    pub module_keys: bool,
}

/// The shape of the prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Context {
    /// Messages with roles.
    #[default]
    Chat,
    /// One text for a completion model, measured in tokens.
    Instruct,
}

cards_words::named! {
    Context: "shape of prompt";
    Chat => "chat",
    Instruct => "instruct",
}

/// How the entries of character books and global books meet (SillyTavern's insertion strategy).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Strategy {
    /// All in one list by order.
    Evenly,
    /// The character's first.
    #[default]
    CharacterFirst,
    /// The global ones first.
    GlobalFirst,
}

cards_words::named! {
    Strategy: "strategy";
    Evenly => "evenly",
    CharacterFirst => "character-first",
    GlobalFirst => "global-first",
}

impl Settings {
    /// Gives the settings that a profile starts with.
    #[must_use]
    pub fn new(profile: Profile) -> Self {
        let defaults = profile::of_turn(profile).defaults;
        Self {
            profile,
            scan_depth: defaults.scan_depth,
            token_budget: defaults.token_budget,
            turn_budget: None,
            recursive: true,
            case_sensitive: false,
            match_mode: defaults.match_mode,
            whole_word_mode: defaults.whole_word_mode,
            include_names: true,
            budget_percent: 25.0,
            max_context: 8192.0,
            budget_cap: 0.0,
            group_scoring: false,
            min_activations: 0,
            min_activations_depth: 0,
            max_passes: 0,
            strategy: Strategy::CharacterFirst,
            context: Context::Chat,
            user_icons: false,
            module_keys: false,
        }
    }
}

cards_words::setters! {
    Settings:
    with_profile profile: Profile,
    with_recursive recursive: bool,
    with_case_sensitive case_sensitive: bool,
    with_match_mode match_mode: MatchMode,
    with_whole_word_mode whole_word_mode: MatchMode,
    with_include_names include_names: bool,
    with_group_scoring group_scoring: bool,
    with_min_activations min_activations: usize,
    with_min_activations_depth min_activations_depth: usize,
    with_max_passes max_passes: usize,
    with_strategy strategy: Strategy,
    with_context context: Context,
    with_user_icons user_icons: bool,
    with_module_keys module_keys: bool,
}

cards_words::setters! {
    into Settings:
    with_scan_depth scan_depth: f64,
    with_budget_percent budget_percent: f64,
    with_max_context max_context: f64,
    with_budget_cap budget_cap: f64,
    with_token_budget token_budget: Option<f64>,
    with_turn_budget turn_budget: Option<f64>,
}
