// The notation for tokens: the choice for all pages of a tab, and the switch for it.

import { make, setAttributes } from "./dom.js";
import { urlWithQuery, currentQuery } from "./page_query.js";

export const NOTATIONS = /** @type {const} */ (["text", "symbols", "hex", "ids"]);
/** @typedef {typeof NOTATIONS[number]} Notation */
/** @typedef {Record<"notation" | Notation, string>} SwitchLabels */

let kept = ""; // the choice on any page; empty for the notation that suits the text

// The browser went back or forward: use the choice in that address.
globalThis.addEventListener?.("popstate", () => storeNotation(notationFromQuery(`?${currentQuery()}`)));

/** Return the notation in an address, including old links; empty for the one that suits the text. @param {string} search */
export function notationFromQuery(search) {
  const view = new URLSearchParams(search).get("view");
  const name = view === "bytes" ? "hex" : view;
  return NOTATIONS.find((one) => one === name) ?? "";
}

/** Return an address with another notation. @param {string} href @param {string} notation */
export function withNotation(href, notation) {
  const url = new URL(href);
  if (notation) url.searchParams.set("view", notation);
  else url.searchParams.delete("view");
  return url.toString();
}

/** Return the notation to begin with: from the address, or else chosen on an earlier page. */
export function initialNotation() {
  storeNotation(notationFromQuery(`?${currentQuery()}`) || kept);
  return kept;
}

export const chosenNotation = () => kept;

/** Set the notation; empty for the one that suits the text. @param {string} notation */
export function storeNotation(notation) {
  if (notation === kept) return;
  kept = notation;
  for (const listener of listeners) listener();
}

/** @type {Set<() => void>} */ const listeners = new Set();

/** Call a listener at each change; returns a function that stops it. @param {() => void} listener */
export function onNotationChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Return the notation to show, out of those available. @type {(wanted: string, there: Notation[], usual: Notation) => Notation} */
export const effectiveNotation = (wanted, there, usual) => there.find((one) => one === wanted) ?? usual;

/** Choose a notation and write it to the address, on pages whose default is the text itself. @param {string} notation */
export function choose(notation) {
  storeNotation(notation === "text" ? "" : notation);
  history.replaceState(
    history.state,
    "",
    urlWithQuery(new URL(withNotation(`https://lesson/?${currentQuery()}`, kept)).searchParams),
  );
}

/** The buttons that choose the notation. */
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
