// Draws the running text, cut into the tokens of a step. Its place has the same size at every step.

import { make, setAttributes } from "../components/dom.js";
import { patch, scrollIntoBox } from "../components/items.js";
import { hiddenCount, shownRow } from "./token_text.js";
import { tokenSpans, isChanged, spokenWord } from "./corpus_view.js";

/** @import {Entry} from "../components/items.js" */
/** @import {Lesson, RunningText as Text, WordRow} from "../lessons/contract" */
/** @import {View} from "./frame_view.js" */

const LINE = 44; // characters that fit on a line, roughly
const MOST = 4; // lines; the rest is scrolled to

export class RunningTextView {
  #title = make("h2");
  #flow = make("div.flow", { "aria-hidden": true });
  #read = make("p.screen-reader-text");
  #box = make("div.box", { tabindex: 0, role: "group" }, this.#flow, this.#read);
  #more = make("p.more");
  element = make("section.text", { hidden: true }, this.#title, this.#box, this.#more);

  /** Prepare for another lesson. @param {Text | null | undefined} text */
  begin(text) {
    this.element.hidden = !text;
    if (!text) return;
    this.#title.textContent = text.title;
    setAttributes(this.#box, { "aria-label": text.title });
    const lines = Math.max(1, Math.min(MOST, Math.ceil(text.signs / LINE)));
    this.element.style.setProperty("--lines", String(lines));
  }

  draw(/** @type {View} */ view) {
    const { text, labels } = view.lesson;
    if (!text) return;
    const words = text.words.map((states) => stateAt(states, view.step));
    /** @type {Entry[]} */
    const entries = text.order.map((part, place) =>
      typeof part === "string"
        ? [`gap ${place}`, () => make("span", part)]
        : [`${view.version} ${place}`, () => make("span.word")],
    );
    patch(this.#flow, entries);
    const shown = text.order.flatMap((part) => (typeof part === "number" ? [words[part]] : []));
    const elements = this.#flow.querySelectorAll(".word");
    shown.forEach((row, place) => {
      if (!isChanged(view, elements[place], row)) return;
      elements[place].classList.toggle("was-edited", shownRow(view, row).hits.length > 0);
      patch(elements[place], tokenSpans(view, row));
    });
    this.#read.textContent = shown.map((row) => spokenWord(view, row).join(" ")).join(labels.comma);
  }

  /** Bring the changes into view, within the text's box. */
  follow() {
    scrollIntoBox(this.#box, this.#flow.querySelector(".hit, .new-token"));
  }

  // On a screen nothing scrolls: show the number of tokens that do not fit.
  fit(/** @type {Lesson} */ lesson) {
    const { bottom } = this.#box.getBoundingClientRect();
    const tokens = [...this.#flow.querySelectorAll(".token")];
    const isOut = tokens.map((token) => token.getBoundingClientRect().bottom > bottom);
    tokens.forEach((token, place) => token.classList.toggle("out-of-view", isOut[place]));
    this.#more.textContent = hiddenCount(lesson, isOut.filter(Boolean).length);
  }

  /** Show all tokens: on a page, the text scrolls. */
  showAll() {
    for (const token of this.#flow.querySelectorAll(".out-of-view")) token.classList.remove("out-of-view");
    this.#more.textContent = "";
  }
}

/** Return a word's state at a step. @param {[number, WordRow][]} states @param {number} step */
function stateAt(states, step) {
  let found = states[0][1];
  for (const [since, row] of states) if (since <= step) found = row;
  return found;
}
