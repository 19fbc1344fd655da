//! The kinds of things that a file needs, and whose they are.

/// Something that one program has and others have not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NeedKind {
    /// Variables that the model updates in its answers.
    MvuVariables,
    /// JavaScript between `<%` and `%>`, and entries that are put in by their titles.
    EjsTemplates,
    /// Scripts in JavaScript that run in the page of the client.
    TavernHelperScripts,
    /// Macros such as `{{get_chat_variable::…}}`.
    TavernHelperMacros,
    /// Pages in code fences, shown in place of a message.
    HtmlPages,
    /// Tasks that run commands or JavaScript at events.
    LittleWhiteBoxTasks,
    /// Lines of slash commands.
    StScript,
    /// Entries that start a Quick Reply when they fire.
    QuickReplies,
    /// SillyTavern's regex scripts.
    RegexScripts,
    /// RisuAI's regex scripts.
    RisuRegexScripts,
    /// Lua in triggers or beside them.
    RisuLua,
    /// Triggers without Lua.
    RisuTriggers,
    /// A virtual script of old versions.
    RisuVirtualScript,
    /// HTML behind the chat.
    RisuBackgroundHtml,
    /// Variables that a chat begins with.
    RisuDefaultVariables,
    /// A bot that is no character.
    RisuUtilityBot,
    /// Scripts may ask models and the net.
    RisuLowLevelAccess,
}

cards_words::named! {
    NeedKind: "kind of need";
    MvuVariables => "mvu-variables",
    EjsTemplates => "ejs-templates",
    TavernHelperScripts => "tavern-helper-scripts",
    TavernHelperMacros => "tavern-helper-macros",
    HtmlPages => "html-pages",
    LittleWhiteBoxTasks => "littlewhitebox-tasks",
    StScript => "stscript",
    QuickReplies => "quick-replies",
    RegexScripts => "regex-scripts",
    RisuRegexScripts => "risu-regex-scripts",
    RisuLua => "risu-lua",
    RisuTriggers => "risu-triggers",
    RisuVirtualScript => "risu-virtual-script",
    RisuBackgroundHtml => "risu-background-html",
    RisuDefaultVariables => "risu-default-variables",
    RisuUtilityBot => "risu-utility-bot",
    RisuLowLevelAccess => "risu-low-level-access",
}

impl NeedKind {
    /// Names it to people.
    #[must_use]
    pub const fn what(self) -> &'static str {
        match self {
            Self::MvuVariables => "MVU variables",
            Self::EjsTemplates => "EJS templates",
            Self::TavernHelperScripts => "Tavern Helper scripts",
            Self::TavernHelperMacros => "Tavern Helper macros",
            Self::HtmlPages => "HTML pages in messages",
            Self::LittleWhiteBoxTasks => "LittleWhiteBox tasks",
            Self::StScript => "STscript commands",
            Self::QuickReplies => "Quick Replies that entries start",
            Self::RegexScripts => "SillyTavern regex scripts",
            Self::RisuRegexScripts => "RisuAI regex scripts",
            Self::RisuLua => "RisuAI Lua code",
            Self::RisuTriggers => "RisuAI triggers",
            Self::RisuVirtualScript => "a RisuAI virtual script",
            Self::RisuBackgroundHtml => "RisuAI background HTML",
            Self::RisuDefaultVariables => "RisuAI default variables",
            Self::RisuUtilityBot => "a RisuAI utility bot",
            Self::RisuLowLevelAccess => "RisuAI low-level access",
        }
    }

    /// Names the program that has it, with the extensions that it takes.
    #[must_use]
    pub const fn client(self) -> &'static str {
        match self {
            Self::MvuVariables => "SillyTavern with Tavern Helper and MagVarUpdate",
            Self::EjsTemplates => "SillyTavern with ST-Prompt-Template",
            Self::TavernHelperScripts | Self::TavernHelperMacros | Self::HtmlPages => "SillyTavern with Tavern Helper",
            Self::LittleWhiteBoxTasks => "SillyTavern with LittleWhiteBox",
            Self::StScript | Self::RegexScripts => "SillyTavern",
            Self::QuickReplies => "SillyTavern with the author's Quick Replies",
            _ => "RisuAI",
        }
    }

    /// Whether it is code that is in the extensions of a card, and in no text.
    #[must_use]
    pub const fn is_attached(self) -> bool {
        !matches!(
            self,
            Self::MvuVariables
                | Self::EjsTemplates
                | Self::TavernHelperMacros
                | Self::HtmlPages
                | Self::StScript
                | Self::QuickReplies
        )
    }
}
