// The actions of keys. A presenter's clicker sends Page Up and Page Down.

import { moveForKey } from "../components/dom.js";

/** @import {Key} from "../components/dom.js" */
/** @typedef {"next" | "back" | "first" | "last" | "play" | "present" | "ask"} Action */

/** @type {Record<string, Action>} */
const ACTIONS = {
  ArrowRight: "next",
  PageDown: "next",
  ArrowLeft: "back",
  PageUp: "back",
  Home: "first",
  End: "last",
  " ": "play",
  f: "present",
  a: "ask",
};

/** A closed select box, into which nothing is typed. */
export const CLOSED_SELECT = "[role=combobox][aria-expanded=false]";

/** Where a learner types. A clicker works there too: a field keeps the focus long after it was typed in. */
export const TEXT_FIELDS = `input:not([type=checkbox], [type=radio], [type=range], ${CLOSED_SELECT}), textarea, select, [contenteditable]`;

/** Where the arrows, Home, End and the space bar have another meaning; a clicker's keys do not. */
export const OWN_ARROW_KEYS =
  "input[type=radio], input[type=range], [role=slider], [role=tab], [role=radio], [role=grid], [role=listbox], " +
  "[role=menu], canvas";

/** Whether a key is one of a presenter's clicker, which works whatever has the focus. @param {Key} event */
export const isClicker = ({ key }) => key === "PageDown" || key === "PageUp";

// Whether a key is typed into a field. A clicker's never is.
/** @type {(event: Key, isOn: (selector: string) => boolean) => boolean} */
export const isTyped = (event, isOn) => !isClicker(event) && isOn(TEXT_FIELDS);

/** Where the space bar presses the focused element. */
export const PRESSED_BY_SPACE = "button, a, summary, input, [role=button]";

// Return the action of a key in the player; undefined for none. `isOn`: whether the focus is on or in an element of
// that selector.
/** @type {(event: Key & {defaultPrevented: boolean}, isOn: (selector: string) => boolean) => Action | undefined} */
export function actionOf(event, isOn) {
  if (event.defaultPrevented) return undefined;
  if (isTyped(event, isOn) || (!isClicker(event) && isOn(OWN_ARROW_KEYS))) return undefined;
  return event.key === " " && isOn(PRESSED_BY_SPACE) ? undefined : moveForKey(event, ACTIONS);
}
