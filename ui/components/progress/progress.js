// Progress in the chapters, stored for all tabs of a browser.

import { BrowserStore } from "../storage.js";
import { isLeitnerBox } from "./leitner.js";

/** @import {StorageLike} from "../storage.js" */
/** @import {CourseProgress as Held} from "../contract" */

const NAME = "bpe-lab-course";
const STOPPED = "bpe-lab-course-stopped";
const ASKED = "bpe-lab-course-asked";

export class Progress {
  #kept;

  /** @param {() => StorageLike} find storage that outlives the page */
  constructor(find) {
    this.#kept = new BrowserStore(find);
  }

  /** Add progress and store it; returns all progress in the chapters with these keys. @type {(held: Held, keys: string[]) => Held} */
  add(held, keys) {
    const before = this.#read();
    const answers = { ...held.answers, ...before.answers }; // the first answer counts
    const done = { ...before.done, ...held.done };
    const boxes = { ...before.boxes };
    for (const [name, boxed] of Object.entries(held.boxes)) {
      if (!Object.hasOwn(boxes, name) || boxes[name][1] <= boxed[1]) boxes[name] = boxed; // the newest counts
    }
    this.#write({ answers, done, boxes });
    const isOne = (/** @type {string} */ name) => keys.includes(chapterOf(name));
    return { answers: some(answers, isOne), done: some(done, isOne), boxes: some(boxes, isOne) };
  }

  /** Return the exercises that were asked again before chapters, the latest last. @returns {string[]} */
  get asked() {
    return (this.#kept.get(ASKED) ?? "").split(" ").filter(Boolean);
  }

  /** Store that an exercise is asked again. @param {string} part */
  ask(part) {
    this.#kept.set(ASKED, [...this.asked.filter((one) => one !== part), part].join(" "));
  }

  /** Forget progress in the chapters with these keys. @param {string[]} keys */
  forget(keys) {
    this.#kept.set(ASKED, this.asked.filter((part) => !keys.includes(chapterOf(part))).join(" "));
    const { answers, done, boxes } = this.#read();
    const isOther = (/** @type {string} */ name) => !keys.includes(chapterOf(name));
    this.#write({ answers: some(answers, isOther), done: some(done, isOther), boxes: some(boxes, isOther) });
  }

  /** Store the chapter where a learner is. @param {string} course the name of its parameter @param {string} key */
  stop(course, key) {
    this.#kept.set(`${STOPPED}-${course}`, key);
  }

  /** Return the chapter where a learner was last; empty if none is stored. @param {string} course */
  stopped(course) {
    return this.#kept.get(`${STOPPED}-${course}`) ?? "";
  }

  /** Read the stored progress, without invalid parts. @returns {Held} */
  #read() {
    try {
      const kept = JSON.parse(this.#kept.get(NAME) ?? "{}");
      // Earlier versions stored a list of completed exercises.
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

// Return the entries that pass the test, sorted by key.
/** @template Value @param {Record<string, Value>} all @param {(key: string) => boolean} isOne */
function some(all, isOne) {
  const entries = Object.entries(all).filter(([key]) => isOne(key));
  return Object.fromEntries(entries.sort());
}
