// The prompt by piece: a bar of tokens, and each piece to read.

import { inWords } from '../app.js';
import { button, h } from '../dom.js';
import { count, head, line, number } from '../words.js';
import { toast } from './toast.js';

/// Where pieces come from, for the colours.
const KINDS = [[/^lore/, 'p1', 'Lore'], [/greeting|message|chat/, 'p2', 'Chat'], [/example/, 'p3', 'Examples'], [/system prompt|post-history|note/, 'p4', 'Instructions'], [/./, 'p0', 'Card']];

/// The prompt of a trial, as it is now.
export function promptView(trial) {
  let prompt;
  try {
    prompt = trial.prompt();
  } catch (error) {
    if (!('code' in error)) throw error;
    return [h('h2', null, 'Prompt'), h('p', { class: 'soft' }, line(inWords(error), 300))];
  }
  if (!prompt) return [h('h2', null, 'Prompt'), h('p', { class: 'soft' }, 'A lorebook alone makes no prompt; open a card for that.')];
  const pieces = prompt.messages.map((piece) => ({ ...piece, kind: KINDS.find(([is]) => is.test(piece.source)) }));
  const by = new Map();
  for (const { kind: [, color, label], tokens } of pieces) by.set(label, { color, tokens: (by.get(label)?.tokens ?? 0) + tokens });
  const stacked = h('div', { class: 'stacked', role: 'img', 'aria-label': [...by].map(([label, { tokens }]) => `${label}: ${count(tokens, 'token')}`).join(', ') });
  for (const { kind: [, color], tokens } of pieces) {
    const part = h('span', { class: color });
    part.style.flex = String(tokens);
    stacked.append(part);
  }
  return [
    h('div', { class: 'row apart' }, h('h2', null, 'Prompt'), h('span', { class: 'soft small n' }, count(prompt.tokens, 'token'))),
    h('p', { class: 'small soft' }, line(prompt.head.order, 200)),
    prompt.head.first.map((first) => h('p', { class: 'notice small' }, `First ${first}`)),
    prompt.excess > 0 && h('p', { class: 'notice warning small' }, `${count(prompt.excess, 'token')} more than the context has room for.`),
    stacked,
    h('p', { class: 'row small soft' }, [...by].map(([label, { color, tokens }]) => h('span', { class: 'row' }, h('i', { class: `dot ${color}` }), `${label} ${number(tokens)}`))),
    h('ol', { class: 'pieces' }, pieces.map(({ source, role, tokens, content, kind: [, color] }) => h('li', null, h('details', null,
      h('summary', null, h('i', { class: color }), h('b', null, line(source, 80)), h('span', { class: 'small soft n' }, `${role}, ${number(tokens)}`)),
      h('div', { class: 'text' }, head(content)))))),
    prompt.left_out.length > 0 && h('details', { class: 'small soft' }, h('summary', null, `${count(prompt.left_out.length, 'piece')} not in the prompt`),
      h('ul', null, prompt.left_out.map(({ source, sources, why }) => h('li', null, `${line(source ?? sources.join(', '), 80)}: ${why ?? 'no room'}`)))),
    h('div', null, button('Copy as messages', () => copy(prompt.sent.map(({ role, name, content }) => ({ role, ...(name ? { name } : {}), content }))))),
  ];
}

async function copy(messages) {
  try {
    await navigator.clipboard.writeText(JSON.stringify(messages, null, 2));
    toast(`Copied ${count(messages.length, 'message')} as JSON`);
  } catch {
    toast('This browser does not let the page copy', { kind: 'error' });
  }
}
