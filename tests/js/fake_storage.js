// A browser's storage in memory.

export class FakeStorage {
  /** @type {Map<string, string>} */ #entries;

  /** @param {Record<string, string>} entries */
  constructor(entries = {}) {
    this.#entries = new Map(Object.entries(entries));
  }
  get length() {
    return this.#entries.size;
  }
  key(/** @type {number} */ at) {
    return [...this.#entries.keys()][at] ?? null;
  }
  getItem(/** @type {string} */ name) {
    return this.#entries.get(name) ?? null;
  }
  setItem(/** @type {string} */ name, /** @type {string} */ text) {
    this.#entries.set(name, text);
  }
  removeItem(/** @type {string} */ name) {
    this.#entries.delete(name);
  }
  clear() {
    this.#entries.clear();
  }
}
