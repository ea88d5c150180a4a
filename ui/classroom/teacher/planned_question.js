// The question of the current slide of a plan: whether it is still to be asked, and its content.

import { BrowserStore } from "../../components/storage.js";
import { frameAt } from "../../player/frame_window.js";
import { pairQuestion, slideStep, plannedQuestion, textHash } from "./question_flow.js";

/** @import {Lesson} from "../../lessons/contract" */
/** @import {SlideNote} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */

const NAME = "bpe_lab_class_planned"; // the questions asked in the class, shared by this browser's tabs
const unchanged = (/** @type {string} */ text) => text;

export class PlannedQuestion {
  /** @type {SlideNote | null} */ note = null;
  /** @type {WeakMap<Lesson, Set<number>>} */ #revealedSteps = new WeakMap(); // steps of a slide for counting
  #storage = new BrowserStore(() => localStorage);

  /** @param {OpenClass} liveClass */
  constructor(liveClass) {
    this.liveClass = liveClass;
  }

  get #slideQuestion() {
    return this.liveClass.isOpen ? (this.note?.asks ?? null) : null;
  }

  /** Whether the class has not been asked yet. */
  get isDue() {
    return this.#slideQuestion !== null && !this.#askedNames().includes(this.#name);
  }

  /** The question without a lesson; null if it needs one. */
  get question() {
    return this.#slideQuestion && plannedQuestion(this.#slideQuestion, null, null);
  }

  // Return the question at a step of a lesson; null except at the step where the slide begins.
  /** @param {Lesson} lesson @param {number} step */
  questionAt(lesson, step, name = unchanged) {
    const asks = this.#slideQuestion;
    if (!asks || step !== slideStep(/** @type {SlideNote} */ (this.note).step, lesson)) return null;
    const pair = pairQuestion(frameAt(lesson, step), "", step, this.liveClass.language, name);
    return plannedQuestion(asks, pair, lesson.cut ?? null);
  }

  // Whether to hide what comes after a step, so that the class thinks about it first. A word to cut is shown uncut
  // anyway.
  /** @param {Lesson} lesson @param {number} step */
  hidesNext(lesson, step) {
    if (this.isCountingStep(lesson, step)) return true;
    return this.isDue && this.#slideQuestion?.kind !== "cut" && this.questionAt(lesson, step) !== null;
  }

  // Whether a step is after the first of a slide for counting, and its next pair has not been revealed: on such a slide
  // the class counts before each press, even without votes.
  /** @param {Lesson} lesson @param {number} step */
  isCountingStep(lesson, step) {
    const asks = this.#slideQuestion;
    if (asks?.kind !== "pair" || this.#revealedSteps.get(lesson)?.has(step)) return false;
    const first = slideStep(/** @type {SlideNote} */ (this.note).step, lesson);
    return step > first && step < lesson.steps;
  }

  /** Note that the next pair of such a step is revealed. @param {Lesson} lesson @param {number} step */
  markRevealed(lesson, step) {
    const steps = this.#revealedSteps.get(lesson) ?? new Set();
    this.#revealedSteps.set(lesson, steps.add(step));
  }

  // Whether the slide asks anything but which pair is next at a step.
  /** @param {Lesson} lesson @param {number} step */
  isOtherQuestion(lesson, step) {
    return this.isDue && this.#slideQuestion?.kind !== "pair" && this.questionAt(lesson, step) !== null;
  }

  /** @param {object} question */
  async ask(question) {
    const name = this.#name;
    if (!(await this.liveClass.ask({ title: this.note?.title, ...question }))) return false;
    this.#storage.set(
      NAME,
      JSON.stringify({ code: this.liveClass.opened?.code, asked: [...this.#askedNames(), name] }),
    );
    return true;
  }

  get #name() {
    return `${this.note?.place} ${textHash(JSON.stringify(this.note?.asks))}`;
  }

  /** @returns {string[]} */
  #askedNames() {
    try {
      const { code, asked } = JSON.parse(this.#storage.get(NAME) ?? "null");
      return code === this.liveClass.opened?.code && Array.isArray(asked) ? asked : [];
    } catch {
      return []; // nothing stored
    }
  }
}
