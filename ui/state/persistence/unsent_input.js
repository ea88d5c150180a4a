// The contents of a page's text boxes, sent or not: a restarted server redraws them as it last knew them.

import { APP, HAS_RUN, TEXT_BOXES } from "../../base/streamlit_internals/selectors.js";

/** @typedef {HTMLTextAreaElement | HTMLInputElement} Box */

const LOOK_MS = 50;
const DRAWN_LOOKS = 60; // in three seconds, a page sent by the server is drawn; a busy browser looks and draws later
const MOST_TIMES = 12; // that a page may be drawn while it is restored, each time without the text

/** @typedef {{text: string, drawn?: string, times: number}} Kept A text, and what the server drew in its box instead. */

/** @param {unknown} element @returns {element is Box} */
const isBox = (element) => element instanceof HTMLElement && element.matches(TEXT_BOXES);

/** Return Streamlit's class for the key of a box. @param {Element} box */
const keyOf = (box) => /\bst-key-\S+/.exec(box.closest('[class*="st-key-"]')?.className ?? "")?.[0] ?? "";

/** @returns {Box[]} */
const boxes = () => [...document.querySelectorAll(TEXT_BOXES)].filter(isBox);

export class UnsentInput {
  /** @type {Map<string, Kept>} */ #texts = new Map(); // by the keys of the boxes
  #typingIn = ""; // key of the box that had the focus
  /** @type {ReturnType<typeof setInterval> | undefined} */ #looking;
  #listening = new AbortController();

  constructor() {
    const listen = (/** @type {string} */ name, /** @type {(event: Event) => void} */ heard) =>
      document.addEventListener(name, heard, { signal: this.#listening.signal });
    // A box loses the focus too where Streamlit disables it, as long as the server is away, and where it is drawn anew.
    listen("focusin", ({ target }) => (this.#typingIn = isBox(target) ? keyOf(target) : ""));
    // A visitor who types on has seen the current contents.
    listen("input", ({ target, isTrusted }) => isTrusted && isBox(target) && this.#texts.delete(keyOf(target)));
    listen("click", ({ isTrusted }) => {
      if (!isTrusted) return;
      this.forget();
      if (!isBox(document.activeElement)) this.#typingIn = "";
    });
  }

  /** Remember the current contents. */
  watchInput() {
    this.#texts = new Map(boxes().map((box) => [keyOf(box), { text: box.value, times: 0 }]));
  }

  /** Restore the contents of boxes that are drawn with others, as if they were typed. */
  restore() {
    let looks = 0; // in a row at a page that has run
    clearInterval(this.#looking);
    this.#looking = setInterval(() => {
      for (const box of boxes()) this.#put(box);
      // A server that has just restarted, with a whole class reconnecting, may take long to send the page.
      looks = document.querySelector(`${APP}${HAS_RUN}`) ? looks + 1 : 0;
      if (looks > DRAWN_LOOKS) this.forget();
    }, LOOK_MS);
  }

  /** @param {Box} box */
  #put(box) {
    const key = keyOf(box);
    const kept = this.#texts.get(key);
    if (!kept || box.disabled) return;
    if (kept.text === box.value) {
      const hasLostFocus = key === this.#typingIn && document.activeElement === document.body;
      if (hasLostFocus) box.focus();
      return;
    }
    // The page may be drawn again without the text: by a run that began before it was put here.
    kept.drawn ??= box.value;
    kept.times += 1;
    if (box.value !== kept.drawn || kept.times > MOST_TIMES) {
      this.#texts.delete(key); // the server has answered it with another
      return;
    }
    // React tracks changes of `value` by a property of its own.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value")?.set?.call(box, kept.text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    if (key === this.#typingIn) box.focus();
    else box.dispatchEvent(new FocusEvent("focusout", { bubbles: true })); // sends it
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
