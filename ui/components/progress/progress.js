// Progress in the chapters, stored for all tabs of a browser.

import { BrowserStore } from "../storage.js";
import { isLeitnerBox } from "./leitner.js";

/** @import {StorageLike} from "../storage.js" */
/** @import {CourseProgress} from "../contract" */

const NAME = "bpe-lab-course";
const STOPPED = "bpe-lab-course-stopped";
const ASKED = "bpe-lab-course-asked";

export class Progress {
  #storage;

  /** @param {() => StorageLike} find storage that outlives the page */
  constructor(find) {
    this.#storage = new BrowserStore(find);
  }

  /** Add progress and store it; returns all progress in the chapters with these keys. @type {(progress: CourseProgress, keys: string[]) => CourseProgress} */
  add(progress, keys) {
    const stored = this.#read();
    const answers = { ...progress.answers, ...stored.answers }; // the first answer counts
    const done = { ...stored.done, ...progress.done };
    const boxes = { ...stored.boxes };
    for (const [name, boxed] of Object.entries(progress.boxes)) {
      if (!Object.hasOwn(boxes, name) || boxes[name][1] <= boxed[1]) boxes[name] = boxed; // the newest counts
    }
    this.#write({ answers, done, boxes });
    const isIncluded = (/** @type {string} */ name) => keys.includes(chapterOf(name));
    return {
      answers: filterByKey(answers, isIncluded),
      done: filterByKey(done, isIncluded),
      boxes: filterByKey(boxes, isIncluded),
    };
  }

  /** Return the exercises that were asked again before chapters, the latest last. @returns {string[]} */
  get asked() {
    return (this.#storage.get(ASKED) ?? "").split(" ").filter(Boolean);
  }

  /** Store that an exercise is asked again. @param {string} part */
  ask(part) {
    this.#storage.set(ASKED, [...this.asked.filter((asked) => asked !== part), part].join(" "));
  }

  /** Forget progress in the chapters with these keys. @param {string[]} keys */
  forget(keys) {
    this.#storage.set(ASKED, this.asked.filter((part) => !keys.includes(chapterOf(part))).join(" "));
    const { answers, done, boxes } = this.#read();
    const isOther = (/** @type {string} */ name) => !keys.includes(chapterOf(name));
    this.#write({
      answers: filterByKey(answers, isOther),
      done: filterByKey(done, isOther),
      boxes: filterByKey(boxes, isOther),
    });
  }

  /** Store the chapter where a learner is. @param {string} course the name of its parameter @param {string} key */
  stop(course, key) {
    this.#storage.set(`${STOPPED}-${course}`, key);
  }

  /** Return the chapter where a learner was last; empty if none is stored. @param {string} course */
  stopped(course) {
    return this.#storage.get(`${STOPPED}-${course}`) ?? "";
  }

  /** Read the stored progress, without invalid parts. @returns {CourseProgress} */
  #read() {
    try {
      const stored = JSON.parse(this.#storage.get(NAME) ?? "{}");
      // Earlier versions stored a list of completed exercises.
      const isList = Array.isArray(stored);
      const done = isList ? Object.fromEntries(stored.map((key) => [String(key), ""])) : Object(stored.done);
      const now = Date.now() / 1000;
      const boxes = Object.entries(Object(stored.boxes)).filter(([, boxed]) => isLeitnerBox(boxed, now));
      return { answers: Object(stored.answers), done, boxes: Object.fromEntries(boxes) };
    } catch {
      return { answers: {}, done: {}, boxes: {} };
    }
  }

  /** @param {CourseProgress} progress */
  #write(progress) {
    this.#storage.set(NAME, JSON.stringify(progress));
  }
}

// The second exercise of the chapter bytes is bytes/2.
const chapterOf = (/** @type {string} */ name) => name.split("/")[0];

// Return the entries that pass the test, sorted by key.
/** @template Value @param {Record<string, Value>} all @param {(key: string) => boolean} isIncluded */
function filterByKey(all, isIncluded) {
  const entries = Object.entries(all).filter(([key]) => isIncluded(key));
  return Object.fromEntries(entries.sort());
}
