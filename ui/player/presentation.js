// A lesson that fills its place: the screen below a page's title line, or, alone, the whole screen.

import { make } from "../components/dom.js";
import { typeSizeFor } from "./presentation_fit.js";

/** Whether the screen has room for a stage: not on a phone, as in the styles, nor on one in landscape. */
export const isLargeScreen = () => !matchMedia("(max-width: 46rem), (max-height: 26rem)").matches;

/** Whether the page is being printed, where nothing has to fit on a screen. */
const isPrinted = () => matchMedia("print").matches;

const LARGE_TYPE = 20; // pixels; the page's own is 16
const LETTERS = "abcdefghijklmnopqrstuvwxyz 0123456789";
const FONTS = ["--code", "--serif"]; // besides the place's own
const NARROW = 46; // type sizes: as wide as a column beside a text

export class Presentation {
  #root;
  #filling;
  /** @type {Element[]} */ #parts = [];
  #container = make("div.shown");
  #fitted = ""; // the room that the lesson was last fitted to
  element;

  /** @param {HTMLElement} root the player @param {() => void} leave called on Esc @param {boolean} [filling] whether it fills its place on a page too */
  constructor(root, leave, filling = false) {
    this.#root = root;
    this.#filling = filling;
    this.element = make("dialog.screen.fits", { tabindex: -1, oncancel: leave });
  }

  get isOn() {
    return this.element.open;
  }

  // The type size in pixels on which all sizes depend: alone on the screen, the one at which the lesson fills it; on a
  // page, the page's own; 0 if the lesson does not fill its place.
  get type() {
    if (this.isOn) return typeSizeFor(innerWidth, innerHeight);
    return this.#isFilling ? parseFloat(getComputedStyle(document.documentElement).fontSize) : 0;
  }

  /** Whether the lesson fills its area on the page. A frame that follows its content's height has nothing to fill. */
  get #isFilling() {
    return this.#filling && isLargeScreen() && !isPrinted() && !this.#root.classList.contains("framed");
  }

  /** Call `onChange` when the room on the page, or the width of letters in it, is no longer what the lesson was last fitted to, until the signal. @param {() => void} onChange @param {AbortSignal} signal */
  watch(onChange, signal) {
    const onRoomChange = () => !this.isOn && this.#room() !== this.#fitted && onChange();
    const sizes = new ResizeObserver(onRoomChange);
    sizes.observe(this.#container);
    signal.addEventListener("abort", () => sizes.disconnect());
    matchMedia("print").addEventListener("change", onChange, { signal });
    document.fonts.addEventListener("loadingdone", () => (this.isOn ? onChange() : onRoomChange()), { signal });
  }

  /** Return the room on the page, and the widths of letters in it, which depend on the fonts. */
  #room() {
    const { clientWidth, clientHeight } = this.#container;
    const ink = document.createElement("canvas").getContext("2d");
    const style = getComputedStyle(this.#container);
    const families = [style.fontFamily, ...FONTS.map((name) => style.getPropertyValue(name))];
    const widths = families.map((family) => {
      if (!ink) return 0;
      ink.font = `${LARGE_TYPE}px ${family}`;
      return ink.measureText(LETTERS).width;
    });
    return [clientWidth, clientHeight, this.type, ...widths].join(" ");
  }

  /** Set the parts that can be alone on the screen, and others that follow on the page. @param {Element[]} parts @param {Element[]} others */
  setParts(parts, others) {
    const isOn = this.isOn;
    if (isOn) this.element.close(); // a dialog that is moved is no longer above the page
    this.#parts = parts;
    this.#root.replaceChildren(this.element, this.#container, ...others);
    this.#placeElements(isOn);
    if (isOn) this.element.showModal();
  }

  toggle(/** @type {boolean} */ on) {
    this.#root.style.minHeight = on ? `${this.#root.clientHeight}px` : ""; // the page below stays where it is
    if (!on) this.element.close();
    this.#placeElements(on);
    if (on) this.element.showModal();
  }

  #placeElements(on = this.isOn) {
    (on ? this.element : this.#container).replaceChildren(...this.#parts);
  }

  /** Alone on the screen, fit the type of the whole page to it, because all sizes depend on that. */
  fit(on = this.isOn) {
    const { style } = document.documentElement;
    this.#container.classList.toggle("fits", this.#isFilling);
    this.#container.classList.toggle("large", this.type > LARGE_TYPE);
    this.#container.classList.toggle("narrow", this.#isFilling && this.#container.clientWidth < NARROW * this.type);
    if (on) style.setProperty("font-size", `${typeSizeFor(innerWidth, innerHeight)}px`, "important");
    else style.removeProperty("font-size");
    this.#fitted = this.#room();
  }
}
