// The contents of a page's text boxes, sent or not: a restarted server redraws them as it last knew them.

import { APP, HAS_RUN, TEXT_BOXES } from "../../base/streamlit_internals/selectors.js";

/** @typedef {HTMLTextAreaElement | HTMLInputElement} Box */

const CHECK_MS = 50;
const DRAWN_CHECKS = 60; // in three seconds, a page sent by the server is drawn; a busy browser looks and draws later
const MAX_REDRAWS = 12; // of a page while it is restored, each time without the text

/** @typedef {{text: string, drawn?: string, redraws: number}} UnsentText A text, and what the server drew in its box instead. */

/** @param {unknown} element @returns {element is Box} */
const isBox = (element) => element instanceof HTMLElement && element.matches(TEXT_BOXES);

/** Return Streamlit's class for the key of a box. @param {Element} box */
const keyOf = (box) => /\bst-key-\S+/.exec(box.closest('[class*="st-key-"]')?.className ?? "")?.[0] ?? "";

/** @returns {Box[]} */
const boxes = () => [...document.querySelectorAll(TEXT_BOXES)].filter(isBox);

export class UnsentInput {
  /** @type {Map<string, UnsentText>} */ #texts = new Map(); // by the keys of the boxes
  #focusedKey = ""; // key of the box that had the focus
  /** @type {ReturnType<typeof setInterval> | undefined} */ #timer;
  #listeners = new AbortController();

  constructor() {
    const listen = (/** @type {string} */ name, /** @type {(event: Event) => void} */ handler) =>
      document.addEventListener(name, handler, { signal: this.#listeners.signal });
    // A box also loses the focus when Streamlit disables it while the server is away, and when it is redrawn.
    listen("focusin", ({ target }) => (this.#focusedKey = isBox(target) ? keyOf(target) : ""));
    // A visitor who types on has seen the current contents.
    listen("input", ({ target, isTrusted }) => isTrusted && isBox(target) && this.#texts.delete(keyOf(target)));
    listen("click", ({ isTrusted }) => {
      if (!isTrusted) return;
      this.forget();
      if (!isBox(document.activeElement)) this.#focusedKey = "";
    });
  }

  /** Remember the current contents. */
  rememberInput() {
    this.#texts = new Map(boxes().map((box) => [keyOf(box), { text: box.value, redraws: 0 }]));
  }

  /** Restore the contents of boxes that are drawn with others, as if they were typed. */
  restore() {
    let checks = 0; // in a row at a page that has run
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      for (const box of boxes()) this.#restoreBox(box);
      // A server that has just restarted, with a whole class reconnecting, may take long to send the page.
      checks = document.querySelector(`${APP}${HAS_RUN}`) ? checks + 1 : 0;
      if (checks > DRAWN_CHECKS) this.forget();
    }, CHECK_MS);
  }

  /** @param {Box} box */
  #restoreBox(box) {
    const key = keyOf(box);
    const unsent = this.#texts.get(key);
    if (!unsent || box.disabled) return;
    if (unsent.text === box.value) {
      const hasLostFocus = key === this.#focusedKey && document.activeElement === document.body;
      if (hasLostFocus) box.focus();
      return;
    }
    // A run that began before the text was restored may redraw the page without it.
    unsent.drawn ??= box.value;
    unsent.redraws += 1;
    if (box.value !== unsent.drawn || unsent.redraws > MAX_REDRAWS) {
      this.#texts.delete(key); // the server has answered it with another
      return;
    }
    // React tracks changes of `value` by a property of its own.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value")?.set?.call(box, unsent.text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    if (key === this.#focusedKey) box.focus();
    else box.dispatchEvent(new FocusEvent("focusout", { bubbles: true })); // sends it
  }

  forget() {
    clearInterval(this.#timer);
    this.#texts.clear();
  }

  stop() {
    this.forget();
    this.#listeners.abort();
  }
}
