// What must never happen on the page, whatever a card says.

import { createHash } from 'node:crypto';

/// The frame with the language server, which is a file beside the page and can do nothing but answer.
const SERVER = 'body > iframe[hidden][sandbox="allow-scripts"][src="editor.html"]';

/// What a page lets be seen of things that ran or that wait to run.
export const LOOK = `({
  pwned: typeof window.pwned === 'undefined' ? null : String(window.pwned),
  active: document.querySelectorAll('main script, main iframe, object, embed, base, svg, video, audio, form[action], link:not([rel=icon])').length,
  handlers: [...document.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => /^on/i.test(a.name) || /^\\s*javascript:/i.test(a.value))).length,
  remote: [...document.querySelectorAll('[src],[href],[srcset],[poster]')].filter((e) => !e.matches(${JSON.stringify(SERVER)}) && !/^(#|blob:|data:image\\/svg)/.test(e.getAttribute('src') ?? e.getAttribute('href') ?? 'x')).length,
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
})`;

/// Everything that is wrong with what a page did, as texts; empty for a page that behaved.
export async function alarms(page, asked, own) {
  const seen = await page.evaluate(LOOK);
  const found = [];
  if (seen.pwned !== null) found.push(`a script of the card ran: ${seen.pwned}`);
  if (page.dialogs.length > 0) found.push(`a dialog opened: ${page.dialogs.join(', ')}`);
  if (seen.active > 0) found.push(`${seen.active} active elements`);
  if (seen.handlers > 0) found.push(`${seen.handlers} handlers in attributes`);
  if (seen.remote > 0) found.push(`${seen.remote} addresses that leave the page`);
  const requests = page.requests.filter((url) => !url.startsWith('data:') && !url.startsWith('blob:') && !url.startsWith(own));
  if (requests.length > 0 || asked.length > 0) found.push(`something was asked for: ${[...requests, ...asked].join(' ').slice(0, 300)}`);
  if (page.messages.length > 0) found.push(`messages: ${page.messages.join(' | ').slice(0, 400)}`);
  return { found, overflow: seen.overflow };
}

/// The page, broken on purpose: texts are taken for markup. With its policy, and without.
export function broken(html, { policy }) {
  const hole = html.replace('else element.append(child);', `else if (typeof child === 'string') element.insertAdjacentHTML('beforeend', child); else element.append(child);`);
  if (hole === html) throw new Error('the hole could not be made: has dom.js changed?');
  const open = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
  return policy
    ? hole.replace(open, (meta) => meta.replace(/script-src '[^']*'/, `script-src '${hashOf(hole)}'`))
    : hole.replace(open, '');
}

function hashOf(html) {
  return `sha256-${createHash('sha256').update(/<script id="program">([^]*?)<\/script>/.exec(html)[1]).digest('base64')}`;
}
