// What a browser keeps, as a page sees it: Storage of the web.

export class Kept {
  /** @type {Map<string, string>} */ #all;

  /** @param {Record<string, string>} all */
  constructor(all = {}) {
    this.#all = new Map(Object.entries(all));
  }
  get length() {
    return this.#all.size;
  }
  key(/** @type {number} */ at) {
    return [...this.#all.keys()][at] ?? null;
  }
  getItem(/** @type {string} */ name) {
    return this.#all.get(name) ?? null;
  }
  setItem(/** @type {string} */ name, /** @type {string} */ text) {
    this.#all.set(name, text);
  }
  removeItem(/** @type {string} */ name) {
    this.#all.delete(name);
  }
  clear() {
    this.#all.clear();
  }
}
