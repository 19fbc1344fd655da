// A Chromium behind a pipe: the DevTools protocol without a package.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--hide-scrollbars',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--remote-debugging-pipe'];

/// How long an answer of the browser may take.
const SILENCE = 120_000;

export class Chromium {
  constructor(path) {
    this.profile = mkdtempSync(join(tmpdir(), 'cards-browser-'));
    this.process = spawn(path, [...FLAGS, `--user-data-dir=${this.profile}`, 'about:blank'],
      // What it puts among temporary files goes with the profile.
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: this.profile } });
    this.waiting = new Map();
    this.listeners = [];
    this.number = 0;
    let rest = '';
    this.process.stdio[4].setEncoding('utf8').on('data', (text) => {
      const parts = (rest + text).split('\0');
      rest = parts.pop();
      for (const part of parts) this.take(JSON.parse(part));
    });
  }

  take(message) {
    const waiting = this.waiting.get(message.id);
    if (waiting) {
      this.waiting.delete(message.id);
      if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting.resolve(message.result);
    } else {
      for (const listener of this.listeners) listener(message);
    }
  }

  send(method, params = {}, sessionId) {
    const id = ++this.number;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, method });
      // A page that crashed answers nothing, and nobody waits for it for ever.
      setTimeout(() => this.waiting.delete(id) && reject(new Error(`${method}: no answer`)), SILENCE).unref();
    });
  }

  /// Opens a page of this size and gives what it did: requests, dialogs, console and policy messages.
  ///
  /// One whose end never comes is not waited for longer than `patience`, in milliseconds.
  async open(url, { width, height = 900, dark = false, patience = 10_000 }) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    this.listeners.push((message) => message.sessionId === sessionId && page.heard(message));
    for (const domain of ['Page', 'Network', 'Log', 'Runtime']) await page.send(`${domain}.enable`);
    await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await page.send('Emulation.setEmulatedMedia',
      { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
    const loaded = new Promise((resolve) => { page.loaded = resolve; });
    await page.send('Page.navigate', { url });
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, patience))]);
    // Late handlers, refreshes and animations get their chance.
    await new Promise((resolve) => setTimeout(resolve, 400));
    return page;
  }

  close() {
    const done = new Promise((resolve) => this.process.on('exit', resolve));
    this.process.kill();
    return done.then(() => {
      try {
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      } catch (error) {
        // A child of the browser may still write there; what is left in the folder for temporary files is no failure.
        console.log(`     ${this.profile} is left: ${error.code}`);
      }
    });
  }
}

class Page {
  constructor(browser, sessionId, targetId) {
    Object.assign(this, { browser, sessionId, targetId, requests: [], dialogs: [], messages: [] });
  }

  heard({ method, params }) {
    if (method === 'Page.loadEventFired') this.loaded?.();
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    if (method === 'Log.entryAdded') this.messages.push(params.entry.text);
    if (method === 'Runtime.exceptionThrown') this.messages.push(`${params.exceptionDetails.text} ${params.exceptionDetails.exception?.description ?? ''}`.trim());
    if (method === 'Page.javascriptDialogOpening') {
      this.dialogs.push(params.message);
      this.send('Page.handleJavaScriptDialog', { accept: this.accepts === true }).catch(() => {});
    }
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  /// Types a text, a key at a time, into what has the focus.
  async type(text) {
    for (const key of text) await this.press(key, key);
  }

  /// Presses a key: a character, or one by its name.
  async press(key, text = { Enter: '\r' }[key]) {
    const windowsVirtualKeyCode = { Tab: 9, Enter: 13, ' ': 32, ArrowDown: 40, ArrowUp: 38 }[key];
    await this.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', key, text, windowsVirtualKeyCode });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode });
  }

  /// The texts that a screen reader would find, those that the style makes included.
  async spoken() {
    const { nodes } = await this.send('Accessibility.getFullAXTree');
    return nodes.filter((node) => node.role?.value === 'StaticText').map((node) => node.name.value);
  }

  async screenshot() {
    const { data } = await this.send('Page.captureScreenshot', { captureBeyondViewport: true });
    return Buffer.from(data, 'base64');
  }

  close() {
    return this.browser.send('Target.closeTarget', { targetId: this.targetId });
  }
}
