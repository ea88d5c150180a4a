// A lesson alone on the screen.

import { make } from "../components/dom.js";
import { typeSizeFor } from "./presentation_fit.js";

/** Whether a screen is a stage; as in the styles. */
export const isLargeScreen = () => !matchMedia("(max-width: 46rem)").matches;

export class Presentation {
  #root;
  /** @type {Element[]} */ #parts = [];
  element;

  /** @param {HTMLElement} root the player @param {() => void} leave what Esc does */
  constructor(root, leave) {
    this.#root = root;
    this.element = make("dialog.screen", { tabindex: -1, oncancel: leave });
  }

  get isOn() {
    return this.element.open;
  }

  /** The size of type at which the lesson fills the screen, in pixels; 0 on a page. */
  get type() {
    return this.isOn ? typeSizeFor(innerWidth, innerHeight) : 0;
  }

  /** What of the player is alone there; other parts follow on the page. @param {Element[]} parts @param {Element[]} others */
  setParts(parts, others) {
    this.#parts = parts;
    this.#root.replaceChildren(this.element, ...others);
    this.#place();
  }

  toggle(/** @type {boolean} */ on) {
    this.#root.style.minHeight = on ? `${this.#root.clientHeight}px` : ""; // the page below stays where it is
    if (!on) this.element.close();
    this.#place(on);
    if (on) this.element.showModal();
  }

  #place(on = this.isOn) {
    if (on) this.element.replaceChildren(...this.#parts);
    else this.element.after(...this.#parts);
  }

  /** Let the type of the whole page fit the screen: all is measured in it. */
  fit(type = this.type) {
    const { style } = document.documentElement;
    if (type) style.setProperty("font-size", `${type}px`, "important");
    else style.removeProperty("font-size");
  }
}
