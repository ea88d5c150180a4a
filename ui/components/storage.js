// What a browser keeps of texts, each under a name.

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Place */

export class BrowserStore {
  /** @type {Map<string, string>} */ #held = new Map(); // also what the place has no room for
  /** @type {Place | null} */ #place = null;

  /** @param {() => Place} find what outlives the page; a browser may refuse it */
  constructor(find) {
    try {
      this.#place = find();
    } catch {
      // all lasts as long as the page
    }
  }

  /** @param {string} name */
  get(name) {
    return this.#place?.getItem(name) ?? this.#held.get(name) ?? null;
  }

  /** @type {(name: string, text: string) => void} */
  set(name, text) {
    this.#held.set(name, text);
    try {
      this.#place?.setItem(name, text);
    } catch {
      this.#place?.removeItem(name); // no room: it lasts as long as the page
    }
  }

  /** @param {string} name */
  remove(name) {
    this.#held.delete(name);
    this.#place?.removeItem(name);
  }
}
