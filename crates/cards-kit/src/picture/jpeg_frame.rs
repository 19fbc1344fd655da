//! The frame header of a JPEG, read before any pixel is decoded.

/// What a JPEG says of its picture.
pub(super) struct Frame {
    pub(super) width: u64,
    pub(super) height: u64,
    /// How many samples each component has, across and down.
    sampling: Vec<(u8, u8)>,
}

impl Frame {
    /// The frame before the first scan; none where there is none, or more than one.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let mut found = None;
        let mut rest = bytes.get(2..)?;
        loop {
            rest = match *rest {
                // Markers may be filled up, and some are alone.
                [0xff, 0xff, ..] => rest.get(1..)?,
                [0xff, 0x01 | 0xd0..=0xd7, ..] => rest.get(2..)?,
                [0xff, kind, a, b, ..] if kind != 0xda => {
                    let end = 2 + usize::from(u16::from_be_bytes([a, b]));
                    // Frame headers are C0 to CF, but for tables of codes.
                    if matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc) {
                        if found.is_some() {
                            return None;
                        }
                        found = Some(Self::read(rest.get(4..end)?)?);
                    }
                    let Some(next) = rest.get(end..) else { return found };
                    next
                }
                _ => return found,
            };
        }
    }

    fn read(header: &[u8]) -> Option<Self> {
        let [_, high, low, wide, narrow, count, components @ ..] = header else { return None };
        let components = components.as_chunks::<3>().0.get(..usize::from(*count))?;
        Some(Self {
            width: u16::from_be_bytes([*wide, *narrow]).into(),
            height: u16::from_be_bytes([*high, *low]).into(),
            sampling: components.iter().map(|[_, factors, _]| (factors >> 4, factors & 0xf)).collect(),
        })
    }

    /// Whether the first component has the most samples and the others as many, half or a quarter, as encoders write it.
    /// The decoder breaks off in the middle of the program over others.
    pub(super) fn is_usual(&self) -> bool {
        let part = |of: u8, all: u8| matches!(all, 1 | 2 | 4) && of > 0 && all.is_multiple_of(of);
        let Some(&(across, down)) = self.sampling.first() else { return false };
        self.sampling.iter().all(|&(h, v)| part(h, across) && part(v, down))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual(factors: &[u8]) -> bool {
        let components = factors.iter().enumerate().flat_map(|(id, factors)| [id as u8, *factors, 0]);
        let header: Vec<_> = [8, 0, 8, 0, 9, factors.len() as u8].into_iter().chain(components).collect();
        let length = u16::try_from(header.len() + 2).unwrap().to_be_bytes();
        let start = [0xff, 0xd8, 0xff, 0xfe, 0, 3, b'x', 0xff, 0xff, 0xc0];
        let frame = Frame::of(&[&start[..], &length, &header, &[0xff, 0xda]].concat()).unwrap();
        assert_eq!((frame.width, frame.height), (9, 8));
        frame.is_usual()
    }

    #[test]
    fn samplings_that_encoders_write_are_told_from_others() {
        for factors in [
            &[0x11_u8][..],
            &[0x22],
            &[0x11, 0x11, 0x11],
            &[0x22, 0x11, 0x11],
            &[0x41, 0x11, 0x11],
            &[0x22, 0x11, 0x11, 0x22],
        ] {
            assert!(usual(factors), "{factors:x?}");
        }
        for factors in
            [&[0x00_u8][..], &[0x11, 0x11, 0x11, 0x22], &[0x11, 0x22, 0x11], &[0x31, 0x11, 0x11], &[0x22, 0x01, 0x11]]
        {
            assert!(!usual(factors), "{factors:x?}");
        }
    }
}
