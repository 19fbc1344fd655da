// The search of the contact sheet, used as a person uses it: by keys.

const shown = `[...document.querySelectorAll('.c')].filter((e) => e.offsetParent).map((e) => e.querySelector('h2').textContent)`;

/// What every option of a list shows against what it says. Given to the page as text.
const everyOption = (list) => `(() => {
  const wrong = [], list = document.querySelector('#${list}');
  const cards = [...document.querySelectorAll('.c')];
  const said = (card) => '${list}' === 'name' ? [card.querySelector('h2').textContent]
    : [...card.querySelectorAll('.tags li')].map((tag) => tag.textContent);
  for (const option of list.options) {
    if (option.className === 'all') continue;
    option.selected = true;
    const [, text, count] = /^([^]*?)(?: \\((\\d+)\\))?$/.exec(option.text);
    // An option has blanks where the card has line ends and control characters.
    const plain = (text) => text.replace(/[\\s\\ufffd]+/g, ' ').toLowerCase();
    const term = plain(text.replace(/…$/, '')).trim();
    const visible = cards.filter((card) => card.offsetParent);
    const has = (card) => said(card).some((text) => plain(text).includes(term));
    if (visible.length !== Number(count ?? 1) || !visible.every(has)) wrong.push(option.text.slice(0, 80) + ' → ' + visible.length);
  }
  document.querySelector('button[type=reset]').click();
  return { wrong, options: list.options.length };
})()`;

/// Types into the lists of a sheet of the plain folder.
export async function searchByKeys(page, check) {
  const names = async () => (await page.evaluate(shown)).sort().join(', ');
  const says = async (what, found, expected) => check(what, found === expected, `${found}, and not ${expected}`);
  const find = async (list, text) => {
    await page.evaluate(`document.querySelector('#${list}').focus()`);
    // Longer than a browser waits for the next letter of a word.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await page.type(text);
  };
  const reset = async () => {
    await page.evaluate(`document.querySelector('button[type=reset]').focus()`);
    await page.press('Enter');
  };
  const count = async () => {
    const spoken = await page.spoken();
    const at = spoken.findIndex((text) => text.startsWith('Cards shown'));
    return spoken.slice(at, at + 2).join('');
  };
  const all = '"Anna", (no name), Bell of Saltmere, The drowned bell, The dry well, Élise';

  await says('every card is shown', await names(), all);
  await says('their number is said', await count(), 'Cards shown: 6');
  await find('name', 'bell');
  await says('a word of two names finds both', await names(), 'Bell of Saltmere, The drowned bell');
  await says('their number is said as well', await count(), 'Cards shown: 2');
  await find('name', 'the dro');
  await says('a name is found by its beginning, blanks included', await names(), 'The drowned bell');
  await find('name', 'anna');
  await says('quotation marks do not hide a name', await names(), '"Anna"');
  await find('name', 'the');
  await says('the word before it again', await names(), 'The drowned bell, The dry well');
  await find('tag', 'sea');
  await says('both lists hold', await names(), 'The dry well');
  await find('name', 'all names');
  await says('a tag is the tag itself', await names(), 'Bell of Saltmere, The dry well');
  await find('tag', 'lore');
  await says('a word of tags finds them', await names(), '"Anna", The drowned bell');
  await find('name', 'sal');
  await says('nothing fits both', await names(), '');
  check('and the page says so', (await count()).startsWith('Cards shown: none.'), await count());
  await reset();
  await says('everything comes back', await names(), all);

  const box = (text) => page.evaluate(
    `[...document.querySelectorAll('.chip')].find((e) => e.innerText.startsWith(${JSON.stringify(text)})).querySelector('input').focus()`);
  await box('night');
  await page.press(' ', ' ');
  await says('a box leaves its tag', await names(), '(no name), Bell of Saltmere, The drowned bell');
  await box('sea');
  await page.press(' ', ' ');
  await says('two boxes both hold', await names(), 'Bell of Saltmere');
  await find('name', 'drow');
  await says('boxes and lists hold together', await names(), '');
  await reset();
  await box('T');
  await page.press(' ', ' ');
  await says('a letter leaves its names', await names(), 'The drowned bell, The dry well');
  await box('Without pictures');
  await page.press(' ', ' ');
  check('pictures can be left out', await page.evaluate(`[...document.querySelectorAll('.thumb')].every((e) => !e.offsetParent)`));
  await reset();
  await everyTerm(page, check, 'the plain folder');
}

/// Chooses every option of both lists.
export async function everyTerm(page, check, what) {
  for (const list of ['name', 'tag']) {
    const { wrong, options } = await page.evaluate(everyOption(list));
    check(`${what}: each of ${options} options of the list of ${list}s shows its cards`, wrong.length === 0 && options > 5, wrong.join(' | '));
  }
}
