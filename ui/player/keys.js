// What the keys do. Page Up and Page Down are what a presenter's clicker sends.

import { moveOf } from "../components/dom.js";

/** @import {Key} from "../components/dom.js" */
/** @typedef {"next" | "back" | "first" | "last" | "play"} Action */

/** @type {Record<string, Action>} */
const ACTIONS = {
  ArrowRight: "next",
  PageDown: "next",
  ArrowLeft: "back",
  PageUp: "back",
  Home: "first",
  End: "last",
  " ": "play",
};

/** Where keys have another meaning. */
export const TYPING =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=slider], [role=tab], [role=radio], " +
  "[role=dialog], [role=grid], [role=listbox], [role=menu], canvas";

/** Where the space bar presses what has the focus. */
export const PRESSED_BY_SPACE = "button, a, summary, input[type=checkbox], [role=button]";

// What a key does in the player; undefined for nothing. `isOn`: the focus is on or in an element of that selector.
/** @type {(event: Key & {defaultPrevented: boolean}, isOn: (selector: string) => boolean) => Action | undefined} */
export function actionOf(event, isOn) {
  if (event.defaultPrevented || isOn(TYPING)) return undefined;
  return event.key === " " && isOn(PRESSED_BY_SPACE) ? undefined : moveOf(event, ACTIONS);
}
