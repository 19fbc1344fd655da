//! A chat with a character.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use cards_json::Json;
use cards_kit::answer::{Asked, Head, Need, Order, ProfileAnswer, Prompt};
use cards_kit::{Cast, Chat, Error, Limits, Memory, Names, Opening, Options, open};
use cards_model::Card;
use pyo3::prelude::*;

use crate::error::Failed;
use crate::input::{Input, plain, run};

/// A character, its books and a user.
#[pyclass(module = "character_cards._native", frozen)]
pub(crate) struct Session {
    inner: Mutex<cards_kit::Session>,
    /// What the caller's token counter raised.
    raised: Arc<Mutex<Option<PyErr>>>,
    /// The thread that is at work on the session, whose token counter must not wait for it.
    at_work: Mutex<Option<ThreadId>>,
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (files, options, seed, memory, tokens))]
    fn new(
        py: Python<'_>,
        files: Vec<(String, Input)>,
        options: &Bound<'_, PyAny>,
        seed: Option<u64>,
        memory: Option<&str>,
        tokens: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let options: Options = pythonize::depythonize(options).map_err(Failed::usage)?;
        let raised = Arc::default();
        let counter = tokens.map(|function| counter(function, Arc::clone(&raised)));
        let inner = run(py, || {
            let mut cast = Cast::default();
            for (name, file) in &files {
                let opened = open(file.source()?, Limits::default()).map_err(|error| Failed::of(file.name(), error))?;
                cast.add(opened.loaded.document, name);
            }
            let mut kept = memory.map(Memory::from_text).transpose().map_err(refused)?.unwrap_or_default();
            kept.seed = seed.unwrap_or(kept.seed);
            let session = cards_kit::Session::new(cast, options).map_err(refused)?.with_memory(kept);
            Ok(match counter {
                Some(counter) => session.with_tokens(counter),
                None => session,
            })
        })?;
        Ok(Self { inner: Mutex::new(inner), raised, at_work: Mutex::default() })
    }

    #[getter]
    fn memory(&self, py: Python<'_>) -> PyResult<String> {
        run(py, || Ok(self.lock()?.memory.to_text()))
    }

    #[setter]
    fn set_memory(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        run(py, || {
            self.lock()?.memory = Memory::from_text(text).map_err(refused)?;
            Ok(())
        })
    }

    fn greeting(&self, py: Python<'_>, opening: &Bound<'_, PyAny>) -> PyResult<String> {
        let opening: Opening = pythonize::depythonize(opening).map_err(Failed::usage)?;
        self.job(py, |session| session.greeting(opening).map_err(refused))
    }

    fn activate<'py>(&self, py: Python<'py>, chat: &[u8], peek: bool) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.look(py, peek, |session| {
            let fired = session.activate(&read_chat(chat, session)?).map_err(refused)?;
            ProfileAnswer::with_near_misses(session, fired).map_err(refused)
        })?;
        plain(py, &answer)
    }

    fn turn<'py>(&self, py: Python<'py>, chat: &[u8], peek: bool) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (prompt, fired) = self.look(py, peek, |session| {
            let answer = session.turn(&read_chat(chat, session)?).map_err(refused)?;
            let mut prompt = Prompt::from(&answer.prompt);
            prompt.head = Some(Head::of(session, Order::Turn));
            Ok((prompt, ProfileAnswer::of(session, answer.fired)))
        })?;
        Ok((plain(py, &prompt)?, plain(py, &fired)?))
    }

    #[pyo3(signature = (chat, preset, pieces, scripts, peek))]
    fn messages<'py>(
        &self,
        py: Python<'py>,
        chat: &[u8],
        preset: Option<&Bound<'_, PyAny>>,
        pieces: bool,
        scripts: bool,
        peek: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut asked = Asked::default();
        asked.preset = preset.map(parsed).transpose()?;
        (asked.pieces, asked.scripts) = (pieces, scripts);
        let answer =
            self.look(py, peek, |session| asked.messages(session, &read_chat(chat, session)?).map_err(refused))?;
        plain(py, &answer)
    }

    #[pyo3(signature = (chat, context_template, instruct, sysprompt, pieces, scripts, peek))]
    #[allow(clippy::too_many_arguments, reason = "the keywords of one Python function")]
    fn text<'py>(
        &self,
        py: Python<'py>,
        chat: &[u8],
        context_template: Option<&Bound<'_, PyAny>>,
        instruct: Option<&Bound<'_, PyAny>>,
        sysprompt: Option<&Bound<'_, PyAny>>,
        pieces: bool,
        scripts: bool,
        peek: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut asked = Asked::default();
        asked.context_template = context_template.map(parsed).transpose()?;
        asked.instruct = instruct.map(parsed).transpose()?;
        asked.sysprompt = sysprompt.map(parsed).transpose()?;
        (asked.pieces, asked.scripts) = (pieces, scripts);
        let answer = self.look(py, peek, |session| asked.text(session, &read_chat(chat, session)?).map_err(refused))?;
        plain(py, &answer)
    }

    /// What of card and books is not run here.
    fn needs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let needs = self.job(py, |session| Ok(session.needs().iter().map(Need::from).collect::<Vec<_>>()))?;
        plain(py, &needs)
    }

    /// How many entries there are.
    #[getter]
    fn entries(&self, py: Python<'_>) -> PyResult<usize> {
        self.job(py, |session| Ok(session.entries().count()))
    }
}

