// What the place of a plan that is presented asks the class: whether it is still to be asked, and with what.

import { BrowserStore } from "../../components/storage.js";
import { frameAt } from "../../player/frame_window.js";
import { pairQuestion, slideStep, plannedQuestion, textHash } from "./question_flow.js";

/** @import {Lesson} from "../../lessons/contract" */
/** @import {SlideNote} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */

const NAME = "bpe_lab_class_planned"; // what was asked in the class, for all tabs of this browser
const asItIs = (/** @type {string} */ text) => text;

export class PlannedQuestion {
  /** @type {SlideNote | null} */ note = null;
  /** @type {WeakMap<Lesson, Set<number>>} */ #told = new WeakMap(); // steps of a slide for counting
  #kept = new BrowserStore(() => localStorage);

  /** @param {OpenClass} led */
  constructor(led) {
    this.led = led;
  }

  get #asks() {
    return this.led.isOpen ? (this.note?.asks ?? null) : null;
  }

  /** Whether the class was not asked yet. */
  get isDue() {
    return this.#asks !== null && !this.#asked().includes(this.#name);
  }

  /** What is asked where no lesson is; null where a lesson is needed for it. */
  get question() {
    return this.#asks && plannedQuestion(this.#asks, null, null);
  }

  // What is asked at a step of a lesson; null but at the step that the place begins at.
  /** @param {Lesson} lesson @param {number} step */
  at(lesson, step, name = asItIs) {
    const asks = this.#asks;
    if (!asks || step !== slideStep(/** @type {SlideNote} */ (this.note).step, lesson)) return null;
    const pair = pairQuestion(frameAt(lesson, step), "", step, this.led.language, name);
    return plannedQuestion(asks, pair, lesson.cut ?? null);
  }

  // Whether what comes after a step is to be kept back, since the class is to think of it first. A word that is to be cut
  // has not begun to be.
  /** @param {Lesson} lesson @param {number} step */
  keeps(lesson, step) {
    if (this.counts(lesson, step)) return true;
    return this.isDue && this.#asks?.kind !== "cut" && this.at(lesson, step) !== null;
  }

  // Whether a step follows the first of a slide for counting, and its next pair is not told yet: on such a slide the class
  // counts before each press, also where the teacher only has hands raised.
  /** @param {Lesson} lesson @param {number} step */
  counts(lesson, step) {
    const asks = this.#asks;
    if (asks?.kind !== "pair" || this.#told.get(lesson)?.has(step)) return false;
    const first = slideStep(/** @type {SlideNote} */ (this.note).step, lesson);
    return step > first && step < lesson.steps;
  }

  /** Tell the next pair of such a step. @param {Lesson} lesson @param {number} step */
  tell(lesson, step) {
    const told = this.#told.get(lesson) ?? new Set();
    this.#told.set(lesson, told.add(step));
  }

  // Whether the slide asks something else at a step than which pair is next.
  /** @param {Lesson} lesson @param {number} step */
  isElse(lesson, step) {
    return this.isDue && this.#asks?.kind !== "pair" && this.at(lesson, step) !== null;
  }

  /** @param {object} question */
  async ask(question) {
    const name = this.#name;
    if (!(await this.led.ask({ title: this.note?.title, ...question }))) return false;
    this.#kept.set(NAME, JSON.stringify({ code: this.led.opened?.code, asked: [...this.#asked(), name] }));
    return true;
  }

  get #name() {
    return `${this.note?.place} ${textHash(JSON.stringify(this.note?.asks))}`;
  }

  /** @returns {string[]} */
  #asked() {
    try {
      const { code, asked } = JSON.parse(this.#kept.get(NAME) ?? "null");
      return code === this.led.opened?.code && Array.isArray(asked) ? asked : [];
    } catch {
      return []; // nothing was kept
    }
  }
}
