// Who can read the card: each program that rules know of, and what of the card hurts it.

import { app } from '../app.js';
import { h } from '../dom.js';
import { count } from '../words.js';

/// Every program that a rule names, with its findings, the heaviest first.
export function readers(document) {
  const names = [...new Set(app.engine.rules().rules.flatMap(({ hurts }) => hurts))];
  const { findings } = document.lint();
  return names.map((name) => ({ name, findings: findings.filter(({ hurts }) => hurts.includes(name)) }));
}

/// The same as a list of badges.
export function readerList(document) {
  const one = ({ name, findings }) => {
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const warnings = findings.filter(({ severity }) => severity === 'warning').length;
    const [kind, text] = errors ? ['error', count(errors, 'problem')] : warnings ? ['warning', count(warnings, 'warning')] : ['good', 'Reads all'];
    return h('li', null, h('span', null, name), h('span', { class: `badge ${kind}` }, text));
  };
  const all = readers(document);
  const others = all.filter(({ name }) => name === 'other readers').map((other) => ({ ...other, name: 'Others' }));
  return h('ul', { class: 'readers' }, [...all.filter(({ name }) => name !== 'other readers'), ...others].map(one));
}
