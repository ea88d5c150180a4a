// A learner's attempt as a learning platform keeps it, by SCORM 1.2: the position, the right answers, the score, and
// whether everything was seen. The platform offers an object, which a page in a frame finds in its parents.

/** @typedef {Record<"LMSInitialize" | "LMSCommit" | "LMSFinish" | "LMSGetValue", (name: string) => string> & {LMSSetValue: (name: string, value: string) => string}} System */

const FAR = 50; // nested frames
const DONE = ["completed", "passed", "failed"];

/** Return the learning platform's object for a window; null if there is none. @param {Window} from @returns {System | null} */
export function findScormApi(from) {
  /** @type {(Window | null)[]} */ const starts = [from, from.opener];
  for (let window of starts) {
    for (let hops = 0; window && hops < FAR; hops++) {
      try {
        const { API } = /** @type {any} */ (window);
        if (API) return API;
      } catch {
        break; // a window of another origin
      }
      window = window.parent === window ? null : window.parent;
    }
  }
  return null;
}

/** Return seconds as a time in SCORM 1.2. @param {number} seconds */
export function scormTime(seconds) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const whole = Math.floor(seconds);
  return `${two(Math.floor(whole / 3600)).padStart(4, "0")}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

export class Attempt {
  /** The learner's position, as the query of an address; empty at first. */
  here = "";
  /** @type {Map<string, boolean>} The first answer to each question: whether it was right. */
  answers = new Map();
  isDone = false;
  #system;
  #names;
  #startedAt = Date.now();
  #isOver = false;

  // `groups`: names of questions; all groups count the same, however many questions they have. `unscored`: questions
  // that do not count.
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

  /** Whether a learning platform keeps the attempt. */
  get isKept() {
    return this.#system !== null;
  }

  /** The share of right answers, out of a hundred, averaged over the groups; null before the first answer. */
  get score() {
    if (!this.groups.length || !(this.answers.size || this.isDone)) return null;
    const shares = this.groups.map((names) => names.filter((name) => this.answers.get(name)).length / names.length);
    return Math.round((100 * shares.reduce((sum, share) => sum + share)) / shares.length);
  }

  /** Record the answer to a question, unless it has one; returns false if it could not be kept. @param {string} question @param {boolean} isRight */
  answer(question, isRight) {
    if (this.answers.has(question)) return true;
    this.answers.set(question, isRight);
    return this.keep();
  }

  /** Record the learner's position: a step, or a slide. @param {string} here @param {number} at @param {boolean} isEnd */
  move(here, at, isEnd) {
    this.here = here;
    if (isEnd) this.isDone = true;
    return this.keep(at);
  }

  /** Complete the attempt: all questions are answered. */
  finish() {
    this.isDone = true;
    return this.keep();
  }

  /** Send everything to the platform; returns whether it was kept. @param {number} [at] */
  keep(at) {
    if (!this.#system || this.#isOver) return false;
    // One character each: SCORM 1.2 has room for 4,096.
    const answers = this.#names.map((name) => (this.answers.has(name) ? Number(this.answers.get(name)) : "-"));
    const { score } = this;
    // A platform may refuse what it need not support.
    const set = (/** @type {string} */ name, /** @type {string | number} */ value) =>
      String(this.#system?.LMSSetValue(name, String(value))) === "true";
    set("cmi.suspend_data", JSON.stringify({ here: this.here, answers: answers.join("") }));
    if (at !== undefined) set("cmi.core.lesson_location", at);
    if (score !== null) {
      set("cmi.core.score.min", 0);
      set("cmi.core.score.max", 100);
      set("cmi.core.score.raw", score);
    }
    // Not only when the learner leaves, as browsers then drop what a page sends.
    set("cmi.core.exit", "suspend");
    set("cmi.core.session_time", scormTime((Date.now() - this.#startedAt) / 1000));
    const isSet = set("cmi.core.lesson_status", this.isDone ? "completed" : "incomplete");
    return isSet && String(this.#system.LMSCommit("")) === "true";
  }

  /** End the session; the learner may come back. */
  leave() {
    if (!this.#system || this.#isOver) return;
    this.keep();
    this.#system.LMSFinish("");
    this.#isOver = true;
  }

  /** Go on from a kept attempt; an unreadable one counts as none. @param {string} kept */
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
