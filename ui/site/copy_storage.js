// The storage of one copy of the site. All copies on a host share the browser's storage, so names contain the path.

/** @import {StorageLike} from "../components/storage.js" */

const FORMER = /^bpe-lab-(language|theme|code|course(-stopped-.*)?)$/; // names without a path, from earlier versions

/** @implements {StorageLike} */
export class CopyStorage {
  #storage;
  #path;

  /** @param {Storage} storage the host's storage @param {string} path of this copy */
  constructor(storage, path) {
    this.#storage = storage;
    this.#path = path;
    this.#importFormer();
  }

  /** Copy entries without a path once, so that no progress is lost. The originals stay for other copies. */
  #importFormer() {
    const marker = this.#name("bpe-lab-taken");
    if (this.#storage.getItem(marker) !== null) return;
    const names = Array.from(this.#storage, (_, at) => this.#storage.key(at) ?? "").filter((name) => FORMER.test(name));
    for (const name of names) {
      const text = this.#storage.getItem(name);
      if (text !== null && this.getItem(name) === null) this.setItem(name, text);
    }
    this.#storage.setItem(marker, "1");
  }

  /** @param {string} name */
  #name = (name) => `${name} ${this.#path}`;

  /** @param {string} name */
  getItem(name) {
    return this.#storage.getItem(this.#name(name));
  }

  /** @param {string} name @param {string} text */
  setItem(name, text) {
    this.#storage.setItem(this.#name(name), text);
  }

  /** @param {string} name */
  removeItem(name) {
    this.#storage.removeItem(this.#name(name));
  }
}
