// The answers to choose from for each value of a picture's dial, such as the fault of each copy. One that is found
// stays with its value; a wrong one only says why it is wrong.

import { make, setAttributes, setText } from "../dom.js";

/** @import {Picture} from "../contract" */

export class Choices {
  #step = 0;
  /** @type {Set<number>} */ #found = new Set(); // steps
  #values;
  #names;

  /** @param {() => Picture} drawn @param {(step: number) => void} turnTo @param {(text: string) => void} tell */
  constructor(drawn, turnTo, tell) {
    this.drawn = drawn;
    this.tell = tell;
    const { dial, choices } = drawn();
    this.#values = (dial?.values ?? []).map((value, step) =>
      make("button", { onclick: () => turnTo(step), hidden: this.#all.right[step] < 0 }, value),
    );
    this.#names = (choices?.names ?? []).map((name, chosen) =>
      make("button", { onclick: () => this.#choose(chosen) }, make("span.of"), name),
    );
    this.values = make("div.values", { role: "group", "aria-label": dial?.name }, ...this.#values);
    this.names = make("div.names", ...this.#names);
  }

  get #all() {
    return this.drawn().choices ?? { names: [], right: [], says: [], done: "" };
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
    this.go(step);
    setAttributes(this.#names[chosen], { classes: { missed: !isRight } });
    this.tell((isRight && this.told(step)) || says[step][chosen]);
  }

  /** @param {number} step */
  go(step) {
    this.#step = step;
    const { right } = this.#all;
    this.#values.forEach((button, at) =>
      setAttributes(button, { "aria-pressed": String(at === step), classes: { found: this.#found.has(at) } }),
    );
    this.#names.forEach((button, name) => {
      const of = [...this.#found].filter((at) => right[at] === name);
      setText(button.children[0], of.map((at) => this.#values[at].textContent).join(" "));
      setAttributes(button, {
        "aria-disabled": String(right[step] < 0),
        classes: { missed: false, found: of.length > 0, here: of.includes(step) },
      });
    });
  }
}
