// Draws how the corpus shrinks in tokens, with a bar for each step: the current one, those before, and places for those
// to come.

import { make, setAttributes, setText } from "../components/dom.js";
import { patch } from "../components/items.js";

/** @import {Entry} from "../components/items.js" */
/** @import {Lesson} from "../lessons/contract" */

const MOST = 36; // digits of the numbers above the bars, if each were as long as the first
const MANY = 12; // steps

export class Trend {
  #title = make("h2");
  #bars = make("div.columns");
  element = make("section.trend", { hidden: true, "aria-hidden": true }, this.#title, this.#bars);

  isNone = true; // whether the lesson has none

  /** Prepare for another lesson. @param {Lesson} lesson */
  begin({ curves, steps }) {
    const line = curves?.lines[0];
    const isShown =
      !!line && steps > 0 && steps * `${line.values[0]}`.length <= MOST && line.values.length === steps + 1;
    this.isNone = !isShown;
    this.#title.textContent = isShown ? line.title : "";
    setAttributes(this.#bars, { classes: { many: steps > MANY } });
  }

  /** @param {{lesson: Lesson, step: number}} view */
  draw({ lesson, step }) {
    const { curves, labels } = lesson;
    if (!curves || this.isNone) return;
    const { values } = curves.lines[0];
    const most = Math.max(1, ...values);
    /** @type {Entry[]} */
    const entries = values.map((_, at) => [
      `${at}`,
      () => make("div.column", make("b"), make("i"), make("small", at.toLocaleString(labels.locale))),
    ]);
    patch(this.#bars, entries);
    [...this.#bars.children].forEach((column, at) => {
      const [value, bar] = column.children;
      setText(value, at <= step ? values[at].toLocaleString(labels.locale) : "");
      setAttributes(bar, { style: `--share: ${at <= step ? values[at] / most : 0.04}` });
      setAttributes(column, { classes: { now: at === step, upcoming: at > step } });
    });
  }
}
