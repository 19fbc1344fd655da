// The open file once more, in a worker: what takes its time with a large one (checking, writing, comparing, counting) is asked there,
// while the page stays free. It is brought up to date by the steps of the document, which are plain data.

import { worker } from './engine.js';

export class Mirror {
  constructor(module, bytes) {
    Object.assign(this, { module, bytes, worker: null, sent: [], asked: 0, waiting: new Map(), retired: false });
  }

  /// Asks a method of the card as it is after these steps. A refusal is thrown as the engine throws it.
  ask(steps, [method, ...args]) {
    const inCard = steps.filter((step) => step.inCard);
    const file = this.worker ? null : this.bytes;
    if (!this.worker) this.start();
    let same = 0;
    while (same < inCard.length && inCard[same] === this.sent[same]) same += 1;
    const back = this.sent.length - same;
    this.asked += 1;
    const number = this.asked;
    this.worker.postMessage({ do: 'mirror', number, module: this.module, file, back, steps: inCard.slice(same).map(({ call }) => call), ask: [method, ...args] });
    this.sent = inCard;
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  start() {
    this.sent = [];
    this.worker = worker(({ number, answer, refused, lost }) => {
      const asked = this.waiting.get(number);
      this.waiting.delete(number);
      // It keeps fewer steps than the page: the next question begins anew.
      if (lost) this.stop();
      if (refused) asked?.reject(Object.assign(new Error(refused.message), refused));
      else asked?.resolve(answer);
      if (this.retired) this.retire();
    }, () => this.fail());
  }

  fail() {
    const all = [...this.waiting.values()];
    this.stop();
    for (const { reject } of all) reject(Object.assign(new Error('the worker stopped'), { code: 'crash', help: 'try again' }));
  }

  /// Ends the worker once it has answered what it was asked.
  retire() {
    this.retired = true;
    if (this.waiting.size === 0) this.stop();
  }

  /// Ends the worker, whatever it is at.
  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.waiting.clear();
  }
}
