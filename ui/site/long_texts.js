// Texts that are too long for an address. Each gets a name, stored in the history entry that shows it, so that Back
// leads to the earlier text.

import { BrowserStore } from "../components/storage.js";

/** @import {StorageLike} from "../components/storage.js" */

const INDEX = "bpe-lab-texts";
const MOST = 2_000_000; // characters of all texts together: every browser has room for them

export class LongTexts {
  #kept;

  /** @param {() => StorageLike} find storage that outlives the page */
  constructor(find) {
    this.#kept = new BrowserStore(find);
  }

  /** Return a text by its name; null if it was removed. @param {string} name */
  get(name) {
    return this.#kept.get(name);
  }

  /** Store a text, with as many of the newest others as there is room for; returns its name. @param {string} text @returns {string} */
  add(text) {
    const name = `${INDEX}-${Date.now()}-${Math.random()}`;
    const kept = [name];
    let room = MOST - text.length;
    for (const one of this.#names()) {
      room -= this.get(one)?.length ?? 0;
      if (room < 0) this.#kept.remove(one);
      else kept.push(one);
    }
    this.#kept.set(name, text);
    this.#kept.set(INDEX, JSON.stringify(kept));
    return name;
  }

  /** Return all names, newest first. @returns {string[]} */
  #names() {
    return JSON.parse(this.#kept.get(INDEX) ?? "[]");
  }
}
