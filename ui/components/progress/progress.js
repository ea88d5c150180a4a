// What was done in chapters, kept where all tabs of a browser find it.

import { BrowserStore } from "../storage.js";
import { isLeitnerBox } from "./leitner.js";

/** @import {Place} from "../storage.js" */
/** @import {CourseProgress as Held} from "../contract" */

const NAME = "bpe-lab-course";
const STOPPED = "bpe-lab-course-stopped";

export class Progress {
  #kept;

  /** @param {() => Place} find what outlives the page */
  constructor(find) {
    this.#kept = new BrowserStore(find);
  }

  /** Note this; all that was done in the chapters of these keys. @type {(held: Held, keys: string[]) => Held} */
  add(held, keys) {
    const before = this.#read();
    const answers = { ...held.answers, ...before.answers }; // the first one counts
    const done = { ...before.done, ...held.done };
    const boxes = { ...before.boxes };
    for (const [name, boxed] of Object.entries(held.boxes)) {
      if (!Object.hasOwn(boxes, name) || boxes[name][1] <= boxed[1]) boxes[name] = boxed; // the newest one counts
    }
    this.#write({ answers, done, boxes });
    const isOne = (/** @type {string} */ name) => keys.includes(chapterOf(name));
    return { answers: some(answers, isOne), done: some(done, isOne), boxes: some(boxes, isOne) };
  }

  /** Forget what was done in the chapters of these keys. @param {string[]} keys */
  forget(keys) {
    const { answers, done, boxes } = this.#read();
    const isOther = (/** @type {string} */ name) => !keys.includes(chapterOf(name));
    this.#write({ answers: some(answers, isOther), done: some(done, isOther), boxes: some(boxes, isOther) });
  }

  /** Note that a learner is at a chapter now. @param {string} course the name of its parameter @param {string} key */
  stop(course, key) {
    this.#kept.set(`${STOPPED}-${course}`, key);
  }

  /** The chapter where a learner stopped; nothing where none was noted. @param {string} course */
  stopped(course) {
    return this.#kept.get(`${STOPPED}-${course}`) ?? "";
  }

  /** What is kept; what makes no sense is nothing. @returns {Held} */
  #read() {
    try {
      const kept = JSON.parse(this.#kept.get(NAME) ?? "{}");
      // Once it was a list of what is done.
      const isList = Array.isArray(kept);
      const done = isList ? Object.fromEntries(kept.map((key) => [String(key), ""])) : Object(kept.done);
      const now = Date.now() / 1000;
      const boxes = Object.entries(Object(kept.boxes)).filter(([, boxed]) => isLeitnerBox(boxed, now));
      return { answers: Object(kept.answers), done, boxes: Object.fromEntries(boxes) };
    } catch {
      return { answers: {}, done: {}, boxes: {} };
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
