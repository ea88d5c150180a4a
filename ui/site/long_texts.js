// Texts that are too long for an address. Each gets a name, stored in the history entry that shows it, so that Back
// leads to the earlier text.

import { BrowserStore } from "../components/storage.js";

/** @import {StorageLike} from "../components/storage.js" */

const INDEX = "bpe-lab-texts";
const MAX_CHARACTERS = 2_000_000; // characters of all texts together: every browser has room for them

export class LongTexts {
  #storage;

  /** @param {() => StorageLike} find storage that outlives the page */
  constructor(find) {
    this.#storage = new BrowserStore(find);
  }

  /** Return a text by its name; null if it was removed. @param {string} name */
  get(name) {
    return this.#storage.get(name);
  }

  /** Store a text, with as many of the newest others as there is room for; returns its name. @param {string} text @returns {string} */
  add(text) {
    const name = `${INDEX}-${Date.now()}-${Math.random()}`;
    const names = [name];
    let room = MAX_CHARACTERS - text.length;
    for (const earlier of this.#names()) {
      room -= this.get(earlier)?.length ?? 0;
      if (room < 0) this.#storage.remove(earlier);
      else names.push(earlier);
    }
    this.#storage.set(name, text);
    this.#storage.set(INDEX, JSON.stringify(names));
    return name;
  }

  /** Return all names, newest first. @returns {string[]} */
  #names() {
    return JSON.parse(this.#storage.get(INDEX) ?? "[]");
  }
}
