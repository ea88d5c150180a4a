// The notation for tokens: the choice for all pages of a tab, and the switch for it.

import { make, setAttributes } from "./dom.js";
import { urlWithQuery, currentQuery } from "./page_query.js";

export const NOTATIONS = /** @type {const} */ (["text", "symbols", "hex", "ids"]);
/** @typedef {typeof NOTATIONS[number]} Notation */
/** @typedef {Record<"notation" | Notation, string>} SwitchLabels */

let chosen = ""; // on any page; empty for the notation that suits the text

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
  storeNotation(notationFromQuery(`?${currentQuery()}`) || chosen);
  return chosen;
}

export const chosenNotation = () => chosen;

/** Set the notation; empty for the one that suits the text. @param {string} notation */
export function storeNotation(notation) {
  if (notation === chosen) return;
  chosen = notation;
  for (const listener of listeners) listener();
}

/** @type {Set<() => void>} */ const listeners = new Set();

/** Call a listener at each change; returns a function that stops it. @param {() => void} listener */
export function onNotationChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Return the notation to show, out of those available. @type {(wanted: string, available: Notation[], fallback: Notation) => Notation} */
export const effectiveNotation = (wanted, available, fallback) => available.find((one) => one === wanted) ?? fallback;

/** Choose a notation and write it to the address, on pages whose default is the text itself. @param {string} notation */
export function chooseNotation(notation) {
  storeNotation(notation === "text" ? "" : notation);
  history.replaceState(
    history.state,
    "",
    urlWithQuery(new URL(withNotation(`https://lesson/?${currentQuery()}`, chosen)).searchParams),
  );
}

/** The buttons that choose the notation. */
export class NotationSwitch {
  /** @type {Map<Notation, HTMLButtonElement>} */ #buttons = new Map();
  element = make("div.notations", { role: "group" });

  constructor(/** @type {SwitchLabels} */ labels, /** @type {(notation: Notation) => void} */ onChoose) {
    setAttributes(this.element, { "aria-label": labels.notation });
    for (const name of NOTATIONS) {
      const button = make("button", { "data-name": name, onclick: () => onChoose(name) }, labels[name]);
      this.#buttons.set(name, button);
      this.element.append(button);
    }
  }

  /** @param {Notation[]} available @param {Notation} chosen */
  show(available, chosen) {
    this.element.hidden = available.length < 2;
    for (const [name, button] of this.#buttons) {
      setAttributes(button, { hidden: !available.includes(name), "aria-pressed": name === chosen });
    }
  }
}
