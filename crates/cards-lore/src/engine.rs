//! The way in: one turn over compiled books.

use crate::activation::Activation;
use crate::error::Error;
use crate::finding::FindingKind;
use crate::host::Host;
use crate::lore::Lore;
use crate::rules::Engine;
use crate::state::State;
use crate::story::Story;
use crate::turn::Turn;
use cards_words::Message;

impl Lore {
    /// Runs one turn: finds the entries that fire, and says of every other why it does not.
    ///
    /// The state changes as the turn asks (not in a dry run, but for the remembered hits, which are no part of any
    /// answer). The same books, settings, turn, state and dice give the same answer.
    ///
    /// # Errors
    /// [`Error::Aborted`] where the client whose rules hold would build no prompt at all.
    pub fn activate(&self, turn: &Turn<'_>, state: &mut State, host: &mut Host<'_>) -> Result<Activation, Error> {
        state.cache.begin(self.0.fingerprint, host.tokens.name(), self.0.limits.cached_texts);
        let result = match self.0.rules.engine {
            Engine::Passes(_) => Ok(crate::batch::activate(self, turn, state, host)),
            Engine::Waves => Ok(crate::waves::activate(self, turn, state, host)),
            Engine::OneByOne => crate::sequential::activate(self, turn, state, host),
            Engine::OneText => {
                let story = Story::of(turn, &self.0.settings);
                let one = Turn { messages: vec![Message::system(&*story.text)], greeting: None, ..turn.clone() };
                let mut result = crate::sequential::activate(self, &one, state, host);
                if let Ok(activation) = &mut result {
                    story.place(&mut activation.trace);
                }
                result
            }
        };
        // Hits of texts that a limit cut short are not worth remembering.
        let cut_short = |kind: &FindingKind| matches!(kind, FindingKind::Limit { limit } if ["checks", "regex_scan_bytes"].contains(&&**limit));
        if let Ok(activation) = &result
            && activation.findings.iter().any(|finding| cut_short(&finding.kind))
        {
            state.forget_texts();
        }
        result
    }
}
