// What was done in chapters, kept where all tabs of a browser find it.

import { Kept } from "../storage.js";

/** @import {Place} from "../storage.js" */
/** @import {Progress as Held} from "../contract" */

const NAME = "bpe-lab-course";

export class Progress {
  #kept;

  /** @param {() => Place} find what outlives the page */
  constructor(find) {
    this.#kept = new Kept(find);
  }

  /** Note this; all that was done in the chapters of these keys. @type {(held: Held, keys: string[]) => Held} */
  add(held, keys) {
    const before = this.#read();
    const answers = { ...held.answers, ...before.answers }; // the first one counts
    const done = { ...before.done, ...held.done };
    this.#write({ answers, done });
    const isOne = (/** @type {string} */ name) => keys.includes(chapterOf(name));
    return { answers: some(answers, isOne), done: some(done, isOne) };
  }

  /** Forget what was done in the chapters of these keys. @param {string[]} keys */
  forget(keys) {
    const { answers, done } = this.#read();
    const isOther = (/** @type {string} */ name) => !keys.includes(chapterOf(name));
    this.#write({ answers: some(answers, isOther), done: some(done, isOther) });
  }

  /** What is kept; what makes no sense is nothing. @returns {Held} */
  #read() {
    try {
      const kept = JSON.parse(this.#kept.get(NAME) ?? "{}");
      // Once it was a list of what is done.
      if (Array.isArray(kept)) return { answers: {}, done: Object.fromEntries(kept.map((key) => [String(key), ""])) };
      return { answers: Object(kept.answers), done: Object(kept.done) };
    } catch {
      return { answers: {}, done: {} };
    }
  }

  /** @param {Held} held */
  #write(held) {
    this.#kept.set(NAME, JSON.stringify(held));
  }
}

// The second exercise of the chapter bytes is bytes/2.
const chapterOf = (/** @type {string} */ name) => name.split("/")[0];

// The entries of some keys, in the order of these.
/** @template Value @param {Record<string, Value>} all @param {(key: string) => boolean} isOne */
function some(all, isOne) {
  const entries = Object.entries(all).filter(([key]) => isOne(key));
  return Object.fromEntries(entries.sort());
}
