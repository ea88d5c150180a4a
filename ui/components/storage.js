// Named texts in the browser's storage.

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Place */

/** @type {() => Place} */ let findShared = () => localStorage;

/** Return the storage shared by all tabs. */
export const sharedPlace = () => findShared();

/** Share another storage than that of the whole host. @param {() => Place} find */
export function shareOnly(find) {
  findShared = find;
}

export class BrowserStore {
  /** @type {Map<string, string>} */ #held = new Map(); // what the storage has no room for
  /** @type {Place | null | undefined} */ #found;
  #find;

  /** @param {() => Place} find storage that outlives the page; browsers may refuse it */
  constructor(find) {
    this.#find = find;
  }

  /** Found on first use, as a page may replace it before. Without storage, everything lasts as long as the page. */
  get #place() {
    if (this.#found === undefined) {
      try {
        this.#found = this.#find();
      } catch {
        this.#found = null;
      }
    }
    return this.#found;
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
      if (this.#place) this.#held.delete(name); // what another tab removes is gone here too
    } catch {
      this.#place?.removeItem(name); // no room: lasts as long as the page
    }
  }

  /** @param {string} name */
  remove(name) {
    this.#held.delete(name);
    this.#place?.removeItem(name);
  }
}
