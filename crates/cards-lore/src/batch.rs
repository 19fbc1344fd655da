//! SillyTavern (to come).
use crate::activation::Activation;
use crate::host::Host;
use crate::lore::Lore;
use crate::state::State;
use crate::turn::Turn;

pub(crate) fn activate(_: &Lore, _: &Turn<'_>, _: &mut State, _: &mut Host<'_>) -> Activation {
    todo!()
}
