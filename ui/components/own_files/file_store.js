// The files of one tokenizer, kept by the browser until another is opened or they are cleared.

/** @typedef {{ digest: string, names: string[], pattern: string, lacksPattern?: boolean, files: File[] }} KeptFiles */

const STORE = "files";
const KEY = "tokenizer";

export class FileStore {
  #find;
  #database;

  /** @param {() => IDBFactory} find browsers may refuse it; then nothing is kept @param {string} database its name */
  constructor(find, database = "bpe-lab") {
    this.#find = find;
    this.#database = database;
  }

  /** @returns {Promise<KeptFiles | undefined>} */
  get() {
    return this.#ask("readonly", (store) => store.get(KEY));
  }

  /** @param {KeptFiles} kept */
  set(kept) {
    return this.#ask("readwrite", (store) => store.put(kept, KEY));
  }

  clear() {
    return this.#ask("readwrite", (store) => store.delete(KEY));
  }

  /**
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest} ask
   * @returns {Promise<any>} the answer; undefined if the browser refuses, or has no room
   */
  async #ask(mode, ask) {
    try {
      const opening = this.#find().open(this.#database, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      const database = await answered(opening);
      const answer = await answered(ask(database.transaction(STORE, mode).objectStore(STORE)));
      database.close();
      return answer;
    } catch {
      return undefined;
    }
  }
}

/** @param {IDBRequest} request @returns {Promise<any>} */
const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
