// Sends a box's text whenever typing pauses. The box is Streamlit's own, which keeps what is typed meanwhile.

import { listening } from "../component.js";
import { closest } from "../dom.js";

/** @import {LiveInput} from "../contract" */
/** @import {ComponentArgs} from "../streamlit" */

const REST_MS = 150;
const LONG_REST_MS = 1_000; // of a text that takes a while to send
const LONG_TEXT = 20_000;

/** @type {ReturnType<typeof setTimeout> | undefined} Continues while the page is redrawn. */
let timer;

export default listening((/** @type {ComponentArgs<LiveInput>} */ { data }) => {
  const onInput = (/** @type {Event} */ { target }) => {
    if (!(target instanceof HTMLTextAreaElement) || !closest(target, data.box)) return;
    clearTimeout(timer);
    const rest = target.value.length > LONG_TEXT ? LONG_REST_MS : REST_MS;
    timer = setTimeout(() => {
      if (data.most === null || new Blob([target.value]).size <= data.most) submit(target);
    }, rest);
  };
  document.addEventListener("input", onInput);
  return () => document.removeEventListener("input", onInput);
});

/** Act as if Ctrl+Enter were pressed in the box. @param {HTMLTextAreaElement} box */
const submit = (box) => box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
