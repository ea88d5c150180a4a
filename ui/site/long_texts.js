// Texts that are too long for an address. Each has a name of its own, which the entry of the history that shows it has:
// Back leads to the text that was there.

import { BrowserStore } from "../components/storage.js";

/** @import {Place} from "../components/storage.js" */

const INDEX = "bpe-lab-texts";
const MOST = 2_000_000; // characters of all of them, which every browser has room for

export class LongTexts {
  #kept;

  /** @param {() => Place} find what outlives the page */
  constructor(find) {
    this.#kept = new BrowserStore(find);
  }

  /** A text by its name; null where it was removed. @param {string} name */
  get(name) {
    return this.#kept.get(name);
  }

  /** Keep a text, and as many of the newest before it as there is room for. Its name. @param {string} text @returns {string} */
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

  /** All of them, the newest first. @returns {string[]} */
  #names() {
    return JSON.parse(this.#kept.get(INDEX) ?? "[]");
  }
}
