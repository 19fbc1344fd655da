// One finding, short.

import { h } from '../dom.js';
import { line } from '../words.js';

const WORDS = { error: 'Error', warning: 'Warning', note: 'Note' };

/// What was found, on a line or two.
export function findingLine({ severity, message, help }) {
  return h('div', { class: `notice ${severity}` },
    h('p', { class: 'own' }, h('strong', null, `${WORDS[severity] ?? severity}: `), line(message, 300)), h('p', { class: 'small' }, help));
}

export function severityBadge(severity) {
  return h('span', { class: `badge ${severity}` }, WORDS[severity] ?? severity);
}
