// cargo xtask web --check && cards conform --program 'node …/cards.mjs'
//
// The module that answers is one with the feature `suite`, which the package has not.
import { serve } from './lines.mjs';
import { loadEngine } from '../../packages/npm/core.js';

const cards = await loadEngine(new URL('../../target/web/cards-suite.wasm', import.meta.url));
serve((kind, input, profile) => cards.call('conform', { kind, profile, input })[0]);
