// cargo xtask web && cards conform --program 'node …/cards.mjs'
import { serve } from './lines.mjs';
import { load } from '../../packages/npm/index.js';

const cards = await load();
serve((kind, input, profile) => cards.conform(kind, profile, input));
