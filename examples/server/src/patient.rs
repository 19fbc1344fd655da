//! A connection whose reader has to take what is written to it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Bytes that a reader takes at least within its time. A smaller step would let one who takes a byte now and then stay for ever.
pub const LEAST: usize = 64 << 10;

/// A connection that ends with an error when its reader is too slow.
pub(crate) struct Patient<S> {
    stream: S,
    patience: Duration,
    /// Runs from when a write had to wait until so many bytes went out, or all of them.
    waiting: Option<Pin<Box<Sleep>>>,
    gone: usize,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S, patience: Duration) -> Self {
        Self { stream, patience, waiting: None, gone: 0 }
    }

    /// What a write came to, with the time that it may take.
    fn wrote(&mut self, came: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(done) = came {
            self.gone += done.as_ref().copied().unwrap_or_default();
            if self.gone >= LEAST {
                self.waiting = None;
            }
            return Poll::Ready(done);
        }
        let waiting = self.waiting.get_or_insert_with(|| {
            self.gone = 0;
            Box::pin(sleep(self.patience))
        });
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the reader is too slow")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, room: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, room)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let came = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(came, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let came = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.wrote(came, context)
    }

    /// Says so for the stream, so that an answer goes out piece by piece and is not copied together first.
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let came = Pin::new(&mut self.stream).poll_flush(context);
        if came.is_ready() {
            // All of it is with the system.
            self.waiting = None;
        }
        came
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
