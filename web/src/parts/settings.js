// The settings of a trial. An empty one is what the book or the client says.

import { h, id } from '../dom.js';

const TEXTS = [['user', 'User’s name', 'User'], ['persona', 'Persona', 'Nothing']];
const NUMBERS = [['scan_depth', 'Scan depth', 1000], ['token_budget', 'Token budget', 1_000_000], ['context', 'Context', 10_000_000], ['seed', 'Seed of the dice', 2 ** 31]];

export function settings(trial, changed) {
  const set = (name, value) => {
    if (value === '' || Number.isNaN(value)) delete trial.options[name];
    else trial.options[name] = value;
    trial.rest();
    changed();
  };
  const field = (name, label, props) => {
    const named = id('setting');
    return h('div', { class: `labelled ${name === 'persona' ? 'wide' : ''}` }, h('label', { for: named }, label),
      h('input', { id: named, value: trial.options[name] ?? '', ...props }));
  };
  return h('details', { class: 'panel' }, h('summary', null, 'Settings'),
    h('div', { class: 'settings' },
      TEXTS.map(([name, label, placeholder]) => field(name, label, { placeholder, on: { change: (event) => set(name, event.target.value) } })),
      NUMBERS.map(([name, label, max]) => field(name, label, { type: 'number', min: 0, max, step: 1, placeholder: 'by default',
        on: { change: (event) => set(name, event.target.value === '' ? '' : Math.min(max, Math.max(0, Math.round(event.target.valueAsNumber)))) } }))));
}
