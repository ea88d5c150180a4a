// What a course system keeps of a learner's attempt, by SCORM 1.2: where the learner is, which answers were right, the
// score, and whether all was seen. It gives the page an object, of which a page in a frame asks its parents.

/** @typedef {Record<"LMSInitialize" | "LMSCommit" | "LMSFinish" | "LMSGetValue", (name: string) => string> & {LMSSetValue: (name: string, value: string) => string}} System */

const FAR = 50; // frames in frames
const DONE = ["completed", "passed", "failed"];

/** The course system that a window stands in; null where there is none. @param {Window} from @returns {System | null} */
export function findScormApi(from) {
  /** @type {(Window | null)[]} */ const starts = [from, from.opener];
  for (let window of starts) {
    for (let hops = 0; window && hops < FAR; hops++) {
      try {
        const { API } = /** @type {any} */ (window);
        if (API) return API;
      } catch {
        break; // a window of somebody else's
      }
      window = window.parent === window ? null : window.parent;
    }
  }
  return null;
}

/** A time in seconds as SCORM 1.2 writes it. @param {number} seconds */
export function scormTime(seconds) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const whole = Math.floor(seconds);
  return `${two(Math.floor(whole / 3600)).padStart(4, "0")}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

export class Attempt {
  /** Where the learner is, as an address has it behind a question mark; empty for who begins. */
  here = "";
  /** @type {Map<string, boolean>} The first answer to each question: whether it was right. */
  answers = new Map();
  isDone = false;
  #system;
  #names;
  #begun = Date.now();
  #isOver = false;

  // Questions by their names, in groups that count the same, however many each has; and those that count nothing.
  /** @param {System | null} system @param {string[][]} groups @param {string[]} unscored */
  constructor(system, groups, unscored = []) {
    this.groups = groups.filter((names) => names.length);
    this.#names = [...this.groups.flat(), ...unscored];
    this.#system = String(system?.LMSInitialize("")) === "true" ? system : null;
    if (!this.#system) return;
    this.isDone = DONE.includes(this.#system.LMSGetValue("cmi.core.lesson_status"));
    this.#restore(this.#system.LMSGetValue("cmi.suspend_data"));
    const step = this.#system.LMSGetValue("cmi.core.lesson_location");
    if (!this.here && /^\d{1,9}$/.test(step)) this.here = `?step=${step}`;
  }

  /** Whether there is a course system that keeps anything. */
  get isKept() {
    return this.#system !== null;
  }

  /** The share of the questions that was answered right, out of a hundred; null before the first answer. */
  get score() {
    if (!this.groups.length || !(this.answers.size || this.isDone)) return null;
    const shares = this.groups.map((names) => names.filter((name) => this.answers.get(name)).length / names.length);
    return Math.round((100 * shares.reduce((sum, share) => sum + share)) / shares.length);
  }

  /** The first answer to a question counts. @param {string} question @param {boolean} isRight */
  answer(question, isRight) {
    if (this.answers.has(question)) return true;
    this.answers.set(question, isRight);
    return this.keep();
  }

  /** The learner is elsewhere: at a step, or a place. @param {string} here @param {number} at @param {boolean} isEnd */
  move(here, at, isEnd) {
    this.here = here;
    if (isEnd) this.isDone = true;
    return this.keep(at);
  }

  /** All is answered. */
  finish() {
    this.isDone = true;
    return this.keep();
  }

  /** Have all kept. Whether it was. @param {number} [at] */
  keep(at) {
    if (!this.#system || this.#isOver) return false;
    // A sign each: SCORM 1.2 has room for 4,096.
    const answers = this.#names.map((name) => (this.answers.has(name) ? Number(this.answers.get(name)) : "-"));
    const { score } = this;
    // What a course system need not have may be refused.
    const set = (/** @type {string} */ name, /** @type {string | number} */ value) =>
      String(this.#system?.LMSSetValue(name, String(value))) === "true";
    set("cmi.suspend_data", JSON.stringify({ here: this.here, answers: answers.join("") }));
    if (at !== undefined) set("cmi.core.lesson_location", at);
    if (score !== null) {
      set("cmi.core.score.min", 0);
      set("cmi.core.score.max", 100);
      set("cmi.core.score.raw", score);
    }
    // Not only when the learner leaves: browsers drop what a page sends then.
    set("cmi.core.exit", "suspend");
    set("cmi.core.session_time", scormTime((Date.now() - this.#begun) / 1000));
    const isSet = set("cmi.core.lesson_status", this.isDone ? "completed" : "incomplete");
    return isSet && String(this.#system.LMSCommit("")) === "true";
  }

  /** The learner leaves, and may come back. */
  leave() {
    if (!this.#system || this.#isOver) return;
    this.keep();
    this.#system.LMSFinish("");
    this.#isOver = true;
  }

  /** Go on from what was kept; what cannot be read is as if nothing was. @param {string} kept */
  #restore(kept) {
    try {
      const { here, answers } = JSON.parse(kept);
      this.here = typeof here === "string" ? here : "";
      this.#names.forEach(
        (name, place) => /[01]/.test(answers[place]) && this.answers.set(name, answers[place] === "1"),
      );
    } catch {
      this.here = "";
    }
  }
}
