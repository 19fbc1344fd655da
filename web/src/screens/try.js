// Try it: a chat on the left; on the right, at each key, which entries fire and why, and the prompt by piece.

import { app, inWords } from '../app.js';
import { button, fill, h, id } from '../dom.js';
import { bytesOf, choose } from '../parts/file.js';
import { FiredList } from '../parts/fired.js';
import { promptView } from '../parts/prompt.js';
import { settings } from '../parts/settings.js';
import { toast } from '../parts/toast.js';
import { marked } from '../spans.js';
import { matches, Trial } from '../trial.js';
import { count, head, line, number, shown } from '../words.js';

export const screen = { id: 'try', title: 'Try it', needs: 'document', whole: 'Until then, the card can be read, changed and saved.', show };

const PROFILES = [['sillytavern', 'SillyTavern'], ['risu', 'RisuAI'], ['spec', 'Spec'], ['all', 'Side by side']];
const ROLES = [['user', 'User'], ['assistant', 'Character'], ['system', 'System']];
/// The prompt and the silent entries wait for a pause in typing; what fires does not.
const PAUSE = 200;

function show(host) {
  app.trial ??= new Trial(app.engine, app.document);
  const trial = app.trial;
  let timer = 0;

  const chat = h('div', { class: 'chat', role: 'log', 'aria-label': 'Chat' });
  const draftId = id('draft');
  const draft = h('textarea', { id: draftId, rows: 3, placeholder: 'Type, and see what fires', on: {
    input: () => { trial.draft = draft.value; fire(); },
    scroll: () => { behind.scrollTop = draft.scrollTop; },
    keydown: (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      say();
    },
  } });
  draft.value = trial.draft;
  const behind = h('div', { class: 'behind', 'aria-hidden': 'true' });
  const roleId = id('role');
  const role = h('select', { id: roleId, 'aria-label': 'Who says it', on: { change: () => { trial.role = role.value; fire(); } } },
    ROLES.map(([value, label]) => h('option', { value, selected: value === trial.role }, label)));
  const say = () => {
    if (!trial.draft.trim()) return;
    trial.say();
    draft.value = '';
    drawChat();
    fire();
    chat.lastElementChild?.scrollIntoView({ block: 'nearest' });
  };
  const readChat = async () => {
    const [file] = await choose({ accept: '.jsonl,.json,.txt' });
    if (!file) return;
    try {
      const read = app.engine.chat(await bytesOf(file));
      trial.messages = read.messages;
      if (read.user) trial.options.user = read.user;
      trial.rest();
      toast(`Read ${count(read.messages.length, 'message')}${read.findings.length ? `; ${count(read.findings.length, 'line')} could not be read` : ''}`);
      drawChat();
      fire();
    } catch (error) {
      toast(`${file.name}: ${inWords(error)}`, { kind: 'error' });
    }
  };

  const lights = h('div', { class: 'sides' });
  const columns = h('div', { class: 'try' });
  const prompt = h('section', { class: 'panel' });
  const took = h('span', { class: 'small soft n' });
  let lists = [];
  let bubbles = [];

  const drawChat = () => {
    const opening = trial.greeting();
    bubbles = trial.messages.map((message) => h('div', { class: 'text' }, shown(message.content)));
    fill(chat,
      opening && h('div', { class: 'said' }, h('div', { class: 'who' }, h('span', null, 'Greeting'), trial.greetings.length > 2 && greetingPick()), h('div', { class: 'text' }, head(opening))),
      trial.messages.map((message, at) => h('div', { class: `said ${message.role}` },
        h('div', { class: 'who' }, h('span', { class: 'own' }, line(message.name, 40) || ROLES.find(([value]) => value === message.role)?.[1]),
          button('Take out', () => { trial.messages.splice(at, 1); drawChat(); fire(); draft.focus(); }, { kind: 'quiet', 'aria-label': `Take out message ${at + 1}` })),
        bubbles[at])),
      !opening && trial.messages.length === 0 && h('p', { class: 'soft' }, 'The chat is empty. ', trial.greetings.length > 2 && greetingPick()));
  };
  const greetingPick = () => h('select', { 'aria-label': 'Greeting that opens the chat', on: { change: (event) => {
    trial.options.greeting = trial.greetings[event.target.value][0];
    trial.rest();
    drawChat();
    fire();
  } } }, trial.greetings.map(([value, label], at) => h('option', { value: String(at), selected: value === (trial.options.greeting ?? 0) }, label)));

  const sides = () => {
    for (const list of lists) list.stop();
    lists = trial.profiles.map((profile) => new FiredList(PROFILES.find(([value]) => value === profile)[1], (open) => open && later()));
    fill(lights, lists.map((list) => list.element));
    columns.classList.toggle('wide', lists.length > 1);
  };

  /// At each key: which entries fire.
  const fire = () => {
    const start = performance.now();
    const spans = new Map();
    trial.profiles.forEach((profile, at) => {
      try {
        const answer = trial.fired(profile);
        lists[at].show(answer);
        if (at === 0) matches(answer, spans, trial);
      } catch (error) {
        if (!('code' in error)) throw error;
        lists[at].refuse(inWords(error));
      }
    });
    mark(spans);
    const time = performance.now() - start;
    host.dataset.took = time.toFixed(2);
    took.textContent = `${count(trial.entries, 'entry', 'entries')} looked at in ${time < 1 ? 'less than 1' : number(Math.round(time))} ms`;
    later();
  };
  const mark = (spans) => {
    const parts = (text, at, tag) => marked(text, spans.get(at) ?? [], (part) => h(tag, null, shown(part)));
    bubbles.forEach((bubble, at) => fill(bubble, parts(trial.messages[at].content, at, 'mark').map((part) => (typeof part === 'string' ? shown(part) : part))));
    fill(behind, parts(trial.draft, trial.messages.length, 'mark'), '\u200b');
  };
  /// After a pause: the prompt, and the reasons of silence where somebody looks.
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      trial.profiles.forEach((profile, at) => {
        if (!lists[at].wantsSilent) return;
        try {
          lists[at].showSilent(trial.all(profile));
        } catch (error) {
          if (!('code' in error)) throw error;
        }
      });
      fill(prompt, promptView(trial));
    }, PAUSE);
  };

  const group = id('client');
  const pick = (profile) => {
    trial.profile = profile;
    sides();
    fire();
  };
  host.append(
    h('h1', { class: 'visually-hidden' }, 'Try it'),
    h('div', { class: 'row apart tools' },
      h('fieldset', { class: 'choice' }, h('legend', { class: 'visually-hidden' }, 'Whose rules hold'),
        PROFILES.map(([value, label]) => h('label', null, h('input', { type: 'radio', name: group, value, checked: value === trial.profile, on: { change: () => pick(value) } }), label))),
      h('div', { class: 'row' }, button('Read a chat', readChat), button('Empty the chat', () => { trial.messages = []; drawChat(); fire(); }, { kind: 'quiet' }))),
    columns);
  columns.append(
    h('div', { class: 'stack' }, chat,
      h('div', { class: 'say' },
        h('label', { for: draftId, class: 'visually-hidden' }, 'Message'),
        h('div', { class: 'paper' }, behind, draft),
        h('div', { class: 'row apart' }, h('div', { class: 'row' }, role, button('Say it', say, { kind: 'primary' })), took)),
      settings(trial, () => { drawChat(); fire(); })),
    h('div', { class: 'lights' }, lights, prompt));
  sides();
  drawChat();
  fire();
  const ends = app.document.on((by) => {
    if (by === 'saved' || by === 'answered') return;
    trial.rest();
    drawChat();
    fire();
  });
  return () => {
    clearTimeout(timer);
    ends();
    for (const list of lists) list.stop();
    trial.rest();
  };
}