impl Session {
    /// The session, once no other thread is at work on it; an error for the thread that is. Without the interpreter's lock, which
    /// the counter of another thread may want.
    fn lock(&self) -> Result<MutexGuard<'_, cards_kit::Session>, Failed> {
        if *self.at_work.lock().unwrap_or_else(PoisonError::into_inner) == Some(thread::current().id()) {
            return Err(Failed::usage(
                "the session is at work, and its token counter cannot use it; count the text alone",
            ));
        }
        Ok(self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn works(&self, thread: Option<ThreadId>) {
        *self.at_work.lock().unwrap_or_else(PoisonError::into_inner) = thread;
    }

    /// Runs a job; a look leaves the memory as it was.
    fn look<T: Send>(
        &self,
        py: Python<'_>,
        peek: bool,
        job: impl FnOnce(&mut cards_kit::Session) -> Result<T, Failed> + Send,
    ) -> PyResult<T> {
        self.job(py, |session| {
            let before = peek.then(|| session.memory.clone());
            let done = job(session);
            if let Some(before) = before {
                session.memory = before;
            }
            done
        })
    }

    /// Runs a job; what the token counter raised on the way is what it ends with.
    fn job<T: Send>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&mut cards_kit::Session) -> Result<T, Failed> + Send,
    ) -> PyResult<T> {
        run(py, || {
            let mut session = self.lock()?;
            let before = session.memory.clone();
            self.works(Some(thread::current().id()));
            let done = job(&mut session);
            self.works(None);
            let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
            match raised {
                Some(error) => {
                    session.memory = before;
                    Err(Failed::Python(error))
                }
                None => done,
            }
        })
    }
}

/// Counts tokens with a function of the caller's; after it raised, everything counts nothing until the job ends.
fn counter(function: Py<PyAny>, raised: Arc<Mutex<Option<PyErr>>>) -> impl FnMut(&str) -> u64 + Send + 'static {
    move |text| {
        let mut raised = raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_some() {
            return 0;
        }
        let counted = Python::attach(|py| function.call1(py, (text,))?.extract::<u64>(py));
        counted.unwrap_or_else(|error| {
            *raised = Some(error);
            0
        })
    }
}

/// A file of the client: its text, or what its JSON holds; a text that is no JSON is a name.
fn parsed(given: &Bound<'_, PyAny>) -> PyResult<Json> {
    match given.extract::<&str>() {
        Ok(text) if text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']) => {
            let text = text.trim_start_matches('\u{feff}');
            let read = Json::read(text, &cards_json::Limits::default());
            Ok(read.map_err(|error| refused(cards_model::Error::from(error).into()))?)
        }
        _ => Ok(pythonize::depythonize(given).map_err(Failed::usage)?),
    }
}

fn refused(error: Error) -> Failed {
    Failed::of("the card".as_ref(), error)
}

/// Reads a chat; no bytes are one without messages.
fn read_chat(bytes: &[u8], session: &cards_kit::Session) -> Result<Chat, Failed> {
    if bytes.is_empty() {
        return Ok(Chat::default());
    }
    let card = session.card();
    let names = Names {
        user: session.options().user.as_deref(),
        character: card.map(Card::display_name),
        full_name: card.map(Card::name),
    };
    let read = Chat::read_with(bytes, names, &cards_json::Limits::default());
    Ok(read.map_err(|error| Failed::refusal(error.class(), &error))?.value)
}
