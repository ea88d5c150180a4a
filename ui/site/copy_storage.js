// The storage of one copy of the site. All copies on a host share the browser's storage, so names contain the path.

/** @import {StorageLike} from "../components/storage.js" */

const FORMER = /^bpe-lab-(language|theme|code|course(-stopped-.*)?)$/; // names without a path, from earlier versions

/** @implements {StorageLike} */
export class CopyStorage {
  #all;
  #path;

  /** @param {Storage} all the host's storage @param {string} path of this copy */
  constructor(all, path) {
    this.#all = all;
    this.#path = path;
    this.#takeOver();
  }

  /** Copy entries without a path once, so that no progress is lost. The originals stay for other copies. */
  #takeOver() {
    const isTaken = this.#name("bpe-lab-taken");
    if (this.#all.getItem(isTaken) !== null) return;
    const names = Array.from(this.#all, (_, at) => this.#all.key(at) ?? "").filter((name) => FORMER.test(name));
    for (const name of names) {
      const text = this.#all.getItem(name);
      if (text !== null && this.getItem(name) === null) this.setItem(name, text);
    }
    this.#all.setItem(isTaken, "1");
  }

  /** @param {string} name */
  #name = (name) => `${name} ${this.#path}`;

  /** @param {string} name */
  getItem(name) {
    return this.#all.getItem(this.#name(name));
  }

  /** @param {string} name @param {string} text */
  setItem(name, text) {
    this.#all.setItem(this.#name(name), text);
  }

  /** @param {string} name */
  removeItem(name) {
    this.#all.removeItem(this.#name(name));
  }
}
