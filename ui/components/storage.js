// Named texts in the browser's storage.

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} StorageLike */

/** @type {() => StorageLike} */ let findStorage = () => localStorage;

/** Return the storage shared by all tabs. */
export const sharedStorage = () => findStorage();

/** Share another storage than that of the whole host. @param {() => StorageLike} find */
export function useSharedStorage(find) {
  findStorage = find;
}

export class BrowserStore {
  /** @type {Map<string, string>} */ #overflow = new Map(); // what the storage has no room for
  /** @type {StorageLike | null | undefined} */ #cached;
  #find;

  /** @param {() => StorageLike} find storage that outlives the page; browsers may refuse it */
  constructor(find) {
    this.#find = find;
  }

  /** Found on first use, as a page may replace it before. Without storage, everything lasts as long as the page. */
  get #storage() {
    if (this.#cached === undefined) {
      try {
        this.#cached = this.#find();
      } catch {
        this.#cached = null;
      }
    }
    return this.#cached;
  }

  /** @param {string} name */
  get(name) {
    return this.#storage?.getItem(name) ?? this.#overflow.get(name) ?? null;
  }

  /** @type {(name: string, text: string) => void} */
  set(name, text) {
    this.#overflow.set(name, text);
    try {
      this.#storage?.setItem(name, text);
      if (this.#storage) this.#overflow.delete(name); // what another tab removes is gone here too
    } catch {
      this.#storage?.removeItem(name); // no room: lasts as long as the page
    }
  }

  /** @param {string} name */
  remove(name) {
    this.#overflow.delete(name);
    this.#storage?.removeItem(name);
  }
}
