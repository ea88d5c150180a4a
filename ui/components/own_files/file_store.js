// The files of one tokenizer, stored in the browser until another is opened or they are cleared.

/** @typedef {{ digest: string, names: string[], pattern: string, lacksPattern?: boolean, files: File[] }} StoredFiles */

const STORE = "files";
const KEY = "tokenizer";

export class FileStore {
  #find;
  #database;

  /** @param {() => IDBFactory} find browsers may refuse it; then nothing is stored @param {string} database its name */
  constructor(find, database = "bpe-lab") {
    this.#find = find;
    this.#database = database;
  }

  /** @returns {Promise<StoredFiles | undefined>} */
  get() {
    return this.#request("readonly", (store) => store.get(KEY));
  }

  /** @param {StoredFiles} kept */
  set(kept) {
    return this.#request("readwrite", (store) => store.put(kept, KEY));
  }

  clear() {
    return this.#request("readwrite", (store) => store.delete(KEY));
  }

  /**
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest} start
   * @returns {Promise<any>} the answer; undefined if the browser refuses, or has no room
   */
  async #request(mode, start) {
    try {
      const opening = this.#find().open(this.#database, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      const database = await resultOf(opening);
      const answer = await resultOf(start(database.transaction(STORE, mode).objectStore(STORE)));
      database.close();
      return answer;
    } catch {
      return undefined;
    }
  }
}

/** @param {IDBRequest} request @returns {Promise<any>} */
const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
