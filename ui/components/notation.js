// How tokens are written: what was chosen, for all pages of a tab, and the switch for it.

import { make, setAttributes } from "./dom.js";
import { urlWithQuery, currentQuery } from "./page_query.js";

export const NOTATIONS = /** @type {const} */ (["text", "symbols", "hex", "ids"]);
/** @typedef {typeof NOTATIONS[number]} Notation */
/** @typedef {Record<"notation" | Notation, string>} SwitchLabels */

let kept = ""; // what was chosen, on whatever page; empty for what suits the text

// The browser went back or forth: the address says what was chosen there.
globalThis.addEventListener?.("popstate", () => storeNotation(notationFromQuery(`?${currentQuery()}`)));

/** What an address says, also one of an old link; empty for what suits the text. @param {string} search */
export function notationFromQuery(search) {
  const view = new URLSearchParams(search).get("view");
  const name = view === "bytes" ? "hex" : view;
  return NOTATIONS.find((one) => one === name) ?? "";
}

/** An address that says how tokens are written, and all else as it did. @param {string} href @param {string} notation */
export function withNotation(href, notation) {
  const url = new URL(href);
  if (notation) url.searchParams.set("view", notation);
  else url.searchParams.delete("view");
  return url.toString();
}

/** What was chosen: the address says it, or it was chosen on a page before. Asked by what begins to show tokens. */
export function initialNotation() {
  storeNotation(notationFromQuery(`?${currentQuery()}`) || kept);
  return kept;
}

export const chosenNotation = () => kept;

/** Another one is chosen, empty for what suits the text. @param {string} notation */
export function storeNotation(notation) {
  if (notation === kept) return;
  kept = notation;
  for (const listener of listeners) listener();
}

/** @type {Set<() => void>} */ const listeners = new Set();

/** Be told of another choice. How to end that. @param {() => void} listener */
export function onNotationChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one of those that there are that is to be shown. @type {(wanted: string, there: Notation[], usual: Notation) => Notation} */
export const effectiveNotation = (wanted, there, usual) => there.find((one) => one === wanted) ?? usual;

/** Choose, and say it in the address: on a page where what suits a text is the text itself. @param {string} notation */
export function choose(notation) {
  storeNotation(notation === "text" ? "" : notation);
  history.replaceState(
    history.state,
    "",
    urlWithQuery(new URL(withNotation(`https://lesson/?${currentQuery()}`, kept)).searchParams),
  );
}

/** The buttons to choose with. */
export class NotationSwitch {
  /** @type {Map<Notation, HTMLButtonElement>} */ #buttons = new Map();
  element = make("div.notations", { role: "group" });

  constructor(/** @type {SwitchLabels} */ labels, /** @type {(notation: Notation) => void} */ choose) {
    setAttributes(this.element, { "aria-label": labels.notation });
    for (const one of NOTATIONS) {
      const button = make("button", { "data-name": one, onclick: () => choose(one) }, labels[one]);
      this.#buttons.set(one, button);
      this.element.append(button);
    }
  }

  /** @param {Notation[]} there @param {Notation} chosen */
  show(there, chosen) {
    this.element.hidden = there.length < 2;
    for (const [one, button] of this.#buttons) {
      setAttributes(button, { hidden: !there.includes(one), "aria-pressed": one === chosen });
    }
  }
}
