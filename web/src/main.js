// The page, and in a worker the library's half of it: one script, since from a folder a worker cannot load another.

import { startPage } from './page.js';
import { startWorker } from './worker.js';

if (typeof document === 'undefined') startWorker();
else startPage();
