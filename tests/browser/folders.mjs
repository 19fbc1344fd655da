// Folders of cards for the contact sheet: plain ones, and ones whose names and tags want out of their place.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function write(folder, cards) {
  mkdirSync(folder, { recursive: true });
  cards.forEach(({ name, tags }, index) => {
    const data = { name, tags, description: name, creator: name, first_mes: 'Hi.' };
    writeFileSync(join(folder, `${index}.json`), JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data }));
  });
}

export function plain(folder) {
  write(folder, [
    { name: 'The drowned bell', tags: ['sea lore', 'night'] },
    { name: 'Bell of Saltmere', tags: ['sea', 'night'] },
    { name: 'The dry well', tags: ['sea', 'day'] },
    { name: 'Élise', tags: [] },
    { name: '"Anna"', tags: ['Day', 'sea-lore'] },
    { name: '', tags: ['night'] },
  ]);
}

/// Texts that try to leave a rule, an attribute, an option, a style; to turn the line around; to push all else away.
export function hostileTexts(origin) {
  return [
    `</style><script>window.pwned='style'</script>`,
    `"] , * { background: url(${origin}/rule.png) } [x="`,
    `*/ } @import url(${origin}/import.css); body:has(x) { background: url(${origin}/has.png)`,
    `\\"] \\3c /style\\3e <!-- <![CDATA[ --> { } ;`,
    `</option></select></form><img src=${origin}/option.png onerror="window.pwned='option'">`,
    `<select autofocus onfocus="window.pwned='select'"><option selected>`,
    `a1 b1" class="all" selected onclick="window.pwned='class'`,
    `' onchange='window.pwned=1`,
    `\u202Egnp.exe\u202C \u2066\u2067bidi`,
    `\u0000\u001b[2J\u0007\u0085 control`,
    `<plaintext><xmp><noscript><template><textarea></title>`,
    'W'.repeat(5000),
    'so many words '.repeat(357),
    '\u0e01\u0301'.repeat(500),
    '🜁'.repeat(300),
    '  ',
  ];
}

export function hostile(folder, origin) {
  const texts = hostileTexts(origin);
  const tags = (index) => [texts[index], texts[(index + 1) % texts.length], ...(index === 0 ? many(300) : [])];
  write(folder, texts.map((name, index) => ({ name, tags: tags(index) })));
}

function many(count) {
  return Array.from({ length: count }, (_, number) => `tag "${number}" {`);
}
