// What the language server says, which is Markdown of few kinds: paragraphs, lists, code, names of clients.

import { h } from './dom.js';
import { shown } from './words.js';

/// One line, with its code and stress as elements.
export function inline(text) {
  return shown(text).split(/(`[^`]*`|\*[^*]+\*)/).map((part) => {
    if (part.startsWith('`') && part.length > 1) return h('code', null, part.slice(1, -1));
    return part.startsWith('*') && part.length > 2 ? h('em', null, part.slice(1, -1)) : part;
  });
}

/// Paragraphs and lists.
export function blocks(text) {
  const list = (lines) => lines.length > 0 && h('ul', null, lines.map((line) => h('li', null, inline(line.slice(2)))));
  return text.split('\n\n').map((paragraph) => {
    const lines = paragraph.split('\n');
    const said = lines.filter((line) => !line.startsWith('- ') && !line.startsWith('```'));
    return [said.length > 0 && h('p', null, inline(said.join('\n'))), list(lines.filter((line) => line.startsWith('- ')))];
  });
}
