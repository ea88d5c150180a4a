// A button that opens a panel over what is below it, so that nothing moves.

import { make } from "../components/dom.js";

/** @import {Part} from "../components/dom.js" */

export class Drawer {
  button = make("button", { "aria-expanded": false, onclick: () => this.show(!!this.#panel.hidden) });
  #panel = make("div.panel", { hidden: true });
  element = make("div.drawer", this.button, this.#panel);
  #close = (/** @type {Event} */ event) => {
    if (!event.composedPath().includes(this.element)) this.show(false);
  };
  // Works wherever the focus is. Whatever is open below, such as a lesson alone on the screen, gets the next Esc.
  #escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !this.element.isConnected) return;
    event.preventDefault();
    event.stopPropagation();
    this.show(false);
    this.button.focus();
  };

  constructor(/** @type {Part[]} */ parts) {
    this.#panel.append(...parts.map((part) => make("div", part)));
  }

  /** @param {Element[]} parts */
  add(parts) {
    this.#panel.append(...parts);
  }

  /** @param {boolean} open */
  show(open) {
    this.#panel.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    // A press or the focus elsewhere closes it.
    for (const event of ["pointerdown", "focusin"]) {
      if (open) document.addEventListener(event, this.#close);
      else document.removeEventListener(event, this.#close);
    }
    if (open) document.addEventListener("keydown", this.#escape, { capture: true });
    else document.removeEventListener("keydown", this.#escape, { capture: true });
  }
}
