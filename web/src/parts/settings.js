// The settings of a trial. An empty one is what the book or the client says.

import { app, inWords } from '../app.js';
import { button, h, id } from '../dom.js';
import { bytesOf, choose } from './file.js';
import { toast } from './toast.js';
import { count, line } from '../words.js';

const TEXTS = [['user', 'User’s name', 'User'], ['persona', 'Persona', 'Nothing']];
const NUMBERS = [['scan_depth', 'Scan depth', 1000], ['token_budget', 'Token budget', 1_000_000], ['context', 'Context', 10_000_000], ['seed', 'Seed of the dice', 2 ** 31]];
/// What the user of SillyTavern sets for world info, by the client's names.
const WORLD_NUMBERS = [['world_info_depth', 'Scan depth', 1000], ['world_info_min_activations', 'Least activations', 1000],
  ['world_info_budget', 'Budget in percent', 100], ['world_info_budget_cap', 'Budget cap', 1_000_000]];
const WORLD_SWITCHES = [['world_info_recursive', 'Recursive'], ['world_info_case_sensitive', 'Case counts'],
  ['world_info_match_whole_words', 'Whole words'], ['world_info_include_names', 'With names'], ['world_info_use_group_scoring', 'Group scoring']];

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
  const world = h('div', { class: 'settings' });
  const setWorld = (name, value) => {
    const { [name]: _, ...others } = trial.options.world_info ?? {};
    set('world_info', value === undefined ? others : { ...others, [name]: value });
  };
  const drawWorld = () => {
    const known = trial.options.world_info ?? {};
    const labelled = (label, make) => {
      const named = id('world');
      return h('div', { class: 'labelled' }, h('label', { for: named }, label), make(named));
    };
    world.replaceChildren(
      ...WORLD_NUMBERS.map(([name, label, max]) => labelled(label, (named) => h('input', { id: named, type: 'number', min: 0, max, step: 1, placeholder: 'by default', value: known[name] ?? '',
        on: { change: (event) => setWorld(name, event.target.value === '' ? undefined : Math.min(max, Math.max(0, Math.round(event.target.valueAsNumber)))) } }))),
      ...WORLD_SWITCHES.map(([name, label]) => labelled(label, (named) => h('select', { id: named, on: { change: (event) => setWorld(name, { on: true, off: false }[event.target.value]) } },
        [['', 'By default'], ['on', 'On'], ['off', 'Off']].map(([value, words]) => h('option', { value, selected: value === ({ true: 'on', false: 'off' }[known[name]] ?? '') }, words))))));
  };
  const readWorld = async () => {
    const [file] = await choose({ accept: '.json' });
    if (!file) return;
    try {
      const read = app.engine.worldInfo(await bytesOf(file));
      set('world_info', read.settings);
      drawWorld();
      toast([`Read ${count(Object.keys(read.settings).length, 'setting')}`, ...read.without_say].join('; '));
    } catch (error) {
      if (!('code' in error)) throw error;
      toast(`${line(file.name, 80)}: ${inWords(error)}`, { kind: 'error' });
    }
  };
  drawWorld();
  return h('details', { class: 'panel' }, h('summary', null, 'Settings'),
    h('div', { class: 'settings' },
      TEXTS.map(([name, label, placeholder]) => field(name, label, { placeholder, on: { change: (event) => set(name, event.target.value) } })),
      NUMBERS.map(([name, label, max]) => field(name, label, { type: 'number', min: 0, max, step: 1, placeholder: 'by default',
        on: { change: (event) => set(name, event.target.value === '' ? '' : Math.min(max, Math.max(0, Math.round(event.target.valueAsNumber)))) } }))),
    h('h3', null, 'World info, as SillyTavern’s user sets it'), world,
    h('div', null, button('Read settings.json', readWorld)));
}
