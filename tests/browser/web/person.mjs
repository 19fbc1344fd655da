// A person at the page: looks, clicks, types, chooses files, and waits as long as a person would.

/// The longest that anything here may take. A failure, and no measure of speed.
const PATIENCE = 60_000;

export class Person {
  constructor(page, downloads) {
    Object.assign(this, { page, downloads });
  }

  /// Opens the page and gives a person before it, who takes what it saves from `downloads`.
  static async before(browser, url, downloads, size = { width: 1280 }) {
    const page = await browser.open(url, size);
    const person = new Person(page, downloads);
    await person.until(`Boolean(document.querySelector('.drop, .notice.error'))`, 'the page starts');
    // Nobody is there to answer the browser's own dialogs: as in a browser without them, files come by inputs and go as downloads.
    await person.evaluate(`window.showOpenFilePicker = window.showSaveFilePicker = undefined`);
    return person;
  }

  evaluate(expression) {
    return this.page.evaluate(expression);
  }

  /// What an expression that is a promise comes to.
  async settled(expression) {
    const { result, exceptionDetails } = await this.page.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /// Waits until something is so.
  async until(expression, what = expression) {
    const end = Date.now() + PATIENCE;
    while (Date.now() < end) {
      if (await this.evaluate(expression)) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`waited for nothing: ${what}; the page says: ${shortened(await this.text())}`);
  }

  text() {
    return this.evaluate('document.body.innerText');
  }

  /// Waits for a text to be seen.
  sees(text) {
    return this.until(`document.body.innerText.includes(${JSON.stringify(text)})`, `to see "${text}"`);
  }

  /// Clicks what is called so: a button, link, tab, label, summary or box to tick.
  async click(name, within = 'body') {
    const find = `(() => {
      const all = [...[...document.querySelectorAll(${JSON.stringify(within)})].at(-1)?.querySelectorAll('button, a, summary, label, input[type=checkbox][aria-label]') ?? []].filter((e) => e.offsetParent || e.closest('dialog'));
      const named = (e) => (e.getAttribute('aria-label') ?? e.innerText).trim();
      return all.find((e) => named(e) === ${JSON.stringify(name)}) ?? all.find((e) => named(e).startsWith(${JSON.stringify(name)}));
    })()`;
    await this.until(`Boolean(${find})`, `something called "${name}"`);
    await this.clickAt(`${find}`);
  }

  /// Clicks in the middle of an element.
  async clickAt(element) {
    const { x, y } = await this.evaluate(`(() => { const e = ${element}; e.scrollIntoView({ block: 'center' });
      const b = e.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; })()`);
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    }
  }

  /// Puts the focus into the field with a label.
  async focus(label, within = 'body') {
    const find = `(() => {
      const root = [...document.querySelectorAll(${JSON.stringify(within)})].at(-1);
      const named = [...root?.querySelectorAll('label') ?? []].find((e) => e.innerText.trim() === ${JSON.stringify(label)});
      return named?.control ?? root?.querySelector('[aria-label=' + CSS.escape(${JSON.stringify(label)}) + ']');
    })()`;
    await this.until(`Boolean(${find})`, `a field called "${label}"`);
    await this.evaluate(`${find}.focus()`);
    return find;
  }

  /// Writes a text into the field with a label, in place of what it says.
  async write(label, text, within = 'body') {
    const field = await this.focus(label, within);
    await this.evaluate(`${field}.select?.()`);
    await this.page.send('Input.insertText', { text });
  }

  /// Chooses an option of a list.
  async pick(label, option) {
    const field = await this.focus(label);
    await this.evaluate(`(() => { const e = ${field}; const o = [...e.options].find((o) => o.text === ${JSON.stringify(option)});
      e.value = o.value; e.dispatchEvent(new Event('input', { bubbles: true })); e.dispatchEvent(new Event('change', { bubbles: true })); })()`);
  }

  /// Clicks, and again every few seconds until it has done something: what a page shows late moves what is below it.
  async clickUntil(name, expression) {
    for (const until = Date.now() + PATIENCE; Date.now() < until;) {
      await this.click(name);
      for (const again = Date.now() + 5_000; Date.now() < again;) {
        if (await this.evaluate(expression)) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    throw new Error(`${name} does nothing: ${expression}`);
  }

  /// Presses a button that asks for files, and gives it these.
  async choose(name, files, within = 'body') {
    const chosen = new Promise((resolve) => {
      this.page.browser.listeners.push(({ method, params, sessionId }) => {
        if (method === 'Page.fileChooserOpened' && sessionId === this.page.sessionId) resolve(params.backendNodeId);
      });
    });
    await this.page.send('Page.setInterceptFileChooserDialog', { enabled: true });
    // A person who sees no dialog clicks again.
    for (const until = Date.now() + PATIENCE; Date.now() < until;) {
      await this.click(name, within);
      const backendNodeId = await Promise.race([chosen, new Promise((resolve) => setTimeout(resolve, 5_000))]);
      if (backendNodeId) return this.page.send('DOM.setFileInputFiles', { files, backendNodeId });
    }
    throw new Error(`no dialog for files is opened by ${name}`);
  }

  /// Drops files that are bytes: [[name, bytes]]. They are put there at once, as one drop.
  async drop(files) {
    const list = JSON.stringify(files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]));
    await this.evaluate(`(() => { const transfer = new DataTransfer();
      for (const [name, text] of ${list}) transfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })); })()`);
  }

  /// Opens a file and waits until it is there. Changes of the one before are left.
  async opens(name, bytes) {
    this.page.accepts = true;
    await this.drop([[name, bytes]]);
    await this.until(`document.querySelector('.file .name')?.title.includes(${JSON.stringify(name)})`, `${name} is open`);
  }

  /// Goes to a screen, and waits until it is the one that is shown.
  async go(screen) {
    await this.click(screen, 'nav.screens');
    await this.until(`document.querySelector('nav.screens [aria-current]')?.textContent === ${JSON.stringify(screen)}`);
  }

  /// Waits for a download and gives its bytes. Each is given once.
  async downloaded(name) {
    const end = Date.now() + PATIENCE;
    while (Date.now() < end) {
      const bytes = this.downloads.take(name);
      if (bytes) return bytes;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`${name} was not saved`);
  }
}

/// The head and the end of a long text.
function shortened(text) {
  return text.length > 800 ? `${text.slice(0, 400)} … ${text.slice(-400)}` : text;
}

/// Presses a key with Control.
export async function control(page, key, code, shift = false) {
  const modifiers = 2 + (shift ? 8 : 0);
  for (const type of ['rawKeyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type, key, modifiers, windowsVirtualKeyCode: code });
}
