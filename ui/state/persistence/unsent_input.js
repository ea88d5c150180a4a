// What stands in the boxes of a page, sent or not: a server that was started anew draws them with what it knows.

import { APP, HAS_RUN, TEXT_BOXES } from "../../base/streamlit_internals/selectors.js";

/** @typedef {HTMLTextAreaElement | HTMLInputElement} Box */

const DRAWN_MS = 3_000; // in which a page is drawn for sure that the server has sent
const LOOK_MS = 50;

/** @param {unknown} element @returns {element is Box} */
const isBox = (element) => element instanceof HTMLElement && element.matches(TEXT_BOXES);

/** Streamlit's own name for the key of a box, on what is around it. @param {Element} box */
const keyOf = (box) => /\bst-key-\S+/.exec(box.closest('[class*="st-key-"]')?.className ?? "")?.[0] ?? "";

/** @returns {Box[]} */
const boxes = () => [...document.querySelectorAll(TEXT_BOXES)].filter(isBox);

export class UnsentInput {
  /** @type {Map<string, string>} */ #texts = new Map(); // by the keys of the boxes
  #typingIn = ""; // the key of the box where someone was at it
  /** @type {ReturnType<typeof setInterval> | undefined} */ #looking;
  #listening = new AbortController();

  constructor() {
    const listen = (/** @type {string} */ name, /** @type {(event: Event) => void} */ heard) =>
      document.addEventListener(name, heard, { signal: this.#listening.signal });
    listen("focusin", ({ target }) => (this.#typingIn = isBox(target) ? keyOf(target) : ""));
    listen("focusout", ({ target }) => {
      // Streamlit lets nobody type while the server is away, which takes the keys from the box.
      if (isBox(target) && !target.disabled) this.#typingIn = "";
    });
    // Who goes on has seen what stands there.
    listen("input", ({ target, isTrusted }) => isTrusted && isBox(target) && this.#texts.delete(keyOf(target)));
    listen("click", ({ isTrusted }) => isTrusted && this.forget());
  }

  /** Remember what stands there now. */
  watchInput() {
    this.#texts = new Map(boxes().map((box) => [keyOf(box), box.value]));
  }

  /** Put it back where something else is drawn in its place, as if it was typed there. */
  restore() {
    let until = 0;
    clearInterval(this.#looking);
    this.#looking = setInterval(() => {
      for (const box of boxes()) this.#put(box);
      // A server that has just been started, with a whole class coming back, may take long to send it.
      if (!until || !document.querySelector(`${APP}${HAS_RUN}`)) until = Date.now() + DRAWN_MS;
      if (Date.now() > until) this.forget();
    }, LOOK_MS);
  }

  /** @param {Box} box */
  #put(box) {
    const key = keyOf(box);
    const text = this.#texts.get(key);
    if (text === undefined || text === box.value || box.disabled) return;
    this.#texts.delete(key);
    // React looks at what a box is given by a property of its own.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value")?.set?.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    if (key === this.#typingIn) box.focus();
    else box.dispatchEvent(new FocusEvent("focusout", { bubbles: true })); // has it sent
  }

  forget() {
    clearInterval(this.#looking);
    this.#texts.clear();
  }

  stop() {
    this.forget();
    this.#listening.abort();
  }
}
