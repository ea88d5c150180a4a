// What one copy of the site keeps in the browser, which all copies on a host share: the names have the copy's path.

/** @import {Place} from "../components/storage.js" */

const FORMER = /^bpe-lab-(language|theme|code|course(-stopped-.*)?)$/; // what was kept without a path

/** @implements {Place} */
export class CopyStorage {
  #all;
  #path;

  /** @param {Storage} all what the host has @param {string} path where the copy lies */
  constructor(all, path) {
    this.#all = all;
    this.#path = path;
    this.#takeOver();
  }

  /** Take over, once, what was kept without a path: nobody loses what was done in the course. The others need it too. */
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
