// What a browser keeps of texts, each under a name.

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Place */

/** @type {() => Place} */ let findShared = () => localStorage;

/** What all tabs of a browser find. */
export const sharedPlace = () => findShared();

/** Have pages share another place than all of this host. @param {() => Place} find */
export function shareOnly(find) {
  findShared = find;
}

export class BrowserStore {
  /** @type {Map<string, string>} */ #held = new Map(); // also what the place has no room for
  /** @type {Place | null | undefined} */ #found;
  #find;

  /** @param {() => Place} find what outlives the page; a browser may refuse it */
  constructor(find) {
    this.#find = find;
  }

  /** Found when it is needed: a page may have said by then which it is. Without one, all lasts as long as the page. */
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
