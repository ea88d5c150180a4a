// The answers to choose from for each value of a picture's dial, such as the fault of each copy. One that is found
// stays with its value; a wrong one only says why it is wrong.

import { make, setAttributes, setText } from "../dom.js";

/** @import {Picture} from "../contract" */

export class Choices {
  #step = 0;
  /** @type {Set<number>} */ #found = new Set(); // steps
  #names;

  /** @param {() => Picture} drawn @param {() => void} onFound @param {(text: string) => void} tell */
  constructor(drawn, onFound, tell) {
    this.drawn = drawn;
    this.onFound = onFound;
    this.tell = tell;
    const { title } = drawn();
    this.#names = this.#all.names.map((name, chosen) =>
      make("button", { onclick: () => this.#choose(chosen) }, make("span.of"), name),
    );
    this.names = make("div.names", { role: "group", "aria-label": title }, ...this.#names);
  }

  get #all() {
    return this.drawn().choices ?? { names: [], right: [], says: [], done: "" };
  }

  /** Every message about a choice, including the one once all answers are found. */
  get sentences() {
    const { right, says, done } = this.#all;
    return says.flatMap((each, step) => (right[step] < 0 ? [] : [...each, `${each[right[step]]} ${done}`]));
  }

  get tried() {
    return { found: [...this.#found] };
  }

  /** @param {number[]} found */
  restore(found) {
    this.#found = new Set(found);
  }

  /** Whether the answer of a step is found. @param {number} step */
  has(step) {
    return this.#found.has(step);
  }

  /** What a step says once its answer is found. @param {number} step */
  told(step) {
    const { right, says, done } = this.#all;
    if (!this.#found.has(step)) return undefined;
    const isDone = right.every((one, at) => one < 0 || this.#found.has(at));
    return says[step][right[step]] + (isDone ? ` ${done}` : "");
  }

  /** @param {number} chosen */
  #choose(chosen) {
    const { right, says } = this.#all;
    const step = this.#step;
    if (right[step] < 0) return;
    const isRight = right[step] === chosen;
    if (isRight) this.#found.add(step);
    this.onFound();
    setAttributes(this.#names[chosen], { classes: { missed: !isRight } });
    this.tell((isRight && this.told(step)) || says[step][chosen]);
  }

  /** @param {number} step */
  go(step) {
    this.#step = step;
    const { right } = this.#all;
    this.#names.forEach((button, name) => {
      const of = [...this.#found].filter((at) => right[at] === name);
      setText(button.children[0], of.map((at) => this.drawn().dial?.values[at]).join(" "));
      setAttributes(button, {
        "aria-disabled": String(right[step] < 0),
        classes: { missed: false, found: of.length > 0, here: of.includes(step) },
      });
    });
  }
}
