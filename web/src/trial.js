// A chat that is tried against the open document, by the rules of one client or of several.

import { spansOf } from './spans.js';

const ALL = ['sillytavern', 'risu', 'spec'];

export class Trial {
  constructor(engine, document) {
    Object.assign(this, { engine, document, messages: [], draft: '', role: 'user', profile: 'sillytavern', sessions: new Map(), version: -1 });
    /// As the engine takes them; what is absent is the book's or the client's own.
    this.options = { user: 'User', seed: 1 };
    this.card = document.isCard;
  }

  get profiles() {
    return this.profile === 'all' ? ALL : [this.profile];
  }

  get entries() {
    return this.session(this.profiles[0]).entries;
  }

  /// The chat with what is being typed at its end.
  chat() {
    return this.draft.trim() ? [...this.messages, { role: this.role, content: this.draft }] : this.messages;
  }

  say() {
    this.messages.push({ role: this.role, content: this.draft });
    this.draft = '';
  }

  /// A session for a client, compiled once for each state of the card and the settings.
  session(profile) {
    if (this.version !== this.document.version) this.rest();
    this.version = this.document.version;
    if (!this.sessions.has(profile)) {
      const options = { ...this.options, profile };
      // They are that client's alone.
      if (profile !== 'sillytavern') delete options.world_info;
      this.sessions.set(profile, this.card ? this.engine.session([this.document.card], options) : this.engine.lore([this.document.card], options));
    }
    return this.sessions.get(profile);
  }

  /// The greetings that may open the chat, each with what it is called: those of a chat of two, those for groups, and none.
  get greetings() {
    return this.card ? this.document.ask('openings', () => this.openings()) : [];
  }

  openings() {
    const plain = this.document.plain();
    const { data = {} } = this.document.card.json();
    const groups = [data.group_only_greetings, data.greetings?.group].find(Array.isArray)?.length ?? 0;
    const solo = Number('first_mes' in plain) + (plain.alternate_greetings?.length ?? 0) - groups;
    const named = (count, value, label) => Array.from({ length: Math.max(0, count) }, (_, at) => [value(at), label(at)]);
    const all = [...named(solo, (at) => at, (at) => (at === 0 ? 'First' : String(at + 1))), ...named(groups, (at) => `group:${at}`, (at) => `For groups, ${at + 1}`)];
    return all.length ? [...all, ['none', 'None']] : [];
  }

  /// Forgets the compiled sessions, after a change of the card or the settings, and gives their memory back.
  rest() {
    for (const session of this.sessions.values()) session.free();
    this.sessions.clear();
  }

  greeting() {
    if (this.greetings.length === 0) return null;
    try {
      return this.session(this.profiles[0]).greeting(this.options.greeting ?? 0);
    } catch (error) {
      if (!('code' in error)) throw error;
      return null;
    }
  }

  fired(profile) {
    return this.named(this.session(profile).activate(this.chat(), { peek: true, fired_only: true }));
  }

  all(profile) {
    return this.named(this.session(profile).activate(this.chat(), { peek: true }));
  }

  /// The entries by the names that their author gave them, also where a client shows others.
  named(answer) {
    const own = this.document.plain().character_book?.entries ?? [];
    for (const entry of answer.entries) entry.title = own[entry.entry]?.name || own[entry.entry]?.comment || entry.title;
    return answer;
  }

  /// The prompt as the first client sends it: its head, its pieces and what is not in it.
  prompt() {
    if (!this.card) return null;
    const [profile] = this.profiles;
    const session = this.session(profile);
    if (profile !== 'sillytavern') {
      const { prompt } = session.turn(this.chat(), { peek: true, fired_only: true });
      return { ...prompt, sent: prompt.messages, left_out: [...prompt.left_out, ...prompt.unplaced] };
    }
    const prompt = session.messages(this.chat(), { peek: true, pieces: true });
    const messages = prompt.pieces.flatMap(({ role, pieces }) => pieces.map((piece) => ({ ...piece, role, source: piece.sources.join(', ') })));
    return { ...prompt, messages, sent: prompt.messages, excess: Math.max(0, -prompt.budget_left) };
  }
}

/// Adds the spans of the words that made entries fire, by the number of the message.
export function matches(answer, spans, trial) {
  const chat = trial.chat();
  const at = new Map();
  for (const { key, secondary } of answer.trace.entries) {
    for (const match of [key, secondary]) {
      if (match?.in !== 'message' || !chat[match.message]) continue;
      if (!at.has(match.message)) at.set(match.message, []);
      at.get(match.message).push(match);
    }
  }
  for (const [message, found] of at) {
    const spansThere = found.filter(({ length }) => length > 0).map(({ offset, length }) => ({ span: [offset, offset + length] }));
    spans.set(message, spansOf(chat[message].content, spansThere));
  }
}
