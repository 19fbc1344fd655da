// Whether everybody can use the page: names, roles, contrast, order of the focus, headings.

/// Roles that a person operates, which therefore need a name.
const OPERATED = new Set(['button', 'link', 'textbox', 'searchbox', 'checkbox', 'radio', 'combobox', 'spinbutton', 'tab', 'slider', 'listbox', 'dialog', 'progressbar']);

/// Contrast of every text that is seen against what is behind it, ids that stand twice, and headings that leave one out.
const SEEN = `(() => {
  const wrong = [];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const over = (top, below) => top.slice(0, 3).map((v, i) => v * top[3] / 255 + below[i] * (1 - top[3] / 255)).concat(255);
  const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const back = (e) => { if (!e) return [255, 255, 255, 255]; const c = rgba(getComputedStyle(e).backgroundColor); return c[3] === 255 ? c : over(c, back(e.parentElement)); };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const checked = new Set();
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || checked.has(e) || !e.checkVisibility?.({ visibilityProperty: true, opacityProperty: true })) continue;
    checked.add(e);
    if (e.closest('[aria-hidden=true], :disabled, .visually-hidden, .skip, script, style, noscript')) continue;
    const style = getComputedStyle(e);
    const behind = back(e);
    const color = over(rgba(style.color), behind);
    const [a, b] = [light(color), light(behind)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
    if (ratio < (large ? 3 : 4.5)) wrong.push('contrast ' + ratio.toFixed(2) + ' of "' + walker.currentNode.data.trim().slice(0, 40) + '"');
  }
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) wrong.push('id ' + id + ' stands twice');
  for (const e of document.querySelectorAll('[for],[aria-labelledby],[aria-describedby],[aria-controls]')) {
    for (const name of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']) {
      for (const id of (e.getAttribute(name) ?? '').split(/\\s+/).filter(Boolean)) if (!document.getElementById(id)) wrong.push(name + ' leads nowhere: ' + id);
    }
  }
  let level = 0;
  for (const e of document.querySelectorAll('main h1, main h2, main h3, main h4')) {
    if (!e.checkVisibility() && !e.classList.contains('visually-hidden')) continue;
    const now = Number(e.tagName[1]);
    if (now > level + 1) wrong.push('heading ' + e.tagName + ' after level ' + level + ': ' + e.innerText.slice(0, 40));
    level = now;
  }
  if (document.querySelectorAll('main h1').length !== 1) wrong.push(document.querySelectorAll('main h1').length + ' headings of the first level');
  return wrong;
})()`;

/// What is wrong on the screen that is shown, as texts.
export async function violations(page) {
  const { nodes } = await page.send('Accessibility.getFullAXTree');
  const nameless = nodes.filter((node) => !node.ignored && OPERATED.has(node.role?.value) && !node.name?.value?.trim());
  return [...nameless.map((node) => `a ${node.role.value} without a name`), ...await page.evaluate(SEEN)];
}

/// What axe-core finds, where its script was given.
export async function axe(page, script) {
  await page.evaluate(`${script}; undefined`);
  const { result } = await page.send('Runtime.evaluate', { returnByValue: true, awaitPromise: true,
    expression: `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, impact, nodes }) => id + ' (' + impact + '): ' + nodes.slice(0, 3).map((n) => n.target.join(' ') + ' ' + (n.any[0]?.message ?? n.failureSummary)).join('; ')))` });
  return result.value ?? ['axe did not answer'];
}

/// Goes through the screen with Tab, and gives what had the focus, and whether it was seen.
export async function byTab(page, most) {
  const stops = [];
  await page.evaluate(`document.querySelector('.skip').focus()`);
  for (let step = 0; step < most; step += 1) {
    await page.press('Tab');
    const stop = await page.evaluate(`(() => { const e = document.activeElement; if (!e || e === document.body) return null;
      const host = e.closest('label') ?? e; const style = getComputedStyle(e); const hosted = getComputedStyle(host);
      return { name: (e.getAttribute('aria-label') ?? (e.labels?.[0]?.innerText || e.innerText) ?? '').trim().slice(0, 40) || e.tagName,
        marked: [style, hosted].some((s) => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1) }; })()`);
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}
