// The path through a short lesson, above the slider: a station for each step, with the token made or removed there.
// Steps to come reveal nothing.

import { make, setAttributes, setText } from "../components/dom.js";
import { patch } from "../components/items.js";
import { chip } from "./token.js";

/** @import {Entry} from "../components/items.js" */
/** @import {Asked} from "./frame_view.js" */

export const MOST_STATIONS = 12;

export class Stations {
  #list = make("div.stations", { "aria-hidden": true });
  #way = make("span.way", { "aria-hidden": true });
  element = make("div.stops", { hidden: true }, this.#way, this.#list);

  /** Mark the learner's step at once, because a press changes it. @param {number} step @param {number} steps @param {string} locale */
  mark(step, steps, locale) {
    this.element.hidden = !steps || steps > MOST_STATIONS;
    const scrub = this.element.parentElement ?? this.element; // the slider beside it needs to know too
    scrub.classList.toggle("stationed", !this.element.hidden);
    if (this.element.hidden) return;
    /** @type {Entry[]} */
    const entries = Array.from({ length: steps + 1 }, (_, at) => [
      `${at}`,
      () => make("span.stop", make("span.made"), make("span.dot", at.toLocaleString(locale))),
    ]);
    patch(this.#list, entries);
    scrub.style.setProperty("--stops", String(steps + 1));
    this.#way.style.setProperty("--gone", String(step)); // only here: custom properties are inherited, so setting them restyles all descendants
    [...this.#list.children].forEach((stop, at) =>
      setAttributes(stop, { classes: { gone: at < step, here: at === step } }),
    );
  }

  /** Draw the token made at each step so far. @param {Pick<Asked, "lesson" | "notation" | "step">} shown */
  draw({ step, ...view }) {
    const { merges, firstMerge, labels, steps } = view.lesson;
    [...this.#list.children].forEach((stop, at) => {
      const past = at <= step ? merges[at - firstMerge - 1] : null;
      const made = past?.made ?? (past?.parts.length === 1 ? past.parts[0] : null);
      const place = stop.firstElementChild;
      if (!place) return;
      if (at === 0) setText(place, labels.start);
      else if (typeof made === "number") patch(place, [[`${made} ${view.notation} ${steps}`, () => chip(view, made)]]);
      else {
        const removed = /^−\s?\d/.test(past?.value ?? "") ? past?.value : ""; // how many tokens, if several
        const text = at > step ? "?" : removed;
        patch(place, text ? [[text, () => make("span", text)]] : []);
      }
    });
  }
}
