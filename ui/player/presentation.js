// A lesson that fills its place: on a page the screen below the title line, or all of it, alone.

import { make } from "../components/dom.js";
import { typeSizeFor } from "./presentation_fit.js";

/** Whether a screen is a stage: no phone, as in the styles, and none on its side, where a stage has no room. */
export const isLargeScreen = () => !matchMedia("(max-width: 46rem), (max-height: 26rem)").matches;

/** Whether it is printed: then nothing fills a screen, and nothing has to be left out. */
const isPrinted = () => matchMedia("print").matches;

const LARGE_TYPE = 20; // pixels; the page's own is 16
const NARROW = 46; // of the page's type: as wide as a column beside a text

export class Presentation {
  #root;
  #filling;
  /** @type {Element[]} */ #parts = [];
  #place = make("div.shown");
  element;

  /** @param {HTMLElement} root the player @param {() => void} leave what Esc does @param {boolean} [filling] whether it fills its place on a page too */
  constructor(root, leave, filling = false) {
    this.#root = root;
    this.#filling = filling;
    this.element = make("dialog.screen.fits", { tabindex: -1, oncancel: leave });
  }

  get isOn() {
    return this.element.open;
  }

  // The size of type that all is measured in, in pixels: alone on the screen the one at which the lesson fills it, on a
  // page the page's own; 0 where it does not fill its place.
  get type() {
    if (this.isOn) return typeSizeFor(innerWidth, innerHeight);
    return this.#isFilling ? parseFloat(getComputedStyle(document.documentElement).fontSize) : 0;
  }

  /** Whether it fills its place on the page: in a frame that is as high as what is in it, there is nothing to fill. */
  get #isFilling() {
    return this.#filling && isLargeScreen() && !isPrinted() && !this.#root.classList.contains("framed");
  }

  /** Tell of each change of the room that there is on the page, until the signal. @param {() => void} tell @param {AbortSignal} signal */
  watch(tell, signal) {
    let [before, type] = [0, 0];
    const sizes = new ResizeObserver(([{ contentRect }]) => {
      const { width, height } = contentRect;
      const now = this.type;
      if (this.isOn || (width * 1e4 + height === before && now === type)) return;
      [before, type] = [width * 1e4 + height, now];
      tell();
    });
    sizes.observe(this.#place);
    signal.addEventListener("abort", () => sizes.disconnect());
    matchMedia("print").addEventListener("change", tell, { signal });
    document.fonts.addEventListener("loadingdone", tell, { signal }); // other letters are as wide as others
  }

  /** What of the player is alone there; other parts follow on the page. @param {Element[]} parts @param {Element[]} others */
  setParts(parts, others) {
    this.#parts = parts;
    this.#root.replaceChildren(this.element, this.#place, ...others);
    this.#put();
  }

  toggle(/** @type {boolean} */ on) {
    this.#root.style.minHeight = on ? `${this.#root.clientHeight}px` : ""; // the page below stays where it is
    if (!on) this.element.close();
    this.#put(on);
    if (on) this.element.showModal();
  }

  #put(on = this.isOn) {
    (on ? this.element : this.#place).replaceChildren(...this.#parts);
  }

  /** Let the type of the whole page fit the screen, where the lesson is alone on it: all is measured in it. */
  fit(on = this.isOn) {
    const { style } = document.documentElement;
    this.#place.classList.toggle("fits", this.#isFilling);
    this.#place.classList.toggle("large", this.type > LARGE_TYPE);
    this.#place.classList.toggle("narrow", this.#isFilling && this.#place.clientWidth < NARROW * this.type);
    if (on) style.setProperty("font-size", `${typeSizeFor(innerWidth, innerHeight)}px`, "important");
    else style.removeProperty("font-size");
  }
}
