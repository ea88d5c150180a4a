// Draws the running text, cut into the tokens of a step. Its place is as large at every step.

import { make, patch, setAttributes } from "../components/dom.js";

/** @import {Entry} from "../components/dom.js" */
/** @import {Running as Text, WordRow} from "./contract" */
/** @typedef {{cut: (row: WordRow) => Array<Element | string>, readOut: (row: WordRow) => string[], comma: string}} Show */

const LINE = 44; // signs that have room on one, about
const MOST = 4; // lines; what comes below is scrolled to

export class RunningText {
  #title = make("h2");
  #flow = make("div.flow", { "aria-hidden": true });
  #read = make("p.read");
  #box = make("div.box", { tabindex: 0, role: "group" }, this.#flow, this.#read);
  #more = make("p.more");
  element = make("section.text", { hidden: true }, this.#title, this.#box, this.#more);
  /** @type {Map<Element, WordRow>} */ words = new Map();

  /** Another lesson. @param {Text | null | undefined} text */
  begin(text) {
    this.element.hidden = !text;
    if (!text) return;
    this.#title.textContent = text.title;
    setAttributes(this.#box, { "aria-label": text.title });
    const lines = Math.max(1, Math.min(MOST, Math.ceil(text.signs / LINE)));
    this.element.style.setProperty("--lines", String(lines));
  }

  // Show a step; `version` is another one where its tokens look otherwise.
  /** @type {(text: Text | null | undefined, step: number, version: string, show: Show) => void} */
  draw(text, step, version, { cut, readOut, comma }) {
    if (!text) return this.words.clear();
    const rows = text.words.map((states) => stateAt(states, step));
    /** @type {Entry[]} */
    const entries = text.order.map((part, place) =>
      typeof part === "string"
        ? [`gap ${place}`, () => make("span", part)]
        : [`${version} ${place} ${JSON.stringify(rows[part])}`, () => make("span.word", ...cut(rows[part]))],
    );
    patch(this.#flow, entries);
    this.words.clear();
    [...this.#flow.children].forEach((element, place) => {
      const part = text.order[place];
      if (typeof part === "number") this.words.set(element, rows[part]);
    });
    this.#read.textContent = [...this.words.values()].map((row) => readOut(row).join(" ")).join(comma);
  }

  /** Bring what happens into sight, within the place of the text. */
  follow() {
    if (this.element.hidden || this.#box.scrollHeight <= this.#box.clientHeight) return;
    const happens = this.#flow.querySelector(".hit, .fresh");
    if (!(happens instanceof HTMLElement)) return;
    const [here, room] = [happens.getBoundingClientRect(), this.#box.getBoundingClientRect()];
    if (here.top < room.top || here.bottom > room.bottom) this.#box.scrollTop += here.top - room.top;
  }

  // On a screen nothing scrolls: say how many tokens have no room.
  /** @param {(count: number) => string} label */
  fit(label) {
    const { bottom } = this.#box.getBoundingClientRect();
    const tokens = [...this.#flow.querySelectorAll(".token")];
    const isOut = tokens.map((token) => token.getBoundingClientRect().bottom > bottom);
    tokens.forEach((token, place) => token.classList.toggle("unseen", isOut[place]));
    const out = isOut.filter(Boolean).length;
    this.#more.textContent = out ? label(out) : "";
  }

  /** On a page all of it can be scrolled to. */
  unfit() {
    for (const token of this.#flow.querySelectorAll(".unseen")) token.classList.remove("unseen");
    this.#more.textContent = "";
  }
}

/** A word as it is at a step. @param {[number, WordRow][]} states @param {number} step */
function stateAt(states, step) {
  let found = states[0][1];
  for (const [since, row] of states) if (since <= step) found = row;
  return found;
}
