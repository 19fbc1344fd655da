//! Whose rules hold.

/// Whose rules hold: those of the spec texts, or those of a client at a version.
///
/// A client without a version is its newest one. A version is a profile of its own where a row of the conformance suite shows that
/// it answers otherwise, and another name of its neighbour where none does.
///
/// What a profile means is said in each layer, and so are the variants that only one layer has, such as the two macro
/// engines of SillyTavern. The set is closed on purpose: a layer that forgets a client does not compile.
///
/// ```
/// use cards_words::Profile;
/// assert_eq!("st".parse(), Ok(Profile::SillyTavern));
/// assert_eq!(Profile::CLIENTS.iter().map(|profile| profile.as_str()).collect::<Vec<_>>(), ["spec", "sillytavern", "risu", "agnai", "koboldcpp", "marinara", "sillybunny", "tauritavern"]);
/// let older: Profile = "sillytavern@1.18".parse()?;
/// assert_eq!((older.newest(), older.version()), (Profile::SillyTavern, "1.18"));
/// # Ok::<(), cards_words::UnknownName>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// The spec texts: CCv3, with V1, V2 and Prom as its relatives.
    #[default]
    Spec,
    /// SillyTavern 1.19.
    SillyTavern,
    /// SillyTavern 1.18: macros without those of members of variables, and none with a bar inside.
    SillyTavern118,
    /// SillyTavern 1.17: as 1.18, with another prompt of text completion where the user is written for.
    SillyTavern117,
    /// RisuAI.
    Risu,
    /// Agnai: its memory book, and the names that it fills in.
    Agnai,
    /// KoboldCpp, whose page is KoboldAI Lite: its world info, and the names that it fills in.
    KoboldCpp,
    /// Marinara Engine: its lore scanner, and its macros.
    Marinara,
    /// SillyBunny: a copy of SillyTavern that mends its world info, and whose empty comments are comments.
    SillyBunny,
    /// TauriTavern: another program behind the page of SillyTavern; its world info, which no row tells apart, and the macros of 1.18.
    TauriTavern,
}

crate::named! {
    Profile: "profile";
    Spec => "spec" | "ccv3",
    SillyTavern => "sillytavern" | "st" | "tavern" | "sillytavern@1.19" | "sillytavern@1.19.0",
    SillyTavern118 => "sillytavern@1.18" | "sillytavern@1.18.0",
    SillyTavern117 => "sillytavern@1.17" | "sillytavern@1.17.0",
    // The two dates that rows were made at, each row at one of them; one set of rules answers all.
    Risu => "risu" | "risuai" | "risu@2026-01-12" | "risu@2025-12-31",
    Agnai => "agnai" | "agnaistic" | "agnai@f03991c",
    KoboldCpp => "koboldcpp" | "kobold" | "koboldai-lite" | "koboldcpp@b261d74",
    Marinara => "marinara" | "marinara-engine" | "marinara@197b74d",
    SillyBunny => "sillybunny" | "sillybunny@16609ad",
    TauriTavern => "tauritavern" | "tauritavern@129c2d9",
}

crate::by_name!(Profile);

/// What is said of a profile beside its rules.
struct Facts {
    /// The same client at its newest version.
    newest: Profile,
    /// The client whose page this one has, with or without changes: itself, for most.
    family: Profile,
    /// What people call the client.
    title: &'static str,
    /// The version whose rules these are.
    version: &'static str,
}

impl Profile {
    /// The specs and each client at its newest version.
    pub const CLIENTS: &'static [Self] = &[
        Self::Spec,
        Self::SillyTavern,
        Self::Risu,
        Self::Agnai,
        Self::KoboldCpp,
        Self::Marinara,
        Self::SillyBunny,
        Self::TauriTavern,
    ];

    /// The one table of what clients are called; what they do is in each layer.
    const fn facts(self) -> Facts {
        const fn of(newest: Profile, title: &'static str, version: &'static str) -> Facts {
            Facts { newest, family: newest, title, version }
        }
        const fn of_sillytavern(newest: Profile, title: &'static str, version: &'static str) -> Facts {
            Facts { newest, family: Profile::SillyTavern, title, version }
        }
        match self {
            Self::Spec => of(self, "the specs, CCv3", "3.0"),
            Self::SillyTavern => of(self, "SillyTavern", "1.19"),
            Self::SillyTavern118 => of(Self::SillyTavern, "SillyTavern", "1.18"),
            Self::SillyTavern117 => of(Self::SillyTavern, "SillyTavern", "1.17"),
            Self::Risu => of(self, "RisuAI", "460ecae"),
            Self::Agnai => of(self, "Agnai", "f03991c"),
            Self::KoboldCpp => of(self, "KoboldCpp", "b261d74"),
            Self::Marinara => of(self, "Marinara", "197b74d"),
            Self::SillyBunny => of_sillytavern(self, "SillyBunny", "16609ad"),
            Self::TauriTavern => of_sillytavern(self, "TauriTavern", "129c2d9"),
        }
    }

    /// The same client at its newest version.
    #[must_use]
    pub const fn newest(self) -> Self {
        self.facts().newest
    }

    /// The client that this one is a copy of, and works as beside its own differences; itself where it is none, at its newest version.
    ///
    /// ```
    /// use cards_words::Profile;
    /// assert_eq!((Profile::SillyBunny.family(), Profile::Risu.family()), (Profile::SillyTavern, Profile::Risu));
    /// ```
    #[must_use]
    pub const fn family(self) -> Self {
        self.facts().family
    }

    /// What people call the client, without its version.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// The version whose rules these are, as people know it: of the specs that of CCv3, of all but SillyTavern a commit.
    #[must_use]
    pub const fn version(self) -> &'static str {
        self.facts().version
    }
}
