//! Inflating with limits that hold while inflating, not after.

#![deny(clippy::arithmetic_side_effects)]

use flate2::{Decompress, FlushDecompress, Status};

use crate::error::Error;
use crate::limits::Limits;
use crate::place::Place;

/// Output grows by this much at a time, so that a limit stops a bomb early.
const STEP: usize = 64 << 10;

/// Inflates a whole stream held in memory.
pub(crate) fn whole(
    mut stream: Decompress,
    input: &[u8],
    limits: &Limits,
    limit: u64,
    name: &'static str,
    place: &dyn Fn() -> Place,
) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(input.len().saturating_mul(4).min(1 << 20));
    loop {
        let rest = usize::try_from(stream.total_in()).ok().and_then(|at| input.get(at..)).unwrap_or_default();
        if out.capacity().saturating_sub(out.len()) < STEP {
            out.reserve(STEP.max(out.len() / 2));
        }
        let before = (stream.total_in(), out.len());
        let status = stream
            .decompress_vec(rest, &mut out, FlushDecompress::None)
            .map_err(|_| Error::BadDeflate { place: place() })?;
        check(limits, stream.total_in(), stream.total_out(), limit, name, place)?;
        match status {
            Status::StreamEnd => return Ok(out),
            _ if before == (stream.total_in(), out.len()) => {
                return Err(Error::BadDeflate { place: place() });
            }
            _ => {}
        }
    }
}

/// Refuses a stream that has grown past its limits.
pub(crate) fn check(
    limits: &Limits,
    input: u64,
    output: u64,
    limit: u64,
    name: &'static str,
    place: &dyn Fn() -> Place,
) -> Result<(), Error> {
    if output > limit {
        return Err(Error::TooLarge { place: place(), size: output, limit, name });
    }
    if output > limits.ratio_floor && grew(limits, input, output) {
        return Err(Error::Ratio { place: place(), limit: limits.ratio });
    }
    Ok(())
}

/// Whether output has grown past the ratio of the limits.
pub(crate) fn grew(limits: &Limits, input: u64, output: u64) -> bool {
    input.saturating_mul(limits.ratio.max(1)) < output
}
