// What pages save: told by the browser when a file is whole, so that none is read half written or taken for another of its name.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export class Downloads {
  constructor(folder) {
    Object.assign(this, { folder, names: new Map(), whole: [] });
  }

  /// Lets the pages of a browser save into a folder.
  static async into(browser, folder) {
    const downloads = new Downloads(folder);
    browser.listeners.push(({ method, params }) => {
      if (method === 'Browser.downloadWillBegin') downloads.names.set(params.guid, params.suggestedFilename);
      if (method === 'Browser.downloadProgress' && params.state === 'completed') downloads.whole.push(params.guid);
    });
    await browser.send('Browser.setDownloadBehavior', { behavior: 'allowAndName', downloadPath: folder, eventsEnabled: true });
    return downloads;
  }

  /// The bytes of the oldest file of this name that nobody took yet; null where there is none.
  take(name) {
    const at = this.whole.findIndex((guid) => this.names.get(guid) === name);
    return at < 0 ? null : readFileSync(join(this.folder, this.whole.splice(at, 1)[0]));
  }
}
