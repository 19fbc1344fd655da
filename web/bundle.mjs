// Joins ES modules into one classic script, since a browser refuses modules to pages from a folder (`file://`).
//
// Each module becomes a function that runs once, after those it imports. What the modules here do not need is refused and
// not guessed at: cycles, default exports, `export *`, dynamic imports of files, imports of packages without a place. A dynamic import of
// a name that is worked out stays as it is, since a classic script may have one; the policy of the page lets none through.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const IMPORT = /^import\s*(?:\{([^}]*)\}|\*\s+as\s+(\w+))\s*from\s*'([^']+)';?[ \t]*$/gm;
const DECLARED = /^export\s+((?:async\s+)?(?:function\*?|class|const))\s+(\w+)/gm;
const WORKED_OUT = /\bimport\((?:\s*\/\*.*?\*\/)*\s*\w+\)/g;
const LISTED = /^export\s*\{([^}]*)\}\s*(?:from\s*'([^']+)')?;?[ \t]*$/gm;

/// Gives the script of a module and all that it imports. `packages` says where each package begins.
export function bundle(entry, packages) {
  const numbers = new Map();
  const parts = [];

  const place = (from, name) => {
    if (name.startsWith('.')) return resolve(dirname(from), name);
    if (name in packages) return packages[name];
    throw new Error(`${from} imports ${name}, which is no file and no package that the page knows`);
  };

  const add = (file, above) => {
    if (above.includes(file)) throw new Error(`modules go in a circle: ${[...above, file].join(' → ')}`);
    if (numbers.has(file)) return numbers.get(file);
    const names = [];
    const inner = (name) => `m${add(place(file, name), [...above, file])}`;
    const body = readFileSync(file, 'utf8')
      .replaceAll(IMPORT, (_, list, all, name) => `const ${all ?? `{ ${renamed(list, ': ')} }`} = ${inner(name)};`)
      .replaceAll(LISTED, (_, list, name) => {
        const pairs = list.split(',').map((part) => part.trim().split(/\s+as\s+/)).filter(([own]) => own);
        const module = name && inner(name);
        names.push(...pairs.map(([own, other = own]) => `${other}: ${module ? `${module}.` : ''}${own}`));
        return '';
      })
      .replaceAll(DECLARED, (_, what, name) => {
        names.push(name);
        return `${what} ${name}`;
      });
    const left = /^\s*(?:import|export)\b(?!:).*$|\bimport\s*[.(].*$/m.exec(body.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '').replaceAll(WORKED_OUT, ''));
    if (left) throw new Error(`${file} says "${left[0].trim()}", which the bundler does not know`);
    const number = numbers.size;
    numbers.set(file, number);
    parts.push(`const m${number} = (() => {\n${body.trimEnd()}\nreturn { ${names.join(', ')} };\n})();`);
    return number;
  };

  add(entry, []);
  return `'use strict';\n(() => {\n${parts.join('\n')}\n})();\n`;
}

function renamed(list, between) {
  return list.split(',').map((part) => part.trim().replace(/\s+as\s+/, between)).filter(Boolean).join(', ');
}
